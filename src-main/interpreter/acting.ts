// Carries out one clause in the chosen window: finds the tool that does it, and the control to which it is done, by a table of
// kinds.
import type { Control, ControlRole } from '../core/desktop.ts'
import { enterFolder } from './entering.ts'
import { readableName } from '../matching/label.ts'
import { isHostClause, type Clause, type ClauseKind, type ClauseOf, type HostClause } from './clauses.ts'
import {
  act,
  behindDialog,
  call,
  fail,
  followUp,
  inDialog,
  inMessage,
  isAsking,
  on,
  onButton,
  press,
  TYPED_INTO,
  waitOr,
  waitsIn,
  withControl,
  type Move,
  type Scene,
} from './moves.ts'
import { DISCARDING } from '../safety/vocabulary.ts'
import { lastRead, readValue } from './columns.ts'
import { setExpanded } from './expanding.ts'
import { findByPhrase, findWithin, shortName } from './matching.ts'
import { ADDRESS_BAR } from './going.ts'
import { readPhrase } from './phrases.ts'
import { promised } from './promised.ts'
import { beginText, carryOutCommand, pressNamedItem, toggle } from './commanding.ts'
import { chooseByMenu } from './choosing.ts'
import { calledHere, menusOf } from './menus.ts'
import { chooseSeen, isOnlySeen } from './seen-menus.ts'
import { areaIn, cellIn, goToCell, goToTab, isInSheet, visit } from './going.ts'
import { goToNumber, replaceAll, search } from './finding.ts'
import { restoreLine, selectLines } from './lines.ts'
import { otherUnit } from './units.ts'
import { sortBy, zoomTo } from './viewing.ts'
import { dragTo } from './dragging.ts'
import { giveName } from './naming.ts'
import { inQuotes, isQuoted, takeQuotes } from '../../src-preload/contract/quotes.ts'
import { save, saveAs } from './saving.ts'
import { scrollable } from './scrolling.ts'
import { isTerminal } from './windows.ts'

export type AppKind = Exclude<ClauseKind, HostClause['kind']>
export type AppClause = ClauseOf<AppKind>
export const isAppClause = (clause: Clause): clause is AppClause => !isHostClause(clause)

type Performers = { [K in AppKind]: (clause: ClauseOf<K>, scene: Scene, before: Clause | undefined) => Move }

