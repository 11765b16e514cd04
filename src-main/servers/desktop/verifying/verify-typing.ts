// Verifies that text and keys have arrived.
import { seen } from '../../../../src-preload/contract/evidence.ts'
import type { CodedText } from '../../../../src-preload/contract/coded-text.ts'
import { chordsHeld } from '../../../core/pointer-parameters.ts'
import type { PlatformElement } from '../../../platform/platform.ts'
import { ITEMS } from '../../../safety/facts.ts'
import type { ActMemory } from '../acting/act-memory.ts'
import type { Look } from './look.ts'
import { changesBetween, controlSeen, elementChanged, replacing, shortText, windowSeen } from './changes.ts'
import { dateNumbers, type DatePart } from '../targeting/date-parts.ts'
import { showsMeasure } from '../../../matching/measures.ts'
import { quoted, short } from '../targeting/names.ts'
import { cellsFilled } from './verify-cells.ts'
import { doneOutside, fileSaved } from './verify-outside.ts'
import { closed } from './verify-windows.ts'
import { isSaveKeys } from '../../../matching/saving.ts'
import { comparable, linesAlike } from '../acting/type-text.ts'
import {
  fails,
  holds,
  holdsOn,
  isGone,
  newDialog,
  open,
  popupClosed,
  seesOther,
  word,
  type Postcondition,
  type Verdict,
} from './verdict.ts'
import { isUnsaved } from '../targeting/window-traits.ts'

const occurrences = (text: string, part: string): number => (part === '' ? 0 : text.split(part).length - 1)

/**
 * The verdict for a text other than the typed one: a formula shows its result, a search field may be emptied, or the old text may still
 * be replaced.
 */
const unlike = (text: string, was: string, evidence: CodedText): Verdict => seesOther(evidence, text === was)

/** Tells whether `text` is `was` with `part` inserted somewhere: at the caret, at the end. Nothing else may be lost. */
export function isInserted(text: string, was: string, part: string): boolean {
  if (part === '' || text.length !== was.length + part.length) return false
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    if (text.slice(0, at) + text.slice(at + part.length) === was) return true
  }
  return false
}

/** Tells whether `text` is `was` with `part` inserted once, or in place of a selection. */
export function isTyped(text: string, was: string, part: string): boolean {
  if (part === '') return false
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const [before, behind] = [text.slice(0, at), text.slice(at + part.length)]
    const fits = before.length + behind.length <= was.length
    if (fits && was.startsWith(before) && was.endsWith(behind)) return text !== was
  }
  return false
}

/** Tells whether `text` is `was` with `part` in place of what was selected in it. */
const isInPlace = (text: string, was: string, selected: string, part: string): boolean =>
  was.includes(selected) && (text === was.replace(selected, () => part) || isTyped(text, was, part))

/** The part of a text that every field keeps, because case and white space may be the field's own. */
const essence = (text: string): string => unspaced(text).toLowerCase()
const unspaced = (text: string): string => text.replace(/\s+/g, '')

/** Whether it is an editable text of several lines; a display is not. */
const isLong = ({ role, states }: PlatformElement): boolean =>
  (role === 'document' || states.includes('multiline')) && states.includes('editable')

export const textArrived: Postcondition = async (act, now) => {
  const before = act.target.element
  if (!before) return open('not_in_tree')
  if (before.role === 'password') return open('password')
  const element = await now.target()
  if (!element) return open('control_gone')
  const parts = await now.dateParts(element)
  if (parts.length > 0) return dateArrived(element, parts, word(act, 'text'))
  const read = await now.text(element)
  if (read === null) return open('text_unread')
  const text = comparable(read)
  const wanted = comparable(word(act, 'text'))
  const was = comparable(act.text ?? '')
  const clears = act.parameters['clear_current_text'] === true
  const sees = controlSeen('has', element, {
    value: shortText(text),
    ...(clears ? replacing(was, text) : {}),
  })
  const full = clears ? wanted : was + wanted
  if (before.role === 'spinner' || before.role === 'slider')
    return numberArrived(element, text, full, sees, now)
  // The line end at the end of a text may be the text's own, or the beginning of the next line.
  const behind = comparable(linesAlike(act.text ?? '') + linesAlike(word(act, 'text')))
  if (text === full || (!clears && text === behind)) return holdsOn(sees)
  if (before.role === 'cell') return text === wanted ? holdsOn(sees) : unlike(text, was, sees)
  const isPut =
    act.selected === '' ? isInserted(text, was, wanted) : isInPlace(text, was, act.selected, wanted)
  if (!clears && isPut) return holdsOn(sees)
  const written = essence(text) === essence(full) && essence(full) !== ''
  if (written) return seesOther([sees, seen('own_way')])
  if (await goesOnBeside(element, text, wanted, now)) return holdsOn(sees)
  return { ...fails(sees), seen: text, coming: text === was }
}

