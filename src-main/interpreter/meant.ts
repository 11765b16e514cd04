// Tells what a request in plain commands presses: what its clauses say, and the controls and keys of which only Deskhand knows.
import type { Catalogues, Translate } from '../matching/catalogues.ts'
import type { Clause, ClauseKind } from './clauses.ts'
import { switchNames } from './commanding.ts'
import { PRESSED_IN_FINDING } from './finding.ts'
import { cellIn, LOCATION_KEYS } from './going.ts'
import { MENU_COMMANDS } from './menu-commands.ts'
import { PRESSED_IN_NAMING } from './naming.ts'
import { parseRequest } from './parser.ts'
import { readPhrase } from './phrases.ts'

const PRESSED: Partial<Record<ClauseKind, readonly string[]>> = {
  ...PRESSED_IN_FINDING,
  name: PRESSED_IN_NAMING,
  cell: ['Enter'],
  visit: ['Enter', LOCATION_KEYS],
}

function pressedBy(clause: Clause): readonly string[] {
  // “Speichern unter” is what was asked for, where the interface calls it so.
  if (clause.kind === 'save') return [clause.path === null ? 'Save' : 'Save As']
  if (clause.kind === 'menu') return clause.path
  if (clause.kind === 'click') return readPhrase(clause.control).flatMap(({ name }) => name ?? [])
  if (clause.kind === 'command') return MENU_COMMANDS[clause.command].called
  if (clause.kind === 'named item') return [...clause.names, ...(clause.lastly ?? [])]
  if (clause.kind === 'toggle') {
    const { name, shows, hides } = switchNames(clause.control)
    return [name, ...shows, ...hides]
  }
  return placesOf(clause).some((place) => cellIn(place) !== null) ? ['Enter'] : (PRESSED[clause.kind] ?? [])
}

/** The controls that a clause names: one that is a cell is gone to by its name and Enter. */
const placesOf = (clause: Clause): string[] =>
  [
    'into' in clause ? clause.into : null,
    'control' in clause ? clause.control : null,
    'item' in clause ? clause.item : null,
  ].filter((place) => typeof place === 'string')

/** Collects what a person's plain commands press, also as the applications that they meet call it in their language. */
export class MeantCommands {
  /**
   * The commands, the words of their clauses, and in quotes what they press beside: “go to line 2” presses Enter. Only the whole of one that is
   * not read as plain commands.
   */
  readonly all: string[] = []
  readonly #catalogues: Pick<Catalogues, 'of'>
  readonly #labels: string[] = []
  /** Name of a process whose window was seen → how its labels are translated. */
  readonly #seen = new Map<string, Promise<Translate>>()

  constructor(catalogues: Pick<Catalogues, 'of'>) {
    this.#catalogues = catalogues
  }

  async hear(request: string): Promise<void> {
    const clauses = parseRequest(request).clauses ?? []
    const labels = clauses.flatMap(pressedBy)
    this.#labels.push(...labels)
    this.all.push(request, ...clauses.map(({ words }) => words), ...labels.map(pressing))
    for (const translate of this.#seen.values()) this.#translated(labels, await translate)
  }

  async see({ process_name }: { process_name: string }): Promise<void> {
    if (this.#seen.has(process_name)) return
    const translate = this.#catalogues.of({ process_name, application: '' })
    this.#seen.set(process_name, translate)
    this.#translated(this.#labels, await translate)
  }

  #translated(labels: readonly string[], translate: Translate): void {
    this.all.push(...labels.flatMap((label) => translate(label)).map(pressing))
  }
}

const pressing = (label: string): string => `press "${label}"`
