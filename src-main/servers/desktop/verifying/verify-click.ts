// Verifies what a click promises, by the role and the name of what was clicked.
import { controlNamed, controlWords, seen } from '../../../../src-preload/contract/evidence.ts'
import type { ControlState } from '../../../core/desktop.ts'
import { contains, centreOf } from '../../../core/geometry.ts'
import { clicksOf, heldOf } from '../../../core/pointer-parameters.ts'
import type { PlatformElement } from '../../../platform/platform.ts'
import type { ActMemory } from '../acting/act-memory.ts'
import { changesBetween, controlSeen, elementChanged, replacing, stateSeen, windowSeen } from './changes.ts'
import { TAKES_TEXT } from '../acting/click.ts'
import type { Look } from './look.ts'
import { Label, plainLabel } from '../../../matching/label.ts'
import { ITEMS } from '../../../safety/facts.ts'
import { short } from '../targeting/names.ts'
import { doneOutside } from './verify-outside.ts'
import {
  dialogOpened,
  fails,
  holds,
  holdsOn,
  isGone,
  menuOpened,
  newDialog,
  open,
  popupClosed,
  type Postcondition,
  type Verdict,
} from './verdict.ts'
import { fairTime } from '../../../platform/fair-time.ts'

const isChecked = (element: PlatformElement): ControlState | null =>
  element.states.find((state) => state === 'checked' || state === 'unchecked' || state === 'mixed') ?? null

/** `before`: how it was, which the evidence tells where it has changed. A click flips, which says that by itself. */
export async function stateIs(
  now: Look,
  wanted: ControlState,
  before: PlatformElement | null = null,
): Promise<Verdict> {
  const element = await now.target()
  if (!element) return open('control_gone')
  const state = isChecked(element)
  if (state === null) return open(controlSeen('state_unread', element))
  const is = stateSeen(element, [state], replacing(before && isChecked(before), state))
  return state === wanted ? holdsOn(is) : fails(is)
}

/** Milliseconds that a toggle button has to stay flipped: some (galculator's keys) only flash, for about 100. */
const FLASH_MS = 150

async function flipped(
  act: ActMemory,
  before: PlatformElement,
  strict: boolean,
  now: Look,
): Promise<Verdict> {
  const wanted = before.role === 'radio button' || isChecked(before) !== 'checked' ? 'checked' : 'unchecked'
  const verdict = await stateIs(now, wanted)
  if (verdict.state === 'holds') act.flippedAt ??= fairTime()
  // A button that springs back has been pressed, although some toolkits call it a check box.
  if (verdict.state === 'fails' && act.flippedAt !== null)
    return open(controlSeen('for_a_moment', before, { states: wanted }))
  if (strict) return verdict
  if (verdict.state === 'holds') {
    // With an effect elsewhere, it does not matter whether the state lasts.
    const { changed, appeared, gone } = changesBetween(act.view, await now.view(), [], [], now.restless)
    const other = changed.find(({ after }) => after.ref !== before.ref)
    if (other || appeared.length + gone.length > 0) {
      return holds(other ? [...verdict.evidence, elementChanged(other)] : verdict.evidence)
    }
    return fairTime() - (act.flippedAt ?? Infinity) >= FLASH_MS
      ? holds(verdict.evidence)
      : fails(controlSeen('flashes', before))
  }
  return open()
}

async function expandedOrMenu(act: ActMemory, before: PlatformElement, now: Look): Promise<Verdict> {
  const element = await now.target()
  const was = before.states.includes('expanded')
  const is = element?.states.includes('expanded') ?? false
  if (element && was !== is) return holds(controlSeen(is ? 'is_open' : 'is_shut', before))
  if (was && (await popupClosed(act, now))) return holds(controlSeen('is_shut', before))
  const menu = await menuOpened(act, now)
  if (menu) return menu
  if (await popupClosed(act, now)) return holds('menu_closed')
  // Pages show and hide what a button is for, and forget to tell its state.
  const { appeared, gone } = changesBetween(act.view, await now.view(), [], [], now.restless)
  if (before.role === 'button' && appeared.length + gone.length > 0) return open()
  const promised = before.role === 'menu' || before.states.includes('collapsed')
  return promised ? fails(controlSeen('not_opened', before)) : open()
}

/** Only another focused text control contradicts, because some toolkits call a tab or a window focused, too. */
async function focusIsOn(before: PlatformElement, now: Look): Promise<Verdict> {
  const focusHolds = before.role === 'cell' ? holdsOn : holds
  if ((await now.target())?.states.includes('focused') === true)
    return focusHolds(controlSeen('focus', before))
  const focused = await now.focused()
  if (focused === null) return open('focus_unknown')
  const within = focused.ref === before.ref || contains(before.bounds, centreOf(focused.bounds))
  if (within) return focusHolds(controlSeen('focus', before))
  return TAKES_TEXT.has(before.role) && TAKES_TEXT.has(focused.role)
    ? fails(
        controlSeen('focus_elsewhere', focused, {
          other: controlWords(controlNamed(before.role, short(before.name))),
        }),
      )
    : open()
}

