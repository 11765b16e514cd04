// Goes to a line, looks for a text, and replaces one everywhere: by the application's own dialog or bar, which its menus open.
import type { Control, ControlRole } from '../core/desktop.ts'
import { readableName } from '../matching/label.ts'
import { labelled } from '../matching/labelled.ts'
import { byIdOf, holdersOf, inReadingOrder, standsIn } from '../matching/places.ts'
import { kindOf } from '../safety/applications.ts'
import type { Phase } from '../../src-preload/contract/clause-marker.ts'
import type { ClauseKind, ClauseOf } from './clauses.ts'
import { ADDRESS_BAR } from './going.ts'
import { findByPhrase, shortName } from './matching.ts'
import { isCalledAlso, isSaid } from './in-english.ts'
import { calledHere, menusOf, withItem } from './menus.ts'
import {
  act,
  call,
  enter,
  fail,
  lastStep,
  on,
  press,
  put,
  waitOr,
  withoutMissed,
  type Move,
  type Scene,
} from './moves.ts'
import { outcomeOf } from './progress.ts'
import { isTerminal } from './windows.ts'

const GO_TO_LINE = [
  'Go to Line', 'Go To', 'Jump to Line', 'Jump to', 'Goto Line', 'Go to Line Number', 'Gehe zu Zeile', 'Zu Zeile gehen', 'Zeile anspringen',
  'Aller à la ligne', 'Ir a la línea', '转到行', '跳转到行', '前往',
] // prettier-ignore
const GO_TO_PAGE = [
  'Go to Page', 'Go To Page', 'Jump to Page', 'Select Page', 'Goto Page', 'Gehe zu Seite', 'Zu Seite gehen', 'Aller à la page', 'Ir a la página',
  '转到页', '跳转到页', '转到页面',
] // prettier-ignore
const FIND = [
  'Find', 'Search', 'Find in Page', 'Find in this page', 'Search Text', 'Find Text',
  'Suchen', 'Rechercher', 'Buscar', '查找', '搜索',
] // prettier-ignore
const REPLACE = [
  'Replace', 'Find and Replace', 'Find & Replace', 'Find/Replace', 'Search and Replace', 'Search & Replace', 'Ersetzen', 'Suchen und Ersetzen',
  'Suchen & Ersetzen', 'Remplacer', 'Rechercher et remplacer', 'Reemplazar', 'Buscar y reemplazar', '替换', '查找和替换', '查找与替换',
] // prettier-ignore

/** The keys that search nearly everywhere. */
const FIND_KEYS = 'Ctrl+F'

const FIELDS: ReadonlySet<ControlRole> = new Set<ControlRole>(['edit', 'combo box', 'spinner'])
const FOR_LINE = /\b(?:line|zeile|ligne|línea)\b|行/iu
const FOR_PAGE = /\b(?:page|seite|página)\b|页/iu
/** What is gone to by its number, and how its field and item are called. */
const NUMBERED = {
  line: {
    called: GO_TO_LINE,
    field: FOR_LINE,
    missing: 'Nothing here goes to a line.',
    noField: 'No field for the number of a line has opened.',
  },
  page: {
    called: GO_TO_PAGE,
    field: FOR_PAGE,
    missing: 'Nothing here goes to a page.',
    noField: 'No field for the number of a page has opened.',
  },
} as const
const FOR_TEXT = /^(?:find|search|look|what|text to find|suche|rechercher|buscar|查找|搜索)/iu
const FOR_OTHER = /^(?:replace|replacement|with|by|ersetze|ersetzen|durch|remplacer|reemplazar|替换)/iu
const ALL_OF_THEM = [
  'Replace All',
  'Replace Everything',
  'Alle ersetzen',
  'Alles ersetzen',
  'Remplacer tout',
  'Tout remplacer',
  'Reemplazar todo',
  '全部替换',
]
/** Geany asks in which part, behind a button that says “Replace All”. */
const IN_DOCUMENT = ['In Document', 'In the Document', 'In the whole Document', 'In entire Document']
const ALL_BOX = /^(?:replace all|alle ersetzen)\b/
const ONE_OF_THEM = ['Replace', 'Ersetzen', 'Remplacer', 'Reemplazar', '替换']
const CLOSE = ['Close', 'Schließen', 'Fermer', 'Cerrar', '关闭']

