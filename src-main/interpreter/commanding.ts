// Carries out what an application does by an item of its menus or a button: commands by their words, and settings that its menus switch.
import type { Control, ControlRole } from '../core/desktop.ts'
import { sameLabel } from '../matching/agreement.ts'
import { BOXES } from './boxes.ts'
import type { ClauseOf } from './clauses.ts'
import { readableName } from '../matching/label.ts'
import { findByPhrase, shortName } from './matching.ts'
import { byIdOf, standsIn } from '../matching/places.ts'
import { MENU_COMMANDS, type MenuCommand } from './menu-commands.ts'
import { calledHere, isCalled, inItsLanguage, ITEMS, menusOf, withItem } from './menus.ts'
import {
  act,
  call,
  choose,
  fail,
  lastStep,
  on,
  press,
  waitOr,
  withControl,
  type Move,
  type OfflineAction,
  type Scene,
} from './moves.ts'
import { readPhrase } from './phrases.ts'
import { inQuotes } from '../../src-preload/contract/quotes.ts'
import { isTerminal } from './windows.ts'

const isOn = ({ states }: Control): boolean => states.includes('checked')
const tellsState = ({ states }: Control): boolean =>
  states.includes('checked') || states.includes('unchecked') || states.includes('mixed')

/** The menu that was opened last, and what it is in. */
const menuPath = ({ trail }: Scene): string[] => {
  const name = trail.findLast(({ phase }) => phase === 'menu')?.step.actions.at(-1)?.arguments['name']
  return typeof name === 'string' ? [readableName({ name, description: null })] : []
}

/** Closes the menu whose item needs no press. */
const closing = (scene: Scene): OfflineAction[] =>
  lastStep(scene)?.phase === 'menu' ? [call('keyboard_input', { keys: 'Escape' })] : []

/** What a program names after itself: “Configure KCalc…”, “KCalc Handbook”. */
const OF_PROGRAM =
  /^(?:about|über|info über|à propos(?: de)?|acerca de|关于|configure|einrichten|configurer|configurar|配置|handbook|manual|help|user guide|hilfe|handbuch)$/iu

/** Each name with the program's own, and behind them alone: “KCalc Handbook”, “Handbook”. KDE’s Help has “About KDE”, too. */
function withProgram(names: readonly string[], { window }: Scene): string[] {
  // “Okular 文档查看器” is Okular in its menus.
  const programs = [window?.application, window?.process_name].filter((each) => each)
  const whole = names
    .filter((name) => OF_PROGRAM.test(name))
    .flatMap((name) => programs.flatMap((program) => [`${name} ${program}`, `${program} ${name}`]))
  return [...whole, ...names]
}

/** Whether the dialog that a command opens is in front already, as on the first start of a program (BleachBit’s preferences). */
const isOpenAlready = (names: readonly string[], { windows, trail }: Scene): boolean =>
  trail.every(({ phase }) => phase === 'wait' || phase === 'window') &&
  windows.some(
    ({ active, kind, says, title }) =>
      active && kind === 'dialog' && says === null && names.some((name) => isTitled(name, title)),
  )
const isTitled = (name: string, title: string): boolean =>
  [title, ...title.split(/\s[-–—|]\s/)].some((part) => sameLabel(name, part))

const pressNamed = (
  names: readonly string[],
  isState: boolean,
  scene: Scene,
  wider: readonly string[] = [],
  adds = false,
): Move =>
  withItem(
    withProgram(names, scene),
    scene,
    (found) =>
      tellsState(found) && (isState || (adds && found.role === 'menu item' && isOn(found)))
        ? switched(found, true, scene)
        : act([press(found)], `The ${shortName(found)} is meant.`),
    `No button and no menu item here is called ${inQuotes(names[0] ?? '')}.`,
    wider,
  )

export function carryOutCommand({ command }: ClauseOf<'command'>, scene: Scene): Move {
  const { called, ...more }: MenuCommand = MENU_COMMANDS[command]
  if (command === 'preferences' && isOpenAlready(called, scene)) return { do: 'done' }
  const move = pressNamed(called, more.isState === true, scene)
  const byKeys = move.do === 'fail' && more.keys !== undefined ? pressKeys(more.keys, scene) : null
  if (byKeys) return byKeys
  // An editor with tabs opens a document in a new one, and its button says only that (gedit).
  const isInTab = command === 'new tab' && scene.controls.some(({ role }) => role === 'tab list')
  return move.do === 'fail' && isInTab
    ? (pressLast(MENU_COMMANDS['new document'].called, scene) ?? move)
    : move
}