/** Shift selects up to an item, Control adds one to the selection or removes it. Not every list does that. */
async function takenIntoSelection(before: PlatformElement, held: string, now: Look): Promise<Verdict> {
  const takesOut = /^(ctrl|control|strg|lctrl|cmd|command)$/i.test(held) && before.states.includes('selected')
  const element = await now.target()
  if (!element || element.states.includes('selected') === takesOut) return open()
  return holdsOn(takesOut ? stateSeen(element, ['no longer selected']) : stateSeen(element, ['selected']))
}

/** What leads to what it names: a link to its page, a row to its file or folder. */
const LEADS = new Set(['link', 'list item', 'tree item', 'row', 'cell', 'tab', 'image', 'menu item'])

/** Holds where a title, or that of a new window, has come to tell the name of what was clicked. */
async function titleTells(
  act: ActMemory,
  { role, name }: PlatformElement,
  now: Look,
): Promise<Verdict | null> {
  const words = (text: string) => ` ${new Label(text).tokens.join(' ')} `
  const label = words(name)
  if (!LEADS.has(role) || label.length < 5) return null
  const tells = (title: string | undefined) => title !== undefined && words(title).includes(label)
  const were = new Map(act.windows.map((window) => [window.handle, window.title]))
  const told = (await now.windows()).find(
    ({ handle, title, kind }) => kind !== 'popup' && tells(title) && !tells(were.get(handle)),
  )
  if (!told) return null
  const was = were.get(told.handle)
  return holds(
    was === undefined
      ? windowSeen('opened', told)
      : seen('retitled', { was: short(was), value: short(told.title) }),
  )
}

/** Some toolkits call the keys of a keypad toggle buttons. */
const KEYS = new Set(['button', 'toggle button'])

/** Holds where a key of a keypad has arrived: a text ends with the key's label now, behind what it had or in its place. */
async function keyArrived(act: ActMemory, before: PlatformElement, now: Look): Promise<Verdict | null> {
  const key = before.name.trim()
  if (!KEYS.has(before.role) || key === '' || key.length > 2) return null
  const shows = ({ name, value }: PlatformElement) => value ?? name
  const { changed } = changesBetween(act.view, await now.view(), [], [], now.restless)
  const display = changed.find(({ before: was, after: is }) => {
    if (is.ref === before.ref || is.role === 'password') return false
    const [old, text] = [shows(was), shows(is)]
    return text !== old && (text === key || text === old + key)
  })
  return display ? holds(elementChanged(display)) : null
}

const CLOSES =
  /^(ok|okay|cancel|close|yes|no|discard|don't save|close without saving|abbrechen|schließen|ja|nein|确定|取消|关闭|是|否|不保存)$/

export const afterClick: Postcondition = async (act, now) => {
  const before = act.target.element
  const saved = await doneOutside(act, now)
  if (saved) return saved
  if (act.parameters['button'] === 'right') return (await menuOpened(act, now)) ?? open()
  if (!before || act.parameters['button'] === 'middle') return open()
  if (clicksOf(act.parameters) > 1) return (await titleTells(act, before, now)) ?? open()
  const held = heldOf(act.parameters)
  if (held !== '') return ITEMS.has(before.role) ? takenIntoSelection(before, held, now) : open()
  const arrived = await keyArrived(act, before, now)
  if (arrived) return arrived
  const check = isChecked(before)
  switch (before.role) {
    case 'check box':
    case 'switch':
    case 'radio button':
      return check === null ? open() : flipped(act, before, true, now)
    case 'toggle button':
      if (check !== null) return flipped(act, before, false, now)
      break
    case 'menu':
    case 'combo box':
      return expandedOrMenu(act, before, now)
    case 'edit':
    case 'password':
    case 'document':
    case 'cell':
      return focusIsOn(before, now)
    case 'tab':
    case 'list item':
    case 'tree item':
    case 'row': {
      const element = await now.target()
      if (element?.states.includes('selected')) return holdsOn(stateSeen(element, ['selected']))
      return (await titleTells(act, before, now)) ?? open()
    }
    default:
  }
  if (/(…|\.\.\.)\s*$/.test(before.name)) return dialogOpened(act, now)
  if (before.states.includes('collapsed') || before.states.includes('expanded')) {
    return expandedOrMenu(act, before, now)
  }
  const window = act.target.window
  if (window?.kind === 'dialog' && (await isGone(window, now))) {
    // The default button does what the dialog is for. Where that went wrong, another dialog says so.
    const agrees = before.states.includes('default') && (await newDialog(act, now)) === null
    if (agrees || CLOSES.test(plainLabel(before.name))) return holds(windowSeen('closed', window))
  }
  return (await titleTells(act, before, now)) ?? open()
}