/** Controls and keys that these clauses press by themselves. */
export const PRESSED_IN_FINDING = {
  'go to line': [...GO_TO_LINE, 'Enter', 'Escape'],
  'go to page': [...GO_TO_PAGE, 'Enter'],
  search: [...FIND, FIND_KEYS, 'Enter'],
  replace: [...REPLACE, ...ALL_OF_THEM, ...IN_DOCUMENT, ...ONE_OF_THEM, ...CLOSE, 'Escape'],
} as const satisfies Partial<Record<ClauseKind, readonly string[]>>

const calledOneOf = (
  names: readonly string[],
  buttons: readonly Control[],
  { english }: Scene,
): Control | undefined => buttons.find((button) => names.some((name) => isCalledAlso(name, button, english)))

/** Gives the scene without acts that met nothing, and the last phase; a reason where its act has failed. */
function begun(current: Scene): { scene: Scene; last: Phase | null; failed: string | null } {
  const scene = { ...current, trail: withoutMissed(current.trail) }
  const last = lastStep(scene)
  const outcome = last ? outcomeOf(last.step) : null
  return { scene, last: last?.phase ?? null, failed: outcome?.ok === false ? outcome.reason : null }
}

/** Opens the application's own dialog or bar by an item of one of these names. */
const openBy = (names: readonly string[], scene: Scene, missing: string): Move =>
  withItem(
    names,
    scene,
    (found) => act([press(found)], `The ${shortName(found)} is there.`, 'plain'),
    missing,
  )

/** Pixels of the highest field of one line. */
const MAX_HEIGHT = 60

/** Fields of one line in the window in front: of a dialog, if one is open. */
export function fieldsOf({ controls, windows }: Scene): Control[] {
  const front = windows.find(({ kind, modal }) => kind === 'dialog' || modal) ?? null
  const own = controls.filter(
    ({ role, states, window_id, value, bounds }) =>
      FIELDS.has(role) &&
      // A document that does not say that it has several lines is no field.
      bounds.height <= MAX_HEIGHT &&
      !states.includes('multiline') &&
      !states.includes('disabled') &&
      !states.includes('readonly') &&
      (role !== 'combo box' || states.includes('editable') || value !== null) &&
      (front === null || window_id === front.id),
  )
  // A combo box holds its field.
  const fields = own.filter((each) => !own.some(({ parent }) => parent === each.id))
  return inReadingOrder(fields, ({ bounds }) => bounds)
}

/** Finds the field that is called so, by its own name, that of its combo box, or a text beside it. */
export function fieldFor(
  pattern: RegExp,
  fields: readonly Control[],
  scene: Pick<Scene, 'controls' | 'english'>,
): Control | null {
  const { controls } = scene
  const byId = byIdOf(controls)
  const isNamed = (control: Control): boolean => isSaid(pattern, readableName(control), scene)
  const isCalled = (control: Control): boolean => {
    const above = control.parent === null ? undefined : byId.get(control.parent)
    return (
      isNamed(control) ||
      pattern.test(control.description ?? '') ||
      (above?.role === 'combo box' && isNamed(above))
    )
  }
  const [called, ...more] = fields.filter(isCalled)
  if (called && more.length === 0) return called
  const texts = controls.filter(({ role }) => role === 'text')
  const beside = texts.filter(isNamed).flatMap((text) => labelled(text, fields, texts) ?? [])
  return beside[0] ?? called ?? null
}