const PERFORMERS: Performers = {
  type: ({ text: said, into, wasRead }, scene, before) => {
    const text = wasRead ? lastRead(scene) : said
    if (text === null) return fail('What was read is not one value, so that it can’t be typed.')
    if (into !== null)
      return (
        writeInCell(text, into, scene) ??
        withControl(into, 'write', scene, (control) => write(control, text, false, scene))
      )
    return (
      // What an act has opened is typed into; what came with the application was not meant.
      (before === undefined ? behindDialog(scene) : null) ??
      inMessage(scene) ??
      onButton(scene) ??
      beginText(scene) ??
      promised(scene) ??
      typeHere(text, scene)
    )
  },

  'let in': (_clause, scene) => inDialog(scene) ?? behindDialog(scene) ?? { do: 'done' },

  click: (clause, scene) =>
    clause.enters
      ? enterFolder(clause, scene)
      : withControl(clause.control, 'click', scene, (found) =>
          act(
            [call('click_input', { ...on(found), button: clause.button, double: clause.double })],
            `The ${shortName(found)} is meant.`,
          ),
        ),

  press: ({ keys, named, into }, scene, before) => {
    if (named && scene.window !== null && isTerminal(scene.window))
      return fail('In a terminal these keys mean something else: choose it from its menu.')
    if (into !== undefined)
      return withControl(into, 'write', scene, (found) =>
        act(
          [call('keyboard_input', { keys, ...on(fieldIn(found, scene.controls) ?? found) })],
          `Press ${keys} in the ${shortName(found)}.`,
        ),
      )
    const begins = named && keys === 'Ctrl+V' ? beginText(scene) : null
    if (begins) return begins
    const undoing = named && keys.startsWith(UNDO_KEYS) ? undoingButton(scene) : null
    if (undoing?.states.includes('disabled'))
      return waitOr(scene, `The ${shortName(undoing)} can’t be used now: it is greyed out.`)
    if (undoing && keys === UNDO_KEYS) return act([press(undoing)], `The ${shortName(undoing)} is meant.`)
    const field = typedInto(before, scene)
    return act(
      [call('keyboard_input', { keys, ...(field ? on(field) : {}) })],
      field ? `Press ${keys} in the ${shortName(field)}.` : `Press ${keys}.`,
    )
  },

  select: ({ item, from, further, words }, scene) => {
    if (further)
      return withControl(item, 'item', scene, (found) =>
        act(
          [call('click_input', { ...on(found), key_hold: 'Ctrl' })],
          `The ${shortName(found)} joins the selection.`,
        ),
      )
    if (from === null) {
      if (isEverything(item, scene))
        return PERFORMERS.press({ kind: 'press', keys: 'Ctrl+A', words }, scene, undefined)
      if (isBox(item, scene))
        return PERFORMERS.toggle({ kind: 'toggle', control: item, checked: true, words }, scene, undefined)
      // Sheets do not tell that a cell is selected which has the keyboard already (LibreOffice Calc).
      const cell = areaIn(item)
      if (cell !== null && isInSheet(cell, scene.controls))
        return goToCell({ kind: 'cell', cell, words }, scene)
      return asText(item, scene) ?? selectItem(item, scene)
    }
    // “the second item in the list” is counted in it.
    const isCounted = readPhrase(item).some(({ position, name }) => position !== null && name === null)
    const within = isCounted
      ? findWithin(`${item} in ${from}`, scene.controls, 'item', scene.windows)
      : holdingItem(item, from, scene)
    if (within) return act([call('select_item', on(within))], `The ${shortName(within)} is meant.`)
    const [first, ...others] = severalIn(item, from, scene)
    if (first)
      return act(
        [
          call('select_item', on(first)),
          ...others.map((each) => call('click_input', { ...on(each), key_hold: 'Ctrl' })),
        ],
        `${[first, ...others].map(shortName).join(', ')} are meant.`,
      )
    return withControl(from, 'hold', scene, (found) =>
      act(
        [call('select_item', { id: found.id, name: item })],
        `“${item}” in the ${shortName(found)} is meant.`,
      ),
    )
  },

  toggle,

  expand: setExpanded,

  discard: (_clause, scene) => {
    const buttons = scene.controls.filter(({ role, name }) => role === 'button' && DISCARDING.test(name))
    const [only, ...others] = buttons
    if (only && others.length === 0) return act([press(only)], `The ${shortName(only)} is meant.`)
    return isAsking(scene)
      ? waitOr(scene, 'The question that is open has no button for closing without saving.')
      : { do: 'done' }
  },

  set: ({ control, text, unit, words }, scene) => {
    const choice = choiceIn(control, text, scene)
    if (choice) return act([call('select_item', on(choice))], `The ${shortName(choice)} is meant.`)
    const inCell = unit === undefined ? writeInCell(text, control, scene) : null
    if (inCell) return inCell
    if (isEmptying(words, control, scene)) return pressNamedItem(emptying(control, words), scene)
    const inMenu = unit === undefined ? setInMenus(control, text, words, scene) : null
    if (inMenu) return inMenu
    return withControl(control, 'write', scene, (found) =>
      unit === undefined ? write(found, text, true, scene) : writeMeasure(found, text, unit, scene),
    )
  },

  menu: (clause, scene) => chooseIn(clause, scene) ?? chooseByMenu(clause, scene),

  command: carryOutCommand,
  'named item': pressNamedItem,
  'go to line': ({ line }, scene) => goToNumber('line', line, scene),
  'go to page': ({ page }, scene) => goToNumber('page', page, scene),
  lines: selectLines,
  'restore line': restoreLine,
  zoom: zoomTo,
  sort: sortBy,
  cell: goToCell,
  tab: goToTab,
  visit,
  search,
  replace: replaceAll,
  drag: dragTo,
  name: giveName,

  mark: ({ text, to }, scene) =>
    scene.window !== null && isTerminal(scene.window)
      ? fail('In a terminal no text can be selected by its words.')
      : act(
          [call('select_text', { starting_phrase: text, ending_phrase: to ?? '' })],
          `The text “${text}” is meant.`,
        ),

  scroll: ({ direction, notches, within }, scene) => {
    const turn = (found: Control) =>
      act(
        [call('wheel_mouse_input', { ...on(found), wheel_dist: direction === 'up' ? notches : -notches })],
        `Scroll in the ${shortName(found)}.`,
      )
    if (within !== null) return withControl(within, 'any', scene, turn)
    const largest = scrollable(scene.controls)
    return largest ? turn(largest) : waitOr(scene, 'There is nothing here that could be scrolled.')
  },

  // What is not there yet is looked for by scrolling, too.
  'scroll to': ({ control }, scene) =>
    withControl(control, 'read', scene, (found) => {
      const area = scrollable(scene.controls)
      if (!area || !found.states.includes('offscreen')) return { do: 'done' }
      const until = { wheel_dist: -1, until: readableName(found) }
      return act([call('wheel_mouse_input', { ...on(area), ...until })], `The ${shortName(found)} is meant.`)
    }),

  wait: ({ seconds }) => act([call('wait', { seconds })], `Wait ${seconds} seconds.`),

  'wait for': ({ control }, scene) => {
    if (findByPhrase(control, scene.controls, 'any', scene.windows).found.length > 0) return { do: 'done' }
    const phrases = readPhrase(control)
    const phrase = phrases.find(({ kind }) => kind !== null) ?? phrases[0]
    const [only = null, ...others] = phrase?.kind ? [...phrase.kind.roles, ...phrase.kind.loosely] : []
    const role = others.length === 0 ? only : null
    return act(
      [call('wait_for_control', { name: phrase?.name ?? control, role, seconds: 30 })],
      `Wait for ${inQuotes(control)}.`,
    )
  },

  read: readValue,

  save: ({ path }, scene) => (path === null ? save(scene) : saveAs(path, scene)),
}

