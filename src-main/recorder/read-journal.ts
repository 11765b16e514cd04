// Reads a journal, also where some of its lines can't be read: such a line is left out alone, and is named at its position.
import { EVENT_VERSION, sessionEventSchema, type SessionEvent } from '../../src-preload/contract/events.ts'
import { messageOf, UserError } from '../core/errors.ts'
import { wholeLines } from './append-file.ts'
import { readPlainFile } from './plain-file.ts'

/** Consecutive lines that can't be read: the first and the last of them, counted from 1. */
interface UnreadableLines {
  first: number
  last: number
  why: string
}

export interface ReadJournal {
  /** The events in order, numbered by position; a warning replaces unreadable lines. */
  events: SessionEvent[]
  unreadable: UnreadableLines[]
  /** Number of the next event. */
  next: number
}

type Head = Pick<SessionEvent, 'v' | 'seq' | 'ts' | 'run' | 'round' | 'step'>

/** Events that happen only within a step. */
const OF_STEPS: ReadonlySet<string> = new Set([
  'observed',
  'decided',
  'gate_decided',
  'act_started',
  'act_finished',
  'act_repeated',
  'effect_verified',
  'step_finished',
])

/**
 * Reads the events of a run; none where there is no file. A broken last line, left by a crash, is skipped. Throws UserError for a file that
 * can't be read, or that has no readable line.
 */
export async function readJournal(path: string): Promise<ReadJournal> {
  const content = await readPlainFile(path).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return Buffer.alloc(0)
    throw new UserError(`${path} can't be read: ${messageOf(error)}.`)
  })
  const text = content.subarray(0, wholeLines(content)).toString('utf8')
  const reading = new Reading()
  for (const line of text.split('\n').slice(0, -1)) reading.take(line)
  const read = reading.end()
  const [fault] = read.unreadable
  if (fault && reading.isEmpty) throw new UserError(`${path} can't be read: ${unreadableWords(fault)}`)
  return read
}

/** Reads only the events of a run, as `readJournal` gives them. */
export const readEvents = async (path: string): Promise<SessionEvent[]> => (await readJournal(path)).events

/** Makes a sentence: `Line 7 of the journal is left out: it is no event.` */
export const unreadableWords = ({ first, last, why }: UnreadableLines): string =>
  first === last
    ? `Line ${first} of the journal is left out: it ${why}.`
    : `Lines ${first} to ${last} of the journal are left out: the first ${why}.`

class Reading {
  readonly #events: SessionEvent[] = []
  readonly #unreadable: UnreadableLines[] = []
  readonly #numbers = new Set<number>()
  #lines = 0
  /** Lines that were left out since the last event. */
  #open: UnreadableLines | null = null
  /** Whether the missing lines may have begun a round or a step. */
  #gap = false
  #round = -1
  #step = -1
  #next = 0

  /** Whether no line was an event. */
  get isEmpty(): boolean {
    return this.#numbers.size === 0
  }

  take(line: string): void {
    this.#lines++
    const event = parseEvent(line)
    if (typeof event === 'string') this.#leaveOut(event)
    // A duplicate event would look as if it had happened twice.
    else if (this.#numbers.has(event.seq)) this.#leaveOut('stands there twice')
    else this.#add(event)
  }

  end(): ReadJournal {
    this.#tellOpen(this.#events.at(-1) ?? NOWHERE)
    return { events: this.#events, unreadable: this.#unreadable, next: this.#next }
  }

  #leaveOut(why: string): void {
    this.#gap = true
    if (this.#open) this.#open.last = this.#lines
    else this.#open = { first: this.#lines, last: this.#lines, why }
  }

  #add(event: SessionEvent): void {
    this.#numbers.add(event.seq)
    this.#next = Math.max(this.#next, event.seq + 1)
    this.#tellOpen(this.#events.at(-1) ?? event)
    if (this.#gap) this.#begin(event)
    if (event.type === 'round_started') this.#round = event.round ?? this.#round
    if (event.type === 'step_started') this.#step = event.step ?? this.#step
    if (event.type === 'step_started' || OF_STEPS.has(event.type)) this.#gap = false
    this.#put(event)
  }

  /** Begins the round and the step of an event whose first line is lost, so that the event is shown in them. */
  #begin(event: SessionEvent): void {
    const { round, step, type } = event
    if (round !== null && round > this.#round && type !== 'round_started') {
      this.#round = round
      this.#put({ ...headOf(event), step: null, type: 'round_started', request: '' })
    }
    if (step !== null && step > this.#step && OF_STEPS.has(type)) {
      this.#step = step
      const agent = 'agent' in event ? event.agent : ''
      this.#put({ ...headOf(event), type: 'step_started', agent, application: null, subtask: null })
    }
  }

  #tellOpen(near: Head): void {
    if (!this.#open) return
    this.#unreadable.push(this.#open)
    this.#put({ ...headOf(near), type: 'warning', message: unreadableWords(this.#open) })
    this.#open = null
  }

  #put(event: SessionEvent): void {
    this.#events.push({ ...event, seq: this.#events.length })
    this.#next = Math.max(this.#next, this.#events.length)
  }
}

const headOf = ({ v, seq, ts, run, round, step }: Head): Head => ({ v, seq, ts, run, round, step })

const NOWHERE: Head = { v: EVENT_VERSION, seq: 0, ts: 0, run: '', round: null, step: null }

/** Parses a line; returns the reason where it is no event. */
function parseEvent(line: string): SessionEvent | string {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return 'is not whole'
  }
  const { data } = sessionEventSchema.safeParse(value)
  if (data) return data
  return isOfLater(value) ? 'was written by a later version of Deskhand' : 'is no event'
}

const isOfLater = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'type' in value &&
  'v' in value &&
  typeof value.v === 'number' &&
  (value.v > EVENT_VERSION || (value.v === EVENT_VERSION && !KNOWN_TYPES.has(value.type)))

const KNOWN_TYPES: ReadonlySet<unknown> = new Set(
  sessionEventSchema.options.map((option) => option.shape.type.value),
)
