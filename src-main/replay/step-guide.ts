// Carries out the checklist of a recorded plan: its steps, each with its acts, in the order that their person has given them.
import type { Checklist, Guide } from '../core/checklist.ts'
import type { RunControl } from '../core/run-control.ts'
import type { PlannedAct } from './plan-file.ts'

interface StepGuideOptions {
  checklist: Checklist
  /** The plan's acts, as recorded. */
  acts: readonly PlannedAct[]
  /** The next act. */
  next: () => PlannedAct | undefined
  /** Replaces the acts that are not begun; those of the current step stay before them. */
  reorder: (isInHand: (act: PlannedAct) => boolean, ahead: PlannedAct[]) => void
}

export class StepGuide implements Guide {
  readonly of = 'recorded'
  readonly #options: StepGuideOptions
  /** Step of the plan → id of its item. */
  readonly #ids = new Map<number, string>()

  constructor(options: StepGuideOptions) {
    this.#options = options
  }

  async open(words: (step: number) => string, run: RunControl): Promise<void> {
    const { acts, checklist } = this.#options
    const steps = [...new Set(acts.map(({ step }) => step))]
    const shown = checklist.show(
      steps.map((step) => ({ words: words(step) })),
      this,
      run,
    )
    for (const [index, step] of steps.entries()) this.#ids.set(step, checklist.items[index]?.id ?? '')
    await shown
  }

  reached(): string | null {
    const next = this.#options.next()
    return next ? (this.#ids.get(next.step) ?? null) : null
  }

  admitted(): void {}

  changed(): boolean {
    const { acts, checklist, reorder } = this.#options
    const state = new Map(checklist.items.map((item) => [item.id, item.state]))
    const ahead = checklist.items
      .filter((item) => item.state === 'open')
      .flatMap(({ id }) => acts.filter(({ step }) => this.#ids.get(step) === id))
    reorder(({ step }) => state.get(this.#ids.get(step) ?? '') === 'current', ahead)
    return true
  }

  /** The number of acts to do, without those that their person has left out. */
  get wanted(): number {
    const left = new Set(this.#leftOut)
    return this.#options.acts.filter(({ step }) => !left.has(this.#ids.get(step) ?? '')).length
  }

  /** How many steps their person has left out. */
  get leftOut(): number {
    return this.#leftOut.length
  }

  end(isDone: boolean): void {
    const { checklist } = this.#options
    if (isDone) checklist.done(checklist.items.map(({ id }) => id))
    else checklist.fail()
  }

  get #leftOut(): string[] {
    const { items } = this.#options.checklist
    return items.filter(({ state }) => state === 'left_out').map(({ id }) => id)
  }
}