/** Keeps the fields of the part of the window that a field stands in: a bar for searching may be open beside it. */
function besides(field: Control, fields: readonly Control[], controls: readonly Control[]): Control[] {
  const byId = byIdOf(controls)
  for (const holder of holdersOf(field, byId)) {
    const inside = fields.filter((each) => holdersOf(each, byId).includes(holder))
    if (inside.length > 1) return inside
  }
  return [...fields]
}

/** Goes to a line or a page: by the field for it that is in sight, else by the dialog or bar of an item for it. */
export function goToNumber(what: keyof typeof NUMBERED, number: number, current: Scene): Move {
  const { scene, last, failed } = begun(current)
  if (failed !== null) return fail(failed)
  const { called, field: pattern, missing, noField } = NUMBERED[what]
  const fields = fieldsOf(scene)
  const named = fieldFor(pattern, fields, scene)
  // Without a number in a field, only the menu was closed whose item is greyed out: the one of a document of one page.
  if (last === 'settle' && scene.trail.some(({ phase }) => phase === 'fill')) return { do: 'done' }
  if (last === 'fill')
    return what === 'line' && stillTakesKeys(fields)
      ? act([call('keyboard_input', { keys: 'Escape' })], 'The text is to have the keyboard again.', 'settle')
      : arrived(what, number, named, scene)
  const take = (field: Control): Move =>
    act(enter(field, String(number)), `The ${shortName(field)} takes the number.`, 'fill')
  // A viewer shows its page in a field of its tool bar; an editor has lines in other fields, too.
  if (what === 'page' && last === null && named) return take(named)
  if (last !== 'plain') return openBy(called, scene, missing)
  const focused = fields.filter(({ states }) => states.includes('focused'))
  const field = named ?? focused[0] ?? (fields.length === 1 ? fields[0] : null)
  return field ? take(field) : waitOr(scene, noField)
}

/** Whether the field for a line stays open and keeps the keyboard, so that what follows would be typed into it. */
const stillTakesKeys = (fields: readonly Control[]): boolean =>
  fields.some(({ role, states }) => role === 'spinner' && states.includes('focused'))

/** A field that goes on showing another number has not taken this one: a document of 3 pages has no page 9. */
function arrived(what: string, number: number, field: Control | null, scene: Scene): Move {
  const shown = what === 'page' ? /\d+/.exec(field?.value ?? '')?.[0] : undefined
  return shown === undefined || Number(shown) === number
    ? { do: 'done' }
    : waitOr(scene, `The ${field ? shortName(field) : 'field'} shows ${shown}, and not ${number}.`)
}

/** Finds the field for searching that is in sight. */
function searchField(scene: Scene): Control | null {
  const { controls, windows } = scene
  const [only, ...others] = findByPhrase('search field', controls, 'write', windows).found
  return only &&
    others.length === 0 &&
    isSaid(/search|find|suche|recherch|busca|搜索|查找/iu, readableName(only), scene)
    ? only
    : null
}

/** The only thing that can be written into, where a window has no text beside it: a dictionary's line for a word. */
function loneField(scene: Scene): Control | null {
  const [only, ...others] = scene.controls.filter(({ role }) => WRITTEN.has(role))
  return only && others.length === 0 && fieldsOf(scene).includes(only) && (only.value ?? '') === ''
    ? only
    : null
}
const WRITTEN: ReadonlySet<ControlRole> = new Set<ControlRole>([
  ...FIELDS,
  'document',
  'web page',
  'cell',
  'password',
])

/** A combo box from which is only chosen takes no text to look for, by mistake neither. */
const takesText = ({ role, states }: Control): boolean => role !== 'combo box' || states.includes('editable')

const isBrowser = ({ window }: Scene): boolean => window !== null && kindOf(window) === 'browser'

/** Fields that may look for a text: in a browser those of its own bars, and neither that for an address nor one of the page. */
function searching(scene: Scene): Control[] {
  const fields = fieldsOf(scene).filter(takesText)
  if (!isBrowser(scene)) return fields
  const byId = byIdOf(scene.controls)
  return fields.filter((field) => !standsIn(field, PAGE, byId) && !ADDRESS_BAR.test(readableName(field)))
}
const PAGE: ReadonlySet<ControlRole> = new Set<ControlRole>(['web page', 'document'])

