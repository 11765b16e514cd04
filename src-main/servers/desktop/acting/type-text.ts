// Puts text into controls: through the tree, else key by key, or by pasting into what takes that.
import type { ControlRole } from '../../../core/desktop.ts'
import { ToolError } from '../../../core/errors.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { ClipboardContent, PlatformElement, PlatformWindow } from '../../../platform/platform.ts'
import { defaultEnabled } from './default-button.ts'
import { describe, focusControl, needActive, needEnabled, TAKES_TEXT } from './click.ts'
import type { Guard, Pause } from './input.ts'
import { editingKeys } from './keys.ts'
import type { On } from './points.ts'
import { selectedIn } from './selected-in.ts'
import { selectWholeName } from './renaming.ts'
import { fillsCells } from './text-cell.ts'
import { takeKeyboard } from './take-keyboard.ts'
import { quoted } from '../targeting/names.ts'
import { dateNumbers, datePartsOf, spinnersIn, type DatePart } from '../targeting/date-parts.ts'
import { onScale } from '../targeting/slider-scale.ts'
import { isMeasure } from '../../../matching/measures.ts'
import type { DesktopState, Found } from '../state.ts'
import { isTerminal } from '../targeting/window-traits.ts'
import { fairTime } from '../../../platform/fair-time.ts'

/** Milliseconds for a pasted text to show. */
const PASTE_MS = 1000
/** Milliseconds without visible change after which a paste that can't be read back counts as done. */
const PASTE_QUIET_MS = 60

export type TypingWay = 'tree' | 'paste' | 'keys'

/** Text in which line ends and no-break spaces are alike. */
export const linesAlike = (text: string): string =>
  text.replace(/\r\n?|\u2028|\u2029/g, '\n').replace(/\u00a0/g, ' ')

/** Text as it is compared: one line end at the end does not count, either. */
export const comparable = (text: string): string => linesAlike(text).replace(/\n$/, '')

export const textContent = (text: string): ClipboardContent => {
  const data = Buffer.from(text, 'utf8').toString('base64')
  return {
    formats: ['text/plain;charset=utf-8', 'UTF8_STRING', 'text/plain'].map((type) => ({ type, data })),
  }
}

/**
 * Puts text into a control: with `clear` in place of the old text, else in place of what is selected in it (the name that a dialog
 * proposes), else at its end. Returns how.
 */
export async function setEditText(
  state: DesktopState,
  found: Found,
  text: string,
  clear: boolean,
  run: RunControl,
): Promise<TypingWay> {
  await needEnabled(state, found, run)
  const element = found.element
  const parts = partsOf(state, found)
  if (parts.length > 0) return setDate(state, found, parts, text, run)
  if (found.control.states.includes('readonly'))
    throw new ToolError(`The ${describe(found)} can only be read.`)
  if (!clear && (await selectedIn(state, element, run)) !== '') {
    if (found.window) await needActive(state, found.window, run)
    await selectWholeName(state, text, run)
    return insertText(state, found.window, text, run)
  }
  if (element && (await throughTree(state, found, element, text, clear, run))) return 'tree'
  await focusControl(state, found, run)
  if (element?.role === 'cell') {
    const way = await insertText(state, found.window, text, run)
    await state.input.press([['Enter']], run)
    return way
  }
  const keys = editingKeys(state.platform)
  if (clear) {
    await state.input.press([keys.all], run)
    if (text === '') {
      await state.input.press([['Delete']], run)
      return 'keys'
    }
  } else if (element?.states.includes('multiline') || element?.role === 'document') {
    await state.input.press([keys.end], run)
  } else await state.input.press([keys.lineEnd], run)
  const way = await insertText(state, found.window, text, run)
  if (element && isLate(element, text)) await state.input.press([['Tab']], run)
  return way
}

/**
 * Whether a spinner is given or shows a number with a unit, as “2 cm”. It reads its text only when the keyboard leaves it: put there through the
 * tree, the text is seen, and OK takes the value of before.
 */
