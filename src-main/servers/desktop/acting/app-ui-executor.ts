// Implements AppUIExecutor: what can be done in the chosen application.
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { CONTROL_ROLES, type Control, type ControlRole } from '../../../core/desktop.ts'
import { ToolError } from '../../../core/errors.ts'
import { screenRect } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import { clicksOf, heldOf } from '../../../core/pointer-parameters.ts'
import { selectItem } from './choose-item.ts'
import { chooseMenu } from './choose-menu.ts'
import { clickControl, describe, focusControl, needActive, pointOf } from './click.ts'
import { setToggle } from './set-toggle.ts'
import { listed, itemsLike, quoted, theItem } from '../targeting/names.ts'
import { fraction, on, pointsFor } from './points.ts'
import { findSpan, selectSpan, spanWords } from './select-text.ts'
import type { DesktopState, Found } from '../state.ts'
import { isTerminal } from '../targeting/window-traits.ts'
import type { KeyPlace } from '../../../matching/system-keys.ts'
import { toolsOf } from '../protocol/tool.ts'
import { nowhere, seek } from './seeking.ts'
import { defaultEnabled } from './default-button.ts'
import { pressesButton, withoutCase } from './keys.ts'
import { isText, pauseOf, setEditText, typeText } from './type-text.ts'
import type { PlatformElement, PlatformWindow } from '../../../platform/platform.ts'

const tool = toolsOf('AppUIExecutor', 'action')

/** An id as models write it: a number as often as a string. */
const id = z.union([z.string(), z.number()]).transform(String)
const name = z.string().default('')
const button = z.enum(['left', 'middle', 'right']).default('left')
const num_clicks = z.number().int().min(1).max(3).default(1)
/** `Shift`, `Ctrl+Shift`. */
const key_hold = z.string().nullable().default(null)

const target = { id, name }
/** Roles without a text of their own whose content has texts. */
const HOLDS_TEXTS: ReadonlySet<ControlRole> = new Set([
  'web page',
  'document',
  'list',
  'table',
  'tree',
  // Qt and GTK 4 tell what a bar says only of the labels in it.
  'status bar',
])
/** What holds others and shows nothing by itself: an empty text of it is no answer. */
const SHOWS_OTHERS: ReadonlySet<ControlRole> = new Set(['status bar', 'tool bar', 'image'])
/** Roles on which a letter is a shortcut, or searches; a cell of a sheet takes text. */
const LETTER_IS_KEY: ReadonlySet<ControlRole> = new Set([
  'button', 'toggle button', 'check box', 'radio button', 'switch', 'slider', 'tab', 'tab list', 'list', 'list item', 'tree', 'tree item',
  'table', 'row', 'cell', 'header', 'menu', 'menu item', 'menu bar', 'tool bar',
]) // prettier-ignore
const isNoText = ({ role, editableText }: PlatformElement): boolean =>
  LETTER_IS_KEY.has(role) && !editableText

/** Says what takes keys now: the window that has the keyboard may be another one than the chosen one. */
async function placeOfKeys(
  state: DesktopState,
  taker: PlatformWindow | null,
  focused: PlatformElement | null,
  run: RunControl,
): Promise<KeyPlace> {
  const window = taker ?? (await state.windows(run)).find(({ active }) => active)
  return window && isTerminal(window) ? 'terminal' : isText(focused) ? 'text' : 'other'
}

const clicked = { button, double: z.boolean().default(false), num_clicks, key_hold }

const withWarning = (state: DesktopState, found: Found, name: string, done: string): string => {
  const warning = state.mismatch(found, name)
  return warning === null ? done : `${done} Warning: ${warning}`
}

async function seekIn(
  state: DesktopState,
  { control, element }: Found,
  name: string,
  run: RunControl,
): Promise<string> {
  const window = await state.needWindow(run)
  const sought = await seek(
    state,
    window,
    { ref: element?.ref ?? null, area: screenRect(control.bounds) },
    (each) => theItem(each, name),
    run,
  )
  if (!sought.found) throw new ToolError(nowhere(name, sought))
  return `${quoted(name)} is in sight.`
}

