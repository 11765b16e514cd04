// Finds what the last act brings about after it was verified: a dialog that comes late, a message, a crash. A run that ends looks once
// more, because no other step would see it.
import type { CodedText } from '../../src-preload/contract/coded-text.ts'
import { evidenceWords, isEmptied, seen, type EvidenceCode } from '../../src-preload/contract/evidence.ts'
import type { Control, EffectReport, Observation } from '../core/desktop.ts'
import { isOnlyClaimed } from '../matching/claims.ts'
import { plainLabel } from '../matching/label.ts'
import { isOngoing } from '../matching/ongoing.ts'
import { byIdOf } from '../matching/places.ts'
import { steadyName } from '../matching/steady-name.ts'
import type { ActionRecord } from '../models/input.ts'
import { controlsSeen, elementChanged, hasOpened, windowSeen } from '../servers/desktop/verifying/changes.ts'
import { AtWork } from './at-work.ts'
import { LEAVES } from './borne-out.ts'
import type { LostEffect } from './standing.ts'

/** Milliseconds in which an act that has changed no control may still do what it is for; what is read or goes on after it has longer. */
const LATE_MS = 1000
const LATE_READ_MS = 2000

/** Acts that set something going. What others do is seen at once, or never. */
const PRESSES = new Set(['click_input', 'click_on_coordinates', 'choose_menu', 'keyboard_input'])
export const CHANGES: ReadonlySet<string> = new Set([
  ...PRESSES,
  'drag_on_coordinates',
  'set_toggle',
  'set_edit_text',
  'select_item',
  'type_text',
])
const LOOKS = new Set(['texts', 'wait', 'wait_for_control'])
/** Evidence that tells of no control, file or window but the dialog that was answered, or the field that was sent: what it was for comes behind it. */
const SILENT: ReadonlySet<string> = new Set<EvidenceCode>(['nothing', 'no_answer', 'pixels'])
const isDialogClosed = ({ code, parameters }: CodedText): boolean =>
  code === ('closed' satisfies EvidenceCode) && parameters['kind'] === 'dialog'

/** Labels of what is there to go on. */
const STARTS =
  /^(?:start|play|run|record|resume|begin|abspielen|starten|aufnehmen|lire|démarrer|reproducir|iniciar|播放|开始|录制)(?!\p{L})/iu

interface LastAct {
  callId: string
  record: ActionRecord
  /** What was seen before it. */
  before: Observation
  /** Monotonic milliseconds at which it was verified. */
  at: number
}

export class LateEffects {
  #last: LastAct | null = null
  #isLookedAfter = true

  clear(): void {
    this.#last = null
    this.#isLookedAfter = true
  }

  acted(record: ActionRecord, callId: string, at: number, before: Observation): void {
    if (LOOKS.has(record.function)) return
    this.#last = record.status === 'success' ? { callId, record, at, before } : null
    this.#isLookedAfter = false
  }