const isLate = ({ role, value }: PlatformElement, text: string): boolean =>
  role === 'spinner' && (isMeasure(text) || isMeasure(value ?? ''))

/** The spinners of a date in the chosen window. */
function partsOf(state: DesktopState, { element, window }: Found): PlatformElement[] {
  if (!element || !window || state.lastView?.window.handle !== window.handle) return []
  const spinners = spinnersIn(element, state.lastView.elements)
  return spinners.length > 1 ? spinners : []
}

/** Fills in each part of a date or a time, because what is typed into the whole goes into its first part. */
async function setDate(
  state: DesktopState,
  found: Found,
  spinners: readonly PlatformElement[],
  text: string,
  run: RunControl,
): Promise<TypingWay> {
  const parts = await datePartsOf(state.platform, spinners, run)
  if (parts.length === 0)
    throw new ToolError(
      `The ${describe(found)} is made of parts that do not say what they are: type into each by keys.`,
    )
  const numbers = dateNumbers(text, parts)
  if (!numbers)
    throw new ToolError(
      `The ${describe(found)} is made of parts: write a date as 2027-03-14, a time as 14:30, both as 2027-03-14 14:30.`,
    )
  if (parts.some(({ isNamed }) => isNamed)) return typeInTurn(state, found, [...numbers], run)
  let way: TypingWay = 'tree'
  for (const [part, number] of numbers) {
    await run.checkpoint()
    // An empty part says that it is 0 (Chromium), so only keys make it so.
    if (number !== 0 && (await state.platform.setValue(part.element.ref, number, run))) continue
    way = 'keys'
    await focusPart(state, found, part, run)
    await state.input.type(keysOf(part, number), run)
  }
  return way
}

const focusPart = (
  state: DesktopState,
  found: Found,
  { element }: DatePart,
  run: RunControl,
): Promise<void> =>
  focusControl(
    state,
    { ...found, element, control: state.registry.control(element, found.control.window_id) },
    run,
  )

const keysOf = ({ unit, least }: DatePart, number: number): string =>
  unit === 'half' ? (number > least ? 'p' : 'a') : String(number).padStart(unit === 'year' ? 4 : 2, '0')

/**
 * Types the parts as a person does: behind a full part the keyboard goes on by itself (Firefox), and a focus that is set through the tree
 * would overtake the keys. Where it does not go on (a year of six digits, a group of fields for numbers), it is led there once it has stayed.
 */
async function typeInTurn(
  state: DesktopState,
  found: Found,
  numbers: readonly (readonly [DatePart, number])[],
  run: RunControl,
): Promise<TypingWay> {
  for (const [index, [part, number]] of numbers.entries()) {
    await run.checkpoint()
    if (index === 0 || !(await isReached(state, part, run))) await focusPart(state, found, part, run)
    await state.input.type(keysOf(part, number), run)
  }
  return 'keys'
}

/** Milliseconds for the keyboard to go on by itself. */
const GOES_ON_MS = 500

const isReached = async (
  { platform }: DesktopState,
  { element }: DatePart,
  run: RunControl,
): Promise<boolean> => {
  const look = async () => ((await platform.focusedElement(run))?.ref === element.ref ? true : null)
  return (await run.until(look, GOES_ON_MS)) === true
}

