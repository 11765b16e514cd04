// Holds what the three servers of a desktop process share: the platform, ids, the chosen window, the last view of it.
import { SEEN_TEXT, type Control, type WindowInfo } from '../../core/desktop.ts'
import { ToolError } from '../../core/errors.ts'
import { screenRect, type ScreenRect } from '../../core/geometry.ts'
import type { RunControl } from '../../core/run-control.ts'
import { crashSince, type Crash } from '../../platform/start-detached.ts'
import type { Platform, PlatformElement, PlatformTree, PlatformWindow } from '../../platform/platform.ts'
import type { Input } from './acting/input.ts'
import { sameLabel } from '../../matching/agreement.ts'
import { cataloguesFor } from '../../matching/catalogues.ts'
import { LabelsInEnglish } from '../../matching/labels-in-english.ts'
import type { OcrEngine } from '../../ocr/ocr.ts'
import { SeenTexts, type AddedControl } from './targeting/seen-texts.ts'
import { listed, quoted } from './targeting/names.ts'
import type { DesktopMemory } from './protocol/messages.ts'
import { DialogTimes } from './targeting/dialog-times.ts'
import { KnownTargets } from './targeting/fingerprint.ts'
import { PictureEncoder } from './targeting/pictures.ts'
import { Registry } from './targeting/registry.ts'
import { companionsOf, isOfApplication } from './targeting/window-relations.ts'
import type { Shield } from './protocol/shield.ts'
import { fairTime } from '../../platform/fair-time.ts'

/** A window's controls as they were read in one go. */
export interface View {
  window: PlatformWindow
  elements: PlatformElement[]
  limited: string | null
  /** Controls are missing because an application does not answer now. */
  silent?: boolean
  /** As `PlatformTree` has it. */
  treeless?: boolean
}

/** A control found again by its id, as it is now. `element` is null for one that was only seen in a picture. */
export interface Found {
  id: string
  element: PlatformElement | null
  control: Control
  window: PlatformWindow | null
}

/** A part of a selection: the characters that have to be selected in one control. */
export interface Selected {
  ref: string
  text: string
}

/** Milliseconds that a known control is looked for again: a busy application loses calls. */
const BUSY_MS = 1000
const BUSY_EVERY_MS = 100
/** Milliseconds that an application may not answer, because it loads, saves or computes, until it counts as hung. */
export const HUNG_MS = 20_000
/** Milliseconds for reading a window once more before an act. */
const BEFORE_MS = 1000
/** The most controls of a window to compare. */
const MAX_COMPARED = 500

export const NONE_CHOSEN = 'No window is chosen: call select_application_window first.'

export class DesktopState {
  readonly platform: Platform
  readonly input: Input
  readonly shield: Shield
  readonly registry: Registry
  readonly added = new Map<string, AddedControl>()
  /** Refs of elements that were seen twice to change although nobody acts: clocks, counters. */
  readonly restless = new Set<string>()
  /** Files that were opened here by a launch, oldest first. */
  readonly openedFiles = new Set<string>()
  /** Handle of a window → whether it has reported which control has the keyboard, or was launched and has not done so yet. */
  readonly keyboards = new Map<string, 'said' | 'awaited'>()
  readonly dialogTimes = new DialogTimes()
  readonly labels = new LabelsInEnglish(cataloguesFor(process.env))
  readonly targets = new KnownTargets()
  readonly pictures = new PictureEncoder()
  /** Reads the texts of windows without controls; null where nothing can read them. */
  readonly seen: SeenTexts | null
  /** What the last act has selected in texts. */
  selected: Selected[] = []
  /** What a list that does not tell what it shows had selected when it was opened again; null where the last act chose from none. */
  shownByList: { ref: string; name: string | null } | null = null
  /** Items that were no longer to be seen after the last act. */
  gone: PlatformElement[] = []
  /** Whether the last act has opened an editor for the name of an item. */
  renaming = false
  readonly #stirred = new Set<string>()
  /** `at`: when its application was first chosen, in monotonic milliseconds. */
  #chosen: { handle: string; pid: number | null; process: string; title: string; at: number } | null = null
  #view: View | null = null
  /** The last picture: where its window was then, and which area of the screen it shows. */
  #pictured: { handle: string; around: ScreenRect; area: ScreenRect } | null = null
  #actedSinceView = false
  /** Handle of a window whose application does not answer → monotonic milliseconds since when. */
  readonly #silentSince = new Map<string, number>()
  /** Whether an act has begun since the last view was read. */
  #isViewOld = false