/** Begins a new document where a text is to be typed or pasted and the tab of a start page has the keyboard, beside which nothing takes a text (Kate). */
export function beginText(scene: Scene): Move | null {
  const { controls, window, trail } = scene
  const own = controls.filter(({ window_id }) => window_id === window?.id)
  const focused = own.filter(({ states }) => states.includes('focused'))
  const isStartPage =
    focused.length > 0 &&
    focused.every(({ role }) => role === 'tab') &&
    !own.some(({ role }) => WRITTEN.has(role)) &&
    trail.every(({ phase }) => phase !== 'again')
  if (!isStartPage) return null
  const [only, ...others] = calledHere(MENU_COMMANDS['new document'].called, scene).filter(
    ({ role, states, window_id }) =>
      role === 'button' && !states.includes('disabled') && window_id === window?.id,
  )
  return only && others.length === 0
    ? act([press(only)], `Nothing here takes a text yet: the ${shortName(only)} begins one.`, 'again')
    : null
}
const WRITTEN: ReadonlySet<ControlRole> = new Set<ControlRole>([
  'edit',
  'document',
  'web page',
  'cell',
  'table',
  'other',
])

/** Presses the keys that do it nearly everywhere, where no menu bar tells what there is; null where one does, and in a terminal. */
function pressKeys(keys: string, scene: Scene): Move | null {
  const { window } = scene
  if (window === null || isTerminal(window) || menusOf(scene).length > 0) return null
  return act([call('keyboard_input', { keys })], 'These keys do it nearly everywhere.')
}

export function pressNamedItem(clause: ClauseOf<'named item'>, scene: Scene): Move {
  const { names, isState = false, opens = false, inSight = false, lastly = [], wider = [] } = clause
  if (opens && isOpenAlready(names, scene)) return { do: 'done' }
  const shown = opens ? openItem(names, scene) : null
  const move =
    shown ??
    (inSight && calledHere(names, scene).length === 0
      ? waitOr(scene, `No window is called ${inQuotes(names[0] ?? '')}, and nothing in this one is.`)
      : pressNamed(names, isState, scene, wider, ADDS.test(clause.words)))
  return move.do === 'fail' ? (pressLast(lastly, scene) ?? pressInPage(names, scene) ?? move) : move
}

/** What can be there once only is ticked where it is, and one more press would take it away: the header of a page. */
const ADDS = /^(?:insert|add) /i

/** Presses or switches on what a page calls so, where the application itself has nothing of the name; null where there is none, or several. */
function pressInPage(names: readonly string[], scene: Scene): Move | null {
  const byId = byIdOf(scene.controls)
  const [only, ...others] = scene.controls.filter(
    (control) =>
      IN_PAGES.has(control.role) &&
      !control.states.includes('disabled') &&
      standsIn(control, PAGE, byId) &&
      isCalled(names, control),
  )
  if (!only || others.length > 0) return null
  return BOXES.has(only.role) ? switched(only, true) : act([press(only)], `The ${shortName(only)} is meant.`)
}
const PAGE: ReadonlySet<ControlRole> = new Set<ControlRole>(['web page'])
const IN_PAGES: ReadonlySet<ControlRole> = new Set<ControlRole>([...BOXES, 'button', 'link'])

/** Presses the one button in the window that is called by one of these names; null where there is none, or several. */
function pressLast(names: readonly string[], scene: Scene): Move | null {
  const [only, ...others] = calledHere(names, scene).filter(
    ({ role, states, window_id }) =>
      role === 'button' && !states.includes('disabled') && window_id === scene.window?.id,
  )
  return only && others.length === 0 ? act([press(only)], `The ${shortName(only)} is meant.`) : null
}