async function throughTree(
  state: DesktopState,
  found: Found,
  element: PlatformElement,
  text: string,
  clear: boolean,
  run: RunControl,
): Promise<boolean> {
  await run.checkpoint()
  if (isLate(element, text)) return false
  const number = Number(text)
  if (element.role === 'slider' || (element.role === 'spinner' && clear)) {
    if (text.trim() !== '' && !Number.isNaN(number)) {
      const goal = element.role === 'slider' ? await sliderNumber(state, element, number, run) : number
      const isSet = await state.platform.setValue(element.ref, goal, run)
      if (await slide(state, element, goal, run)) return true
      if (isSet) return true
      const taken = Number((await state.platform.element(element.ref, run))?.value ?? Number.NaN)
      if (element.role === 'spinner' && !Number.isNaN(taken) && taken !== Number(element.value ?? Number.NaN))
        throw new ToolError(`The spinner ${quoted(element.name)} has taken ${taken} for ${number}.`)
    }
  }
  if (!element.editableText || element.role === 'cell') return false
  await takeKeyboard(state, found, element, run)
  if (clear) return state.platform.setText(element.ref, text, run)
  const before = await state.platform.text(element.ref, run)
  if (before === null) return false
  return state.platform.setText(element.ref, before + text, run)
}

/** Gives the number on a slider's own scale. Refuses what lies beyond, which would move it to its end. */
async function sliderNumber(
  { platform }: DesktopState,
  { ref, name }: PlatformElement,
  number: number,
  run: RunControl,
): Promise<number> {
  const scaled = await onScale(platform, ref, number, run)
  if (!scaled) return number
  if (scaled.number !== null) return scaled.number
  throw new ToolError(
    `The slider ${quoted(name)} goes from ${scaled.least} to ${scaled.most}: ${number} is none of its numbers.`,
  )
}

/** Milliseconds for a slider or spinner to show another value, and the most steps by which it is moved. */
const SLIDE_MS = 300
const MAX_STEPS = 200

/**
 * Moves a slider or spinner step by step where the application has not taken its value through the tree, although it may say so: sliders
 * that pages draw themselves, spinners of Swing. Returns whether it was moved.
 */
async function slide(
  { platform, input }: DesktopState,
  element: PlatformElement,
  goal: number,
  run: RunControl,
): Promise<boolean> {
  const { ref, value: before } = element
  const other = (than: number) =>
    run.until(async () => {
      const now = Number((await platform.element(ref, run))?.value ?? Number.NaN)
      return Number.isNaN(now) || now === than ? null : now
    }, SLIDE_MS)
  let at = Number(before ?? Number.NaN)
  if (Number.isNaN(at) || at === goal || (await other(at)) !== null) return false
  const step = await stepOf(platform, element, at < goal, run)
  if (step === null) return false
  for (let count = 0; count < MAX_STEPS && at !== goal; count++) {
    if ('action' in step) await platform.invoke(ref, step.action, run)
    else await input.press([[step.key]], run)
    const now = await other(at)
    // The last step may pass the number that was asked for; the verification tells what it is.
    if (now === null || Math.abs(now - goal) >= Math.abs(at - goal)) return count > 0
    at = now
  }
  return true
}

/** Finds how a control is moved by one step: by its action, else by an arrow key. Null where it does not take the keyboard. */
async function stepOf(
  platform: DesktopState['platform'],
  { ref, role, actions }: PlatformElement,
  isMore: boolean,
  run: RunControl,
): Promise<{ action: string } | { key: string } | null> {
  const action = actions.find((name) => name.toLowerCase() === (isMore ? 'increment' : 'decrement'))
  if (action !== undefined) return { action }
  if (!(await platform.focus(ref, run)) || (await platform.focusedElement(run))?.ref !== ref) return null
  if (role === 'spinner') return { key: isMore ? 'Up' : 'Down' }
  return { key: isMore ? 'Right' : 'Left' }
}

/** Types into the control that has the keyboard, in the chosen window or anywhere; with `enter`, presses Enter after it. */
export async function typeText(
  state: DesktopState,
  text: string,
  enter: boolean,
  place: On,
  run: RunControl,
): Promise<TypingWay> {
  const window = place === 'desktop' ? null : (await state.chosenWindow(run)).window
  if (window) await needActive(state, window, run)
  const windows = await state.windows(run)
  const active = windows.find((each) => each.active) ?? window
  await needNoMenu(state, windows, active, run)
  const begun = await typedToSpace(state, active, text, run)
  const rest = text.slice(begun)
  if (begun === 0) await selectWholeName(state, text, run)
  const way = rest === '' ? 'keys' : await insertText(state, active, rest, run)
  if (!enter) return way
  await defaultEnabled(state, active, run)
  await state.input.press([['Enter']], run)
  return way
}