const howOf = (parameters: z.output<z.ZodObject<typeof clicked>>) => ({
  button: parameters.button,
  times: clicksOf(parameters),
  keys: heldOf(parameters),
})

export const appUIExecutor = [
  tool({
    name: 'click_input',
    description:
      'Click a control, num_clicks times; key_hold ("Ctrl+Shift") is held down meanwhile, as in other tools.',
    parameters: { ...target, ...clicked },
    async does(parameters, state, run) {
      const found = await state.find(parameters.id, run)
      await clickControl(state, found, howOf(parameters), run)
      return withWarning(state, found, parameters.name, `Clicked the ${describe(found)}.`)
    },
  }),
  tool({
    name: 'click_on_coordinates',
    description:
      'Click a point of the chosen window (or the desktop); x and y are fractions of it, from 0 to 1.',
    parameters: { x: fraction, y: fraction, ...clicked, on },
    async does({ x, y, on: place, ...how }, state, run) {
      const [point] = await pointsFor(state, [[x, y]], place, run)
      await state.input.click(point, howOf(how), run)
      return 'Clicked.'
    },
  }),
  tool({
    name: 'drag_on_coordinates',
    description: 'Drag from one point to another, by way of those of via.',
    parameters: {
      start_x: fraction,
      start_y: fraction,
      end_x: fraction,
      end_y: fraction,
      button,
      duration: z.number().min(0).max(30).default(0),
      key_hold,
      via: z
        .array(z.tuple([fraction, fraction]))
        .max(200)
        .default([]),
      on,
    },
    async does(parameters, state, run) {
      const { start_x, start_y, end_x, end_y, via, on: place } = parameters
      const [from, ...path] = await pointsFor(state, [[start_x, start_y], ...via, [end_x, end_y]], place, run)
      const { button, duration: seconds } = parameters
      await state.input.drag(from, path, { button, seconds, keys: heldOf(parameters) }, run)
      return 'Dragged.'
    },
  }),
  tool({
    name: 'move_on_coordinates',
    description: 'Move the pointer to a point, for what shows only then.',
    parameters: { x: fraction, y: fraction, on },
    async does({ x, y, on: place }, state, run) {
      const [point] = await pointsFor(state, [[x, y]], place, run)
      await state.input.point(point, run)
      return 'Moved the pointer.'
    },
  }),
  tool({
    name: 'set_edit_text',
    description:
      'Put text into a field, at its end (over what is selected there); with clear_current_text instead of all.',
    parameters: { ...target, text: z.string(), clear_current_text: z.boolean().default(false) },
    async does(parameters, state, run) {
      const found = await state.find(parameters.id, run)
      await setEditText(state, found, parameters.text, parameters.clear_current_text, run)
      return withWarning(state, found, parameters.name, `Put the text into the ${describe(found)}.`)
    },
  }),
  tool({
    name: 'type_text',
    description:
      'Type text into whatever has the keyboard focus (a terminal; cells, where tab and line break go on); enter presses Enter after it.',
    parameters: { text: z.string(), enter: z.boolean().default(false), on },
    async does({ text, enter, on: place }, state, run) {
      await typeText(state, text, enter, place, run)
      return 'Typed.'
    },
  }),
  tool({
    name: 'keyboard_input',
    description:
      'Press keys: "Ctrl+S", "Enter", several separated by spaces. With an id that control gets the focus first.',
    parameters: {
      keys: z.string(),
      key_hold,
      id: id.nullable().default(null),
      name: z.string().nullable().default(null),
      control_focus: z.boolean().default(true),
      on,
    },
    async does(parameters, state, run) {
      const keysIn = (place: KeyPlace) => state.input.parseHeld(heldOf(parameters), parameters.keys, place)
      // A word that is no key is reported before anything is done.
      const isSameIn = isDeepStrictEqual(keysIn('terminal'), keysIn('text'))
      let taker: PlatformWindow | null = null
      if (parameters.id !== null && parameters.id !== '' && parameters.control_focus) {
        const found = await state.find(parameters.id, run)
        await focusControl(state, found, run)
        taker = found.window
      } else if (parameters.on === 'window') {
        taker = (await state.chosenWindow(run)).window
        if (taker) await needActive(state, taker, run)
      }
      const focused = await state.platform.focusedElement(run)
      const pause = pauseOf(state, taker, focused, run)
      const { held, chords } = keysIn(isSameIn ? 'other' : await placeOfKeys(state, taker, focused, run))
      // Manuals and menus write the key of a shortcut as a capital letter; only in a text it is one.
      const pressed = focused && isNoText(focused) ? chords.map(withoutCase) : chords
      if (pressesButton(pressed) && focused && isText(focused))
        await defaultEnabled(state, (await state.windows(run)).find(({ active }) => active) ?? null, run)
      await state.input.hold(held, pressed, run, pause)
      return held.length > 0
        ? `Pressed ${parameters.keys} while ${heldOf(parameters)} was held.`
        : `Pressed ${parameters.keys}.`
    },
  }),
  tool({
    name: 'wheel_mouse_input',
    description:
      'Turn the mouse wheel over a control or a point; positive is up (or left with horizontal). until: till that name is seen.',
    parameters: {
      id: id.nullable().default(null),
      name,
      wheel_dist: z.number().int().min(-100).max(100).default(0),
      horizontal: z.boolean().default(false),
      x: fraction.nullable().default(null),
      y: fraction.nullable().default(null),
      key_hold,
      on,
      until: z.string().nullable().default(null),
    },
    async does(parameters, state, run) {
      const turn = {
        notches: parameters.wheel_dist,
        horizontal: parameters.horizontal,
        keys: heldOf(parameters),
      }
      if (parameters.id === null) {
        const { x, y, on: place } = parameters
        if (x === null || y === null) throw new ToolError('Give an id, or x and y.')
        const [point] = await pointsFor(state, [[x, y]], place, run)
        await state.input.scroll(point, turn, run)
        return 'Scrolled.'
      }
      const found = await state.find(parameters.id, run)
      const point = await pointOf(state, found, run)
      if (parameters.until !== null) return seekIn(state, found, parameters.until, run)
      await state.input.scroll(point, turn, run)
      return withWarning(state, found, parameters.name, 'Scrolled.')
    },
  }),
  tool({
    name: 'select_item',
    description: 'Select an item by its id, or by the id of its list or combo box and the name of the item.',
    parameters: target,
    async does(parameters, state, run) {
      const found = await state.find(parameters.id, run)
      const item = await selectItem(state, found, parameters.name, run)
      if (item !== found) return `Selected the ${describe(item)}.`
      // The name is that of an item here, not of the list.
      if (found.control.role === 'combo box' && parameters.name !== '')
        return `Selected ${quoted(parameters.name)} in the ${describe(found)}.`
      return withWarning(state, found, parameters.name, `Selected the ${describe(item)}.`)
    },
  }),
  tool({
    name: 'select_text',
    description:
      'Select the text from starting_phrase to ending_phrase (or the first alone) in the chosen window, or in the control of an id.',
    parameters: {
      starting_phrase: z.string().min(1),
      ending_phrase: z.string().default(''),
      id: id.nullable().default(null),
      name,
    },
    async does({ starting_phrase: starting, ending_phrase: ending, id }, state, run) {
      const window = await state.needWindow(run)
      const control = id === null ? null : ((await state.find(id, run)).element?.ref ?? '')
      const span = await findSpan(state, window, { starting, ending, control }, run)
      await selectSpan(state, window, span, run)
      return `Selected “${spanWords(span)}”.`
    },
  }),
  tool({
    name: 'set_toggle',
    description: 'Check or uncheck a check box, radio button or switch; does nothing when it already is so.',
    parameters: { ...target, checked: z.boolean() },
    async does(parameters, state, run) {
      const found = await state.find(parameters.id, run)
      const changed = await setToggle(state, found, parameters.checked, run)
      const word = parameters.checked ? 'checked' : 'unchecked'
      const done = changed ? `Made the ${describe(found)} ${word}.` : `It was ${word} already.`
      return withWarning(state, found, parameters.name, done)
    },
  }),
  tool({
    name: 'choose_menu',
    description: 'Choose an item of the menus by its path, as ["File", "Save As…"].',
    parameters: { path: z.array(z.string()).min(1) },
    async does({ path }, state, run) {
      await chooseMenu(state, await state.needWindow(run), path, run)
      return `Chose ${path.join(' > ')}.`
    },
  }),
  tool({
    name: 'texts',
    description:
      'Read the whole text of a control; of a page, list or table also what is out of sight. from: where to go on.',
    parameters: { ...target, from: z.number().int().min(0).default(0) },
    readOnly: true,
    async does({ id, from }, state, run) {
      const found = await state.find(id, run)
      const { element, control } = found
      if (element?.role === 'password') throw new ToolError('A password field is not read.')
      const within =
        element && HOLDS_TEXTS.has(element.role) ? await state.platform.textWithin?.(element.ref, run) : null
      const text = within ?? (element ? await state.platform.text(element.ref, run) : null)
      // The name of a list that does not tell what it shows is its label.
      if (element?.role === 'combo box' && text === null && element.value === null)
        throw new ToolError(`What the ${describe(found)} shows can’t be read.`)
      // The name of a picture says what it is, its description what it shows (qalculate's result).
      const shown = element?.role === 'image' && control.description !== '' ? control.description : null
      const said = text ?? control.value ?? shown ?? control.name
      if (said === '' && element && SHOWS_OTHERS.has(element.role))
        throw new ToolError(`What the ${describe(found)} shows can’t be read.`)
      return said.slice(from)
    },
  }),
  tool({
    name: 'wait_for_control',
    description: 'Wait until a control of that name (and role) is there; gives it.',
    parameters: {
      name: z.string(),
      role: z.string().nullable().default(null),
      seconds: z.number().min(0).max(300).default(30),
    },
    readOnly: true,
    async does({ name, role, seconds }, state, run): Promise<Control> {
      if (role !== null && !CONTROL_ROLES.some((each) => each === role)) {
        throw new ToolError(`${quoted(role)} is no role. Roles are: ${CONTROL_ROLES.join(', ')}.`)
      }
      let seen: string[] = []
      const found = await run.until(
        async () => {
          const { window, all } = await state.chosenWindow(run)
          if (!window) return null
          const controls = state.controls(await state.view(window, all, 2000, run))
          const fitting = controls.filter((control) => role === null || control.role === role)
          seen = fitting.map((control) => control.name)
          return itemsLike(fitting, name)[0] ?? null
        },
        seconds * 1000,
        100,
      )
      if (found) return found
      const kind = role ?? 'control'
      throw new ToolError(
        `No ${kind} ${quoted(name)} has come within ${seconds} s. There is: ${listed(seen, name)}.`,
      )
    },
  }),
  tool({
    name: 'wait',
    description: 'Wait some seconds (0 to 300). Rather use wait_for_control.',
    parameters: { seconds: z.number().min(0).max(300) },
    readOnly: true,
    async does({ seconds }, _state, run) {
      await run.sleep(seconds * 1000)
      return `Waited ${seconds} s.`
    },
  }),
  tool({
    name: 'summary',
    description: 'Note a summary of what is seen; it is given back as it is.',
    parameters: { text: z.string() },
    readOnly: true,
    does: ({ text }) => Promise.resolve(text),
  }),
]
