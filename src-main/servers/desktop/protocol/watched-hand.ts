// Reports what a person does by hand, by control instead of by point. A typed text leaves this process only after its control has shown it.
// A text that is typed without being shown (a password, also in a terminal) is reported as unknown.
import type { PersonInput } from '../../../../src-preload/contract/person-input.ts'
import type { PersonAct } from '../../../../src-preload/contract/person-acts.ts'
import { screenPoint } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import { labelled } from '../../../matching/labelled.ts'
import { isInterpreter } from '../../../safety/command-line.ts'
import { PASSWORD_NAME } from '../../../safety/vocabulary.ts'
import type { Platform, PlatformElement, PlatformWindow } from '../../../platform/platform.ts'
import type { Ledger } from './messages.ts'

/** Milliseconds within which a control shows what was typed into it. */
const SHOWN_MS = 600
/** The most controls that are read of a window whose control with the keyboard has no text of its own: a cell, a button. */
const MAX_READ = 400
/** Pixels that the pointer may move between pressing and releasing a button of a click. */
const MAX_STEADY_PX = 6

type Click = Extract<PersonAct, { did: 'click' }>
type Point = Extract<PersonInput, { type: 'button' }>['point']

type Text = Extract<PersonAct, { did: 'text' }>

interface Typing {
  into: PlatformElement | null
  /** Read before the first character, because a menu or dialog may close on it. */
  called: Click['control']
  /** Reads the place that the text goes to; null where that can't be read. */
  read: (() => Promise<string>) | null
  /** Whether `read` gives the control's own text and nothing else. */
  isOwn: boolean
  before: string
  text: string
}

/** Removes all white space, because a control may break lines there. */
const bare = (text: string): string => text.replace(/\s+/g, '')
function howTyped({ isOwn, before, text }: Typing, after: string): Text['how'] {
  if (!isOwn) return 'somewhere'
  if (after === before + text) return 'appended'
  return after === text ? 'replaced' : 'somewhere'
}

const occurrences = (part: string, text: string): number => text.split(part).length - 1

export class WatchedHand {
  readonly #platform: Platform
  readonly #ledger: () => Ledger
  #watching = false
  #typing: Typing | null = null
  #pressed: { click: Click; point: Point } | null = null

  constructor(platform: Platform, ledger: () => Ledger) {
    this.#platform = platform
    this.#ledger = ledger
  }

