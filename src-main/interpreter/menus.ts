// Finds an item of the application by its name: in sight, else in its menus, which it opens one after the other and reads.
import type { Phase } from '../../src-preload/contract/clause-marker.ts'
import type { Control, ControlRole } from '../core/desktop.ts'
import { agreementOf, SAME, type Agreement } from '../matching/agreement.ts'
import { Label, plainLabel, readableName } from '../matching/label.ts'
import { byIdOf, holdersOf, inReadingOrder, standsIn, withoutNested } from '../matching/places.ts'
import { shortName } from './matching.ts'
import {
  act,
  behindDialog,
  call,
  choose,
  fail,
  inDialog,
  lastStep,
  on,
  press,
  waitOr,
  waitsIn,
  type Move,
  type OfflineAction,
  type Scene,
} from './moves.ts'
import { isFileManager } from '../safety/applications.ts'
import { INFORMS } from '../safety/vocabulary.ts'
import { outcomeOf } from './progress.ts'

/** Roles that carry out a command when they are pressed. */
const PRESSED: ReadonlySet<ControlRole> = new Set<ControlRole>([
  'button',
  'toggle button',
  'menu item',
  'check box',
  'switch',
  'radio button',
])
/** What stands in one belongs to no menu. */
const CONTENT: ReadonlySet<ControlRole> = new Set<ControlRole>(['web page', 'document'])
/** A whole name, however its blanks are written: “Status bar”, “Statusbar”. */
const CALLED: readonly Agreement[] = [...SAME, 'count', 'spelled', 'joined']

/** How often is waited for the items of an opened menu. */
const MOST_WAITS = 2
/** The most menus of one window that are opened. */
const MOST_MENUS = 14
/** The most submenus that are opened although they share no word with what is looked for. */
const MOST_SUBMENUS = 8
/** After so many steps nothing more is looked for that needs luck: a session has 50. */
const MOST_SEEKING = 36
/** What is shown or hidden is in this menu first. */
const VIEW = /^(?:view|ansicht|affichage|ver|vista|视图|查看|显示)(?![\p{L}])/iu
const isView = (menu: Control): boolean => VIEW.test(plainLabel(readableName(menu)))
const SHOWS = /^show /iu
const TURNS = /^(?:rotate|turn|flip|mirror)(?!\p{L})/iu
/** The most letters of a word of which a submenu must have the beginning: “Toolbars” may have “Toolbar”. */
const STEM = 4

/** Steps that only look for something. */
const LOOKS: ReadonlySet<Phase | undefined> = new Set<Phase>(['menu', 'page', 'seek'])

const isMenuStep = ({ phase }: Scene['trail'][number]): boolean => phase === 'menu'

/** Waits for the items of the menu that was just opened; null where that was done. */
export function waitForMenu(scene: Scene): Move | null {
  return lastStep(scene)?.phase === 'menu' && waitsIn(scene) < MOST_WAITS ? waitOr(scene, '') : null
}

/** Lists the menus of the window's menu bar, in their order. */
export function menusOf({ controls, window }: Scene): Control[] {
  const bars = controls.filter(({ role, window_id }) => role === 'menu bar' && window_id === window?.id)
  const tops = controls.filter(
    ({ role, parent, name }) =>
      (role === 'menu' || role === 'menu item') && name !== '' && bars.some(({ id }) => id === parent),
  )
  return inReadingOrder(tops, ({ bounds }) => bounds)
}

/** A window without a menu bar has a button for its menu. */
const MENU_BUTTON =
  /^(?:(?:main|primary|application|hamburger|open|open application|view|control) ?)?(?:menu|menu ?button|menü|hauptmenü|anwendungsmenü|menu principal|menú|menú principal|menü öffnen|hauptmenü öffnen|ouvrir le menu|abrir (?:el )?menú|菜单|主菜单|打开菜单)$/u
/** Others beside it (“Current Folder Menu”), which say that they open something. */
const FURTHER_MENU = /(?:^|\s)menu$|menü$|菜单$/u

/** The button for what can be done with what is shown: Evince's “File options”. */
const OPTIONS_MENU = /^(?:file|view|document|more) (?:options|actions)$|(?:^|\s)menu$/u