  constructor(
    platform: Platform,
    input: Input,
    memory: DesktopMemory,
    shield: Shield,
    ocr: OcrEngine | null = null,
  ) {
    this.seen = ocr && new SeenTexts(ocr)
    this.platform = platform
    this.input = input
    this.shield = shield
    this.registry = new Registry(memory)
    if (memory.chosen !== null) {
      this.#chosen = { handle: memory.chosen, pid: null, process: '', title: '', at: fairTime() }
    }
  }

  get memory(): DesktopMemory {
    return { ...this.registry.memory, chosen: this.#chosen?.handle ?? null }
  }

  /** The name of the chosen window's process; empty if it is not known. */
  get chosenProcess(): string {
    return this.#chosen?.process ?? ''
  }

  /** The last view of the chosen window, from before the acts that followed it. */
  get lastView(): View | null {
    return this.#view
  }

  /** Notes that a picture was sent while this window was the chosen one. */
  pictured(window: PlatformWindow, area: ScreenRect): void {
    this.#pictured = { handle: window.handle, around: window.bounds, area }
  }

  /**
   * Gives the area, in screen pixels, that fractions of a window refer to: that of the last picture, which may show its dialogs too, moved
   * as far as the window has moved since. Without a picture, or if the window has another size now, that of the window alone.
   */
  picturedArea({ handle, bounds }: PlatformWindow): ScreenRect {
    const seen = this.#pictured?.handle === handle ? this.#pictured : null
    if (!seen || seen.around.width !== bounds.width || seen.around.height !== bounds.height) return bounds
    const { area, around } = seen
    return screenRect({ ...area, x: area.x + bounds.x - around.x, y: area.y + bounds.y - around.y })
  }

  /** Notes that an act begins, so that what changes next is not taken to change by itself. */
  acting(): void {
    this.#actedSinceView = true
    this.#isViewOld = true
  }

  /** Lists windows front to back. */
  async windows(run: RunControl): Promise<PlatformWindow[]> {
    const windows = await this.platform.windows(run)
    this.registry.updateWindows(windows)
    return windows
  }

  info(window: PlatformWindow): WindowInfo {
    return this.registry.windowInfo(window)
  }

  choose(window: PlatformWindow): void {
    if (this.#chosen?.handle !== window.handle) this.added.clear()
    this.#chosen = {
      handle: window.handle,
      pid: window.pid,
      process: window.processName,
      title: window.title,
      at: this.#chosen?.pid === window.pid && this.#chosen !== null ? this.#chosen.at : fairTime(),
    }
  }

  /** Says how the application of the chosen window ended, after that window is gone; null where it ended well, or is not known. */
  get crash(): Crash | null {
    return this.#chosen && crashSince(this.#chosen.at)
  }

  /**
   * Gives the chosen window. When it is gone and its application has just one other window (a dialog that was closed, a new
   * main window), chooses that one and says so in `notice`; `notice` also says why there is none.
   */
  async chosenWindow(
    run: RunControl,
  ): Promise<{ window: PlatformWindow | null; notice: string | null; all: PlatformWindow[] }> {
    const all = await this.windows(run)
    const chosen = this.#chosen
    if (!chosen) return { window: null, notice: null, all }
    const same = all.find((window) => window.handle === chosen.handle)
    if (same) {
      this.choose(same)
      return { window: same, notice: null, all }
    }
    const others = all.filter((window) => window.kind !== 'popup' && isOfApplication(window, chosen))
    const heir = others.length === 1 ? others[0] : others.find((window) => window.active)
    const gone = `The window ${quoted(chosen.title)} is closed`
    if (!heir) return { window: null, notice: `${gone}. Choose a window.`, all }
    this.choose(heir)
    return { window: heir, notice: `${gone}; this is ${quoted(heir.title)} of the same application.`, all }
  }

  /** Gives the chosen window; throws ToolError when there is none. */
  async needWindow(run: RunControl): Promise<PlatformWindow> {
    return (await this.#needChosen(run)).window
  }

  async #needChosen(run: RunControl): Promise<{ window: PlatformWindow; all: PlatformWindow[] }> {
    const { window, notice, all } = await this.chosenWindow(run)
    if (!window) throw new ToolError(notice ?? NONE_CHOSEN)
    return { window, all }
  }

  /** Reads the controls of the chosen window as `view` does; throws ToolError when there is none. */
  async viewChosen(max: number, run: RunControl): Promise<View> {
    const { window, all } = await this.#needChosen(run)
    return this.view(window, all, max, run)
  }

  /** Reads the controls of a window and keeps them as the last view. `all`: the windows as they are now. */
  async view(window: PlatformWindow, all: PlatformWindow[], max: number, run: RunControl): Promise<View> {
    const view = await this.#patiently(window.handle, () => this.read(window, all, max, run), run)
    this.#learnRestless(view)
    this.#view = view
    this.dialogTimes.note(view.elements)
    this.#actedSinceView = false
    this.#isViewOld = false
    return view
  }

  /**
   * Gives the view as it is before an act. If an act has begun since the last view, the window is read again, because what that act has
   * changed is no effect of the next one.
   */
  async viewBefore(run: RunControl): Promise<View | null> {
    const last = this.#view
    if (!last || !this.#isViewOld) return last
    const all = await this.windows(run)
    const window = all.find((each) => each.handle === last.window.handle)
    const view = window ? await this.readWithin(window, all, BEFORE_MS, run) : null
    if (view) this.keepView(view)
    return this.#view
  }

  /** Reads a window to compare it with itself; null if it can't be read within `ms`. */
  async readWithin(
    window: PlatformWindow,
    all: PlatformWindow[],
    ms: number,
    run: RunControl,
  ): Promise<View | null> {
    using reading = run.child({ timeoutMs: ms, name: 'Reading the window' })
    try {
      const view = await reading.race(this.read(window, all, MAX_COMPARED, reading))
      // If an application does not answer, its controls are not gone.
      return isUnread(view) ? null : view
    } catch (error) {
      if (!reading.stopped || run.stopped) throw error
      return null
    }
  }

  /** Reads the controls of a window, with those of dialogs that other processes have put over it. */
  async read(window: PlatformWindow, all: PlatformWindow[], max: number, run: RunControl): Promise<View> {
    const foreign = companionsOf(window, all).filter(({ pid }) => pid !== window.pid)
    const dialogs = await Promise.all(
      foreign.map(async (dialog) => {
        const { elements } = await this.platform.tree(dialog, { max }, run)
        return elements.map((element) => ({ ...element, window: element.window ?? dialog.handle }))
      }),
    )
    const theirs = dialogs.flat()
    const own = await this.platform.tree(window, { max: Math.max(1, max - theirs.length) }, run)
    const { limited, silent = false, treeless = false } = own
    return { window, elements: [...own.elements, ...theirs], limited, silent, treeless }
  }

  /** Asks an application again and again while it does not answer, as long as it does not count as hung; gives its last answer. */
  async #patiently<Answer extends { silent?: boolean }>(
    handle: string,
    ask: () => Promise<Answer>,
    run: RunControl,
  ): Promise<Answer> {
    for (;;) {
      const answer = await ask()
      const now = fairTime()
      const since = this.#silentSince.get(handle) ?? now
      if (answer.silent) this.#silentSince.set(handle, since)
      else this.#silentSince.delete(handle)
      if (!answer.silent || now - since > HUNG_MS) return answer
      await run.sleep(BUSY_EVERY_MS)
    }
  }

  /** Takes a view that was read elsewhere as the state before the next act. `isOld`: the act may have changed more since. */
  keepView(view: View, isOld = false): void {
    this.#view = view
    this.dialogTimes.note(view.elements)
    this.#actedSinceView = true
    this.#isViewOld = isOld
  }

  /** Takes the texts that were read on the picture of the chosen window in the place of earlier ones. */
  listSeen(texts: readonly AddedControl[]): void {
    for (const [id, { type }] of this.added) if (type === SEEN_TEXT) this.added.delete(id)
    for (const text of texts) this.added.set(text.id, text)
  }

  controls(view: View): Control[] {
    const controls = this.registry.controls(view.elements, view.window)
    for (const added of this.added.values()) {
      if (added.type === SEEN_TEXT || added.window === view.window.handle)
        controls.push(this.#addedControl(added))
    }
    return controls
  }

  /** Finds the control of an id as it is now. Throws ToolError when it is gone or was never there. */
  async find(id: string, run: RunControl): Promise<Found> {
    const isKnown = this.registry.known(id) !== null
    const looked = await run.until(() => this.#lookUpNow(id, run), isKnown ? BUSY_MS : 0, BUSY_EVERY_MS)
    const found = looked ?? (await this.#lookUpAgain(id, run))
    if (!found) throw new ToolError(await this.whyMissing(id, run))
    return found
  }

  /** Says why the control of an id is missing: it is gone, or its application does not answer. */
  async whyMissing(id: string, run: RunControl): Promise<string> {
    const handle = this.registry.known(id)?.window
    const window = (await this.windows(run)).find((each) => each.handle === handle)
    const tree = window ? await this.platform.tree(window, { max: 1 }, run) : null
    if (tree && isUnread(tree)) {
      return `Control ${id} can't be reached: ${tree.limited}`
    }
    return `There is no control ${id} (any more). Look at the window again.`
  }

  /** Says why the window of an id is missing, and which windows there are. */
  whyNoWindow(id: string, windows: PlatformWindow[]): string {
    const there = windows.filter(({ kind }) => kind !== 'popup')
    return `There is no window ${id} (any more). There is: ${listed(there.map((each) => `${this.info(each).id} ${each.title}`))}.`
  }

  /** Looks a control up by its id; null when it is gone, was never there, or its application hangs. */
  async lookUp(id: string, run: RunControl): Promise<Found | null> {
    return (await this.#lookUpNow(id, run)) ?? this.#lookUpAgain(id, run)
  }

  /** Waits for the application of a control that was not found, if it does not answer, and looks once more when it does. */
  async #lookUpAgain(id: string, run: RunControl): Promise<Found | null> {
    const handle = this.registry.known(id)?.window
    const window = (await this.windows(run)).find((each) => each.handle === handle)
    if (!window) return null
    let wasSilent = false
    const ask = async () => {
      const tree = await this.platform.tree(window, { max: 1 }, run)
      wasSilent ||= tree.silent === true
      return tree
    }
    const { silent } = await this.#patiently(window.handle, ask, run)
    return wasSilent && !silent ? this.#lookUpNow(id, run) : null
  }

  async #lookUpNow(id: string, run: RunControl): Promise<Found | null> {
    const windows = await this.windows(run)
    const added = this.added.get(id)
    if (added) {
      const window = windows.find((each) => each.handle === added.window) ?? null
      return window ? { id, element: null, control: this.#addedControl(added), window } : null
    }
    const known = this.registry.known(id)
    if (!known) return null
    const element = await this.platform.element(known.ref, run)
    if (!element || element.role !== known.role) return null
    const handle = element.window ?? known.window
    const window = windows.find((each) => each.handle === handle) ?? null
    return { id, element, control: this.registry.control(element, handle), window }
  }

  /** Gives a warning when the caller meant another name than the control has, else null. */
  mismatch(found: Found, name: string): string | null {
    if (name.trim() === '' || sameLabel(name, found.control.name)) return null
    if (found.control.name === '') return null
    return `Control ${found.id} is called ${quoted(found.control.name)}, not ${quoted(name)}.`
  }

  #addedControl(added: AddedControl): Control {
    return {
      id: added.id,
      role: 'other',
      name: added.name,
      value: null,
      description: added.type,
      states: [],
      bounds: screenRect(added.bounds),
      window_id: this.registry.windowId(added.window),
      parent: null,
      depth: 1,
      actions: [],
    }
  }

  #learnRestless(view: View): void {
    const before = this.#view
    if (!before || this.#actedSinceView || before.window.handle !== view.window.handle) return
    const old = new Map(before.elements.map((element) => [element.ref, element]))
    for (const element of view.elements) {
      const was = old.get(element.ref)
      if (!was || (was.name === element.name && was.value === element.value)) continue
      if (this.#stirred.has(element.ref)) this.restless.add(element.ref)
      this.#stirred.add(element.ref)
    }
  }
}

/** Tells whether controls are missing from a reading although the window may have them. */
const isUnread = ({ elements, limited, silent }: PlatformTree): boolean =>
  silent === true || (elements.length === 0 && limited !== null)