  /** Begins or ends watching. Returns the open windows at the beginning, and the last typed text at the end. */
  async turn(on: boolean, run: RunControl): Promise<PersonAct[]> {
    if (on === this.#watching) return []
    this.#watching = on
    this.#pressed = null
    if (!on) return this.#endText(run)
    this.#typing = null
    const windows = (await this.#platform.windows(run)).filter(({ kind }) => kind === 'normal')
    return [{ did: 'begin', windows: await Promise.all(windows.map((window) => this.#named(window, run))) }]
  }

  /** Reports an input before it takes effect, because its control may be gone afterwards. A failed report does not stop the input. */
  async sees(input: PersonInput, run: RunControl): Promise<PersonAct[]> {
    if (!this.#watching) return []
    try {
      return await this.#told(input, run)
    } catch {
      return []
    }
  }

  #told(input: PersonInput, run: RunControl): PersonAct[] | Promise<PersonAct[]> {
    switch (input.type) {
      case 'button':
        return input.down ? this.#goesDown(input, run) : this.#goesUp(input.point)
      case 'key':
        return input.down ? this.#key(input.key, run) : []
      case 'text':
        return this.#types(input.text, run)
      default:
        return []
    }
  }

  async #goesDown(
    { point, button }: Extract<PersonInput, { type: 'button' }>,
    run: RunControl,
  ): Promise<PersonAct[]> {
    const typed = await this.#endText(run)
    const { element, window } = await this.#platform.elementAt(screenPoint(point.x, point.y), run)
    const click: Click = {
      did: 'click',
      button,
      held: this.#ledger().keys.length > 0,
      control: element && (await this.#called(element, run)),
      window: window && (await this.#named(window, run)),
      at: performance.now(),
    }
    this.#pressed = { click, point }
    return typed
  }

  #goesUp({ x, y }: Point): PersonAct[] {
    const pressed = this.#pressed
    this.#pressed = null
    if (pressed === null) return []
    const moved = Math.max(Math.abs(x - pressed.point.x), Math.abs(y - pressed.point.y))
    return [moved > MAX_STEADY_PX ? { did: 'drag' } : pressed.click]
  }

  async #key(key: string, run: RunControl): Promise<PersonAct[]> {
    if (MODIFIERS.has(key)) return []
    const held = this.#ledger().keys.filter((each) => CHORD.has(each))
    const isCharacter = Array.from(key).length === 1
    if (isCharacter && !held.some((each) => each !== 'Shift')) return this.#types(key, run)
    if (key === 'Backspace' && held.length === 0 && this.#typing !== null && this.#typing.text !== '') {
      this.#typing.text = Array.from(this.#typing.text).slice(0, -1).join('')
      return []
    }
    const typed = await this.#endText(run)
    const keys = [...held.filter((each) => each !== 'Shift' || !isCharacter), key]
    return [...typed, { did: 'press', keys }]
  }

  async #types(text: string, run: RunControl): Promise<PersonAct[]> {
    const into = await this.#platform.focusedElement(run)
    if (this.#typing !== null && this.#typing.into?.ref === into?.ref) {
      this.#typing.text += text
      return []
    }
    const ended = await this.#endText(run)
    const isOwn = into !== null && (await this.#platform.text(into.ref, run)) !== null
    const control = into && (await this.#called(into, run))
    const isSecret = control?.role === 'password'
    const read = isSecret ? null : await this.#reader(isOwn ? into : null, run)
    const before = read === null ? '' : await read()
    this.#typing = { into, called: control, read, isOwn, before, text }
    // The tree may report late that the focus has moved. A text that the earlier field never showed is the beginning of this secret.
    return isSecret ? ended.filter((act) => act.did !== 'text' || act.text !== null) : ended
  }

  /** Gives a function that reads the text of a control; without a control, all texts of the active window. */
  async #reader(into: PlatformElement | null, run: RunControl): Promise<Typing['read']> {
    if (into) return async () => (await this.#platform.text(into.ref, run)) ?? ''
    const active = (await this.#platform.windows(run)).find((window) => window.active)
    if (!active) return null
    return async () => {
      const { texts } = await this.#platform.texts(active, { max: MAX_READ }, run)
      return texts.map(({ text }) => text).join('\n')
    }
  }

  async #endText(run: RunControl): Promise<PersonAct[]> {
    const typing = this.#typing
    this.#typing = null
    if (typing === null || typing.text === '') return []
    const { text, called: into } = typing
    const after = into?.role === 'password' ? null : await this.#shown(typing, run).catch(() => null)
    if (after === null) return [{ did: 'text', text: null, into, how: 'somewhere' }]
    return [{ did: 'text', text, into, how: howTyped(typing, after) }]
  }

  /** Waits until the place shows the text, and returns what it shows then; null if it never does, as with a password. */
  async #shown({ read, before, text }: Typing, run: RunControl): Promise<string | null> {
    if (read === null) return null
    const part = bare(text)
    // White space alone is no secret.
    if (part === '') return read()
    const was = occurrences(part, bare(before))
    return run.until(async () => {
      const now = await read()
      return occurrences(part, bare(now)) > was || now === text ? now : null
    }, SHOWN_MS)
  }

  async #called(element: PlatformElement, run: RunControl): Promise<NonNullable<Click['control']>> {
    const { role, name, parent, states } = element
    const isEntry = (role === 'menu' || role === 'menu item') && parent !== null
    const above = isEntry ? await this.#platform.element(parent, run) : null
    const isField = name.trim() === '' && role === 'edit' && !states.includes('multiline')
    const label = isField ? await this.#labelOf(element, run) : ''
    return {
      role: PASSWORD_NAME.test(label)
        ? 'password'
        : // A text of several lines is a document: where the caret is matters there.
          role === 'edit' && states.includes('multiline')
          ? 'document'
          : role,
      name: label === '' ? name : label,
      labelled: label !== '',
      in_bar: above?.role === 'menu bar',
    }
  }

  async #labelOf({ ref }: PlatformElement, run: RunControl): Promise<string> {
    const active = (await this.#platform.windows(run)).find((window) => window.active)
    if (!active) return ''
    const { elements } = await this.#platform.tree(active, { max: MAX_READ }, run)
    const labels = elements.filter(({ role, name }) => role === 'text' && name.trim() !== '')
    const label = labels.find((each) => labelled(each, elements, labels)?.ref === ref)
    return label?.name.trim() ?? ''
  }

  async #named(window: PlatformWindow, run: RunControl): Promise<NonNullable<Click['window']>> {
    const { handle, title, kind, active } = window
    return { handle, title, kind, active, application: await this.#opens(window, run) }
  }

  /** Gives a name that launches this application again. The name of an interpreter (`python3`) does not; what the person calls it does. */
  async #opens({ title, application, processName }: PlatformWindow, run: RunControl): Promise<string | null> {
    const isScript = isInterpreter(processName)
    if (!this.#platform.plannedLaunch) return isScript ? null : processName
    for (const name of isScript ? [title] : new Set([processName, application])) {
      const planned = await this.#platform.plannedLaunch(name, [], run).catch(() => null)
      if (planned && (planned.configured || !isScript)) return name
    }
    return null
  }
}

/** Keys, in a browser's names, that write nothing and do nothing alone. */
const MODIFIERS = new Set([
  'Control',
  'Shift',
  'Alt',
  'AltGraph',
  'Meta',
  'CapsLock',
  'NumLock',
  'Dead',
  'Process',
])
/** Keys, in this desktop's names, that turn another key into a command. */
const CHORD = new Set(['Control', 'Alt', 'Shift', 'Super'])
