// Says what each step of a recorded plan would do on the present screen. What an earlier step has to open has the outcome
// `later`.
import type { ForeseenStep } from '../../src-preload/contract/calls/desktop.ts'
import type { CodedText } from '../../src-preload/contract/coded-text.ts'
import { foreseen as because } from '../../src-preload/contract/foreseen-words.ts'
import type { Route } from '../core/command.ts'
import { valueNames, windowNameOf, type PlannedAct, type RecordedPlan } from '../replay/plan-file.ts'
import { wordsWith } from '../replay/replay-options.ts'
import { elsewhere, missingWords, resolveAct, Windows, type Missing } from '../replay/resolving.ts'
import { joined, shortened, type Eyes } from './foreseeing.ts'

type Part = Omit<ForeseenStep, 'words'>
const part = (
  outcome: ForeseenStep['outcome'],
  reasons: CodedText[],
  acts: ForeseenStep['acts'] = [],
): Part => ({ outcome, acts, reasons })

const LAUNCHES: ReadonlySet<string> = new Set(['launch_application', 'run_shell'])

export class PlanForesight {
  readonly #eyes: Eyes
  readonly #plan: RecordedPlan
  readonly #set: Record<string, string>
  readonly #windows: Windows
  /** Names of windows that an earlier act of the plan would open. */
  readonly #opens = new Set<string>()
  /** The application that the last launch would open, until a window that is there is chosen. */
  #launched: string | null = null
  /** Id of the window that the plan works in. */
  #chosen: string | null = null
  /** The last step that may have changed the screen. */
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
      this.#launched = launchedBy(act)
      return launch
    }
    if (name !== null && this.#opens.has(name))
      return part('later', [
        because('once_open', {
          sought: 'It',
          name: shortened(this.#windows.planned(name)?.title ?? name),
        }),
      ])
    // What is in front now would be judged in the place of what will be. A tool of an unknown server may work there, too.
    const isInFront = act.namespace === 'AppUIExecutor' || act.namespace === null
    if (name === null && this.#launched !== null && isInFront)
      return part('later', [because('once_open', { sought: 'It', name: shortened(this.#launched) })])
    if (name !== null) {
      const found = this.#windows.find(name, (await this.#eyes.look(null)).windows)
      if ('kind' in found && found.kind === 'missing') return this.#missing(found)
      this.#chosen = found.id
      this.#launched = null
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
    if (resolved.kind === 'missing') return this.#missing(resolved)
    const process_name = act.namespace === 'AppUIExecutor' ? (observation.window?.process_name ?? '') : ''
    const route: Route = { agent_name: act.agent, process_name, root_name: process_name }
    const foreseen = await this.#eyes.foresee(act.tool, resolved.parameters, route)
    if (foreseen.fault !== null) return part('cannot', [foreseen.fault], foreseen.act ? [foreseen.act] : [])
    const other = foreseen.target && elsewhere(act, foreseen.target)
    if (other) return this.#missing(other)
    const secrets = valueNames(act.parameters).filter((value) => values[value] === null)
    const asked = secrets.map((name) => because('asks_secret', { name: shortened(name) }))
    return part('would_do', asked, foreseen.act ? [foreseen.act] : [])
  }

  /** Reports a missing part as open, if an earlier step may bring it. */
  #missing(missing: Missing): Part {
    if (this.#done === null) return part('cannot', [because('not_found', { reason: missingWords(missing) })])
    return part('later', [because('again_once_done', { name: shortened(this.#done) })])
  }
}

/** Returns the name of the act's window, whether it works in it or is about it. */
const windowOf = (act: PlannedAct): string | null =>
  Object.values(act.parameters).reduce<string | null>((found, value) => found ?? windowNameOf(value), null) ??
  act.window

/** Names what a launch opens: an application, or the command line that starts it. */
const launchedBy = ({ parameters: { name, command } }: PlannedAct): string =>
  [name, command].find((each) => typeof each === 'string') ?? ''