const opens = ({ role, states }: Control): boolean =>
  role === 'menu' || states.includes('collapsed') || states.includes('expanded')

function menuButtons({ controls, window, english }: Scene): Control[] {
  const usable = controls.filter(
    ({ role, window_id, states }) =>
      window_id === window?.id &&
      (role === 'button' || role === 'toggle button' || role === 'menu') &&
      !states.includes('disabled'),
  )
  // A menu button of GTK 4 has no state while it is shut, but a button of its own name inside.
  const inside = new Map(
    usable.flatMap((inner) => {
      const outer = usable.find(({ id, name }) => id === inner.parent && name === inner.name)
      return outer ? [[inner, outer] as const] : []
    }),
  )
  const own = usable.filter((button) => !inside.has(button))
  const isDouble = new Set(inside.values())
  const mayOpen = (button: Control) => opens(button) || isDouble.has(button)
  // GTK 3 doesn't tell of a toggle button that it opens something.
  const mayToggle = ({ role, states }: Control) => role === 'toggle button' && states.includes('unchecked')
  const called = own.filter((button) => {
    const name = readableName(button)
    return [plainLabel(name), ...(english?.(name) ?? [])].some(
      (label) =>
        MENU_BUTTON.test(label) ||
        (mayOpen(button) && FURTHER_MENU.test(label)) ||
        (mayToggle(button) && OPTIONS_MENU.test(label)),
    )
  })
  const byId = byIdOf(controls)
  const others = own.filter(
    (button) => mayOpen(button) && !called.includes(button) && !standsIn(button, CONTENT, byId),
  )
  const bare = others.filter((button) => readableName(button) === '')
  if (called.length === 0 && bare.length === 1) return bare
  // Others that open something may be no menus, and come last.
  return [...called, ...others.filter((button) => !bare.includes(button))]
}

/** The button with a menu of what can be made, where the names begin so: Rhythmbox's “Add” has “New Playlist”. GTK 3 doesn't tell that it opens one. */
const makers = ({ controls, window }: Scene, names: readonly string[]): Control[] =>
  names.some((name) => MAKING.test(name))
    ? controls.filter(
        (control) =>
          control.role === 'toggle button' &&
          control.window_id === window?.id &&
          control.states.includes('unchecked') &&
          MAKES.test(plainLabel(readableName(control))),
      )
    : []
const MAKES = /^(?:add|new|create|hinzufügen|neu|ajouter|nouveau|añadir|nuevo|添加|新建)$/u
const MAKING = /^(?:add|new|create) /iu

/** Whether a control itself, without the menu that it is in, is called by one of these names. */
export const isCalled = (names: readonly string[], control: Control): boolean => {
  const label = new Label(readableName(control))
  return names.some((name) => agreementOf(new Label(name), label, CALLED) !== null)
}

/** Its name, and for an item that of its menu before or behind it: “Folder” in “Create New”, “New” in “Game”. */
function namesOf(control: Control, byId: ReadonlyMap<string, Control>): string[] {
  const own = readableName(control)
  // “Duplicate Line / Selection” does either, as “Duplicate Line or Selection” does.
  const [either = own] = own.split(/ \/ | or /)
  const menu =
    control.role === 'menu item'
      ? holdersOf(control, byId).find(({ role, name }) => role === 'menu' && name !== '')
      : undefined
  if (!menu) return [...new Set([own, either, own.replace(FUNCTION_KEY, '')])]
  // “插入(I)” is the menu “插入”.
  const whole = withoutKey(readableName(menu))
  // “Add” in “Sessions” adds one of them.
  const one = PLURAL.test(whole) ? [`${own} ${whole.slice(0, -1)}`] : []
  return [...new Set([own, either]), `${whole} ${own}`, `${own} ${whole}`, ...one]
}
/** The key before what a button at the lower edge does: “F7 Mkdir”. */
const FUNCTION_KEY = /^F\d{1,2}[ :-]{1,3}(?=\p{L})/u
const withoutKey = (name: string): string => name.replace(/[ ]?\([\p{L}\p{N}]\)$/u, '')
const PLURAL = /\p{Ll}{2}(?<!s)s$/u

