// Says what each step of a recorded plan would do on the present screen. What an earlier step has to open has the outcome
// `later`.
import type { ForeseenStep } from '../../src-preload/contract/calls/desktop.ts'
import type { Route } from '../core/command.ts'
import { valueNames, windowNameOf, type PlannedAct, type RecordedPlan } from '../replay/plan-file.ts'
import { wordsWith } from '../replay/replay-options.ts'
import { elsewhere, missingWords, resolveAct, Windows, type Missing } from '../replay/resolving.ts'
import { joined, quoted, type Eyes } from './foreseeing.ts'

type Part = Omit<ForeseenStep, 'words'>
const part = (
  outcome: ForeseenStep['outcome'],
  reason: string | null,
  acts: ForeseenStep['acts'] = [],
): Part => ({ outcome, acts, reason })

const LAUNCHES: ReadonlySet<string> = new Set(['launch_application', 'run_shell'])

export class PlanForesight {
  readonly #eyes: Eyes
  readonly #plan: RecordedPlan
  readonly #set: Record<string, string>
  readonly #windows: Windows
  /** Names of windows that an earlier act of the plan would open. */
  readonly #opens = new Set<string>()
  /** Id of the window that is worked in. */
  #chosen: string | null = null
  /** The last step that may have changed what is shown. */
  #done: string | null = null

  constructor(eyes: Eyes, plan: RecordedPlan, set: Record<string, string>) {
    this.#eyes = eyes
    this.#plan = plan
    this.#set = set
    this.#windows = new Windows(plan.recorded.windows)
  }

  async foresee(): Promise<ForeseenStep[]> {
    const { steps, recorded } = this.#plan
    const foreseen: ForeseenStep[] = []
    for (const [index, step] of steps.entries()) {
      const words = wordsWith(step, recorded, this.#set)
      const parts: Part[] = []
      for (const act of recorded.acts.filter((each) => each.step === index)) {
        parts.push(await this.#part(act))
        if (act.tool !== 'texts') this.#done = words
      }
      foreseen.push(joined(words, parts))
    }
    return foreseen
  }

  async #part(act: PlannedAct): Promise<Part> {
    const name = windowOf(act)
    if (LAUNCHES.has(act.tool)) {
      const launch = await this.#acted(act)
      if (act.window !== null) this.#opens.add(act.window)
      return launch
    }
    if (name !== null && this.#opens.has(name))
      return part(
        'later',
        `It would be looked for once ${quoted(this.#windows.planned(name)?.title ?? name)} is open.`,
      )
    if (name !== null) {
      const found = this.#windows.find(name, (await this.#eyes.look(null)).windows)
      if ('kind' in found && found.kind === 'missing') return this.#missing(found, act)
      this.#chosen = found.id
    }
    return this.#acted(act)
  }

  async #acted(act: PlannedAct): Promise<Part> {
    const values = { ...this.#plan.recorded.values, ...this.#set }
    const observation = await this.#eyes.look(
      this.#chosen,
      act.target?.picture !== null && act.target !== null,
    )
    const resolved = await resolveAct(act, { observation, windows: this.#windows, values })
    if (resolved.kind === 'missing') return this.#missing(resolved, act)
    const process_name = act.namespace === 'AppUIExecutor' ? (observation.window?.process_name ?? '') : ''
    const route: Route = { agent_name: act.agent, process_name, root_name: process_name }
    const foreseen = await this.#eyes.foresee(act.tool, resolved.parameters, route)
    if (foreseen.fault !== null) return part('cannot', foreseen.fault, foreseen.act ? [foreseen.act] : [])
    const other = foreseen.target && elsewhere(act, foreseen.target)
    if (other) return this.#missing(other, act)
    const secrets = valueNames(act.parameters).filter((value) => values[value] === null)
    const asked = secrets.map((value) => `Would ask for the secret ${quoted(value)}.`).join(' ')
    return part('would_do', asked || null, foreseen.act ? [foreseen.act] : [])
  }

  /** Says what is missing: it may come with an earlier step. */
  #missing(missing: Missing, { target }: PlannedAct): Part {
    if (this.#done === null) return part('cannot', missingWords(missing))
    const where = target ? ` in ${quoted(target.window)}` : ''
    return part(
      'later',
      `It is not there now: it would be looked for${where} once ${quoted(this.#done)} is done.`,
    )
  }
}

/** Returns the name of the window that the act is in, or that it is about. */
const windowOf = (act: PlannedAct): string | null =>
  Object.values(act.parameters).reduce<string | null>((found, value) => found ?? windowNameOf(value), null) ??
  act.window
