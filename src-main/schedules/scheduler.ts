// Defines the port to the scheduler of a system: what it gets as files and commands, and what it says of a schedule.
import { createHash } from 'node:crypto'
import type { Schedule, SchedulerName } from '../../src-preload/contract/calls/schedules.ts'

/** How the system begins Deskhand: a program, its first arguments, and its environment. */
export interface OwnCommand {
  words: readonly string[]
  env: Readonly<Record<string, string>>
}

/** The files and commands with which a scheduler gets one schedule. */
export interface Handed {
  /** Absolute path → text. */
  files: ReadonlyMap<string, string>
  /** Commands that install it, in order, after the files are written. */
  install: readonly (readonly string[])[]
  /** Commands that remove it, in order, before the files are removed. */
  remove: readonly (readonly string[])[]
  /** Commands for after the files are removed. */
  afterwards: readonly (readonly string[])[]
}

export interface SchedulerState {
  active: boolean
  next: number | null
}

export interface Scheduler {
  readonly name: SchedulerName
  handed(schedule: Schedule, command: OwnCommand): Handed
  /** The command that asks the system about a schedule; `read` reads its answer. */
  asks(schedule: Schedule): readonly string[]
  read(answer: string): SchedulerState
}

/** Makes a name that is unique for a schedule and its data folder, so that two folders never share one. */
export function unitName(schedule: string, home: string): string {
  const readable = schedule.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-+|-+$/g, '')
  const mark = createHash('sha256').update(`${home}\0${schedule}`).digest('hex').slice(0, 8)
  return ['deskhand', readable.toLowerCase().slice(0, 40), mark].filter(Boolean).join('-')
}

/** Returns the command line that begins a schedule's run. */
export const fireWords = ({ words }: OwnCommand, { name }: Schedule): string[] => [
  ...words,
  'schedule',
  'fire',
  name,
]