/** Whether an item tells of the program, and says of which one: “About Mousepad” is what “About” asks for. */
const isAboutIt = (name: string, control: Control): boolean => {
  const own = readableName(control)
  return (
    control.role === 'menu item' &&
    INFORMS.test(own) &&
    INFORMS.test(name) &&
    plainLabel(own).startsWith(plainLabel(name))
  )
}

/** Each name, and behind all of them those that the interface has for them. */
export const inItsLanguage = (
  names: readonly string[],
  { translate }: Pick<Scene, 'translate'>,
): string[] => [...new Set([...names, ...names.flatMap((name) => translate?.(name) ?? [])])]

/** Finds what is called by the first of the names that something here has. */
export function calledHere(
  names: readonly string[],
  scene: Scene,
  roles: ReadonlySet<ControlRole> = PRESSED,
): Control[] {
  const { controls } = scene
  const usable = controls.filter((control) => roles.has(control.role))
  const byId = byIdOf(controls)
  const labels = new Map(
    usable.map((control) => [control, namesOf(control, byId).map((name) => new Label(name))]),
  )
  for (const name of inItsLanguage(names, scene)) {
    const wanted = new Label(name)
    const called = usable.filter(
      (control) =>
        (labels.get(control)?.some((label) => agreementOf(wanted, label, CALLED) !== null) === true ||
          isAboutIt(name, control)) &&
        !standsIn(control, CONTENT, byId),
    )
    const enabled = called.filter(({ states }) => !states.includes('disabled'))
    const found = withoutNested(enabled.length > 0 ? enabled : called, controls)
    if (found.length > 0) return found
  }
  return []
}

/** What does it among other things, in the menu that was opened; nothing as long as a submenu in sight may have what does it alone. */
function widerHere(wider: readonly string[], names: readonly string[], scene: Scene): Control[] {
  const opened = openedNames(scene)
  const mayStill = scene.controls.some(
    (menu) =>
      menu.role === 'menu' && menu.name !== '' && !opened.includes(menu.name) && mayHold(menu, names, scene),
  )
  return wider.length === 0 || mayStill ? [] : calledHere(wider, scene, MENU_ITEMS)
}

/**
 * The one item of the submenu that was opened last, where the submenu itself is called so: Writer's Insert > Header and Footer > Header has
 * the page style whose header it is.
 */
function onlyItem(names: readonly string[], scene: Scene): Control[] {
  const opened = openedNames(scene).at(-1)
  const byId = byIdOf(scene.controls)
  const menu = scene.controls.find(({ role, name }) => role === 'menu' && name === opened)
  const above = menu ? holdersOf(menu, byId).filter(({ role, name }) => role === 'menu' && name !== '') : []
  if (!menu || above.length === 0) return []
  const called = [
    menu,
    ...above.map((holder) => ({ ...menu, name: `${readableName(holder)} ${readableName(menu)}` })),
  ]
  const inside = scene.controls.filter(({ role, parent }) => ITEM_OR_MENU.has(role) && parent === menu.id)
  return inside.length === 1 &&
    inside[0]?.role === 'menu item' &&
    called.some((each) => isCalled(inItsLanguage(names, scene), each))
    ? inside
    : []
}
const ITEM_OR_MENU: ReadonlySet<ControlRole> = new Set<ControlRole>(['menu item', 'menu'])

const MENU_ITEMS: ReadonlySet<ControlRole> = new Set<ControlRole>(['menu item'])

/** Menus whose items are called like the columns alone, or “By Size”. */
export const SORTING = /sort|arrange|order|trier|ordenar|排序/iu

/** Menus whose items turn and mirror: Image > Transform. */
const TURNING = /^(?:transform|orientation|orientierung|ausrichtung|orientación|变换|旋转)/iu

/** Names of the menus that were opened for this clause. */
const openedNames = ({ trail }: Scene): unknown[] =>
  trail
    .filter((step) => isMenuStep(step) && !isClosing(step))
    .map(({ step }) => step.actions.at(-1)?.arguments['name'])

/** Whether a step has only closed a submenu. */
const isClosing = ({ step }: Scene['trail'][number]): boolean =>
  step.actions.at(-1)?.function === 'keyboard_input'

/**
 * Whether a submenu may have an item of one of these names, because they share a word: “Zoom”, “Zoom In”; “New”, “New Contact”. In another
 * language they may share none (“新建”, “新建文件夹” is one word), so that its English name counts, too.
 */
