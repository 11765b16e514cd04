// Holds what all agents of a session share: questions and answers, earlier requests, steps done.
import type { BlackboardView } from '../models/input.ts'

/** Keys of a step's record that other rounds are told: the reference's HISTORY_KEYS. */
const HISTORY_KEYS = ['step', 'subtask', 'action_representation', 'user_confirm'] as const

type StepValues = Record<string, unknown> & { round_num: number }

export class Blackboard {
  readonly #questions: BlackboardView['questions'] = []
  readonly #requests: string[] = []
  readonly #trajectories: StepValues[] = []

  addQuestions(entry: BlackboardView['questions'][number]): void {
    this.#questions.push(entry)
  }

  /** By their names: `request_0`. */
  addRequests(requests: Record<string, string>): void {
    this.#requests.push(...Object.values(requests))
  }

  clearRequests(): void {
    this.#requests.length = 0
  }

  addTrajectories(step: StepValues): void {
    this.#trajectories.push(step)
  }

  /** As a prompt needs it. Steps of `round` are left out of the trajectories: the history tells them in full. */
  view(round: number | null = null): BlackboardView {
    return {
      questions: [...this.#questions],
      requests: [...this.#requests],
      trajectories: this.#trajectories
        .filter((step) => step.round_num !== round)
        .map((step) =>
          Object.fromEntries(HISTORY_KEYS.filter((key) => key in step).map((key) => [key, step[key]])),
        ),
    }
  }
}
