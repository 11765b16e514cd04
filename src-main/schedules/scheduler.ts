// The port to the scheduler of a system: what it is given as files and commands, and what it says of a schedule.
import { createHash } from 'node:crypto'
import type { Schedule, SchedulerName } from '../../src-preload/contract/calls/schedules.ts'

/** How the system begins Deskhand: a program, its first arguments, and what its environment has to say. */
export interface OwnCommand {
  words: readonly string[]
  env: Readonly<Record<string, string>>
}

/** What is handed over for one schedule. */
export interface Handed {
  /** Absolute path → text. */
  files: ReadonlyMap<string, string>
  /** In their order, when the files are there. */
  install: readonly (readonly string[])[]
  /** In their order, before the files are removed. */
  remove: readonly (readonly string[])[]
  /** After they are removed. */
  afterwards: readonly (readonly string[])[]
}

export interface SchedulerState {
  active: boolean
  next: number | null
}

export interface Scheduler {
  readonly name: SchedulerName
  handed(schedule: Schedule, command: OwnCommand): Handed
  /** What to ask of the system about a schedule, and how its answer is read. */
  asks(schedule: Schedule): readonly string[]
  read(answer: string): SchedulerState
}

/** Schedules of two data folders never meet: what tells them apart is in the name. */
export function unitName(schedule: string, home: string): string {
  const readable = schedule.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-+|-+$/g, '')
  const mark = createHash('sha256').update(`${home}\0${schedule}`).digest('hex').slice(0, 8)
  return ['deskhand', readable.toLowerCase().slice(0, 40), mark].filter(Boolean).join('-')
}

/** The words that begin what a schedule begins. */
export const fireWords = ({ words }: OwnCommand, { name }: Schedule): string[] => [
  ...words,
  'schedule',
  'fire',
  name,
]
