// Carries out the checklist of a plan that a person has written: its steps, in the order and words that they have now.
import type { Checklist, Guide } from '../core/checklist.ts'
import type { RunControl } from '../core/run-control.ts'
import { parseRequest } from '../interpreter/parser.ts'
import type { PlanReader } from './plan-reader.ts'

interface PlanGuideOptions {
  checklist: Checklist
  plan: PlanReader
  /** Whether the steps are plain commands. */
  isOffline: boolean
}

export class PlanGuide implements Guide {
  readonly of = 'steps'
  readonly #options: PlanGuideOptions
  #isShown = false

  constructor(options: PlanGuideOptions) {
    this.#options = options
  }

  /** Shows the steps. Throws StoppedError where their person does not let them begin. */
  async open(run: RunControl): Promise<void> {
    const { checklist, plan } = this.#options
    if (this.#isShown) return
    this.#isShown = true
    await checklist.show(
      plan.stepsLeft().map((words) => ({ words })),
      this,
      run,
    )
  }

  /** Takes the next step that its person wants; null when none is left. */
  async nextStep(run: RunControl): Promise<string | null> {
    const { checklist, plan } = this.#options
    for (;;) {
      const item = checklist.items.find(({ state }) => state === 'open')
      if (!item) break
      // oxlint-disable-next-line no-await-in-loop -- one step is asked about after the other
      if (!(await checklist.allows(item.id, run))) continue
      // The step may have been moved or reworded while its person was asked.
      if (checklist.items.find(({ state }) => state === 'open')?.words !== item.words) continue
      checklist.begin(item.id)
      break
    }
    return plan.nextStep()
  }

  /** Ends the current step. */
  end(isDone: boolean): void {
    const { checklist } = this.#options
    if (isDone) checklist.done(checklist.items.filter(({ state }) => state === 'current').map(({ id }) => id))
    else checklist.fail()
  }

  /** Gives null, because an agent works within one step, and its decisions do not affect the others. */
  reached(): null {
    return null
  }

  admitted(): void {}

  changed(): boolean {
    const { checklist, plan } = this.#options
    plan.replaceSteps(checklist.items.filter(({ state }) => state === 'open').map(({ words }) => words))
    return false
  }

  fault(words: string): string | null {
    const { clauses, problem } = parseRequest(words)
    return clauses || !this.#options.isOffline ? null : problem
  }
}