function mayHold(
  menu: Pick<Control, 'name' | 'description'>,
  names: readonly string[],
  { english }: Pick<Scene, 'english'>,
): boolean {
  if (names.some((name) => /^sort by /iu.test(name)) && SORTING.test(readableName(menu))) return true
  if (names.some((name) => TURNS.test(name)) && TURNING.test(readableName(menu))) return true
  const stems = (name: string) => new Label(name).tokens.map((word) => word.slice(0, STEM))
  const wanted = new Set(names.flatMap(stems))
  const own = readableName(menu)
  return [own, ...(english?.(own) ?? [])].flatMap(stems).some((stem) => wanted.has(stem))
}

/**
 * Finds the one thing that carries out a command and is called by one of these names, and goes on with it. Opens the menus for it, one step
 * each. `missing`: what is said where nothing is called so.
 */
export function withItem(
  names: readonly string[],
  scene: Scene,
  then: (found: Control) => Move,
  missing: string,
  wider: readonly string[] = [],
): Move {
  const last = lastStep(scene)
  if (last?.phase === 'settle') return fail(last.step.thought ?? missing)
  const isOpen = last?.phase === 'menu'
  const refuse = (reason: string): Move =>
    isOpen ? act([call('keyboard_input', { keys: 'Escape' })], reason, 'settle') : waitOr(scene, reason)
  const own = calledHere(isInUnlike(scene) ? names.filter(saysEnough) : names, scene)
  const exact = own.length > 0 ? own : onlyItem(names, scene)
  const [only, ...others] = exact.length > 0 || !isOpen ? exact : widerHere(wider, names, scene)
  if (only?.states.includes('disabled') && others.length === 0)
    return refuse(`The ${shortName(only)} can’t be used now: it is greyed out.`)
  if (only && others.length === 0) {
    const move = then(only)
    return move.do === 'fail' ? refuse(move.reason) : move
  }
  if (only) return choose(names[0] ?? '', [only, ...others], scene, then)
  const outcome = last ? outcomeOf(last.step) : null
  // A menu or page that has not opened, or a list that was scrolled in vain, hides nothing of the others.
  if (outcome?.ok === false && (outcome.refused || !LOOKS.has(last?.phase))) return fail(outcome.reason)
  const behind = isOpen ? null : behindDialog(scene)
  return (
    behind ??
    (isShown(scene) || (last && isClosing(last)) ? null : waitForMenu(scene)) ??
    openNext(inItsLanguage(names, scene), scene, missing)
  )
}

/**
 * Whether the items of a menu are to be seen: in a window of their own, else below the menu that was opened last. Not every pop-up tells
 * of its items that they are in it (L3afpad, jEdit).
 */
const isShown = (scene: Scene): boolean => {
  const { controls, windows } = scene
  const opened = openedNames(scene).at(-1)
  const byId = byIdOf(controls)
  return controls.some(
    (control) =>
      control.role === 'menu item' &&
      (windows.some(({ id, kind }) => id === control.window_id && kind === 'popup') ||
        holdersOf(control, byId).some(({ role, name }) => role === 'menu' && name === opened)),
  )
}

/** Whether items are to be seen that belong to no menu bar. */
const hasItems = (scene: Scene): boolean => {
  const tops = menusOf(scene)
  return scene.controls.some(({ id, role }) => role === 'menu item' && !tops.some((top) => top.id === id))
}

const isContextStep = ({ phase, step }: Scene['trail'][number]): boolean =>
  phase === 'menu' && step.actions.at(-1)?.arguments['button'] === 'right'

/** Whether a click only closed the menu that was still open. */
const onlyCloses = ({ step }: Scene['trail'][number]): boolean => {
  const told = step.actions.at(-1)?.told ?? []
  return told.length > 0 && told.every(({ code }) => code === 'closed' || code === 'menu_closed')
}
const MOST_CONTEXTS = 2

export const ITEMS: ReadonlySet<ControlRole> = new Set<ControlRole>([
  'list item',
  'tree item',
  'row',
  'cell',
  'image',
])

