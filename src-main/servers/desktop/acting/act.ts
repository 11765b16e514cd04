// Carries one act from its target to its effect: remembers the state before it, and waits a bounded time for its effect.
import { DOCUMENT_TOOLS } from '../../../core/document-tools.ts'
import { isAbsolute } from 'node:path'
import type { CodedText } from '../../../../src-preload/contract/coded-text.ts'
import { evidenceWords, seen } from '../../../../src-preload/contract/evidence.ts'
import type { EffectReport, TargetDescription } from '../../../core/desktop.ts'
import { drop } from '../../../core/control-flow.ts'
import { chordsHeld } from '../../../core/pointer-parameters.ts'
import { plainLabel } from '../../../matching/label.ts'
import { isCopyKeys, isCopyLabel, isKeepLabel, isSaveKeys, isSaveLabel } from '../../../matching/saving.ts'
import { screenRect } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import { RUN_CODE } from '../../../safety/code-work.ts'
import { ITEMS } from '../../../safety/facts.ts'
import { FILE_TOOLS } from '../../../safety/file-work.ts'
import type { ChangeWatch, PlatformElement } from '../../../platform/platform.ts'
import type { ActMemory } from './act-memory.ts'
import { changesSeen } from '../verifying/changes.ts'
import { POSTCONDITIONS } from '../verifying/effects.ts'
import { modifiedAt } from '../targeting/files.ts'
import { supposedDocument } from '../targeting/shown-document.ts'
import { filesBefore, resultsBefore } from '../verifying/verify-files.ts'
import { isAllThatIsSaid, isCompared, looksOf, showsList } from '../verifying/own-look.ts'
import { Look } from '../verifying/look.ts'
import { saidFile, saidInVain, writtenBy } from '../verifying/told-file.ts'
import { hasEnded, type Verdict } from '../verifying/verdict.ts'
import { Settling } from '../verifying/settling.ts'
import type { DesktopState } from '../state.ts'
import { resolveTarget, type Target } from '../targeting/targets.ts'
import { isTerminal } from '../targeting/window-traits.ts'
import { selectedIn } from './selected-in.ts'
import { fairTime } from '../../../platform/fair-time.ts'

/** Milliseconds between two looks at the effect of an act. */
const POLL_MS = 20
/** Milliseconds that a state, a text or a selection has to last: a control that refuses it jumps back after about 100. */
const LASTING_MS = 150
/** Milliseconds for which contradicting evidence must stay the same, and after which it counts anyway. */
const STEADY_MS = 300
const MAX_LATE_MS = 5000
/** Milliseconds for which a text of which nothing or only the beginning is there may stand still: an editor that starts takes it up late. */
const COMING_MS = 2000
/** The number of remembered acts. Older ones are no longer verified. */
const MAX_REMEMBERED = 20

/** Items that have gone after an act of which it is looked whether their application still has them. */
const MAX_GONE = 20

interface Remembered {
  memory: ActMemory
  watch: ChangeWatch | null
}
const remembered = new WeakMap<DesktopState, Map<string, Remembered>>()
const actsOf = (state: DesktopState): Map<string, Remembered> => {
  const acts = remembered.get(state) ?? new Map<string, Remembered>()
  remembered.set(state, acts)
  return acts
}

/** Describes the target of an act and remembers the state before it under `callId`. */
export async function rememberAct(
  state: DesktopState,
  callId: string,
  tool: string,
  parameters: Record<string, unknown>,
  run: RunControl,
): Promise<TargetDescription> {
  const view = QUIET_TOOLS.has(tool) ? state.lastView : await state.viewBefore(run)
  const target = await resolveTarget(state, tool, parameters, run)
  if (target.window) await state.labels.see({ process_name: target.window.processName })
  const windows = await state.windows(run)
  const reads = READS_TEXT.has(tool)
  const focused = READS_FOCUS.has(tool) ? await state.platform.focusedElement(run) : null
  const textOf = (element: PlatformElement | null) =>
    element && element.role !== 'password' ? state.platform.text(element.ref, run) : Promise.resolve(null)
  // A terminal takes Ctrl+C as an interrupt.
  const isCopy = copiesBy(state, tool, parameters, target) && !(target.window && isTerminal(target.window))
  const memory: ActMemory = {
    tool,
    began: Date.now(),
    parameters,
    target,
    windows,
    text: reads ? await textOf(target.element) : null,
    selected: tool === 'set_edit_text' ? await selectedIn(state, target.element, run) : '',
    focused,
    focusedText: READS_FOCUSED_TEXT.has(tool) ? await textOf(focused) : null,
    pointer: isCompared(tool) ? ((await state.platform.pointerPlace?.(run)) ?? null) : null,
    view,
    files: filesBefore(tool, parameters),
    results: resultsBefore(tool, parameters),
    saves: await savedBy(state, tool, parameters, target),
    written: keeps(state, tool, parameters, target) ? writtenBy(state.platform, target.window) : null,
    copies: isCopy ? ((await state.platform.clipboardTaken?.(run)) ?? null) : null,
    flippedAt: null,
    result: null,
  }
  if (!QUIET_TOOLS.has(tool)) state.gone = []
  const acts = actsOf(state)
  forget(acts, callId)
  const area = target.window?.bounds ?? (await state.platform.screens(run))[0]?.bounds
  const watch =
    area && !QUIET_TOOLS.has(tool)
      ? await state.platform.watch(screenRect(area), run, isCompared(tool))
      : null
  acts.set(callId, { memory, watch })
  const oldest = acts.keys().next().value
  if (acts.size > MAX_REMEMBERED && oldest !== undefined) forget(acts, oldest)
  return target.description
}

