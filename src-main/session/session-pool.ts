// Runs many sessions, one after the other or several at once, as the seeds' SessionPool. A failure of one does not touch the
// others.
import PQueue from 'p-queue'
import { messageOf, StoppedError } from '../core/errors.ts'
import type { RunControl } from '../core/run-control.ts'

export interface PooledSession<T> {
  readonly name: string
  run(run: RunControl): Promise<T>
}

/** How a session of the pool ended; `thrown` where it could not even begin, `skipped` where a stop came before it. */
export type PoolOutcome<T> = { name: string } & (
  | { kind: 'ended'; value: T }
  | { kind: 'thrown'; error: string }
  | { kind: 'skipped' }
)

export class SessionPool<T> {
  readonly #queue: PQueue
  readonly #sessions: PooledSession<T>[]

  /** `parallel`: how many run at once. More than one is for sessions that each have a desktop of their own. */
  constructor(sessions: Iterable<PooledSession<T>> = [], { parallel = 1 }: { parallel?: number } = {}) {
    this.#sessions = [...sessions]
    this.#queue = new PQueue({ concurrency: parallel })
  }

  /** The sessions that have not begun, the next one first. */
  get sessionList(): readonly PooledSession<T>[] {
    return this.#sessions
  }

  addSession(session: PooledSession<T>): void {
    this.#sessions.push(session)
  }

  /** Takes the next one out of the list; null when there is none. */
  nextSession(): PooledSession<T> | null {
    return this.#sessions.shift() ?? null
  }

  /** Lets no further session begin until `resume`; the running ones are paused by their own brakes. */
  pause(): void {
    this.#queue.pause()
  }

  resume(): void {
    this.#queue.start()
  }

  /**
   * Runs them all, also those that are added meanwhile, and returns the outcomes in the order of their beginnings. A stop of `run` lets no
   * more begin; the running ones end by themselves on it.
   */
  async runAll(
    run: RunControl,
    ended: (outcome: PoolOutcome<T>) => void = () => {},
  ): Promise<PoolOutcome<T>[]> {
    const outcomes: Promise<PoolOutcome<T>>[] = []
    const stop = () => this.#queue.start()
    run.signal.addEventListener('abort', stop, { once: true })
    try {
      while (this.#sessions.length > 0) {
        // The loop takes only as many as can begin, so that the order of the others can still change.
        await this.#queue.onSizeLessThan(1)
        const session = this.nextSession()
        if (session) outcomes.push(this.#queue.add(() => this.#run(session, run, ended)))
        if (this.#sessions.length === 0) await Promise.all(outcomes)
      }
      return await Promise.all(outcomes)
    } finally {
      run.signal.removeEventListener('abort', stop)
    }
  }

  async #run(
    session: PooledSession<T>,
    run: RunControl,
    ended: (outcome: PoolOutcome<T>) => void,
  ): Promise<PoolOutcome<T>> {
    const outcome = await outcomeOf(session, run)
    ended(outcome)
    return outcome
  }
}

async function outcomeOf<T>(session: PooledSession<T>, run: RunControl): Promise<PoolOutcome<T>> {
  const { name } = session
  if (run.stopped) return { name, kind: 'skipped' }
  try {
    return { name, kind: 'ended', value: await session.run(run) }
  } catch (error) {
    if (error instanceof StoppedError && run.stopped) return { name, kind: 'skipped' }
    return { name, kind: 'thrown', error: messageOf(error) }
  }
}
