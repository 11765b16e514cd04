// Defines the states of a task of a batch, as a table: when it begins again, and to which state each event leads.
import type { TaskRecord } from '../../src-preload/contract/calls/batch.ts'

/** `new` has no record, or somebody has removed its flag. */
export type TaskState = 'new' | TaskRecord['state']

/** The events of a task. `lost…`: the program that carried it out has ended. */
export type TaskEvent =
  | 'begun'
  /** The evaluation says yes, or the effects are verified where no model judges. */
  | 'done'
  | 'not_done'
  /** Before an act that lasts. */
  | 'stopped'
  | 'stopped_after_act'
  /** Before an act that lasts. */
  | 'lost'
  /** Its desktop still runs, and for every act it is known whether it happened. */
  | 'lost_desktop_lives'
  /** Nobody can know its outcome. */
  | 'lost_after_act'
  /** Every worker that began it was lost. */
  | 'lost_too_often'

interface StateRow {
  /** When the next batch begins it: always, with `--retry failed`, or only with `--retry all`. */
  due: 'always' | 'failed' | 'all'
  on: Partial<Record<TaskEvent, TaskState>>
}

const BEGINS = { begun: 'running' } as const

export const TASK_STATES: Record<TaskState, StateRow> = {
  new:         { due: 'always', on: BEGINS },
  stopped:     { due: 'always', on: BEGINS },
  failed:      { due: 'failed', on: BEGINS },
  interrupted: { due: 'failed', on: BEGINS },
  done:        { due: 'all',    on: BEGINS },
  running: {
    due: 'always',
    on: {
      done: 'done',
      not_done: 'failed',
      stopped: 'stopped',
      stopped_after_act: 'interrupted',
      lost: 'new',
      lost_desktop_lives: 'running',
      lost_after_act: 'interrupted',
      lost_too_often: 'failed',
    },
  },
} // prettier-ignore

/** Returns the state after an event of a task that is carried out. Throws for an impossible event, which is a defect. */
export function stateAfter(event: TaskEvent): TaskRecord['state'] {
  const state = TASK_STATES.running.on[event]
  if (state === undefined || state === 'new') throw new Error(`No record says that a task is “${event}”.`)
  return state
}

export function isDue(state: TaskState, retry: 'failed' | 'all' | null): boolean {
  const { due } = TASK_STATES[state]
  return due === 'always' || due === retry || (due === 'failed' && retry === 'all')
}