/** The file that was to be saved when a dialog came between. */
const pending = new WeakMap<DesktopState, { saves: NonNullable<ActMemory['saves']>; process: string }>()
const DECLINES =
  /^(cancel|no|don't|do not|discard|abort|back|abbrechen|nein|annuler|non|cancelar|取消|否|返回)/

async function savedBy(
  state: DesktopState,
  tool: string,
  parameters: Record<string, unknown>,
  target: Target,
): Promise<ActMemory['saves']> {
  const { document } = target.description
  const between = pending.get(state)
  if (between && target.saves === null && ANSWERS.has(tool) && target.window?.kind === 'dialog') {
    const label = target.element?.name ?? target.description.default_button ?? ''
    const processes = [target.window.processName, ...(target.description.dialog_of ?? [])]
    const isSame = processes.includes(between.process)
    const isDeclined = state.labels
      .readings(target.window.processName, label)
      .some((name) => DECLINES.test(plainLabel(name)))
    if (isSame && !isDeclined) return { ...between.saves, inPlace: false }
  }
  const inPlace = target.saves === null && savesDocument(state, tool, parameters, target)
  const path = inPlace ? document : target.saves
  if (path && isAbsolute(path)) return { path, modified: modifiedAt(path), inPlace }
  const supposed = inPlace && target.window ? await supposedDocument(state, target.window) : null
  return supposed === null
    ? null
    : { path: supposed, modified: modifiedAt(supposed), inPlace, isSupposed: true }
}

/** Tools that answer a dialog. */
const ANSWERS = new Set(['click_input', 'click_on_coordinates', 'keyboard_input'])

const savesDocument = commandedBy(isSaveKeys, isSaveLabel)
const keeps = commandedBy(isSaveKeys, isKeepLabel)
const copiesBy = commandedBy(isCopyKeys, isCopyLabel)

/** Makes the test whether keys, a menu item or a button give a command of an application. */
function commandedBy(isKeys: (keys: string) => boolean, isLabel: (label: string) => boolean) {
  return (
    { labels }: DesktopState,
    tool: string,
    parameters: Record<string, unknown>,
    { element, window }: Target,
  ): boolean => {
    if (tool === 'keyboard_input') return isKeys(chordsHeld(parameters))
    if (tool !== 'choose_menu' && tool !== 'click_input') return false
    const path = parameters['path']
    const label = Array.isArray(path) ? String(path.at(-1) ?? '') : (element?.name ?? '')
    return labels.readings(window?.processName ?? '', label).some(isLabel)
  }
}

const READS_TEXT = new Set(['set_edit_text'])
const READS_FOCUSED_TEXT = new Set(['type_text', 'keyboard_input'])
const READS_FOCUS = new Set(['type_text', 'keyboard_input', 'click_input', 'click_on_coordinates'])
const QUIET_TOOLS = new Set([
  'texts',
  'wait',
  'wait_for_control',
  'summary',
  'get_system_info',
  'read_output',
  ...FILE_TOOLS,
  ...DOCUMENT_TOOLS,
  RUN_CODE,
])

function forget(acts: Map<string, Remembered>, callId: string): void {
  const old = acts.get(callId)
  acts.delete(callId)
  if (old?.watch) drop(Promise.resolve(old.watch[Symbol.asyncDispose]()))
}

/** Keeps the result of the act for postconditions that need it. */
export function rememberResult(state: DesktopState, callId: string, result: unknown): void {
  const act = actsOf(state).get(callId)
  if (act) act.memory.result = result
}

/** Remembers the file, because the answer to the dialog writes it, or nothing does. */
function keepPending(state: DesktopState, { saves, target: { window } }: ActMemory): void {
  if (!saves || saves.isSupposed) return
  if (window && modifiedAt(saves.path) === saves.modified)
    pending.set(state, { saves, process: window.processName })
  else pending.delete(state)
}

/** Collects the evidence of the act, then the changes. If there is evidence, a lack of changes is not reported. */
async function evidenceOf(
  state: DesktopState,
  { evidence, sees = false }: Extract<Verdict, { state: 'open' }>,
  settling: Settling,
  look: Look,
  watch: ChangeWatch | null,
  memory: ActMemory,
): Promise<CodedText[]> {
  const differ = await settling.changes(look)
  state.gone = differ.gone.filter(({ role, name }) => ITEMS.has(role) && name !== '').slice(0, MAX_GONE)
  const changes = await changesSeen(differ, (window) => look.said(window))
  const said = saidFile(differ, changes, memory)
  if (said) changes.unshift(said)
  if (await hasEnded(memory, look))
    changes.push(seen('ended', { name: memory.target.window?.application ?? '' }))
  if (changes.length > 0) {
    const empty = saidInVain(changes, memory, look.written())
    if (empty) changes.push(empty)
    const isAll = watch !== null && evidence.length === 0 && (await isAllThatIsSaid(memory, watch, differ))
    const only = { of: 'said', ...(showsList(memory) ? { beside: 'list' } : {}) }
    return [...evidence, ...changes, ...(isAll ? [seen('pixels', only)] : [])]
  }
  if (sees) return evidence
  if (look.isUnanswered) return [...evidence, seen('no_answer')]
  const changed = watch !== null && watch.lastChange() !== null
  return [...evidence, changed ? seen('pixels', await looksOf(memory, watch)) : seen('nothing')]
}

const report = (effect: EffectReport['effect'], told: CodedText[]): EffectReport => ({
  effect,
  evidence: evidenceWords(told),
  told,
})

/** Milliseconds that a busy application may need for each key: LibreOffice takes 10 where two others work beside it. */
const KEY_MS = 20

/** Milliseconds for typing into a cell, because a sheet takes the keys one by one, and computes in between. */
const keysMsOf = ({ tool, focused, parameters: { text } }: ActMemory): number =>
  tool === 'type_text' && focused?.role === 'cell' && typeof text === 'string'
    ? Math.min(text.length * KEY_MS, MAX_LATE_MS)
    : 0

/** Waits, at most `withinMs` and what typing takes, until the act's postcondition holds or the window has settled, and judges. */
export async function verifyAct(
  state: DesktopState,
  callId: string,
  withinMs: number,
  run: RunControl,
): Promise<EffectReport> {
  const act = actsOf(state).get(callId)
  if (!act) return report('unconfirmed', [seen('before_unknown')])
  const { memory, watch } = act
  const judge = Object.hasOwn(POSTCONDITIONS, memory.tool) ? POSTCONDITIONS[memory.tool] : undefined
  const settling = new Settling(state, memory, watch)
  const end = fairTime() + withinMs + keysMsOf(memory)
  let look = new Look(state, memory, run, end)
  let heldSince: number | null = null
  let failing = { shown: '', since: Infinity }
  try {
    for (;;) {
      look = new Look(state, memory, run, end)
      const verdict: Verdict = judge ? await judge(memory, look) : { state: 'open', evidence: [] }
      const now = fairTime()
      const over = now >= end
      if (verdict.state === 'holds') {
        heldSince ??= now
        if (verdict.lasting !== true || now - heldSince >= LASTING_MS) {
          return report('confirmed', verdict.evidence)
        }
      } else heldSince = null
      if (verdict.state === 'fails') {
        const shown = verdict.seen ?? evidenceWords(verdict.evidence)
        if (failing.shown !== shown || failing.since === Infinity) failing = { shown, since: now }
        // A window that still changes may yet show the effect, because a busy application takes its keys one by one.
        const steadyMs = verdict.coming === true ? COMING_MS : STEADY_MS
        const steady = now - failing.since >= steadyMs || now >= end + MAX_LATE_MS
        if ((over && steady) || verdict.final === true) {
          return report('contradicted', verdict.evidence)
        }
      } else failing.since = Infinity
      // What was typed is seen sooner or later; without a pixel of it, a busy application has not drawn it yet.
      const isUndrawn = memory.tool === 'type_text' && watch?.lastChange() === null
      const settled =
        verdict.state === 'open' && verdict.wait !== true && !isUndrawn && (await settling.isSettled(look))
      const isLate =
        verdict.state === 'open' && (isUndrawn || (verdict.late === true && watch?.lastChange() != null))
      if (verdict.state === 'open' && ((over && !(isLate && now < end + MAX_LATE_MS)) || settled)) {
        return report('unconfirmed', await evidenceOf(state, verdict, settling, look, watch, memory))
      }
      settling.keep(look)
      await run.sleep(POLL_MS)
    }
  } finally {
    keepPending(state, memory)
    settling.keep(look)
    settling.finish(look)
    forget(actsOf(state), callId)
  }
}