/**
 * The name of the item that was selected last, if no key can have moved the selection since: a list beside it may tell the same of its own
 * item (the places of Dolphin), and not every view tells what is selected (Caja).
 */
function lastChosen(items: readonly Control[], { history = [] }: Scene): unknown {
  const acts = history.flatMap(({ actions }) => actions)
  const names = new Set<unknown>(items.map(({ name }) => name))
  const at = acts.findLastIndex(
    ({ function: name, arguments: given }) =>
      (name === 'select_item' || name === 'click_input') && names.has(given['name']),
  )
  const isStill = acts
    .slice(at + 1)
    .every(
      ({ function: name, arguments: { keys } }) =>
        !KEYING.has(name) || (name === 'keyboard_input' && keys === 'Escape'),
    )
  return at >= 0 && isStill ? acts[at]?.arguments['name'] : undefined
}
const KEYING: ReadonlySet<string> = new Set(['keyboard_input', 'type_text', 'set_edit_text'])

/** The one item that is selected, whose own menu has what can be done with it; null where it is part of a page or none is. */
function chosenItem(scene: Scene): Control | null {
  const { controls, window } = scene
  const items = controls.filter(({ role, window_id }) => ITEMS.has(role) && window_id === window?.id)
  const selected = items.filter(({ states }) => states.includes('selected'))
  const focused = selected.filter(({ states }) => states.includes('focused'))
  const last = items.filter(({ name }) => name === lastChosen(items, scene))
  // Where another item has the keyboard, the selected one is of a list beside it: the places of Dolphin.
  if (last.length !== 1 && focused.length === 0 && items.some(({ states }) => states.includes('focused')))
    return null
  const [only, ...others] = last.length === 1 ? last : focused.length > 0 ? focused : selected
  return only && others.length === 0 && !standsIn(only, CONTENT, byIdOf(controls)) ? only : null
}

/** Said in the thought of the step that leaves a menu whose submenus were not opened. */
const leftIn = (menu: Control): string => ` Submenus are left in the ${shortName(menu)}.`

/** One word alone (“New”, “Delete”) says too little to be looked for where nothing else of the command stands. */
const saysEnough = (name: string): boolean => new Label(name).tokens.length > 1

/** The menus and buttons at which the menus of the window begin. */
function topsOf(names: readonly string[], scene: Scene): Control[] {
  const bar = menusOf(scene).filter((top) => opens(top))
  const all = [...(bar.length > 0 ? bar : menuButtons(scene)), ...makers(scene, names)]
  // In a program that changes pictures, its View turns only how they are shown (GIMP); a viewer has no other menu for it.
  if (names.some((name) => TURNS.test(name)))
    return [...all.filter((top) => !isView(top)), ...all.filter(isView)]
  // What tells of the program is in Help, the last of them.
  const isTelling = names.some((name) => INFORMS.test(name))
  return isTelling
    ? all.toSorted(
        (one, other) => Number(INFORMS.test(readableName(other))) - Number(INFORMS.test(readableName(one))),
      )
    : all
}

/** Begins the thought of the step that opens a submenu that shares no word with the names. */
const PERHAPS = /^Perhaps /
const isInUnlike = (scene: Scene): boolean => PERHAPS.test(lastStep(scene)?.step.thought ?? '')

/** Opens the menu of the selected item, a second time where the first click only closed what was open; null where there is none. */
function openContext(close: OfflineAction[], scene: Scene): Move | null {
  const before = scene.trail.filter(isContextStep)
  const chosen = before.length < MOST_CONTEXTS && before.every(onlyCloses) ? chosenItem(scene) : null
  if (!chosen) return null
  const open = call('click_input', { ...on(chosen), button: 'right' })
  return act([...close, open], `It may be in the menu of the ${shortName(chosen)}.`, 'menu')
}

/** What is done to a file is in its own menu. Dolphin leaves out of it what another menu, opened before, has had. */
const isInOwnMenu = (names: readonly string[], { trail, window }: Scene): boolean =>
  names.some((name) => OF_ITEM.test(name)) &&
  isFileManager(window?.process_name ?? '') &&
  !trail.some(isMenuStep)
const OF_ITEM = /^(?:rename|properties)$/iu