/** Controls that a space presses or switches. */
const PRESSED_BY_SPACE = new Set<ControlRole>([
  'button',
  'toggle button',
  'check box',
  'radio button',
  'switch',
])

/**
 * Types a text up to its first blank where a button has the keyboard, and returns how many characters that were: a window may search
 * for what is typed, and take the keyboard from the button. Throws ToolError where the button keeps it, because a blank would press it.
 */
async function typedToSpace(
  state: DesktopState,
  window: PlatformWindow | null,
  text: string,
  run: RunControl,
): Promise<number> {
  const blank = text.search(/\s/)
  const focused = blank < 0 ? null : await state.platform.focusedElement(run)
  if (!focused || !PRESSED_BY_SPACE.has(focused.role) || (window !== null && isTerminal(window))) return 0
  if (blank > 0) {
    await insertText(state, window, text.slice(0, blank), run)
    const hasMoved = async () =>
      (await state.platform.focusedElement(run))?.ref === focused.ref ? null : true
    if (await run.until(hasMoved, PASTE_MS)) return blank
  }
  throw new ToolError(
    `The keyboard is on the ${focused.role} ${quoted(focused.name)}, which a blank would press. Click what shall take the text first.`,
  )
}

/** The most elements to search for an open menu. */
const MAX_IN_MENU = 500

/** Throws ToolError where a menu is open, because each letter would choose an item in it. */
async function needNoMenu(
  { platform }: DesktopState,
  windows: readonly PlatformWindow[],
  active: PlatformWindow | null,
  run: RunControl,
): Promise<void> {
  const popups = windows.filter(({ kind, pid }) => kind === 'popup' && pid === active?.pid)
  if (!active || popups.length === 0) return
  const { elements } = await platform.tree(active, { max: MAX_IN_MENU }, run)
  const isOpen = elements.some(
    ({ role, window }) => role === 'menu item' && popups.some(({ handle }) => handle === window),
  )
  if (isOpen)
    throw new ToolError('A menu is open, which would take each letter: choose in it, or close it by Escape.')
}

export const isText = (focused: PlatformElement | null): boolean =>
  focused !== null && TAKES_TEXT.has(focused.role) && !focused.states.includes('readonly')

/** The most characters to type key by key where pasting would work as well. */
const MAX_KEYED = 200
/** Milliseconds between two strokes of one key where the receiver is unknown, because galculator drops a key that still flashes. */
const REPEAT_MS = 150

/**
 * Tells whether to type key by key, because Ctrl+V may do anything in a canvas, a game or a cell, and some fields (galculator's)
 * drop a pasted text. A text control gets a text by pasting that is long, has several lines, or has characters without keys.
 */
async function takesKeys(
  { platform, input }: Hand,
  window: PlatformWindow | null,
  focused: PlatformElement | null,
  text: string,
  run: RunControl,
): Promise<boolean> {
  if (!input.canType(text)) return false
  if (!isText(focused) || (window !== null && isTerminal(window))) return true
  return text.length <= MAX_KEYED && !/[\r\n\t]/.test(text) && platform.hasKeys(text, run)
}

/**
 * Makes the pause between two strokes of the same key; null where a text, a cell or a terminal takes it. The application answers before and
 * after it: one that is busy has not taken the first stroke yet, or not ended its flash.
 */
export function pauseOf(
  { platform }: Hand,
  window: PlatformWindow | null,
  focused: PlatformElement | null,
  run: RunControl,
): Pause | null {
  if (isText(focused) || focused?.role === 'cell' || (window !== null && isTerminal(window))) return null
  const answered = async () => {
    if (focused) await platform.element(focused.ref, run)
  }
  return async () => {
    await answered()
    await run.sleep(REPEAT_MS)
    await answered()
  }
}