const UNDO_KEYS = 'Ctrl+Z'
const UNDO = ['Undo', 'Rückgängig', 'Annuler', 'Deshacer', '撤销']

/** The one button that undoes, where nothing is written that the keys would undo: a game's. */
function undoingButton(scene: Scene): Control | null {
  const isWriting = scene.controls.some(
    ({ role, states }) =>
      TYPED_INTO.has(role) &&
      states.includes('focused') &&
      // From a combo box without a field is only chosen (KReversi's level).
      (role !== 'combo box' || states.includes('editable')),
  )
  const [only, ...others] = calledHere(UNDO, scene, BUTTONS)
  return only && others.length === 0 && !isWriting ? only : null
}
const BUTTONS: ReadonlySet<ControlRole> = new Set<ControlRole>(['button'])

/** These take several acts; every other clause is done with a single one. */
const SEVERAL_ACTS: ReadonlySet<ClauseKind> = new Set<ClauseKind>([
  'save',
  'expand',
  'go to line',
  'go to page',
  'search',
  'replace',
  'name',
])

export function performInApplication(clause: AppClause, scene: Scene, before?: Clause): Move {
  // An answered first dialog is gone before the window behind it has come.
  if (scene.window === null && scene.trail.every(({ phase }) => phase === 'wait') && clause.kind !== 'wait')
    return waitOr(scene, 'The window is gone, and no other one of its application has come.')
  if (clause.kind === 'menu' && isOnlySeen(scene)) return chooseSeen(clause.path, scene)
  if (!SEVERAL_ACTS.has(clause.kind)) {
    const move = followUp(scene)
    if (move !== 'begin') return move
  }
  const perform = PERFORMERS[clause.kind] as (clause: AppClause, scene: Scene, before?: Clause) => Move
  return perform(clause, scene, before)
}

/** The item in sight that stands in what is called so, where that is one of several lists, or none (a tab); null in any other case. */
function holdingItem(item: string, from: string, { controls, windows }: Scene): Control | null {
  const isUnclear = findByPhrase(from, controls, 'hold', windows).found.length !== 1
  return isUnclear ? findWithin(`${inQuotes(item)} in ${from}`, controls, 'item', windows) : null
}

const selectItem = (item: string, scene: Scene): Move =>
  withControl(item, 'item', scene, (found) =>
    act([call('select_item', on(found))], `The ${shortName(found)} is meant.`),
  )

/** Selects a text where the words are quoted, no item is called so, and a text has them. */
function asText(item: string, { controls, windows, window }: Scene): Move | null {
  const { text, texts } = takeQuotes(item.trim())
  const [only] = texts
  const isText =
    only !== undefined &&
    isQuoted(text) &&
    findByPhrase(item, controls, 'item', windows).found.length === 0 &&
    (window === null || !isTerminal(window)) &&
    // What is not known to stand there may be an item that is still to come.
    controls.some(
      ({ role, states, value }) =>
        (role === 'document' || (role === 'edit' && states.includes('multiline'))) &&
        value?.includes(only) === true,
    )
  return isText ? act([call('select_text', { starting_phrase: only })], `The text “${only}” is meant.`) : null
}