/** Opens the next menu that may have it; where none is left it closes the last one, and says that it is missing. */
function openNext(names: readonly string[], scene: Scene, missing: string): Move {
  const opened = openedNames(scene)
  const popups = scene.windows.filter(({ kind }) => kind === 'popup').length
  const last = lastStep(scene)
  // Not every item has a menu of its own, and Escape without one may leave the view (Gwenview).
  const isSure = last !== undefined && !isContextStep(last) && !isClosing(last)
  const isOpen = last?.phase === 'menu' && (isSure || popups > 0 || hasItems(scene))
  const tops = topsOf(names, scene)
  const own = isInOwnMenu(names, scene) ? openContext([], scene) : null
  if (own) return own
  const isTop = (name: unknown) => tops.some((top) => top.name === name)
  const among = (menu: Control) => tops.filter(({ name }) => name === menu.name)
  // Several buttons may be called “Menu”: they are opened in their order.
  const fresh = (menu: Control, before = 0) =>
    opened.filter((name) => name === menu.name).length <= among(menu).indexOf(menu) + before
  const submenus = isOpen
    ? scene.controls.filter(
        (menu) =>
          menu.role === 'menu' && menu.name !== '' && !isTop(menu.name) && !opened.includes(menu.name),
      )
    : []
  const next = opened.length < MOST_MENUS ? tops.find((top) => fresh(top)) : undefined
  const maySeek =
    names.some(saysEnough) &&
    scene.trail.length < MOST_SEEKING &&
    opened.filter((name) => !isTop(name)).length < MOST_SUBMENUS
  const submenu = submenus.find((menu) => mayHold(menu, names, scene))
  if (submenu) return act([press(submenu)], `It may be in the ${shortName(submenu)}.`, 'menu')
  const byId = byIdOf(scene.controls)
  // One level is enough: each of the many below (“Arabic” in “Encoding”) says less and less.
  const isNested = (menu: Control) =>
    holdersOf(menu, byId).some(({ name, role }) => role === 'menu' && !isTop(name) && opened.includes(name))
  const unlike = next || !maySeek ? undefined : submenus.find((menu) => !isNested(menu))
  if (unlike) return act([press(unlike)], `Perhaps it is in the ${shortName(unlike)}.`, 'menu')
  const top = tops.find(({ name }) => name === opened.findLast(isTop))
  const left = top && submenus.length > 0 ? leftIn(top) : ''
  // With a submenu, Escape closes it alone (Qt) or all (LibreOffice), and one more would go to the window.
  const isDeep = isOpen && isSure && !isTop(opened.at(-1)) && outcomeOf(last.step).ok
  if (isDeep)
    return act([call('keyboard_input', { keys: 'Escape' })], `No menu that was opened has it.${left}`, 'menu')
  const close = isOpen
    ? Array.from({ length: Math.max(popups, 1) }, () => call('keyboard_input', { keys: 'Escape' }))
    : []
  const open = (menu: Control, more = '') =>
    act([...close, press(menu)], `It may be in the ${shortName(menu)}.${more}`, 'menu')
  if (next) return open(next, left)
  // What no menu has may be in a submenu that shares no word with it: a second pass opens those, too.
  const isLeft = (menu: Control) =>
    scene.trail.some((step) => isMenuStep(step) && step.step.thought?.endsWith(leftIn(menu)) === true)
  const isOfView = names.some((name) => SHOWS.test(name))
  const likely = (menu: Control) => Number(isOfView && isView(menu))
  const again = maySeek
    ? tops
        .toSorted((one, other) => likely(other) - likely(one))
        .find((menu) => isLeft(menu) && fresh(menu, among(menu).length))
    : undefined
  if (again) return open(again)
  const context = openContext(close, scene)
  if (context) return context
  if (close.length > 0) return act(close, 'No menu that was opened has it.', 'item')
  const isItemRead = scene.trail.some(isContextStep) && !(last && isContextStep(last))
  const ofItem = isItemRead ? ['the menu of the selected item'] : []
  const read = [...new Set(tops.map(readableName)), ...ofItem].filter((name) => name !== '')
  return read.length > 0
    ? fail(`${missing} These menus were read: ${read.join(', ')}.`)
    : (inDialog(scene) ?? waitOr(scene, `${missing} No menu can be read here.`))
}
