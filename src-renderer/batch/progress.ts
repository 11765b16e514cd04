// Reads from the news of a batch how far it is: one row per task, and what the person should know of the queue.
import type { BatchNews, TaskRecord } from '../../src-preload/contract/calls/batch.ts'
import type { PreparedBatch } from '../../src-preload/contract/calls/prepared-batches.ts'
import type { Meaning } from '../ui/dot.tsx'

export type TaskState = TaskRecord['state'] | 'waiting' | 'unsure'

export interface TaskRow {
  task: string
  words: string
  state: TaskState
  run: string | null
  cost: number | null
  result: unknown
  error: string | null
  worker: string | null
}

export interface BatchProgress {
  rows: readonly TaskRow[]
  going: boolean
  /** Whether all its runs wait until a person resumes them. */
  paused: boolean
  told: readonly string[]
  /** Why it could not continue. */
  failed: string | null
}

/** Makes the first rows from what was kept of a batch, before its news come. */
export const progressOf = ({ tasks, going }: PreparedBatch): BatchProgress => ({
  rows: tasks.map(({ task, words, record }) => rowOf(task, words, record)),
  going,
  paused: false,
  told: [],
  failed: null,
})

export function withNews(before: BatchProgress, news: BatchNews): BatchProgress {
  const withRow = (task: string, change: (row: TaskRow) => TaskRow): BatchProgress => ({
    ...before,
    rows: before.rows.map((row) => (row.task === task ? change(row) : row)),
  })
  switch (news.type) {
    case 'batch_started': {
      const left = new Set(news.left)
      const rows = before.rows.map((row) => (left.has(row.task) ? rowOf(row.task, row.words, null) : row))
      return { rows, going: true, paused: false, told: [], failed: null }
    }
    case 'task_started':
      return withRow(news.task, (row) => ({
        ...row,
        state: 'running',
        run: news.run,
        worker: news.worker ?? null,
      }))
    case 'batch_paused':
      return { ...before, paused: news.paused }
    case 'task_finished':
      return withRow(news.task, (row) => rowOf(row.task, row.words, news.record))
    case 'queue_told':
      return { ...before, told: [...before.told, news.words].slice(-MAX_TOLD) }
    case 'batch_finished': {
      const records = new Map(news.tasks.map(({ task, record }) => [task, record]))
      const rows = before.rows.map((row) => rowOf(row.task, row.words, records.get(row.task) ?? null))
      return { ...before, rows, going: false }
    }
    case 'batch_failed':
      break
  }
  return { ...before, going: false, failed: news.message }
}

/** The most messages of the queue that are shown. */
const MAX_TOLD = 3

function rowOf(task: string, words: string, record: TaskRecord | null): TaskRow {
  if (record === null)
    return { task, words, state: 'waiting', run: null, cost: null, result: null, error: null, worker: null }
  const { state, run, cost, result, error, complete, worker = null } = record
  return {
    task,
    words,
    state: state === 'done' && complete === 'unsure' ? 'unsure' : state,
    run,
    cost,
    result,
    error,
    worker,
  }
}

export const MEANING: Record<TaskState, Meaning> = {
  waiting: 'none',
  running: 'agent',
  done: 'good',
  unsure: 'you',
  failed: 'bad',
  stopped: 'none',
  interrupted: 'you',
}

/** Says whether a retry begins the task again. */
export const isRetried = ({ state }: TaskRow): boolean => state === 'failed' || state === 'interrupted'
/** Says whether the task begins without a retry. */
export const isLeft = ({ state }: TaskRow): boolean => ['waiting', 'stopped', 'running'].includes(state)

/** Sums the costs of the tasks that have ended; null when the cost of one is unknown. */
export function costOf(rows: readonly TaskRow[]): number | null {
  const costs = rows.filter(({ run, state }) => run !== null && state !== 'running').map(({ cost }) => cost)
  return costs.includes(null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)
}