/** Whether boxes of one size in one row, each with as much as the first, hold the text: a page goes on to the next box of a code by itself. */
async function goesOnBeside(
  { bounds }: PlatformElement,
  text: string,
  wanted: string,
  now: Look,
): Promise<boolean> {
  if (text === '' || text === wanted || !wanted.startsWith(text)) return false
  const boxes = ((await now.view())?.elements ?? []).filter(
    ({ role, bounds: box }) =>
      role === 'edit' &&
      box.x >= bounds.x &&
      box.y === bounds.y &&
      box.width === bounds.width &&
      box.height === bounds.height,
  )
  const count = Math.ceil(wanted.length / text.length)
  const parts = boxes.toSorted((a, b) => a.bounds.x - b.bounds.x).map(({ value }) => comparable(value ?? ''))
  return (
    parts.slice(0, count).join('') === wanted &&
    parts.slice(0, count - 1).every((each) => each.length === text.length)
  )
}

/** Judges a date by its parts; what stands for morning or afternoon may be a word. */
function dateArrived(field: PlatformElement, parts: readonly DatePart[], text: string): Verdict {
  const numbers = dateNumbers(text, parts)
  const other = parts.find((part) => {
    const shown = Number(part.element.value ?? Number.NaN)
    return shown !== numbers?.get(part) && !(part.unit === 'half' && Number.isNaN(shown))
  })
  return other
    ? fails(controlSeen('has', other.element, { value: short(other.element.value ?? '') }))
    : holdsOn(controlSeen('has', field, { value: shortText(text) }))
}

/** A spinner may show a text that its value has not become, because it is out of its range or was not entered yet. */
async function numberArrived(
  element: PlatformElement,
  text: string,
  wanted: string,
  sees: CodedText,
  now: Look,
): Promise<Verdict> {
  const number = (each: string | null) => (each === null || each.trim() === '' ? null : Number(each))
  const value = number(element.value)
  const goal = number(wanted)
  const isOnScale = element.role === 'slider' && value !== null && goal !== null && !Number.isNaN(goal)
  const own = isOnScale ? await now.sliderNumber(element, goal) : null
  // A slider of which a percentage was asked shows another number; it stands as near as its own steps allow.
  if (own !== null && own !== goal && Math.abs(Number(value) - own) < 0.005) return holdsOn(sees)
  if (text !== wanted && showsMeasure(text, wanted)) return holdsOn(sees)
  if (text !== wanted && (goal === null || number(text) !== goal)) return fails(sees)
  if (value !== null && goal !== null && !Number.isNaN(value) && value !== goal) {
    return seesOther([sees, seen('value_still', { value: String(value) })])
  }
  return holdsOn(sees)
}

/** The verdict for keys that no text took. If their window is gone, they have pressed something: a button, or a shortcut of the window. */
async function unread(act: ActMemory, now: Look): Promise<Verdict> {
  const { focused, focusedText, parameters, target } = act
  const isText = focusedText !== null || focused?.role === 'password' || parameters['enter'] === true
  if (!isText && target.window && (await isGone(target.window, now)))
    return fails(windowSeen('closed', target.window), true)
  if (focusedText !== null) return open('typed_unread')
  const shown = (await displayed(act, now)) ?? (parameters['enter'] === true ? await listed(act, now) : null)
  if (shown) return shown
  // An item has no text of its own: a typed one searches in it, opens a field for it, or is lost.
  const isLost = focused && ITEMS.has(focused.role) && !(await isShown(act, now))
  return open(isLost ? controlSeen('typed_nowhere', focused) : 'typed_unread')
}