/** Shows the one tab, or opens the one item of a list that is called so, and asks which of several; null where a button or a menu may be. */
function openItem(names: readonly string[], scene: Scene): Move | null {
  // A menu that is read, or what was pressed, comes after this.
  const isBegun = scene.trail.some(({ phase }) => phase !== 'wait' && phase !== 'window')
  if (isBegun || calledHere(names, scene).length > 0) return null
  const opening = (found: Control): Move => {
    const how = found.role === 'tab' ? {} : { double: true }
    return act([call('click_input', { ...on(found), ...how })], `The ${shortName(found)} is meant.`)
  }
  const called = calledHere(names, scene, OPENED)
  const [found, ...others] = called
  if (!found) return null
  return others.length === 0 ? opening(found) : choose(names[0] ?? '', called, scene, opening)
}
const OPENED: ReadonlySet<ControlRole> = new Set<ControlRole>([...ITEMS, 'tab'])

/** Switches a box, a switch or an item of a menu; one of a menu that is as wanted is left alone, and its menu is closed. */
export function switched(found: Control, checked: boolean, scene?: Scene): Move {
  const set = call('set_toggle', { ...on(found), checked })
  const isAsWanted = scene !== undefined && tellsState(found) && isOn(found) === checked
  return act([set, ...(isAsWanted ? closing(scene) : [])], `The ${shortName(found)} is meant.`)
}

/** What a program writes before the name of what its item shows or hides. */
const SHOWING = ['Show ', 'Display ', 'View ', 'Enable ', 'Use '] as const
const HIDING = ['Hide ', 'Disable '] as const
/** These are said of boxes, which are in no menu. */
const OF_BOXES = /^(?:un)?(?:check|tick)\b/i

/** Switches a box, a switch or a button in sight, else what an item of the menus shows, hides or turns on. */
export function toggle(clause: ClauseOf<'toggle'>, scene: Scene): Move {
  const { control, checked, words } = clause
  const { controls, windows, window, trail } = scene
  const inSight = (): Move => withControl(control, 'toggle', scene, (found) => switched(found, checked))
  if (OF_BOXES.test(words) || window?.kind === 'dialog') return inSight()
  const isReading = trail.some(({ phase }) => phase === 'menu')
  const isHere = !isReading && findByPhrase(control, controls, 'toggle', windows).found.length > 0
  if (isHere) return inSight()
  // A window without a menu bar is searched first, and its menus at the end.
  const isFirst = trail.every(({ phase }) => phase === 'page') && scene.impatient !== true
  const move = !isReading && (isFirst || menusOf(scene).length === 0) ? inSight() : null
  return move === null || move.do === 'fail' ? switchInMenus(clause, scene) : move
}

/**
 * Whether an item is off because Qt tells of its items only that they are on: one beside it is on, and none of them tells that it is off.
 * An item that opens a dialog is no setting.
 */
function isSilentlyOff({ id, role, name, parent, states }: Control, { controls }: Scene): boolean {
  if (role !== 'menu item' || /(?:…|\.{2,3})\s*$/.test(name) || states.includes('collapsed')) return false
  const beside = controls.filter(
    (each) => each.role === 'menu item' && each.parent === parent && each.id !== id && tellsState(each),
  )
  return beside.length > 0 && beside.every(isOn)
}

/** What the item of a menu may be called that shows or hides something. */
export function switchNames(control: string): { name: string; shows: string[]; hides: string[] } {
  const name = readPhrase(control)[0]?.name ?? control
  return {
    name,
    shows: SHOWING.map((word) => `${word}${name}`),
    hides: HIDING.map((word) => `${word}${name}`),
  }
}

function switchInMenus({ control, checked }: ClauseOf<'toggle'>, scene: Scene): Move {
  const called = switchNames(control)
  const shows = inItsLanguage(called.shows, scene)
  const hides = inItsLanguage(called.hides, scene)
  return withItem(
    [called.name, ...shows, ...hides],
    scene,
    (found) => {
      const wanted = isCalled(hides, found) ? !checked : checked
      if (tellsState(found)) return switched(found, wanted, scene)
      if (isSilentlyOff(found, scene))
        return act(wanted ? [press(found)] : closing(scene), `The ${shortName(found)} is meant.`)
      // An item without a state says by its name what it does: “Hide Sidebar”.
      if (isCalled(checked ? shows : hides, found))
        return act([press(found)], `The ${shortName(found)} is meant.`)
      const path = [...menuPath(scene), readableName(found)].join(' > ')
      return fail(`The ${shortName(found)} doesn’t tell whether it is on. Say: choose ${path}.`)
    },
    `There is no check box, button or menu item ${inQuotes(control)} here.`,
  )
}
