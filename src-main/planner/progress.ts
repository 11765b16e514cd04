// Where a planned request stands: what is being done, what is left, what is done; the seed's files follow it.
import type { GlobalState, Node } from '../core/global-state.ts'
import type { SubtaskRecord } from '../models/input.ts'

type Lists = Pick<
  GlobalState,
  | 'setCompletedSubtasks'
  | 'setFailedSubtasks'
  | 'setRemainingSubtasks'
  | 'addCompletedSubtask'
  | 'addFailedSubtask'
  | 'getCompletedSubtasks'
  | 'getRemainingSubtasks'
>

const asNode = ({ name, info }: Node): Node => ({ name, info })

export class Progress {
  readonly #state: Lists
  #current: Node | null = null
  #remaining: Node[] = []

  constructor(state: Lists) {
    this.#state = state
  }

  get current(): Node | null {
    return this.#current
  }
  get remaining(): readonly Node[] {
    return this.#remaining
  }

  /** `before`: what an interrupted run has done of the same request. */
  async reset(before: { completed: Node[]; failed: Node[] } = { completed: [], failed: [] }): Promise<void> {
    this.#current = null
    await this.#state.setCompletedSubtasks(before.completed)
    await this.#state.setFailedSubtasks(before.failed)
    await this.plan([])
  }

  /** Replaces what is left. */
  async plan(nodes: readonly Node[]): Promise<void> {
    this.#remaining = nodes.map(asNode)
    await this.#state.setRemainingSubtasks(this.#remaining)
  }

  /** Takes the next subtask; null when nothing is left. The one that is being done is not among what remains. */
  async begin(): Promise<Node | null> {
    const [next = null, ...rest] = this.#remaining
    await this.plan(rest)
    this.#current = next
    return next
  }

  async end(status: 'FINISH' | 'FAIL'): Promise<Node | null> {
    const ended = this.#current
    this.#current = null
    if (ended && status === 'FINISH') await this.#state.addCompletedSubtask(ended)
    if (ended && status === 'FAIL') await this.#state.addFailedSubtask(ended)
    return ended
  }

  completed(): Promise<Node[]> {
    return this.#state.getCompletedSubtasks()
  }
}

/** What an interrupted run has come to of the same request. */
export function doneBefore(subtasks: readonly SubtaskRecord[]): { completed: Node[]; failed: Node[] } {
  const asNodes = (finished: boolean): Node[] =>
    subtasks
      .filter(({ status }) => (status === 'FINISH') === finished)
      .map(({ subtask }) => ({ name: subtask, info: '' }))
  return { completed: asNodes(true), failed: asNodes(false) }
}
