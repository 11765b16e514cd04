// events.jsonl: the one stream of a run. An event is in the file before anyone else sees it.
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
  /** Where the run is now, both 0-based; null outside of a round or step. */
  where?: () => { round: number | null; step: number | null }
  clock?: Clock
  /** Passwords that were typed: what is told from then on has them no more. */
  passwords?: TypedPasswords
  /** Told of a listener that threw: the run goes on. */
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

  /** Goes on where the file ends. Throws UserError when it can't be read or written. */
  static async open(path: string, options: JournalOptions): Promise<Journal> {
    return new Journal(path, (await readJournal(path)).next, options)
  }

  /** Number of the next event. */
  get next(): number {
    return this.#seq
  }

  /** Where the run is; set anew when its Context exists. */
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
    // A body may say for itself where it belongs: an event of a step that the Context has already left.
    const line = this.#withoutPasswords(toStoredJson({ ...head, ...withoutPassword(body) }), body)
    this.#seq++
    this.#file.append(line)
    // What the file holds is what listeners get: masked, shortened, without what JSON can't say.
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

  /** A listener that emits does not overtake: every listener sees the events in order. */
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

/** The text that goes into a password field, null for every other event. */
function passwordOf(body: EventBody): string | null {
  if (body.type !== 'act_started' || body.target.role !== 'password') return null
  const { text } = body.parameters
  return typeof text === 'string' ? text : null
}

/** What is typed into a password field is nobody's to read later. */
function withoutPassword(body: EventBody): EventBody {
  if (body.type !== 'act_started' || body.target.role !== 'password') return body
  const masked = ['text', 'keys'].filter((name) => name in body.parameters).map((name) => [name, '[secret]'])
  return {
    ...body,
    parameters: { ...body.parameters, ...(Object.fromEntries(masked) as Record<string, string>) },
  }
}
