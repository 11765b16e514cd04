// Holds what all agents of a session share: questions and answers, earlier requests with what came of them, acts that were done.
import type { ActionRecord, BlackboardView, RequestOutcome } from '../models/input.ts'

/** How many acts of earlier requests a prompt shows. */
const MAX_ACTS = 30

export class Blackboard {
  readonly #questions: BlackboardView['questions'] = []
  readonly #requests: string[] = []
  readonly #outcomes: RequestOutcome[] = []
  readonly #trajectories: { round: number; actions: readonly ActionRecord[] }[] = []

  addQuestions(entry: BlackboardView['questions'][number]): void {
    this.#questions.push(entry)
  }

  /** Adds requests by their names: `request_0`. */
  addRequests(requests: Record<string, string>): void {
    this.#requests.push(...Object.values(requests))
  }

  addOutcome(outcome: RequestOutcome): void {
    this.#outcomes.push(outcome)
  }

  clearRequests(): void {
    this.#requests.length = 0
  }

  addTrajectories(step: { round: number; actions: readonly ActionRecord[] }): void {
    this.#trajectories.push(step)
  }

  /** Returns it in the form for a prompt. Steps of `round` are left out, because the history has them in full. */
  view(round: number | null = null): BlackboardView {
    const earlier = this.#trajectories.filter((step) => step.round !== round)
    return {
      questions: [...this.#questions],
      requests: [...this.#requests],
      outcomes: [...this.#outcomes],
      acts: earlier.flatMap(({ actions }) => actions).slice(-MAX_ACTS),
    }
  }
}