/** Opens what searches; where nothing is called so, by the keys that do it nearly everywhere, as long as no field could take the text by mistake. */
function openFind(scene: Scene): Move {
  const isTried = scene.trail.some(({ phase }) => phase === 'plain')
  const mayPress =
    !isTried &&
    (isBrowser(scene) || fieldsOf(scene).filter(takesText).length === 0) &&
    !(scene.window && isTerminal(scene.window))
  const pressKeys = () =>
    act([call('keyboard_input', { keys: FIND_KEYS })], 'These keys search nearly everywhere.', 'plain')
  // Without a menu bar, any button that opens something would have to be tried as a menu (GNOME Characters).
  const isFirst = scene.trail.every(({ phase }) => phase === 'wait' || phase === 'window')
  if (mayPress && isFirst && menusOf(scene).length === 0 && calledHere(FIND, scene).length === 0)
    return pressKeys()
  const move = openBy(FIND, scene, NO_SEARCH)
  if (move.do !== 'fail') return move
  const says = sayingMore(scene)
  return says
    ? act([press(says)], `The ${shortName(says)} is there.`, 'plain')
    : mayPress
      ? pressKeys()
      : move
}

/** The one button of the window that says what it searches: “Find files by name”. */
function sayingMore(scene: Scene): Control | null {
  const { controls, window, trail } = scene
  if (trail.some(({ phase }) => phase === 'plain')) return null
  const [only, ...others] = controls.filter(
    ({ role, states, window_id, ...control }) =>
      (role === 'button' || role === 'toggle button') &&
      window_id === window?.id &&
      !states.includes('disabled') &&
      isSaid(SAYS_FIND, readableName(control), scene),
  )
  return only && others.length === 0 ? only : null
}
/** What replaces too is for more than that. */
const SAYS_FIND =
  /^(?:find|search|suche|suchen|rechercher|buscar)\s(?!.*(?:replace|ersetzen|remplacer|reemplazar))|^(?:查找|搜索)(?!.*替换)/iu
const NO_SEARCH = 'Nothing here looks for a text.'

export function search({ text, inText }: ClauseOf<'search'>, current: Scene): Move {
  const { scene, last, failed } = begun(current)
  if (failed !== null) return fail(failed)
  if (last === 'fill') return { do: 'done' }
  const fill = (field: Control): Move =>
    act(enter(field, text), `The ${shortName(field)} looks for it.`, 'fill')
  const shown = searchField(scene) ?? loneField(scene)
  if (last === null && shown && !inText) return fill(shown)
  if (last !== 'plain') return openFind(scene)
  const fields = searching(scene)
  const focused = fields.filter(({ states }) => states.includes('focused'))
  const field =
    focused[0] ??
    fieldFor(FOR_TEXT, fields, scene) ??
    // GTK 4 does not tell that the field which has opened has the keyboard.
    (fields.length === 1 ? fields[0] : undefined)
  if (field) return fill(field)
  const none = waitOr(scene, 'No field to search by has opened.')
  // The keys came first, and the menus are still to be read.
  const isUnread = scene.trail.every(({ phase }) => phase !== 'menu') && menusOf(scene).length === 0
  return none.do === 'fail' && isUnread ? openBy(FIND, scene, NO_SEARCH) : none
}

/** The document's text as far as it is known; what another window says (a tip of the day) is none of it. */
const textIn = ({ controls, window }: Scene): string | null =>
  controls.find(
    ({ role, states, value, window_id }) =>
      value !== null &&
      window_id === window?.id &&
      (role === 'document' || (role === 'edit' && states.includes('multiline'))),
  )?.value ?? null

/** The document's text, if all of it is known. */
export const wholeTextIn = (scene: Scene): string | null => {
  const text = textIn(scene)
  return text !== null && text.length < WHOLE ? text : null
}