/** Whether anything of the window, or what has the keyboard now, contains what was typed. */
async function isShown(act: ActMemory, now: Look): Promise<boolean> {
  const wanted = essence(word(act, 'text'))
  const view = await now.view()
  const focused = await now.focused()
  const field = focused && (await now.text(focused))
  const texts = [field ?? '', ...(view?.elements ?? []).flatMap(({ name, value }) => [name, value ?? ''])]
  return view === null || texts.some((text) => essence(text).includes(wanted))
}

/** Shorter texts may come to stand in a label by chance, for example in a counter. */
const LEAST_DISPLAYED = 2

/**
 * Finds a display that has come to show all that was typed: the keys of a calculator have the keyboard, and its text shows them. A field
 * that took the text is none, because the text may have been meant for another one.
 */
async function displayed(act: ActMemory, now: Look): Promise<Verdict | null> {
  const wanted = comparable(word(act, 'text'))
  if (wanted.length < LEAST_DISPLAYED || act.focused?.role === 'password') return null
  const { changed } = changesBetween(act.view, await now.view(), [], [], now.restless)
  const change = changed.find(
    ({ before, after }) => isDisplay(after) && isTyped(shownBy(after), shownBy(before), wanted),
  )
  return change ? holdsOn(elementChanged(change)) : null
}

/** Finds what was entered in a control that has come to show it: a line of a chat, an item that got a name, what a calculator computed. */
async function listed(act: ActMemory, now: Look): Promise<Verdict | null> {
  const wanted = comparable(word(act, 'text'))
  if (wanted.length < LEAST_DISPLAYED) return null
  const { appeared } = changesBetween(act.view, await now.view(), [], [], now.restless)
  const line = appeared.find((each) => each.ref !== act.focused?.ref && shownBy(each) === wanted)
  return line ? holds(seen('appeared', { count: '1', names: `${line.role} ${quoted(wanted)}` })) : null
}

const isDisplay = ({ role, states }: PlatformElement): boolean =>
  role === 'text' || ((role === 'edit' || role === 'document') && states.includes('readonly'))
const shownBy = ({ name, value }: PlatformElement): string => comparable(value ?? name)

export const typedArrived: Postcondition = async (act, now) => {
  const focused = act.focused
  const enter = act.parameters['enter'] === true
  const saved = await fileSaved(act, now)
  if (saved) return saved
  const read = focused && (await now.text(focused))
  if (!focused || act.focusedText === null || read === null) return unread(act, now)
  const wanted = comparable(word(act, 'text'))
  const text = comparable(read)
  const was = comparable(act.focusedText)
  const sees = controlSeen('has', focused, { value: shortText(text) })
  // The line end at the end of a text may be the text's own, or the beginning of the next line.
  if (isTyped(text, was, wanted) || isTyped(text, linesAlike(act.focusedText), wanted)) return holdsOn(sees)
  if (wanted !== '' && occurrences(text, wanted) > occurrences(was, wanted)) {
    // The answer of a command line may have contained the text.
    return enter ? holdsOn(sees) : seesOther([sees, seen('more_changed')])
  }
  // The text may have been typed over itself, or not at all.
  if (wanted !== '' && text === wanted)
    return text === was ? seesOther([sees, seen('same_before')], true) : holdsOn(sees)
  if (focused.role === 'cell' && text === wanted) return holdsOn(sees)
  const filled = (await cellsFilled(act, now)) ?? (await linesBegun(text, was, wanted, now))
  if (filled) return filled
  // An application that is busy takes its keys later, Enter as the last.
  const isComing = text !== was && isBegun(text, was, wanted)
  if (enter && isComing) return { ...seesOther(sees, true), late: true }
  if (enter || focused.role === 'cell') return (enter && (await listed(act, now))) || unlike(text, was, sees)
  // A calculator writes its own signs (`×`), and a display shows only a part of the window's input.
  const isOwnWay = occurrences(inSigns(text), inSigns(wanted)) > occurrences(inSigns(was), inSigns(wanted))
  // A document keeps its text as typed, so another case comes from AutoCorrect.
  const isCorrected =
    isLong(focused) && occurrences(withSigns(unspaced(text)), withSigns(unspaced(wanted))) === 0
  if (isOwnWay && !isCorrected) return seesOther([sees, seen('own_way')])
  // A display shows keys in its own way, except for a number at their end. If it shows only a part of that number, keys were lost.
  if (focused.states.includes('readonly')) {
    return lostDigits(text, wanted)
      ? { ...fails([sees, seen('not_typed')]), seen: text }
      : seesOther(sees, text === was)
  }
  // What is open now has taken the other keys.
  const opened = await newDialog(act, now)
  const why = opened?.evidence ?? (text === was ? [] : [seen('changed_typed')])
  return { ...fails([sees, ...why]), seen: text, coming: isComing || (text === was && opened === null) }
}

