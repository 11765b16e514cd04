// Measures time as an application has it: where many programs want the processors, it gets one only now and then, and is late with all that
// it does. A wait by this clock is as long for the application on a busy machine as on a quiet one.
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { systemClock, type Clock } from '../core/clock.ts'

/** Milliseconds between two looks at how many programs want a processor. */
const LOOK_MS = 50
/** The share of the newest look in the mean, because a single one sees what is there by chance. */
const NEWEST = 0.3
/** The most real milliseconds for one of fair time: an act must end also where the machine gives nothing. */
const MAX_SLOWNESS = 4

/** Real milliseconds for one of fair time from which on programs are late with what they draw. */
const SHORT = 1.5

/** Counts fair time. `now` gives real milliseconds, `wanting` the threads that run or wait for a processor, this one among them. */
export class FairTime {
  readonly #now: () => number
  readonly #wanting: () => number
  readonly #processors: number
  #at: number
  #fair: number
  #lookedAt = -Infinity
  #slowness: number | null = null

  constructor(now: () => number, wanting: () => number, processors: number) {
    this.#now = now
    this.#wanting = wanting
    this.#processors = processors
    this.#at = now()
    this.#fair = this.#at
  }

  /** Milliseconds of fair time; they only move forward, at most as fast as real ones. */
  read(): number {
    const now = this.#now()
    this.#fair += (now - this.#at) / (this.#slowness ?? 1)
    this.#at = now
    if (now - this.#lookedAt >= LOOK_MS) {
      this.#lookedAt = now
      this.#look()
    }
    return this.#fair
  }

  /** Whether programs get clearly less of the processors than they want. */
  get isShort(): boolean {
    this.read()
    return (this.#slowness ?? 1) >= SHORT
  }

  #look(): void {
    const others = this.#wanting() - 1
    const slowness = Math.min(Math.max(others / this.#processors, 1), MAX_SLOWNESS)
    this.#slowness =
      this.#slowness === null ? slowness : this.#slowness + NEWEST * (slowness - this.#slowness)
  }
}

/** Reads how many threads run or wait for a processor; 1 where the system does not tell (only Linux does). */
function wanting(): number {
  try {
    return Number(/^procs_running (\d+)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1] ?? 1)
  } catch {
    return 1
  }
}

const time = new FairTime(() => performance.now(), wanting, availableParallelism())

/** Milliseconds of fair time that only move forward, for waits for an application. */
export const fairTime = (): number => time.read()

/** Whether the machine is so busy now that applications are late with what they draw. */
export const isMachineBusy = (): boolean => time.isShort

/** The clock of operations that wait for applications: their deadlines and `until` count fair time, pauses count real time. */
export const fairClock: Clock = { ...systemClock, monotonic: fairTime }