export function replaceAll({ text, by }: ClauseOf<'replace'>, current: Scene): Move {
  const { scene, last, failed } = begun(current)
  if (failed !== null) return fail(failed)
  const did = (phase: Phase) => scene.trail.some((each) => each.phase === phase)
  if (!did('plain')) {
    const known = textIn(scene)
    if (last === null && known !== null && known !== '' && known.length < WHOLE && !hasText(known, text))
      return fail(`The text “${text}” does not stand there.`)
    return openBy(REPLACE, scene, 'Nothing here replaces a text.')
  }
  if (last === 'settle') return settled(text, by, scene)
  const buttons = scene.controls.filter(
    ({ role, states }) => (role === 'button' || role === 'toggle button') && !states.includes('disabled'),
  )
  if (did('press')) {
    const part = last === 'press' ? calledOneOf(IN_DOCUMENT, buttons, scene) : undefined
    if (part) return act([press(part)], `The ${shortName(part)} is meant.`, 'again')
    return close(buttons, scene)
  }
  const shown = fieldsOf(scene)
  const named = fieldFor(FOR_OTHER, shown, scene)
  const fields = named ? besides(named, shown, scene.controls) : shown
  const [first, second] = fields
  const other = named ?? (fields.length === 2 ? (second ?? null) : null)
  const find =
    fieldFor(FOR_TEXT, fields, scene) ??
    (fields.length === 2 ? (fields.find(({ id }) => id !== other?.id) ?? first ?? null) : null)
  if (!did('fill')) {
    // A bar for searching shows its second field only then.
    const more = !other && !did('again') ? calledOneOf(REPLACE, buttons, scene) : undefined
    if (more) return act([press(more)], `The ${shortName(more)} is there.`, 'again')
    if (!find || !other || find.id === other.id)
      return waitOr(scene, 'No fields for a text and its replacement have opened.')
    return act([put(find, text), put(other, by)], `The ${shortName(find)} is there.`, 'fill')
  }
  const all = calledOneOf(ALL_OF_THEM, buttons, scene)
  if (all) return act([press(all)], `The ${shortName(all)} is meant.`, 'press')
  const box = scene.controls.find(({ role, name }) => role === 'check box' && isSaid(ALL_BOX, name, scene))
  if (box && !box.states.includes('checked'))
    return act([call('set_toggle', { ...on(box), checked: true })], `The ${shortName(box)} is meant.`, 'type')
  // Beside such a box, the button may be called as the dialog is (L3afpad): “Find and Replace”.
  const one = box ? calledOneOf([...ONE_OF_THEM, ...REPLACE], buttons, scene) : undefined
  if (one) return act([press(one)], `The ${shortName(one)} is meant.`, 'press')
  return waitOr(
    scene,
    'No button “Replace All” is there, or it can’t be pressed: the text may not stand there.',
  )
}

/** Characters of a text from which on what is known of it may be only its beginning. */
const WHOLE = 1000
const hasText = (all: string, text: string): boolean => all.toLowerCase().includes(text.toLowerCase())

/** Closes the dialog by its button, else it and a bar by Escape. */
function close(buttons: readonly Control[], scene: Scene): Move {
  const dialog = scene.windows.find(({ kind, modal }) => kind === 'dialog' || modal)
  const own = buttons.filter(({ window_id }) => window_id === dialog?.id)
  const button = calledOneOf(CLOSE, own, scene)
  return button
    ? act([press(button)], 'It is replaced.', 'settle')
    : act([call('keyboard_input', { keys: 'Escape' })], 'It is replaced.', 'settle')
}

function settled(text: string, by: string, scene: Scene): Move {
  const known = textIn(scene)
  const isLeft = known !== null && known.includes(text) && !by.includes(text)
  return isLeft ? waitOr(scene, `The text “${text}” still stands there.`) : { do: 'done' }
}
