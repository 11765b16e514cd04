// Carries out the checklist of the planner: what is planned is shown, and its person says in which order, in which words, or not at all.
import type { ChecklistItem } from '../../src-preload/contract/checklist.ts'
import type { Checklist, Guide } from '../core/checklist.ts'
import type { Node } from '../core/global-state.ts'
import type { RunControl } from '../core/run-control.ts'
import type { Progress } from './progress.ts'

export class SubtaskGuide implements Guide {
  readonly of = 'subtasks'
  readonly #checklist: Checklist
  readonly #progress: Progress
  /** Id of an item → the Manager's details beside its name. */
  readonly #info = new Map<string, string>()
  #isShown = false

  constructor(checklist: Checklist, progress: Progress) {
    this.#checklist = checklist
    this.#progress = progress
  }

  /** Called after each plan: the first is shown for approval, a later one replaces the items that have not begun. */
  async planned(run: RunControl): Promise<void> {
    const nodes = await this.#progress.left()
    const words = nodes.map(({ name }) => name)
    const shown = this.#isShown
      ? this.#checklist.replan(words)
      : this.#checklist.show(
          words.map((text) => ({ words: text })),
          this,
          run,
        )
    this.#isShown = true
    for (const [index, { id }] of this.#open.entries()) this.#info.set(id, nodes[index]?.info ?? '')
    await shown
  }

  /** Called before a subtask begins: only the items that its person has kept remain. Asks where an item asks first. */
  async arrange(run: RunControl): Promise<void> {
    if (!this.#isShown) return
    for (;;) {
      const asked = this.#open[0]?.id ?? null
      const isAllowed = await this.#checklist.allows(asked, run)
      const open = this.#open
      // The plan may have been changed while its person was asked.
      if (!isAllowed || (open[0]?.id ?? null) !== asked) continue
      if (asked !== null) this.#checklist.begin(asked)
      await this.#progress.plan(
        open.map(({ id, words }): Node => ({ name: words, info: this.#info.get(id) ?? '' })),
      )
      return
    }
  }

  get #open(): ChecklistItem[] {
    return this.#checklist.items.filter(({ state }) => state === 'open')
  }

  ended(isDone: boolean): void {
    const current = this.#checklist.items.filter(({ state }) => state === 'current').map(({ id }) => id)
    if (isDone) this.#checklist.done(current)
    else this.#checklist.fail()
  }

  reached(): null {
    return null
  }
  admitted(): void {}
  /** False, because a decision is about the current subtask. */
  changed(): boolean {
    return false
  }
  fault(): null {
    return null
  }
}
