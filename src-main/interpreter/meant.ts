// Tells what a request in plain commands presses: what its clauses say, and the controls and keys of which only Deskhand knows.
import type { Clause, ClauseKind } from './clauses.ts'
import { PRESSED_IN_FINDING } from './finding.ts'
import { cellIn, LOCATION_KEYS } from './going.ts'
import { MENU_COMMANDS } from './menu-commands.ts'
import { parseRequest } from './parser.ts'

const PRESSED: Partial<Record<ClauseKind, readonly string[]>> = {
  ...PRESSED_IN_FINDING,
  cell: ['Enter'],
  visit: ['Enter', LOCATION_KEYS],
}

function pressedBy(clause: Clause): readonly string[] {
  if (clause.kind === 'command') return MENU_COMMANDS[clause.command].called
  if (clause.kind === 'named item') return [...clause.names, ...(clause.lastly ?? [])]
  const cell = clause.kind === 'type' && clause.into !== null ? cellIn(clause.into) : null
  return cell === null ? (PRESSED[clause.kind] ?? []) : ['Enter']
}

/**
 * Gives the words of a request's clauses, and in quotes what they press beside: “go to line 2” presses Enter. Empty for a request that is not read
 * as plain commands.
 */
export const meantBy = (request: string): string[] =>
  (parseRequest(request).clauses ?? []).flatMap((clause) => [
    clause.words,
    ...pressedBy(clause).map((name) => `press "${name}"`),
  ])
