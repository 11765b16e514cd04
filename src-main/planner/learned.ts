// Says to the KnowledgeBase how a subtask or a request has ended: only its acts, and what was seen to come of them.
import type { RunControl } from '../core/run-control.ts'
import { stepWords, type Verdict } from '../memory/experience.ts'
import type { Ended, KnowledgeBase } from '../memory/knowledge-base.ts'
import type { ActionRecord, StepRecord, SubtaskRecord } from '../models/input.ts'

/** Decides when to learn: after the end of a subtask was reported, and once at the end of the request. */
export class Learning {
  readonly #knowledge: KnowledgeBase
  #left: ((run: RunControl) => Promise<void>) | null = null

  constructor(knowledge: KnowledgeBase) {
    this.#knowledge = knowledge
  }

  subtaskEnded(request: string, subtask: string, ended: Ended): void {
    this.#left = (run) => this.#knowledge.updateEpisodic(request, subtask, ended, run)
  }

  /**
   * Called after the subtask's end was reported, because summing it up may take long, and a run killed meanwhile would repeat the subtask.
   */
  async ofSubtask(run: RunControl): Promise<void> {
    const left = this.#left
    this.#left = null
    await left?.(run)
  }

  ofRequest(request: string, searchQuery: string, ended: Ended, run: RunControl): Promise<void> {
    return this.#knowledge.updateNarrative(request, searchQuery, ended, run)
  }

  /** Saves the memories that were held back, also of a round that a limit has ended. Returns how many memories the run has made. */
  async save(verdict: Verdict | null, run: RunControl): Promise<number> {
    await this.ofSubtask(run)
    return this.#knowledge.save(verdict, run)
  }
}

interface End {
  worked: boolean
  reason: string | null
}

/** Gives the acts of a subtask: the successful ones of a success, and all with their results of a failure. */
export function endOfSubtask(
  steps: readonly StepRecord[],
  applications: Iterable<string>,
  { worked, reason }: End,
): Ended {
  const actions = steps.flatMap((step) => step.actions)
  const told = worked ? actions.filter(cameOff) : actions
  return {
    applications: [...applications],
    trajectory: told.map((action) => stepWords(action, !worked)),
    worked,
    reason,
    proven: actions.every(({ status, effect }) => status === 'success' && effect === 'confirmed'),
  }
}

/** Gives how the request was divided, and the outcome of each part. */
export function endOfRequest(subtasks: readonly SubtaskRecord[], { worked, reason }: End): Ended {
  const trajectory = subtasks.map(({ subtask, status }, index) => {
    const outcome = status === 'FINISH' ? '' : ': did not work'
    return `${index + 1}. ${subtask}${outcome}`
  })
  return { applications: [], trajectory, worked, reason }
}

const cameOff = ({ status, effect }: ActionRecord): boolean =>
  status === 'success' && effect !== 'contradicted'
