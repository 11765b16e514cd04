// The plan of a run as far as its events tell it: fixed when it is first told, then only ticked and amended.
import type { ChecklistItem } from '../../src-preload/contract/checklist.ts'
import type { RoundView, RunView } from '../../src-preload/contract/run-view.ts'

export interface PlanLine {
  text: string
  state: 'done' | 'failed' | 'current' | 'next' | 'left_out'
}

/** Returns the plan of a run and its progress; in an ended run, nothing is current. */
export const linesOf = (view: RunView): PlanLine[] =>
  view.checklist
    ? view.checklist.items.map((item) => ({ text: item.words, state: stateOfItem(item, view) }))
    : planOf(view)

function stateOfItem({ state }: ChecklistItem, { finished_at }: RunView): PlanLine['state'] {
  if (state === 'open' || (state === 'current' && finished_at !== null)) return 'next'
  return state
}

const FAILED = /fail|error/i

/**
 * Returns everything that was planned or begun in the last round, in the order in which it was first named. A line that a later decision no
 * longer names is done, because an agent names only the rest.
 */
export function planOf(view: RunView): PlanLine[] {
  const round = view.rounds.at(-1)
  if (!round) return []
  const texts: string[] = []
  let left: readonly string[] = []
  const begun = new Set<string>()
  // A subtask that ended without a step of its own came before the others.
  for (const { subtask } of round.subtasks)
    if (!round.steps.some((step) => step.subtask === subtask)) known(texts, subtask)
  for (const { subtask, plan } of round.steps) {
    const told = plan.map((text) => text.trim()).filter((text) => text !== '')
    if (subtask !== null && subtask.trim() !== '') begun.add(known(texts, subtask))
    if (told.length === 0) continue
    left = told.map((text) => known(texts, text))
  }
  const current = currentOf(round)
  return texts.map((text) => ({ text, state: stateOf(text, { view, round, current, left, begun }) }))
}

/** Finds the line of this text: the same or a containing one; else adds a new one at the end. */
function known(texts: string[], text: string): string {
  const found = texts.find((line) => line === text || line.includes(text))
  if (found !== undefined) return found
  texts.push(text)
  return text
}

const currentOf = ({ steps, subtasks }: RoundView): string | null => {
  const text = steps.at(-1)?.subtask ?? null
  return text === null || text.trim() === '' || subtasks.some(({ subtask }) => subtask === text) ? null : text
}

interface Where {
  view: RunView
  round: RoundView
  current: string | null
  left: readonly string[]
  begun: ReadonlySet<string>
}

function stateOf(text: string, { view, round, current, left, begun }: Where): PlanLine['state'] {
  const ended = round.subtasks.findLast(({ subtask }) => subtask === text || text.includes(subtask))
  if (ended) return FAILED.test(ended.status) ? 'failed' : 'done'
  const isCurrent = current !== null && (text === current || text.includes(current))
  if (isCurrent) {
    if (round.status === null) return view.finished_at === null ? 'current' : 'next'
    return FAILED.test(round.status) ? 'failed' : 'done'
  }
  if (left.includes(text)) return 'next'
  // A subtask that had begun when the round failed is not done.
  return begun.has(text) && round.status !== null && FAILED.test(round.status) ? 'next' : 'done'
}