/** Whether only a check box has this name: GTK 4 tells so of the radio buttons that it groups. */
const isBox = (item: string, { controls, windows }: Scene): boolean =>
  findByPhrase(item, controls, 'item', windows).found.length === 0 &&
  findByPhrase(item, controls, 'toggle', windows).found.some(({ role }) => BOXES.has(role))
const BOXES = new Set<ControlRole>(['check box', 'switch'])

/** Whether “select all” means all that there is, because nothing here has that name. */
const isEverything = (item: string, { controls, windows }: Scene): boolean =>
  /^(?:all|everything)$/i.test(item) && findByPhrase(item, controls, 'item', windows).found.length === 0

/** Chooses from the one list or combo box of that name; where there is none, the words are the name of an item of a menu. */
function chooseIn({ choice, words }: ClauseOf<'menu'>, scene: Scene): Move | null {
  const { found } = choice ? findByPhrase(choice.from, scene.controls, 'hold', scene.windows) : { found: [] }
  const [holder, ...others] = found
  return choice && holder && CHOSEN_FROM.has(holder.role) && others.length === 0
    ? PERFORMERS.select({ kind: 'select', words, ...choice }, scene, undefined)
    : null
}
/** The items in sight of “French and Spanish in Languages”, where none is called so; none where they are not all there. */
function severalIn(item: string, from: string, { controls, windows }: Scene): Control[] {
  const inList = (name: string) => findWithin(`${inQuotes(name)} in ${from}`, controls, 'item', windows)
  const names = item.split(/\s+and\s+/i)
  if (names.length < 2 || inList(item) !== null) return []
  const found = names.flatMap((name) => inList(name) ?? [])
  return found.length === names.length ? found : []
}

const CHOSEN_FROM = new Set<ControlRole>(['combo box', 'list'])

/** Finds the field into which the clause before has typed: keys that follow are meant for it, wherever the focus is by now. */
function typedInto(before: Clause | undefined, { controls, windows }: Scene): Control | null {
  const phrase = before?.kind === 'type' ? before.into : before?.kind === 'set' ? before.control : null
  if (phrase === null || phrase === undefined) return null
  const [found, ...more] = findByPhrase(phrase, controls, 'write', windows).found
  const field = found && (fieldIn(found, controls) ?? found)
  return field?.role === 'edit' && more.length === 0 ? field : null
}

/** Finds the field of a combo box into which one can type. */
const fieldIn = (control: Control, controls: readonly Control[]): Control | undefined =>
  control.role === 'combo box'
    ? controls.find(({ role, parent }) => role === 'edit' && parent === control.id)
    : undefined

/** What a cell of a form holds to be written in; Enter behind it would send the form. */
const FIELDS = new Set<ControlRole>(['edit', 'document', 'password', 'combo box', 'spinner', 'slider'])

/** Writes into a field: at its end, or in place of its text. A cell of a sheet is written like by hand. */
function write(control: Control, text: string, replace: boolean, scene: Scene): Move {
  const { controls } = scene
  const thought = `The ${shortName(control)} is meant.`
  if (control.role === 'cell') {
    const held = controls.filter(({ role, parent }) => parent === control.id && FIELDS.has(role))
    if (held[0] && held.length === 1) return write(held[0], text, replace, scene)
    return act([press(control), call('type_text', { text, enter: true })], thought)
  }
  const inner = fieldIn(control, controls)
  if (control.role === 'combo box' && !control.states.includes('editable') && !inner)
    return act([call('select_item', { id: control.id, name: text })], thought)
  const field = inner ?? control
  const isBarCombo = inner !== undefined && isInBar(control.parent, controls)
  // A text for an address bar, or for a box in a tool bar, replaces the old text.
  const clear_current_text = replace || isBarCombo || ADDRESS_BAR.test(control.name)
  const put = call('set_edit_text', { ...on(field), text, clear_current_text })
  // A box in a tool bar takes its text only after Enter.
  const taken = replace && isBarCombo ? [call('keyboard_input', { keys: 'Enter', ...on(field) })] : []
  return act([put, ...taken], thought)
}

/**
 * Chooses what no field or list takes from the menu of that name, “Difficulty > Easy”; null where a field is there, or may still come, and in a
 * window without menus.
 */
