// Holds what a worker's reply wants done after its first call, and what has come of its calls.
import { quote } from '../../models/render/data.ts'
import type { PlannedCall } from './reply.ts'

/** The most characters of a reason, and of a call, that are repeated. */
const LONGEST_TOLD = 300

export class Ahead {
  #calls: PlannedCall[] = []
  #outcomes: string[] = []

  /** Begins a subtask. */
  clear(): void {
    this.#calls = []
    this.#outcomes = []
  }

  /** `hardware_output` of all calls since the last reply, in lines; null where there was none. */
  get outcome(): string | null {
    return this.#outcomes.length > 0 ? this.#outcomes.join('\n') : null
  }

  /** Begins a reply: `calls` are those after its first. */
  begin(calls: readonly PlannedCall[]): void {
    this.#calls = [...calls]
    this.#outcomes = []
  }

  take(): PlannedCall | null {
    return this.#calls.shift() ?? null
  }

  /** Notes what came of a call. Where it did not come off, the calls after it are left out. */
  heard(outcome: string, isWell: boolean): void {
    this.#outcomes.push(outcome)
    if (!isWell) this.leaveOut(this.#calls)
  }

  /** Leaves out the rest, and `before` it, and tells the worker so. */
  leaveOut(calls: readonly PlannedCall[], why: string | null = null): void {
    this.#calls = []
    if (calls.length === 0) return
    const told = calls.map(({ grounded_action }) => quote(grounded_action, LONGEST_TOLD)).join(', ')
    this.#outcomes.push(`Left out${why === null ? '' : ` (${quote(why, LONGEST_TOLD)})`}: ${told}`)
  }

  get rest(): readonly PlannedCall[] {
    return this.#calls
  }
}
