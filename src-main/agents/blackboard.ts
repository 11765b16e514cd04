// Holds what all agents of a session share: questions and answers, earlier requests with what came of them, acts that were done.
import type { ActionRecord, BlackboardView, RequestOutcome } from '../models/input.ts'

/** How many acts of earlier requests, and how many of these requests, a prompt shows. */
const MAX_ACTS = 30
const MAX_OUTCOMES = 12

export class Blackboard {
  readonly #questions: BlackboardView['questions'] = []
  readonly #requests: string[] = []
  readonly #outcomes: RequestOutcome[] = []
  #trajectories: { round: number; actions: readonly ActionRecord[] }[] = []

  addQuestions(entry: BlackboardView['questions'][number]): void {
    this.#questions.push(entry)
  }

  /** Adds requests by their names: `request_0`. */
  addRequests(requests: Record<string, string>): void {
    this.#requests.push(...Object.values(requests))
  }

  addOutcome(outcome: RequestOutcome): void {
    this.#outcomes.push(outcome)
    this.#outcomes.splice(0, this.#outcomes.length - MAX_OUTCOMES)
  }

  clearRequests(): void {
    this.#requests.length = 0
  }

  addTrajectories(step: { round: number; actions: readonly ActionRecord[] }): void {
    if (step.round !== this.#trajectories.at(-1)?.round) this.#trajectories = latestActs(this.#trajectories)
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

/** Leaves out the steps that no prompt shows any more, because a long session would keep them all. */
function latestActs<Step extends { actions: readonly ActionRecord[] }>(steps: readonly Step[]): Step[] {
  let acts = 0
  const first = steps.findLastIndex(({ actions }) => (acts += actions.length) >= MAX_ACTS)
  return steps.slice(Math.max(0, first))
}
