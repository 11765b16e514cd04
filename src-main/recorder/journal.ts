// Writes events.jsonl, the one stream of a run. An event is in the file before anyone else sees it.
import { EVENT_VERSION, type EventBody, type SessionEvent } from '../../src-preload/contract/events.ts'
import { systemClock, type Clock } from '../core/clock.ts'
import type { EventSink } from '../core/event-sink.ts'
import { AppendFile } from './append-file.ts'
import type { TypedPasswords } from './passwords.ts'
import { readJournal } from './read-journal.ts'
import { toStoredJson } from './storable.ts'

export interface JournalOptions {
  /** Id of the run, in every event. */
  run: string
  /** Returns the present round and step, both 0-based; null outside of a round or step. */
  where?: () => { round: number | null; step: number | null }
  clock?: Clock
  /** Passwords that were typed, which are masked in later events. */
  passwords?: TypedPasswords
  /** Called with the error of a listener that threw; the run continues. */
  onListenerError?: (error: unknown) => void
}

export class Journal implements EventSink, Disposable {
  readonly path: string
  readonly #file: AppendFile
  readonly #options: JournalOptions
  readonly #clock: Clock
  readonly #listeners = new Set<(event: SessionEvent) => void>()
  #seq: number
  #queue: SessionEvent[] = []
  #telling = false

  private constructor(path: string, seq: number, options: JournalOptions) {
    this.path = path
    this.#file = new AppendFile(path)
    this.#seq = seq
    this.#options = options
    this.#clock = options.clock ?? systemClock
  }

  /** Opens a journal, and continues where the file ends. Throws UserError when it can't be read or written. */
  static async open(path: string, options: JournalOptions): Promise<Journal> {
    return new Journal(path, (await readJournal(path)).next, options)
  }

  /** Number of the next event. */
  get next(): number {
    return this.#seq
  }

  /** Sets the function that gives the present round and step; set again when its Context exists. */
  set where(where: JournalOptions['where']) {
    this.#options.where = where
  }

  emit(body: EventBody): SessionEvent {
    const { round, step } = this.#options.where?.() ?? { round: null, step: null }
    const head = {
      v: EVENT_VERSION,
      seq: this.#seq,
      ts: this.#clock.now(),
      run: this.#options.run,
      round,
      step,
    }
    // A body may name its own round and step, such as an event of a step that the Context has already left.
    const line = this.#withoutPasswords(toStoredJson({ ...head, ...withoutPassword(body) }), body)
    this.#seq++
    this.#file.append(line)
    // Listeners get what the file holds: masked, shortened, without what JSON can't hold.
    const event = JSON.parse(line) as SessionEvent
    this.#queue.push(event)
    this.#tell()
    return event
  }

  #withoutPasswords(line: string, body: EventBody): string {
    const { passwords } = this.#options
    if (!passwords) return line
    const typed = passwordOf(body)
    if (typed !== null) passwords.add(typed)
    return passwords.isEmpty ? line : JSON.stringify(passwords.maskEvent(JSON.parse(line) as SessionEvent))
  }

  sync(): Promise<void> {
    return this.#file.sync()
  }

  subscribe(listener: (event: SessionEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  [Symbol.dispose](): void {
    this.#file[Symbol.dispose]()
    this.#listeners.clear()
  }

  /** Passes events to listeners in order, also one that a listener emits. */
  #tell(): void {
    if (this.#telling) return
    this.#telling = true
    for (let event = this.#queue.shift(); event; event = this.#queue.shift()) {
      for (const listener of this.#listeners) {
        try {
          listener(event)
        } catch (error) {
          this.#options.onListenerError?.(error)
        }
      }
    }
    this.#telling = false
  }
}

/** Returns the text that goes into a password field; null for every other event. */
function passwordOf(body: EventBody): string | null {
  if (body.type !== 'act_started' || body.target.role !== 'password') return null
  const { text } = body.parameters
  return typeof text === 'string' ? text : null
}

/** Removes what is typed into a password field, so that nobody can read it later. */
function withoutPassword(body: EventBody): EventBody {
  if (body.type !== 'act_started' || body.target.role !== 'password') return body
  const masked = ['text', 'keys'].filter((name) => name in body.parameters).map((name) => [name, '[secret]'])
  return {
    ...body,
    parameters: { ...body.parameters, ...(Object.fromEntries(masked) as Record<string, string>) },
  }
}
