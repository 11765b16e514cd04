// Chooses by the path of a menu: what stands in sight by this name, else the menu itself.
import type { ControlRole } from '../core/desktop.ts'
import { sameLabel } from '../matching/agreement.ts'
import { readableName } from '../matching/label.ts'
import { rank, theBest, type Policy } from '../matching/rank.ts'
import type { ClauseOf } from './clauses.ts'
import { findByPhrase, LEVELS, shortName } from './matching.ts'
import { calledHere, menusOf } from './menus.ts'
import { act, behindDialog, call, inDialog, on, press, waitOr, type Move, type Scene } from './moves.ts'
import { inQuotes } from '../../src-preload/contract/quotes.ts'

export const chooseByMenu = (clause: ClauseOf<'menu'>, scene: Scene): Move =>
  chooseHere(clause, scene) ??
  chooseTool(clause, scene) ??
  (hasMenu(clause, scene) ? null : (behindDialog(scene) ?? inDialog(scene))) ??
  (mayStillShow(clause, scene) ? waitOr(scene, '') : null) ??
  chooseMenu(pathIn(clause.path, scene))

/** Whether something is to be seen that may be the first menu of a path; a plain button of a dialog opens none. */
const hasMenu = ({ path }: ClauseOf<'menu'>, { controls, windows }: Scene): boolean =>
  path.length === 1 ||
  findByPhrase(path[0] ?? '', controls, 'any', windows).found.some(
    ({ role, states }) => role !== 'button' || states.includes('collapsed') || states.includes('expanded'),
  )

/** What a person chooses where it stands, beside the items of menus: “choose Large”. */
const CHOICES = new Set<ControlRole>(['radio button', 'list item', 'tree item', 'row', 'tab'])

/** Selects the one choice in sight of this very name, where nothing else is called so; null for a menu. */
function chooseHere({ path }: ClauseOf<'menu'>, scene: Scene): Move | null {
  const [name = '', ...deeper] = path
  if (deeper.length > 0) return null
  const { found } = findByPhrase(inQuotes(name), scene.controls, 'item', scene.windows)
  const [only, ...others] = found
  if (!only || others.length > 0 || !CHOICES.has(only.role) || !sameLabel(name, readableName(only)))
    return null
  const buttons = findByPhrase(inQuotes(name), scene.controls, 'click', scene.windows).found
  return buttons.every(({ id }) => id === only.id)
    ? act([call('select_item', on(only))], `The ${shortName(only)} is meant.`)
    : null
}

/** Said of what is switched to: “the eraser tool” is the button “Eraser”. */
const SORT_OF_TOOL = /^(?:the )?(\S.*?) (?:tool|brush|mode|view|layout|theme|style|colou?r|option)$/i

/** Switches to the one button in sight that is called so without the word for its sort, where nothing has the whole name; null for a menu. */
function chooseTool({ path }: ClauseOf<'menu'>, scene: Scene): Move | null {
  const [whole = '', ...deeper] = path
  const [, bare] = SORT_OF_TOOL.exec(whole) ?? []
  if (bare === undefined || deeper.length > 0 || scene.trail.some(({ phase }) => phase !== 'wait'))
    return null
  const [only, ...others] = calledHere([whole, bare, `${bare} tool`], scene)
  return only && others.length === 0 && only.role !== 'menu item'
    ? only.states.includes('checked') || only.states.includes('unchecked')
      ? act([call('set_toggle', { ...on(only), checked: true })], `The ${shortName(only)} is meant.`)
      : act([press(only)], `The ${shortName(only)} is meant.`)
    : null
}

const chooseMenu = (path: string[]): Move =>
  act([call('choose_menu', { path })], `Choose ${path.join(' > ')}.`)

/** The path with the first menu as the window calls it, where its name is written nearly so: “Tool” for “Tools”. */
function pathIn(path: readonly string[], scene: Scene): string[] {
  const [first = '', ...deeper] = path
  if (deeper.length === 0) return [...path]
  const [only, ...others] = theBest(rank(first, menusOf(scene), (menu) => menu, MENU))
  return only && others.length === 0 ? [readableName(only), ...deeper] : [...path]
}
const { exact, same, spelled, key, joined, slip } = LEVELS
const MENU: Policy = { name: { exact, same, spelled, key, joined, slip } }

/** How often is waited for the list of “24 in Font Size”, until the words are taken for those of a menu. */
const MAX_WAITS = 2

const mayStillShow = (
  { choice, path }: ClauseOf<'menu'>,
  { trail, controls, windows, impatient }: Scene,
): boolean =>
  choice !== undefined &&
  impatient !== true &&
  trail.filter(({ phase }) => phase === 'wait').length < MAX_WAITS &&
  findByPhrase(inQuotes(path[0] ?? ''), controls, 'click', windows).found.length === 0