function setInMenus(control: string, text: string, words: string, scene: Scene): Move | null {
  const { controls, windows, window, trail } = scene
  const isReading = trail.some(({ phase }) => phase === 'menu')
  const isHere = findByPhrase(control, controls, 'write', windows).found.length > 0
  const mayCome = waitsIn(scene) < FIELD_WAITS && !isReading
  if (
    text === '' ||
    (isHere && !isReading) ||
    mayCome ||
    window?.kind === 'dialog' ||
    menusOf(scene).length === 0
  )
    return null
  const name = readPhrase(control)[0]?.name ?? control
  return pressNamedItem({ kind: 'named item', names: [`${name} ${text}`], isState: true, words }, scene)
}
/** How often is waited for a field before the menus are read. */
const FIELD_WAITS = 2

/** Whether “clear the history” means an item of a menu, or a button, because nothing that can be written into is called so. */
const isEmptying = (words: string, control: string, { controls, windows }: Scene): boolean =>
  /^clear /i.test(words) && findByPhrase(control, controls, 'write', windows).found.length === 0
const emptying = (control: string, words: string): ClauseOf<'named item'> => {
  const name = readPhrase(control)[0]?.name ?? control
  return {
    kind: 'named item',
    names: [`Clear ${name}`, `Empty ${name}`, `Delete ${name}`],
    // “Clear All” may take more than the one thing that was said.
    lastly: /^(?:all|everything)\b/i.test(name) ? ['Clear All', 'Clear'] : ['Clear'],
    words,
  }
}

/** Writes a number into what counts in this unit, or does not say in which; elsewhere it would mean another amount. */
function writeMeasure(found: Control, number: string, unit: string, scene: Scene): Move {
  const other = otherUnit(found, unit, scene.controls)
  if (other !== null) return fail(`The ${shortName(found)} counts in ${other}. Say the number alone.`)
  const isChosen = found.role === 'combo box' && !found.states.includes('editable')
  return write(found, isChosen ? `${number} ${unit}` : number, true, scene)
}

/** Goes to a cell that is out of sight, by the field of a sheet for it, and writes there; null for any other control. */
function writeInCell(text: string, into: string, scene: Scene): Move | null {
  const cell = cellIn(into)
  if (cell === null || findByPhrase(into, scene.controls, 'write', scene.windows).found.length > 0)
    return null
  const going = goToCell({ kind: 'cell', cell, words: into }, scene)
  return going.do === 'act' && going.phase === 'act'
    ? act([...going.actions, call('type_text', { text, enter: true })], going.thought)
    : null
}

/** Finds the radio button of this name in the one group that is meant where no field is; null where there is none. */
function choiceIn(group: string, name: string, { controls, windows }: Scene): Control | null {
  if (findByPhrase(group, controls, 'write', windows).found.length > 0) return null
  const [holder, ...others] = findByPhrase(group, controls, 'hold', windows).found
  if (holder?.role !== 'group' || others.length > 0) return null
  const within = findWithin(`${inQuotes(name)} in ${inQuotes(group)}`, controls, 'item', windows)
  return within?.role === 'radio button' ? within : null
}

/** Tells whether a field is in a tool bar (font size, zoom), which “type” never means. */
function isInBar(parent: string | null, controls: readonly Control[]): boolean {
  const above = controls.find(({ id }) => id === parent)
  return above !== undefined && (IN_BARS.has(above.role) || isInBar(above.parent, controls))
}
const IN_BARS = new Set<ControlRole>(['tool bar', 'combo box', 'status bar'])

/**
 * Types where the focus is; else into the one editor of the window; else wherever the window takes it. A lone field of one line is not
 * meant where an application says nothing of the focus: wxMaxima's sheet is drawn, and beside it is a field that filters.
 */
function typeHere(text: string, scene: Scene): Move {
  const { controls, window } = scene
  const typed = act([call('type_text', { text })], 'Type where the keyboard is.')
  const focused = controls.filter(({ states }) => states.includes('focused'))
  const [field] = focused.filter(({ role }) => TYPED_INTO.has(role))
  const isSheet = controls.some(({ role }) => role === 'cell' || role === 'table')
  if (field || isSheet || window === null) return typed
  const [only, ...others] = controls.filter(
    ({ role, states, parent }) =>
      (role === 'document' || (role === 'edit' && states.includes('multiline'))) &&
      !states.includes('readonly') &&
      !states.includes('disabled') &&
      !isInBar(parent, controls),
  )
  return only && others.length === 0 ? write(only, text, false, scene) : typed
}
