// Runs a request as a program: goes through the clauses of one agent until one has something to do.
import { isHostClause, type Clause, type HostClause } from './clauses.ts'
import type { Move, OfflineAction, Scene } from './moves.ts'
import { marker, type Phase } from '../../src-preload/contract/clause-marker.ts'
import { putOff } from './greetings.ts'
import { progressOf } from './progress.ts'
import type { StepRecord } from '../models/input.ts'
import { dialogWords } from '../matching/dialogs.ts'
import { askingForName, strayDialog, stoppedByDialog } from './stray-dialog.ts'

/** The common part of any agent's reply. */
export interface Said {
  status: 'CONTINUE' | 'PENDING' | 'FINISH' | 'FAIL'
  actions: OfflineAction[]
  thought: string
  comment: string
  questions: string[]
  /** The remaining clauses, this one first. */
  plan: string[]
  /** The number of the clause, 0-based; the number of clauses at the end. */
  index: number
  phase: Phase | null
}

/** The clauses before and after a clause: keys go to the field of the one before; the next one may answer a dialog. */
export interface Around<C> {
  before: C | undefined
  after: C | undefined
}
export type Perform<C> = (clause: C, scene: Scene, around: Around<C>) => Move
/** Tells whether a clause is assigned to another agent, which handles the dialogs itself. */
type HandsOver<C> = (clause: C) => boolean
type Setting = Omit<Scene, 'trail' | 'label'>

/** Runs a program. Progress is read from the steps alone, so that any process can continue it at any clause. */
export function runProgram<C extends { words: string; kind: string; opens?: true }>(
  clauses: readonly C[],
  steps: readonly StepRecord[],
  setting: Setting,
  perform: Perform<C>,
  handsOver: HandsOver<C> = () => false,
): Said {
  const total = clauses.length
  const progress = progressOf(steps)
  for (let index = progress.index; index < total; index++) {
    const clause = clauses[index]
    if (!clause) break
    const own = index === progress.index ? progress.trail : []
    const trail = own.filter(({ phase }) => phase !== 'greet')
    const scene: Scene = { ...setting, trail, label: `Clause ${index + 1} of ${total}` }
    const meant = perform(clause, scene, { before: clauses[index - 1], after: clauses[index + 1] })
    const move = (handsOver(clause) ? null : putOff(meant, setting.history ?? [], scene)) ?? meant
    if (move.do === 'done') continue
    const plan = clauses.slice(index).map(({ words }) => words)
    const said = { index, plan, questions: [], actions: [], phase: null }
    const before = index > progress.index ? clauses[index - 1] : undefined
    const isMine = before !== undefined && !handsOver(before) && !handsOver(clause)
    const reason = isMine ? stoppedByDialog(steps, move, scene) : null
    if (reason !== null) return stopped(said, before, reason)
    switch (move.do) {
      case 'act':
        return {
          ...said,
          status: 'CONTINUE',
          actions: move.actions,
          thought: move.thought,
          phase: move.phase,
          comment: marker(index, total, move.phase, clause.words),
        }
      case 'ask':
        return {
          ...said,
          status: 'PENDING',
          questions: [move.question],
          thought: 'Several are equally good.',
          phase: 'ask',
          comment: marker(index, total, 'ask', clause.words),
        }
      case 'fail':
        return stopped(said, move.told ? undefined : clause, move.reason)
    }
  }
  const last = clauses.at(-1)
  const left = last && !handsOver(last) ? stoppedByDialog(steps, null, setting, meansMore(last)) : null
  const said = { index: total, plan: [], questions: [], actions: [], phase: null }
  if (left !== null) return stopped(said, last, left)
  const stray =
    last && !handsOver(last) ? (strayDialog(steps, setting) ?? askingForName(steps, setting)) : null
  const besides = stray ? ` Open besides is ${dialogWords(stray)}.` : ''
  return {
    ...said,
    status: 'FINISH',
    thought: 'All clauses are done.',
    comment: (total === 1 ? 'The clause is done.' : `All ${total} clauses are done.`) + besides,
  }
}

/** Whether a clause means more than the dialog that its item opens: “insert a table”, and not “open the site manager”. */
const meansMore = (clause: { kind: string; opens?: true; command?: string }): boolean =>
  clause.kind === 'named item'
    ? clause.opens !== true
    : clause.kind === 'command' && MAKING.test(clause.command ?? '')
/** Commands that make something: a dialog that asks for its name has not made it yet. */
const MAKING = /^(?:new (?:document|folder|file|slide)|insert|rename|delete)/

const stopped = (
  said: Omit<Said, 'status' | 'thought' | 'comment'>,
  clause: { words: string } | undefined,
  reason: string,
): Said => ({
  ...said,
  status: 'FAIL',
  thought: reason,
  comment: clause ? `${shortened(clause.words)}: ${reason}` : reason,
})

const shortened = (words: string): string => (words.length > 80 ? `${words.slice(0, 79)}…` : words)

/** A part of a request for one agent: the host's own clause, or a run of clauses that it assigns. */
export type HostPart =
  | { kind: 'host'; clause: HostClause; words: string }
  | { kind: 'assign'; clauses: Clause[]; after: HostClause | null; words: string }

export function partsOf(clauses: readonly Clause[]): HostPart[] {
  const parts: HostPart[] = []
  for (const clause of clauses) {
    const last = parts.at(-1)
    if (isHostClause(clause)) {
      parts.push({ kind: 'host', clause, words: clause.words })
    } else if (last?.kind === 'assign') {
      last.clauses.push(clause)
      last.words += `, ${clause.words}`
    } else {
      parts.push({
        kind: 'assign',
        clauses: [clause],
        after: last?.kind === 'host' ? last.clause : null,
        words: clause.words,
      })
    }
  }
  return parts
}
