// One act from its target to its effect: what is remembered before it, and how long its effect is waited for.
import type { EffectReport, TargetDescription } from '../../core/desktop.ts'
import { drop } from '../../core/control-flow.ts'
import { screenRect } from '../../core/geometry.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { ChangeWatch, PlatformElement } from '../../platform/platform.ts'
import type { ActMemory } from './act-memory.ts'
import { changesBetween, describeChanges, isChanged, type Changes } from './changes.ts'
import { POSTCONDITIONS, type Verdict } from './effects.ts'
import { Look } from './look.ts'
import type { DesktopState, View } from './state.ts'
import { resolveTarget } from './targets.ts'

/** Milliseconds without change after which a window counts as settled: when its tree changed, when only pixels did. */
const QUIET_MS = 60
const PIXELS_QUIET_MS = 200
const POLL_MS = 20
/** Acts that are remembered; older ones are not verified any more. */
const REMEMBERED = 20

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
  const target = await resolveTarget(state, tool, parameters, run)
  const windows = await state.windows(run)
  const reads = READS_TEXT.has(tool)
  const focused = READS_FOCUS.has(tool) ? await state.platform.focusedElement(run) : null
  const textOf = (element: PlatformElement | null) =>
    element && element.role !== 'password' ? state.platform.text(element.ref, run) : Promise.resolve(null)
  const memory: ActMemory = {
    tool,
    parameters,
    target,
    windows,
    text: reads ? await textOf(target.element) : null,
    focused,
    focusedText: tool === 'type_text' ? await textOf(focused) : null,
    view: state.lastView,
    flippedAt: null,
    result: null,
  }
  const acts = actsOf(state)
  forget(acts, callId)
  const area = target.window?.bounds ?? (await state.platform.screens(run))[0]?.bounds
  const watch = area && !QUIET_TOOLS.has(tool) ? await state.platform.watch(screenRect(area), run) : null
  acts.set(callId, { memory, watch })
  const oldest = acts.keys().next().value
  if (acts.size > REMEMBERED && oldest !== undefined) forget(acts, oldest)
  return target.description
}

const READS_TEXT = new Set(['set_edit_text'])
const READS_FOCUS = new Set(['type_text', 'keyboard_input', 'click_input', 'click_on_coordinates'])
const QUIET_TOOLS = new Set(['texts', 'wait', 'wait_for_control', 'summary', 'get_system_info'])

function forget(acts: Map<string, Remembered>, callId: string): void {
  const old = acts.get(callId)
  acts.delete(callId)
  if (old?.watch) drop(Promise.resolve(old.watch[Symbol.asyncDispose]()))
}

/** Keeps what the act itself returned, for postconditions that need it. */
export function rememberResult(state: DesktopState, callId: string, result: unknown): void {
  const act = actsOf(state).get(callId)
  if (act) act.memory.result = result
}

/** Waits, at most `withinMs`, until the act's postcondition holds or the window has settled, and judges. */
export async function verifyAct(
  state: DesktopState,
  callId: string,
  withinMs: number,
  run: RunControl,
): Promise<EffectReport> {
  const act = actsOf(state).get(callId)
  if (!act) return { effect: 'unconfirmed', evidence: 'The state before the act is not known.' }
  const { memory, watch } = act
  const judge = POSTCONDITIONS[memory.tool]
  const settling = new Settling(state, memory, watch)
  const end = performance.now() + withinMs
  let look = new Look(state, memory, run)
  try {
    for (;;) {
      look = new Look(state, memory, run)
      const verdict: Verdict = judge ? await judge(memory, look) : { state: 'open', evidence: null }
      if (verdict.state === 'holds') return { effect: 'confirmed', evidence: verdict.evidence }
      const over = performance.now() >= end
      if (verdict.state === 'fails' && (over || verdict.final === true)) {
        return { effect: 'contradicted', evidence: verdict.evidence }
      }
      if (verdict.state === 'open' && (over || (await settling.isSettled(look)))) {
        const changes = describeChanges(await settling.changes(look), watch?.lastChange() != null)
        return {
          effect: 'unconfirmed',
          evidence: [verdict.evidence, changes].filter((part) => part !== null).join(' '),
        }
      }
      settling.keep(look)
      await run.sleep(POLL_MS)
    }
  } finally {
    settling.keep(look)
    settling.finish()
    forget(actsOf(state), callId)
  }
}

/** Whether the desktop has come to rest after an act. What changes for ever (a clock, a caret) does not hold it up. */
class Settling {
  readonly #state: DesktopState
  readonly #act: ActMemory
  readonly #watch: ChangeWatch | null
  #last: { view: View; at: number } | null = null

  constructor(state: DesktopState, act: ActMemory, watch: ChangeWatch | null) {
    this.#state = state
    this.#act = act
    this.#watch = watch
  }

  async isSettled(look: Look): Promise<boolean> {
    const changedAt = this.#watch?.lastChange() ?? null
    const now = performance.now()
    const quietFor = changedAt === null ? null : now - changedAt
    if (quietFor !== null && quietFor >= PIXELS_QUIET_MS) return true
    if (this.#last && now - this.#last.at < QUIET_MS) return false
    if (quietFor !== null && quietFor < QUIET_MS && !this.#last) {
      // Pixels are still moving: only a tree that stands still between two looks tells that it is a mere animation.
      const view = await look.view()
      if (view) this.#last = { view, at: now }
      return false
    }
    const changes = await this.changes(look)
    if (!isChanged(changes)) {
      this.#last = null
      return false
    }
    if (quietFor !== null && quietFor >= QUIET_MS) return true
    const view = await look.view()
    const still =
      view !== null &&
      this.#last !== null &&
      !isChanged(changesBetween(this.#last.view, view, [], [], this.#state.restless))
    this.#last = view ? { view, at: now } : null
    return still
  }

  async changes(look: Look): Promise<Changes> {
    const windows = await look.windows()
    const view = await look.view()
    return changesBetween(this.#act.view, view, this.#act.windows, windows, this.#state.restless)
  }

  keep(look: Look): void {
    this.#latest = look.seen ?? this.#latest
  }

  /** The next act's state before is the last that was seen here. */
  finish(): void {
    if (this.#latest) this.#state.keepView(this.#latest)
  }

  #latest: View | null = null
}
