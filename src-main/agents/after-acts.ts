// Looks at what acts have brought about after they were verified, and tells it in their records and in the journal.
import type { Observation } from '../core/desktop.ts'
import type { Route } from '../core/command.ts'
import type { RunControl } from '../core/run-control.ts'
import type { AgentDependencies, SharedMemory } from './dependencies.ts'
import { hiddenNow, lookNow } from './observing.ts'
import type { LostEffect } from './standing.ts'
import type { Step } from './step.ts'

/** Milliseconds between two looks for what an act brings about late. */
const POLL_MS = 100
/** The same while the application is at work. */
const WORK_POLL_MS = 250

export class AfterActs {
  readonly #deps: AgentDependencies
  readonly #shared: SharedMemory

  constructor(deps: AgentDependencies, shared: SharedMemory) {
    this.#deps = deps
    this.#shared = shared
  }

  /**
   * Looks once more before the agent finishes, because no other step looks at what its acts bring about, and says whether anything has come
   * or been lost meanwhile. An act of which only pixels were seen gets longer for that.
   */
  async hasMoved(step: Step, route: Route, run: RunControl): Promise<boolean> {
    const { late, standing } = this.#shared
    const ended = await this.#whileAtWork(step, route, run)
    const now = run.clock.monotonic()
    const ms = late.waitMs(now, { restMs: standing.waitMs(now) })
    const isWaited = ms > 0 || (step.actions.length > 0 && !standing.isEmpty)
    const moved = isWaited && (await this.#wait(step, ms, route, run))
    late.waited()
    const isHidden =
      standing.hasRemoved && this.#tell(standing.onlyHidden(await hiddenNow(step.context, route, run)))
    return moved || ended || isHidden
  }

  /** Waits while the application shows that it is at work on what the last act has set going, and tells how that ends. */
  async #whileAtWork(
    { context, observation, actions }: Step,
    route: Route,
    run: RunControl,
  ): Promise<boolean> {
    const { late } = this.#shared
    const work = late.atWork()
    const look = () => lookNow(context, route, this.#deps.config.system.max_controls, run)
    // Of a step without acts, what was seen at its beginning is what they have come to.
    const first = work && (actions.length > 0 ? await look() : observation)
    if (!work || !first) return false
    if (actions.length > 0) this.tellLost(first)
    let last = first
    while (work.isAtWork(last, run.clock.monotonic())) {
      await run.sleep(WORK_POLL_MS)
      const now = await look()
      if (!now) break
      last = now
    }
    if (last === first) return false
    const isLost = this.tellLost(last)
    const ended = late.ended(first, last, work.left(last))
    this.#tell(ended ? [ended] : [])
    return ended !== null || isLost
  }

  /** A text that is read right after such an act may be the one from before it. */
  async beforeReading(step: Step, route: Route, run: RunControl): Promise<void> {
    const ms = this.#shared.late.waitMs(run.clock.monotonic(), { isRead: true })
    if (ms > 0) await this.#wait(step, ms, route, run)
  }

  /** Tells what is no longer so of earlier acts; returns whether there was anything. */
  tellLost(observation: Observation): boolean {
    const { late, standing } = this.#shared
    const crashed = late.crashed(observation)
    return this.#tell([...standing.lost(observation.controls), ...(crashed ? [crashed] : [])])
  }

  /** Waits while the last act may still bring something about, at most until it has. */
  async #wait({ context, observation }: Step, ms: number, route: Route, run: RunControl): Promise<boolean> {
    const { late } = this.#shared
    const { max_controls } = this.#deps.config.system
    const look = async () => {
      const now = await lookNow(context, route, max_controls, run)
      if (!now || !observation) return null
      const come = late.come(observation, now)
      const isLost = this.tellLost(now)
      this.#tell(come ? [come] : [])
      return come !== null || isLost ? true : null
    }
    if (late.isAwaited) return (await run.until(look, ms, POLL_MS)) ?? false
    // Not a pause: an application on a busy machine is later with what it does.
    await run.until(() => null, ms, POLL_MS)
    return (await look()) ?? false
  }

  #tell(effects: readonly LostEffect[]): boolean {
    for (const { callId, report } of effects)
      this.#deps.sink.emit({ type: 'effect_verified', call_id: callId, ...report, ms: 0 })
    return effects.length > 0
  }
}