  /**
   * Milliseconds for which the last act may still bring something about; 0 after the run has waited for it once. `restMs`: for how long what
   * was confirmed can still be taken back.
   */
  waitMs(now: number, { isRead = false, restMs = 0 } = {}): number {
    const act = this.#last
    if (!act || this.#isLookedAfter) return 0
    const isLong = isRead || act.record.told?.some(isOngoing) === true
    const silentMs = isLong ? LATE_READ_MS : LATE_MS
    const lateMs = isSilent(act.record) ? act.at + silentMs - now : 0
    return Math.max(0, lateMs, restMs)
  }

  /** Watches what the last act may have set going; null where its effect was seen, or it was watched before. */
  atWork(): AtWork | null {
    const act = this.#last
    if (!act || this.#isLookedAfter || !PRESSES.has(act.record.function)) return null
    return act.record.effect === 'confirmed' ? null : new AtWork(act.before, act.at)
  }

  /** Tells, in the record of the last act, how what it had set going has ended; `left`: what is still going on. */
  ended(before: Observation, after: Observation, left: string | null): LostEffect | null {
    const act = this.#last
    if (!act) return null
    const isMeant = STARTS.test(plainLabel(labelOfAct(act.record)))
    const come = changesIn(before, after)
    const told = [...come, ...(left === null || isMeant ? [] : [seen('goes_on', { value: left })])]
    if (told.length === 0) return null
    const { effect, told: old = [] } = act.record
    const kept = old.filter((each) => !isOngoing(each) && !SILENT.has(each.code))
    return reported(act, effect === 'contradicted' ? effect : 'unconfirmed', [...kept, ...told])
  }

  waited(): void {
    this.#isLookedAfter = true
  }

  /** Whether only pixels were seen to change, so that any other change may be what the act was for. */
  get isAwaited(): boolean {
    return this.#last !== null && PRESSES.has(this.#last.record.function) && isSilent(this.#last.record)
  }

  /** Tells, in the record of the last act, what has come since; null where that is nothing. */
  come(before: Observation, after: Observation): LostEffect | null {
    const act = this.#last
    if (!act || !isSilent(act.record)) return null
    const told = changesIn(before, after)
    return told.every((each) => isOngoing(each) || isEmptied(each))
      ? null
      : reported(act, 'unconfirmed', told)
  }

  /** Tells, in the record of the last act, that the application did not survive it. Many end with a code when they are told to close. */
  crashed({ crash }: Observation): LostEffect | null {
    const act = this.#last
    if (!act || !crash || !CHANGES.has(act.record.function)) return null
    const closes = act.record.function === 'keyboard_input' || LEAVES.test(labelOfAct(act.record))
    if (closes && !crash.signal) return null
    this.clear()
    return reported(act, 'contradicted', [seen('crashed', { name: crash.application, how: crash.how })])
  }
}

const isSilent = ({ function: name, effect, told = [] }: ActionRecord): boolean =>
  PRESSES.has(name) &&
  effect === 'unconfirmed' &&
  told.length > 0 &&
  (isOnlyClaimed(told) ||
    told.every(
      (each) => [isDialogClosed, isEmptied, isOngoing].some((is) => is(each)) || SILENT.has(each.code),
    ))

/** The label of the control or menu item that an act was aimed at; `''` for none. */
export function labelOfAct({ arguments: { path, name }, target }: ActionRecord): string {
  const label: unknown = Array.isArray(path) ? path.at(-1) : (name ?? target)
  return typeof label === 'string' ? label : ''
}

function reported(
  { callId, record }: LastAct,
  effect: EffectReport['effect'],
  told: CodedText[],
): LostEffect {
  const report: EffectReport = { effect, evidence: evidenceWords(told), told }
  Object.assign(record, report)
  return { callId, report }
}

/** Windows and controls that have come, gone or changed between two looks. */
function changesIn(before: Observation, after: Observation): CodedText[] {
  const [were, are] = [before, after].map(({ windows }) => new Set(windows.map(({ id }) => id)))
  const told = [
    ...after.windows.filter(({ id }) => !were?.has(id)).map((each) => hasOpened(each, each.says ?? null)),
    ...before.windows.filter(({ id }) => !are?.has(id)).map((each) => windowSeen('closed', each)),
  ]
  if (!before.window || before.window.id !== after.window?.id) return told
  const old = byIdOf(before.controls)
  const appeared = after.controls.filter(({ id }) => !old.has(id))
  const changed = after.controls.flatMap((control) => {
    const was = old.get(control.id)
    return was && isOther(was, control) ? [elementChanged({ before: was, after: control })] : []
  })
  return [
    ...told,
    ...changed.slice(0, 2),
    ...(appeared.length === 0 ? [] : [controlsSeen('appeared', appeared)]),
  ]
}

const isOther = (was: Control, now: Control): boolean =>
  (was.value !== now.value && now.role !== 'password') || steadyName(was) !== steadyName(now)