/** The most characters of what was typed that a failure repeats. */
const MAX_TOLD_LENGTH = 40

/** The hand that puts text somewhere: the agent's or the person's. */
type Hand = Pick<DesktopState, 'platform' | 'input'>

/** Puts text at the caret, in place of the selection. */
export async function insertText(
  state: Hand,
  window: PlatformWindow | null,
  text: string,
  run: RunControl,
): Promise<TypingWay> {
  const focused = await state.platform.focusedElement(run)
  const isRow = await fillsCells(state.platform, focused, text, run)
  if ((isRow && state.input.canType(text)) || (await takesKeys(state, window, focused, text, run))) {
    const pause = text.length <= MAX_KEYED ? pauseOf(state, window, focused, run) : null
    await state.input.type(text, run, pause, stayingIn(state, run))
    return 'keys'
  }
  const outcome = await paste(state, window, focused, text, run)
  if (outcome !== 'ignored') return 'paste'
  if (!state.input.canType(text)) {
    throw new ToolError(
      'The text did not arrive: this control takes no paste, and it has characters without a key.',
    )
  }
  await state.input.type(text, run, null, stayingIn(state, run))
  return 'keys'
}

/** Throws ToolError once another window has the keyboard: it has opened since, and the rest of the text was not meant for it. */
function stayingIn({ platform }: Hand, run: RunControl): Guard {
  const front = async () => (await platform.windows(run)).find(({ active }) => active) ?? null
  const meant = front()
  return async (typed) => {
    const [before, now] = [await meant, await front()]
    if (before === null || now === null || before.handle === now.handle) return
    throw new ToolError(
      `“${now.title}” has come to the front: what was typed before went elsewhere, up to “${typed.slice(-MAX_TOLD_LENGTH)}”. Nothing more was typed.`,
    )
  }
}

/** Pastes, and keeps the person's clipboard aside meanwhile. Returns `ignored` only if nothing has moved, so that the text may be typed. */
async function paste(
  state: Hand,
  window: PlatformWindow | null,
  focused: PlatformElement | null,
  text: string,
  run: RunControl,
): Promise<'arrived' | 'unseen' | 'ignored'> {
  const { platform, input } = state
  const chord = platform.pasteKeys(window).flatMap((keys) => keys.split('+'))
  if (chord.length === 0) return 'ignored'
  const read = () => (focused ? platform.text(focused.ref, run) : Promise.resolve(null))
  const before = await read()
  const area = window?.bounds ?? (await platform.screens(run))[0]?.bounds
  if (!area) throw new ToolError('There is no screen.')
  const saved = await platform.readClipboard(run)
  await run.checkpoint()
  input.held.willBorrowClipboard(saved)
  await platform.writeClipboard(textContent(text), run)
  await using watch = await platform.watch(area, run)
  await input.press([chord], run)
  const wanted = comparable(text)
  // If the same text replaces the selection, the field stays as it was, which does not mean that the paste was ignored.
  const sameAgain = before !== null && comparable(before).includes(wanted)
  const outcome = await run.until(async () => {
    const now = await read()
    if (now !== null && now !== before && comparable(now).includes(wanted)) return 'arrived' as const
    const changed = watch.lastChange()
    const readable = before !== null && now !== null
    const quiet = changed !== null && fairTime() - changed >= PASTE_QUIET_MS
    return quiet && (!readable || now !== before || sameAgain) ? ('unseen' as const) : null
  }, PASTE_MS)
  await platform.writeClipboard(saved, run)
  input.held.clipboardIsBack()
  input.held.settle()
  if (outcome !== null) return outcome
  const unmoved = watch.lastChange() === null
  return unmoved && before !== null && !sameAgain && (await read()) === before ? 'ignored' : 'unseen'
}
