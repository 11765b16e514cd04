// Looks at the desktop once while an effect is waited for, and reads each part at most once.
import { datePartsOf, spinnersIn, type DatePart } from '../targeting/date-parts.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformElement, PlatformWindow } from '../../../platform/platform.ts'
import type { ActMemory } from '../acting/act-memory.ts'
import { textOfDialog } from '../targeting/dialogs.ts'
import { onScale } from '../targeting/slider-scale.ts'
import { writtenBy } from './told-file.ts'
import type { DesktopState, Selected, View } from '../state.ts'
import { fairTime } from '../../../platform/fair-time.ts'

/** Milliseconds that are always left for reading a tree. */
const LEAST_MS = 300

export class Look {
  readonly #state: DesktopState
  readonly #act: ActMemory
  readonly #run: RunControl
  readonly #end: number
  #windows: Promise<PlatformWindow[]> | null = null
  #target: Promise<PlatformElement | null> | null = null
  #focused: Promise<PlatformElement | null> | null = null
  #view: Promise<View | null> | null = null
  /** The view, once it has been read. */
  seen: View | null = null
  /** The window is there, but could not be read in time. */
  isUnanswered = false

  /** After `end` (monotonic milliseconds) it does not wait longer for a tree. */
  constructor(state: DesktopState, act: ActMemory, run: RunControl, end: number) {
    this.#end = end
    this.#state = state
    this.#act = act
    this.#run = run
  }

  /** Refs of elements whose changes prove nothing. */
  get restless(): ReadonlySet<string> {
    return this.#state.restless
  }

  windows(): Promise<PlatformWindow[]> {
    return (this.#windows ??= this.#state.windows(this.#run))
  }

  /** Finds the window of an id, null when it is gone. */
  async windowOf(id: string): Promise<PlatformWindow | null> {
    const handle = this.#state.registry.handleOf(id)
    return (await this.windows()).find((each) => each.handle === handle) ?? null
  }

  /** Gives the target as it is now, null when it is gone. */
  target(): Promise<PlatformElement | null> {
    const element = this.#act.target.element
    return (this.#target ??= element
      ? this.#state.platform.element(element.ref, this.#run)
      : Promise.resolve(null))
  }

  /** The bytes that the application of the act has written to files so far. */
  written(): number | null {
    return writtenBy(this.#state.platform, this.#act.target.window)
  }

  clipboardTaken(): Promise<number | null> {
    return this.#state.platform.clipboardTaken?.(this.#run) ?? Promise.resolve(null)
  }

  focused(): Promise<PlatformElement | null> {
    return (this.#focused ??= this.#state.platform.focusedElement(this.#run))
  }

  /**
   * The whole text of an element as it is now; a password's is not read, nor what an application still tells of a window that is
   * gone. The value is asked for again: `element` may be from before the act.
   */
  async text(element: PlatformElement): Promise<string | null> {
    if (element.role === 'password' || !(await this.#isShown(element))) return null
    const { platform } = this.#state
    const text = await platform.text(element.ref, this.#run)
    return text ?? (await platform.element(element.ref, this.#run))?.value ?? null
  }

  /** The parts of a field for a date as they are now; none where it has none. Firefox tells their numbers only as texts. */
  dateParts(field: PlatformElement): Promise<DatePart[]> {
    const before = this.#act.view?.elements ?? []
    return datePartsOf(this.#state.platform, spinnersIn(field, before), this.#run).then((parts) =>
      Promise.all(parts.map((part) => this.#shown(part))),
    )
  }

  async #shown(part: DatePart): Promise<DatePart> {
    const { platform } = this.#state
    const element = (await platform.element(part.element.ref, this.#run)) ?? part.element
    const text = (await platform.text(element.ref, this.#run))?.trim() ?? ''
    return { ...part, element: /^\d+$/.test(text) ? { ...element, value: text } : element }
  }

  /** Gives `number` on the slider's own scale; the number itself where the slider tells no ends. */
  sliderNumber({ ref }: PlatformElement, number: number): Promise<number | null> {
    return onScale(this.#state.platform, ref, number, this.#run).then((scaled) =>
      scaled ? scaled.number : number,
    )
  }

  /** Reads the text of a message box; null for any other window. */
  said(window: PlatformWindow): Promise<string | null> {
    return textOfDialog(this.#state.platform, window, this.#run)
  }

  /**
   * Gives the text that the act should have selected in each text, and the current selection; null where the application does not report
   * it.
   */
  selection(): Promise<{ wanted: string; now: string | null }[]> {
    const look = async ({ ref, text }: Selected) => ({
      wanted: text,
      now: await this.#state.platform.selectedText(ref, this.#run),
    })
    return Promise.all(this.#state.selected.map(look))
  }

  /**
   * Gives what the list had selected when the act opened it again, because the list does not tell what it shows; null where that could not
   * be seen. Undefined where the act has not done so.
   */
  shownByList(ref: string): string | null | undefined {
    const { shownByList } = this.#state
    return shownByList?.ref === ref ? shownByList.name : undefined
  }

  /** Reads the window of the act as it is now; null when it is gone, or could not be read in time. */
  view(): Promise<View | null> {
    return (this.#view ??= this.#readView())
  }

  async #isShown({ window }: PlatformElement): Promise<boolean> {
    return window === null || (await this.windows()).some(({ handle }) => handle === window)
  }

  async #readView(): Promise<View | null> {
    const before = this.#act.view?.window.handle ?? this.#act.target.window?.handle
    const all = await this.windows()
    const window = all.find((each) => each.handle === before)
    if (!window) return null
    const ms = Math.max(LEAST_MS, this.#end - fairTime())
    this.seen = await this.#state.readWithin(window, all, ms, this.#run)
    // A window that never told of a control (Motif, Tk, games) owes no answer.
    this.isUnanswered = this.seen === null && (this.#act.view?.elements.length ?? 0) > 0
    return this.seen
  }
}
