// Chooses by the path of a menu: what stands in sight by this name, else the menu itself.
import type { Control, ControlRole } from '../core/desktop.ts'
import { sameLabel } from '../matching/agreement.ts'
import { readableName } from '../matching/label.ts'
import { rank, theBest, type Policy } from '../matching/rank.ts'
import type { ClauseOf } from './clauses.ts'
import { findByPhrase, LEVELS, shortName } from './matching.ts'
import { isCalledAlso } from './in-english.ts'
import { calledHere, menusOf, waitForMenu, withItem } from './menus.ts'
import {
  act,
  behindDialog,
  call,
  choose,
  fail,
  inDialog,
  inMessage,
  lastStep,
  on,
  press,
  seek,
  waitOr,
  type Move,
  type Scene,
} from './moves.ts'
import { inQuotes } from '../../src-preload/contract/quotes.ts'

export const chooseByMenu = (clause: ClauseOf<'menu'>, scene: Scene): Move =>
  chooseHere(clause, scene) ??
  chooseTool(clause, scene) ??
  (isNowhere(clause, scene) ? inMessage(scene) : null) ??
  chooseInEnglish(clause, scene) ??
  (hasMenu(clause, scene) ? null : (behindDialog(scene) ?? inDialog(scene))) ??
  (mayStillShow(clause, scene) ? waitOr(scene, '') : null) ??
  seekInPage(clause, scene) ??
  chooseMenu(pathIn(clause.path, scene))

/**
 * Chooses by the English names of menus that are called otherwise there, one menu after the other; null where its names are
 * the words of the window.
 */
function chooseInEnglish({ path }: ClauseOf<'menu'>, scene: Scene): Move | null {
  const { english, translate, controls, trail } = scene
  const tops = menusOf(scene)
  const [first = ''] = path
  if (!english || tops.length === 0) return null
  // “Format” may be its name in both languages, and what is in it only in English.
  const isThere = tops.some((top) => sameLabel(first, readableName(top)))
  const isForeign = tops.some((top) => english(readableName(top)).length > 0)
  const isSaidInEnglish = path.slice(1).some((each) => (translate?.(each) ?? []).length > 0)
  if (isThere && !(isForeign && isSaidInEnglish)) return null
  const [name = ''] = path.slice(-1)
  const missing = `No button and no menu item here is called ${inQuotes(name)}.`
  if (path.length === 1)
    return calledHere(path, { ...scene, translate: undefined }).length > 0
      ? null
      : withItem(path, scene, (found) => act([press(found)], `The ${shortName(found)} is meant.`), missing)
  const last = lastStep(scene)
  if (last?.phase === 'settle') return fail(last.step.thought ?? missing)
  const opened = trail.filter(({ phase }) => phase === 'menu').length
  const wanted = path[opened] ?? ''
  const items =
    opened === 0
      ? tops
      : controls.filter(({ id, role }) => MENU_ITEMS.has(role) && !tops.some((top) => top.id === id))
  const [found, ...others] = items.filter((item) => isCalledAlso(wanted, item, english))
  if (!found && opened === 0) return null
  const refuse = (reason: string): Move =>
    opened === 0
      ? waitOr(scene, reason)
      : act(
          Array.from({ length: opened }, () => call('keyboard_input', { keys: 'Escape' })),
          reason,
          'settle',
        )
  if (!found)
    return (
      waitForMenu(scene) ??
      refuse(`No item of the menu ${path.slice(0, opened).join(' > ')} is called “${wanted}”.`)
    )
  if (found.states.includes('disabled'))
    return refuse(`The ${shortName(found)} can’t be used now: it is greyed out.`)
  const isLast = opened === path.length - 1
  const open = (item: Control): Move =>
    act([press(item)], `The ${shortName(item)} is meant.`, isLast ? 'act' : 'menu')
  return others.length === 0 ? open(found) : choose(wanted, [found, ...others], scene, open)
}
const MENU_ITEMS = new Set<ControlRole>(['menu', 'menu item', 'check box', 'radio button'])

/** Whether something is to be seen that may be the first menu of a path; a plain button of a dialog opens none. */
const hasMenu = ({ path }: ClauseOf<'menu'>, { controls, windows }: Scene): boolean =>
  path.length === 1 ||
  findByPhrase(path[0] ?? '', controls, 'any', windows).found.some(
    ({ role, states }) => role !== 'button' || states.includes('collapsed') || states.includes('expanded'),
  )

/** Whether nothing in sight is called by the first name, as behind a first message (Drawing asks about its manual). */
const isNowhere = ({ path }: ClauseOf<'menu'>, { controls, windows }: Scene): boolean =>
  findByPhrase(path[0] ?? '', controls, 'any', windows).found.length === 0

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

/** Scrolls a page for a choice of which nothing is in sight; null where there is no page, and for what was sought there already. */
function seekInPage({ path }: ClauseOf<'menu'>, scene: Scene): Move | null {
  const { controls, windows, trail, impatient = false } = scene
  const [name = '', ...deeper] = path
  const pages = controls.filter(({ role }) => role === 'web page')
  if (deeper.length > 0 || pages.length === 0) return null
  if (findByPhrase(inQuotes(name), controls, 'any', windows).found.length > 0) return null
  return trail.length === 0 && !impatient
    ? waitOr(scene, '')
    : seek(inQuotes(name), 'item', { ...scene, controls: pages })
}

/** Said of what is switched to: “the eraser tool” is the button “Eraser”. */
const SORT_OF_TOOL = /^(?:the )?(\S.*?) (?:tool|brush|mode|view|layout|theme|style|colou?r|option)$/i

/** The last word of names that say first what they belong to: “Paint Mode: Eraser”. */
const LAST_OF_NAME = /^[^:]+: (.+)$/

/** Switches to the one button in sight that is called so, also without the word for its sort and what stands before it; null for a menu. */
function chooseTool({ path }: ClauseOf<'menu'>, scene: Scene): Move | null {
  const [whole = '', ...deeper] = path
  const [, bare = whole] = SORT_OF_TOOL.exec(whole) ?? []
  if (deeper.length > 0 || scene.trail.some(({ phase }) => phase !== 'wait')) return null
  if (menusOf(scene).some((top) => sameLabel(whole, readableName(top)))) return null
  const shortened = scene.controls.map((control) => ({
    ...control,
    name: LAST_OF_NAME.exec(readableName(control))?.[1] ?? control.name,
  }))
  const [found, ...others] = calledHere([whole, bare], { ...scene, controls: shortened })
  const only = scene.controls.find(({ id }) => id === found?.id)
  if (!only || others.length > 0 || only.role === 'menu item') return null
  return only.states.includes('checked') || only.states.includes('unchecked')
    ? act([call('set_toggle', { ...on(only), checked: true })], `The ${shortName(only)} is meant.`)
    : act([press(only)], `The ${shortName(only)} is meant.`)
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
