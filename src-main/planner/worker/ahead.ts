// Holds what a worker's reply wants done after its first call, and what has come of its calls.
import { quote } from '../../models/render/data.ts'
import { GroundFault } from '../grounding/fault.ts'
import type { PlannedCall } from './reply.ts'
import type { WorkerOutput } from './worker.ts'

/** The most characters of a reason, and of a call, that are repeated. */
const MAX_TOLD_LENGTH = 300

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

  get goesOn(): boolean {
    return this.#calls.length > 0
  }

  /** Begins a reply: `calls` are those after its first. */
  begin(calls: readonly PlannedCall[]): void {
    this.#calls = [...calls]
    this.#outcomes = []
  }

  /**
   * Takes the next call, with what `ground` makes of it on the screen as it is now; null where the worker has to be asked, also where the
   * call's place is not found.
   */
  async next<T>(
    ground: (call: PlannedCall) => Promise<T>,
  ): Promise<Pick<WorkerOutput<T>, 'plan' | 'reflection' | 'accepted'> | null> {
    const [call, ...others] = this.#calls
    if (!call) return null
    try {
      const accepted = await ground(call)
      this.#calls = others
      return {
        plan: { ...call, further: [], verification: '', analysis: '', next_action: '' },
        reflection: null,
        accepted,
      }
    } catch (error) {
      if (!(error instanceof GroundFault)) throw error
      this.leaveOut(error.message)
      return null
    }
  }

  /** Notes what came of a call. Where it did not come off, the calls after it are left out. */
  heard(outcome: string, isWell: boolean): void {
    this.#outcomes.push(outcome)
    if (!isWell) this.leaveOut()
  }

  /** Leaves out the rest, and tells the worker so. */
  leaveOut(why: string | null = null): void {
    const told = this.#calls.map(({ grounded_action }) => quote(grounded_action, MAX_TOLD_LENGTH))
    this.#calls = []
    if (told.length > 0)
      this.#outcomes.push(
        `Left out${why === null ? '' : ` (${quote(why, MAX_TOLD_LENGTH)})`}: ${told.join(', ')}`,
      )
  }
}
