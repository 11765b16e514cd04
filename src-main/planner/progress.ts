// Keeps the state of a planned request: which subtask is being done, which are left, which are done; the seed's files follow it.
import type { GlobalState, Node } from '../core/global-state.ts'
import type { Interruption, StepRecord, SubtaskRecord } from '../models/input.ts'
import { block } from '../models/render/data.ts'
import { historyLines, interruptionLines } from '../models/render/history.ts'

type Lists = Pick<
  GlobalState,
  | 'setCompletedSubtasks'
  | 'setFailedSubtasks'
  | 'setRemainingSubtasks'
  | 'addCompletedSubtask'
  | 'addFailedSubtask'
  | 'getCompletedSubtasks'
  | 'getRemainingSubtasks'
  | 'getFailedSubtasks'
>

const asNode = ({ name, info }: Node): Node => ({ name, info })

export class Progress {
  readonly #state: Lists
  #current: Node | null = null
  #remaining: Node[] = []
  /** Kept here, so that a lost file loses no done subtasks. */
  #done: Node[] = []

  constructor(state: Lists) {
    this.#state = state
  }

  get current(): Node | null {
    return this.#current
  }
  get remaining(): readonly Node[] {
    return this.#remaining
  }

  /** Takes in `before` the parts of the same request that an interrupted run has done. */
  async reset(before: { completed: Node[]; failed: Node[] } = { completed: [], failed: [] }): Promise<void> {
    this.#current = null
    this.#done = [...before.completed]
    await this.#state.setCompletedSubtasks(before.completed)
    await this.#state.setFailedSubtasks(before.failed)
    await this.plan([])
  }

  /** Replaces the remaining subtasks. */
  async plan(nodes: readonly Node[]): Promise<void> {
    this.#remaining = nodes.map(asNode)
    await this.#state.setRemainingSubtasks(this.#remaining)
  }

  /** Gives the remaining subtasks from the file, or those that it has lost. */
  async left(): Promise<readonly Node[]> {
    const told = await this.#state.getRemainingSubtasks()
    return told.length > 0 ? told : this.#remaining
  }

  /**
   * Takes the next subtask from the file, or one that was lost with it; null when nothing is left. The current subtask is not among the
   * remaining ones.
   */
  async begin(): Promise<Node | null> {
    const [next = null, ...rest] = await this.left()
    await this.plan(rest)
    this.#current = next
    return next
  }

  async end(status: 'FINISH' | 'FAIL'): Promise<Node | null> {
    const ended = this.#current
    this.#current = null
    if (ended && status === 'FINISH') {
      this.#done.push(ended)
      await this.#state.addCompletedSubtask(ended)
    }
    if (ended && status === 'FAIL') await this.#state.addFailedSubtask(ended)
    return ended
  }

  /** Gives the file's version of a failed subtask, or the subtask itself. */
  async failed({ name, info }: Node): Promise<Node> {
    const told = await this.#state.getFailedSubtasks()
    return told.findLast((other) => other.name === name) ?? { name, info }
  }

  /** Gives the file's completed subtasks, and those that it has lost. */
  async completed(): Promise<Node[]> {
    const told = await this.#state.getCompletedSubtasks()
    return [...told, ...this.#done.filter(({ name }) => !told.some((other) => other.name === name))]
  }
}

/** Keeps done subtasks with an answer. */
export const answersOf = (subtasks: readonly SubtaskRecord[]): SubtaskRecord[] =>
  subtasks.filter(({ status, result }) => status === 'FINISH' && result !== null)

/** Lists the parts of the same request that an interrupted run has done. */
export function doneBefore(subtasks: readonly SubtaskRecord[]): { completed: Node[]; failed: Node[] } {
  const asNodes = (finished: boolean): Node[] =>
    subtasks
      .filter(({ status }) => (status === 'FINISH') === finished)
      .map(({ subtask }) => ({ name: subtask, info: '' }))
  return { completed: asNodes(true), failed: asNodes(false) }
}

/** The most earlier steps that are shown. */
const MAX_INTERRUPTED_STEPS = 30

/** Lines about an interrupted run that goes on, with its steps. */
export const interruptedLines = (interruption: Interruption, steps: readonly StepRecord[]): string[] => [
  ...interruptionLines(interruption),
  block('history_data', historyLines([...steps], MAX_INTERRUPTED_STEPS)),
]
