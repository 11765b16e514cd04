// The checklist of a run as its events tell it, and what of it an interrupted request has left.
import { isChangeable, type ChecklistItem } from './checklist.ts'
import type { EventOf } from './events.ts'
import type { ChecklistView, RoundView, RunView } from './run-shapes.ts'

const isSettled = ({ state }: ChecklistItem): boolean => state === 'done' || state === 'left_out'

/** The checklist after this event. */
export function checklistAfter({ checklist, rounds }: RunView, event: EventOf<'checklist'>): ChecklistView {
  const { items, of, by, afresh } = event
  const round = rounds.at(-1)
  const before = {
    settled: items.filter(isSettled).map(({ id }) => id),
    steps: round?.steps.length ?? 0,
    subtasks: round?.subtasks.length ?? 0,
  }
  return {
    items,
    of,
    changed: by === 'person' || checklist?.changed === true,
    before: afresh ? before : (checklist?.before ?? null),
  }
}

type Left = Pick<RoundView, 'request' | 'steps' | 'subtasks'> & {
  /** Numbers of the commands that ask first. */
  ask: number[]
}

/** Returns the open items of an interrupted request, and the items that were done; the person's changes stay. */
export function leftOf({ checklist }: Pick<RunView, 'checklist'>, round: RoundView): Left {
  const { request, steps, subtasks } = round
  if (checklist?.of !== 'commands' || !checklist.changed) return { request, steps, subtasks, ask: [] }
  const { items, before } = checklist
  const left = items.filter(({ id, state }) => before?.settled.includes(id) !== true && state !== 'left_out')
  return {
    request: left.map(({ words }) => words).join(', '),
    steps: steps.slice(before?.steps ?? 0),
    subtasks: subtasks.slice(before?.subtasks ?? 0),
    ask: left.flatMap((item, index) => (item.ask && isChangeable(item) ? [index] : [])),
  }
}
