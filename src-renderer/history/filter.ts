// Chooses which runs the history lists, and cuts a found text into its parts.
import type { RunSummary } from '../../src-preload/contract/run-shapes.ts'
import type { SearchHit } from '../../src-preload/contract/calls/history.ts'

export const KINDS = ['all', 'completed', 'unsure', 'failed', 'stopped', 'interrupted', 'going'] as const
export type Kind = (typeof KINDS)[number]

const ENDED = ['completed', 'failed', 'stopped', 'interrupted']

export const isOfKind = (run: RunSummary, kind: Kind): boolean =>
  kind === 'all' || (kind === 'going' ? !ENDED.includes(run.status) : endOf(run) === kind)

const endOf = ({ status, last }: RunSummary) =>
  status === 'completed' && last === 'unsure' ? 'unsure' : status

/** Counts the runs of each kind. */
export const countsOf = (runs: readonly RunSummary[]): Record<Kind, number> =>
  Object.fromEntries(KINDS.map((kind) => [kind, runs.filter((run) => isOfKind(run, kind)).length])) as Record<
    Kind,
    number
  >

/** Groups the hits by run, in the order in which they were found. */
export function hitsByRun(hits: readonly SearchHit[]): Map<string, SearchHit[]> {
  return Map.groupBy(hits, (hit) => hit.run)
}

/** Cuts a found text into three parts, of which the middle one is marked. */
export const partsOf = ({
  text,
  start,
  length,
}: SearchHit): { before: string; found: string; after: string } => ({
  before: text.slice(0, start),
  found: text.slice(start, start + length),
  after: text.slice(start + length),
})
