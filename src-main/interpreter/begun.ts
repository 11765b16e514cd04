// Says how many clauses of a request its steps have begun, and what the subtask in hand is when nothing follows them.
import type { StepRecord } from '../models/input.ts'
import { parseRequest } from './parser.ts'
import { progressOf } from './progress.ts'
import { partsOf, type HostPart } from './programs.ts'

type Trail = readonly Pick<StepRecord, 'agent' | 'comment' | 'status'>[]

const indexOf = (steps: Trail): number | null => {
  const { index, trail } = progressOf(steps as readonly StepRecord[])
  return trail.length === 0 ? null : index
}

/** Tells whether a decision is about one clause; the last one of an agent is about none. */
export const isAboutClause = (step: Pick<StepRecord, 'agent' | 'comment' | 'status'>): boolean =>
  indexOf([step]) !== null

const sizeOf = (part: HostPart): number => (part.kind === 'assign' ? part.clauses.length : 1)

/** Counts the clauses of the request, from the first, that were begun or are about to be. */
export function begunClauses(request: string, steps: Trail): number {
  const clauses = parseRequest(request).clauses ?? []
  const alone = indexOf(steps.filter(({ agent }) => agent === 'LinuxAgent'))
  if (alone !== null) return Math.min(alone + 1, clauses.length)
  const last = steps.findLastIndex(({ agent }) => agent === 'HostAgent')
  const hosted = indexOf(steps.filter(({ agent }) => agent === 'HostAgent'))
  const within = steps.slice(last + 1)
  // An assignment that an interrupted run repeats is not among its steps, but the assigned work is.
  const isAssigned = steps[last]?.status === 'ASSIGN' || within.length > 0
  if (hosted === null && !isAssigned) return 0
  const parts = partsOf(clauses)
  const index = isAssigned
    ? parts.findIndex(({ kind }, at) => kind === 'assign' && at >= (hosted ?? 0))
    : (hosted ?? 0)
  const before = parts.slice(0, index).reduce((sum, part) => sum + sizeOf(part), 0)
  const part = parts[index]
  if (part?.kind !== 'assign') return Math.min(before + 1, clauses.length)
  if (!isAssigned) return before
  if (within.at(-1)?.status === 'FINISH') return before + sizeOf(part)
  return Math.min(before + (indexOf(within) ?? 0) + 1, before + sizeOf(part))
}

/** Gives the subtask that the last of these clauses belongs to; null where the HostAgent does it itself. */
export function lastSubtask(request: string): string | null {
  const part = partsOf(parseRequest(request).clauses ?? []).at(-1)
  return part?.kind === 'assign' ? part.words : null
}