/** Whether some of the typed text has arrived, from its beginning, at the caret or in place of what was selected. */
function isBegun(text: string, was: string, wanted: string): boolean {
  if (text !== '' && text.length < wanted.length && wanted.startsWith(text)) return true
  const length = text.length - was.length
  return length > 0 && length < wanted.length && isTyped(text, was, wanted.slice(0, length))
}

/** Whether the number on a display is only a part of the one that the text ends with, in whatever groups of digits. */
function lostDigits(text: string, wanted: string): boolean {
  const digits = (value: string) => value.replaceAll(/[\s.,'’]/g, '')
  const [shown, last] = [digits(text), /\d+$/.exec(digits(wanted))?.[0] ?? '']
  return /^\d+$/.test(shown) && shown !== last && shown.length < last.length && last.includes(shown)
}

/** Signs that applications write instead of those of the keyboard. */
const SIGNS: Record<string, string> = { '×': '*', '⋅': '*', '∗': '*', '÷': '/', '∕': '/', '−': '-' }
const withSigns = (text: string): string => text.replace(/[×⋅∗÷∕−]/g, (sign) => SIGNS[sign] ?? sign)
const inSigns = (text: string): string => withSigns(essence(text))

/**
 * Judges lines of which each became a text of its own, as the paragraphs of an outline or the cells of a row: the first one is where it was
 * typed, the last one where the keyboard is by now.
 */
async function linesBegun(text: string, was: string, wanted: string, now: Look): Promise<Verdict | null> {
  const lines = wanted.split(/[\n\t]/).filter((line) => line !== '')
  const [first, last] = [lines[0] ?? '', lines.at(-1) ?? '']
  if (lines.length < 2 || !isTyped(text, was, first)) return null
  const focused = await now.focused()
  const end = focused && (await now.text(focused))
  return end && comparable(end).includes(last)
    ? holdsOn(controlSeen('has', focused, { value: shortText(end) }))
    : null
}

/** Judges Enter in a text of several lines by the new line that it begins. */
async function lineBegun(act: ActMemory, now: Look): Promise<Verdict | null> {
  if (act.focused?.role !== 'edit' && act.focused?.role !== 'document') return null
  const read = act.focusedText === null ? null : await now.text(act.focused)
  if (read === null || !isInserted(linesAlike(read), linesAlike(act.focusedText ?? ''), '\n')) return null
  return holdsOn(controlSeen('has', act.focused, { value: shortText(read) }))
}

/** Chords for save as, open and print. Where they do anything, they open a dialog. */
const OPENS_DIALOG = /^(ctrl|control|cmd)\+(shift\+s|o|p)$/

export const afterKeys: Postcondition = async (act, now) => {
  const keys = chordsHeld(act.parameters).toLowerCase().replace(/\s+/g, ' ').trim()
  const window = act.target.window
  const saved = await doneOutside(act, now)
  if (saved) return saved
  if (/^(esc|escape|\{esc\})$/.test(keys)) {
    if (await popupClosed(act, now)) return holds('menu_closed')
    if (window?.kind === 'dialog' && (await isGone(window, now))) {
      return holds(windowSeen('closed', window))
    }
    return open()
  }
  if (/^(enter|return|\{enter\})$/.test(keys)) return (await lineBegun(act, now)) ?? open()
  if (OPENS_DIALOG.test(keys)) return (await newDialog(act, now)) ?? open()
  if (keys === 'alt+f4' && window) return closed(act, window, now)
  if (/^(shift\+)?tab$/.test(keys) && act.focused) {
    const focused = await now.focused()
    return focused && focused.ref !== act.focused.ref ? holds(controlSeen('focus', focused)) : open()
  }
  if (isSaveKeys(keys) && window && isUnsaved(window, null) === true) {
    const same = (await now.windows()).find((each) => each.handle === window.handle)
    if (same && isUnsaved(same, null) !== true) {
      return holds(windowSeen('saved_title', same))
    }
  }
  return open()
}
