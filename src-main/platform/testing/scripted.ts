// Implements a Platform made of data, for tests of every room: windows and elements are plain objects, input events are
// recorded, and controls behave as a plain toolkit's would unless a test says otherwise.
import type { ControlState } from '../../core/desktop.ts'
import { ToolError } from '../../core/errors.ts'
import { contains, intersection, screenRect, type ScreenPoint, type ScreenRect } from '../../core/geometry.ts'
import type { RunControl } from '../../core/run-control.ts'
import type {
  ChangeWatch, ClipboardContent, LaunchResult, MouseButton, Platform, PlatformElement, PlatformTree, PlatformWindow,
  RawPicture, Screen, WindowState,
} from '../platform.ts' // prettier-ignore
import { ScriptedTexts } from './scripted-texts.ts'
import {
  alternating,
  CHOSEN_ROLES,
  FLIPPED_ROLES,
  NAMED_KEYS,
  cutTree,
  areasBeyond,
  plainWindow,
  PRESSED_ROLES,
  SIZES,
  silentTree,
  TEXT_ROLES,
  textOn,
  type InputEvent,
  type ScriptedHands,
  type ScriptedElement,
  type ScriptedWindow,
} from './scripted-parts.ts'
import { fairTime } from '../fair-time.ts'

export { scriptedElement, scriptedWindow } from './scripted-parts.ts'
export type { InputEvent, ScriptedElement, ScriptedWindow } from './scripted-parts.ts'

export class ScriptedPlatform extends ScriptedTexts implements Platform, ScriptedHands {
  name: Platform['name'] = 'scripted'
  /** The windows, front to back. */
  shown: ScriptedWindow[]
  screen: ScreenRect = screenRect({ x: 0, y: 0, width: 1280, height: 800 })
  /** Every input event and control action in order, which tests assert on. */
  readonly events: InputEvent[] = []
  readonly actions: { action: string; ref: string }[] = []
  clipboard: ClipboardContent = { formats: [] }
  /** Process of a window → the launched process that has started it. */
  readonly started = new Map<number, number>()
  readonly startedBy = (pid: number, launched: number) => Promise.resolve(this.started.get(pid) === launched)
  /** Names that `launch` knows → what happens. */
  readonly applications = new Map<string, (platform: ScriptedPlatform) => LaunchResult>()
  /** `Control+s` → what it does, whatever has the focus. */
  readonly shortcuts = new Map<string, (platform: ScriptedPlatform) => void>()
  /** Called before each input event; a test stops the run or throws here. */
  beforeEvent: (event: InputEvent) => void | Promise<void> = () => {}
  /** Called when a window is asked to close; the default closes it. */
  onClose: (platform: ScriptedPlatform, window: ScriptedWindow) => void = (platform, window) =>
    platform.close(window.handle)
  /** Why there are no trees at all, else null. */
  withoutTrees: string | null = null
  /** Why trees are not whole, else null. */
  limited: string | null = null
  /** Applications do not answer. */
  silent = false
  /** Colour of every pixel, red green blue; two colours alternate where there are two. */
  colours: [number, number, number][] = [200, 20].map((level) => [level, level, level])
  readonly heldKeys = new Set<string>()
  readonly heldButtons = new Set<MouseButton>()
  /** Watches that have not been disposed of. */
  watches = 0
  #focused: string | null = null
  #allSelected = false
  #pressedOn: string | null = null
  #changes: { at: number; area: ScreenRect }[] = []

  constructor(windows: ScriptedWindow[] = []) {
    super()
    this.shown = windows
  }

  // Tests call the following methods.

  find(name: string): ScriptedElement {
    const found = this.#elements().find((element) => element.name === name)
    if (!found) throw new Error(`The test has no element “${name}”.`)
    return found
  }

  update(ref: string, patch: Partial<ScriptedElement>): void {
    const element = this.#element(ref)
    if (!element) return
    Object.assign(element, patch)
    this.#changed(element.bounds)
  }

  open(window: ScriptedWindow): void {
    for (const other of this.shown) other.active = false
    window.active = true
    this.shown.unshift(window)
    this.#changed(window.bounds)
  }

  close(handle: string): void {
    const gone = this.shown.find((window) => window.handle === handle)
    this.shown = this.shown.filter((window) => window.handle !== handle)
    const front = this.shown.find((window) => window.kind !== 'popup')
    if (gone?.active && front) front.active = true
    if (gone) this.#changed(gone.bounds)
  }

  setFocus(ref: string | null): void {
    if (this.#focused === ref) return
    for (const element of this.#elements()) {
      if (element.ref === this.#focused)
        element.states = element.states.filter((state) => state !== 'focused')
      if (element.ref === ref) element.states = [...element.states, 'focused']
    }
    this.#focused = ref
    this.#allSelected = false
  }

  /** Does what a click or the accessibility action does. */
  press(ref: string): void {
    const element = this.#element(ref)
    if (!element || element.states.includes('disabled')) return
    if (element.onPress) {
      element.onPress(this, element)
      return
    }
    if (TEXT_ROLES.has(element.role)) this.setFocus(ref)
    if (FLIPPED_ROLES.has(element.role)) this.#setChecked(element, !element.states.includes('checked'))
    if (element.role === 'radio button') {
      for (const other of this.#siblings(element)) this.#setChecked(other, other === element)
    }
    if (CHOSEN_ROLES.has(element.role)) this.#choose(element)
  }

  // The following methods implement the port `Platform`.

  screens(run: RunControl): Promise<Screen[]> {
    return this.#do(run, () => [{ bounds: this.screen, scale: 1, primary: true }])
  }

  windows(run: RunControl): Promise<PlatformWindow[]> {
    return this.#do(run, () => this.foreign().map((window) => plainWindow(window)))
  }

  #window(handle: string): ScriptedWindow {
    const window = this.shown.find((each) => each.handle === handle)
    if (!window) throw new ToolError('The window is gone.')
    return window
  }

  focusWindow(handle: string, run: RunControl): Promise<void> {
    return this.#do(run, () => {
      const window = this.#window(handle)
      this.shown = [window, ...this.shown.filter((each) => each !== window)]
      for (const each of this.shown) each.active = each === window
      window.minimized = false
    })
  }

  closeWindow(handle: string, run: RunControl): Promise<void> {
    return this.#do(run, () => this.onClose(this, this.#window(handle)))
  }

  setWindowState(handle: string, state: WindowState, run: RunControl): Promise<void> {
    return this.#do(run, () => void Object.assign(this.#window(handle), SIZES[state]))
  }

  treeFault(): Promise<string | null> {
    return Promise.resolve(this.withoutTrees)
  }

  tree(window: PlatformWindow, options: { max: number }, run: RunControl): Promise<PlatformTree> {
    return this.#do(run, () => {
      if (this.silent) return silentTree(window)
      const family = this.shown.filter((each) => each.handle === window.handle || each.pid === window.pid)
      const elements = family
        .toSorted((a, b) => Number(b.handle === window.handle) - Number(a.handle === window.handle))
        .flatMap((each) => each.elements.filter((element) => !element.hidden))
      const copies = elements.map((element) => this.#copy(element))
      return cutTree(copies, options.max, this.limited)
    })
  }

  element(ref: string, run: RunControl): Promise<PlatformElement | null> {
    return this.#do(run, () => {
      const element = this.silent ? null : this.#element(ref)
      return element ? this.#copy(element) : null
    })
  }

  elementAt(
    point: ScreenPoint,
    run: RunControl,
  ): Promise<{ element: PlatformElement | null; window: PlatformWindow | null }> {
    return this.#do(run, () => {
      const window = this.foreign().find((each) => !each.minimized && contains(each.bounds, point))
      const element = this.#hit(point)
      if (!window) return { element: null, window: null }
      return { element: element ? this.#copy(element) : null, window: plainWindow(window) }
    })
  }

  focusedElement(run: RunControl): Promise<PlatformElement | null> {
    return this.#do(run, () => {
      const element = this.#focused === null ? null : this.#element(this.#focused)
      return element ? this.#copy(element) : null
    })
  }

  linkAddress(ref: string, run: RunControl): Promise<string | null> {
    return this.#do(run, () => this.#element(ref)?.address ?? null)
  }
  documentAddress = this.linkAddress.bind(this)

  text(ref: string, run: RunControl): Promise<string | null> {
    return this.#do(run, () => {
      const element = this.#element(ref)
      if (!element || element.role === 'password') return null
      return element.text ?? (TEXT_ROLES.has(element.role) ? (element.value ?? '') : element.value)
    })
  }

  invoke(ref: string, action: string | null, run: RunControl): Promise<boolean> {
    return this.#do(run, () => {
      const element = this.#element(ref)
      if (!element || element.actions.length === 0) return false
      if (action !== null && !element.actions.includes(action)) return false
      this.actions.push({ action: action ?? element.actions[0] ?? '', ref })
      this.press(ref)
      return true
    })
  }

  setText(ref: string, text: string, run: RunControl): Promise<boolean> {
    return this.#do(run, () => {
      const element = this.#element(ref)
      if (!element?.editableText || element.states.includes('readonly')) return false
      this.actions.push({ action: 'setText', ref })
      this.update(ref, { value: text })
      return true
    })
  }

  range = (ref: string) => Promise.resolve(this.#element(ref)?.range ?? null)

  setValue(ref: string, value: number, run: RunControl): Promise<boolean> {
    return this.#do(run, () => {
      const element = this.#element(ref)
      if (element?.role !== 'slider' && element?.role !== 'spinner') return false
      this.update(ref, { value: String(value) })
      return true
    })
  }

  select(ref: string, run: RunControl): Promise<boolean> {
    return this.#do(run, () => {
      const element = this.#element(ref)
      if (!element || !CHOSEN_ROLES.has(element.role) || element.onPress) return false
      this.actions.push({ action: 'select', ref })
      this.#choose(element)
      return true
    })
  }

  focus(ref: string, run: RunControl): Promise<boolean> {
    return this.#do(run, () => {
      const element = this.#element(ref)
      if (!element || (!TEXT_ROLES.has(element.role) && !PRESSED_ROLES.has(element.role))) return false
      this.setFocus(ref)
      return true
    })
  }

  scrollIntoView(ref: string, run: RunControl): Promise<boolean> {
    return this.#do(run, () => {
      const element = this.#element(ref)
      if (!element) return false
      element.states = element.states.filter((state) => state !== 'offscreen')
      return true
    })
  }

  picture(area: ScreenRect, run: RunControl): Promise<RawPicture> {
    return this.#do(run, () => {
      const isShown = ({ handle, minimized, bounds }: ScriptedWindow) =>
        this.own.has(handle) && !minimized && intersection(bounds, area) !== null
      const showsOwnWindows = !this.seesBelow && this.shown.some(isShown)
      const picture = {
        rgba: alternating(area, this.colours),
        width: area.width,
        height: area.height,
        bounds: area,
      }
      return showsOwnWindows ? { ...picture, showsOwnWindows } : picture
    })
  }

  movePointer(point: ScreenPoint, run: RunControl): Promise<void> {
    return this.#input(run, { type: 'move', x: point.x, y: point.y }, () => {
      this.pointer = point
    })
  }

  pressButton(button: MouseButton, run: RunControl): Promise<void> {
    return this.#input(run, { type: 'button', button, down: true }, () => {
      this.heldButtons.add(button)
      this.#pressedOn = this.#hit(this.pointer)?.ref ?? null
    })
  }

  releaseButton(button: MouseButton, run: RunControl): Promise<void> {
    return this.#input(run, { type: 'button', button, down: false }, () => {
      if (!this.heldButtons.delete(button)) return
      const hit = this.#hit(this.pointer)
      if (hit && hit.ref === this.#pressedOn && button === 'left') this.press(hit.ref)
    })
  }

  scroll(notches: number, horizontal: boolean, run: RunControl): Promise<void> {
    return this.#input(run, { type: 'scroll', notches, horizontal }, () => {})
  }

  pressKey(key: string, run: RunControl): Promise<void> {
    return this.#input(run, { type: 'key', key, down: true }, () => {
      this.heldKeys.add(key)
      this.#key(key)
    })
  }

  releaseKey(key: string, run: RunControl): Promise<void> {
    return this.#input(run, { type: 'key', key, down: false }, () => {
      this.heldKeys.delete(key)
    })
  }

  hasKeys(text: string): Promise<boolean> {
    return Promise.resolve(/^[\x20-\x7e]*$/.test(text))
  }

  knowsKey(key: string): boolean {
    return NAMED_KEYS.has(key) || /^F\d\d?$/.test(key) || Array.from(key).length === 1
  }

  readClipboard(run: RunControl): Promise<ClipboardContent> {
    return this.#do(run, () => structuredClone(this.clipboard))
  }

  writeClipboard(content: ClipboardContent, run: RunControl): Promise<void> {
    return this.#do(run, () => {
      this.clipboard = structuredClone(content)
    })
  }

  pasteKeys(): string[] {
    return ['Control', 'v']
  }

  launch(nameOrFile: string, _args: string[], run: RunControl): Promise<LaunchResult> {
    return this.#do(run, () => {
      const start = this.applications.get(nameOrFile.toLowerCase())
      if (!start) throw new ToolError(`There is no application “${nameOrFile}”.`)
      return start(this)
    })
  }

  watch(area: ScreenRect, run: RunControl): Promise<ChangeWatch> {
    return this.#do(run, () => {
      const since = this.#changes.length
      this.watches += 1
      const changes = () => this.#changes.slice(since).filter((change) => intersection(change.area, area))
      return {
        lastChange: () => changes().at(-1)?.at ?? null,
        changedBeyond: (own) => Promise.resolve(areasBeyond(changes(), own)),
        [Symbol.asyncDispose]: () => Promise.resolve(void (this.watches -= 1)),
      }
    })
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve()
  }

  async #do<T>(run: RunControl, work: () => T): Promise<T> {
    run.throwIfStopped()
    await Promise.resolve()
    return work()
  }

  /** An input event happens even when the run was stopped a moment ago, as on a real server. */
  async #input(_run: RunControl, event: InputEvent, effect: () => void): Promise<void> {
    await this.beforeEvent(event)
    this.events.push(event)
    effect()
  }

  #key(key: string): void {
    if (['Control', 'Shift', 'Alt', 'Super'].includes(key)) return
    const modifiers = ['Control', 'Alt', 'Super'].filter((each) => this.heldKeys.has(each))
    const shortcut = this.shortcuts.get([...modifiers, key].join('+'))
    if (shortcut) {
      shortcut(this)
      return
    }
    const focused = this.#focused === null ? null : this.#element(this.#focused)
    if (!focused || !TEXT_ROLES.has(focused.role) || focused.states.includes('readonly')) return
    if (this.takeSelected(focused)) this.#allSelected = true
    const old = this.#allSelected ? '' : (focused.value ?? '')
    if (modifiers.includes('Control')) {
      if (key === 'a') this.#allSelected = true
      if (key === 'v') this.#type(focused, old, textOn(this.clipboard))
    } else if (key === 'Backspace' || key === 'Delete') {
      this.#type(focused, this.#allSelected ? '' : Array.from(old).slice(0, -1).join(''), '')
    } else if (key === 'Enter' && focused.role === 'document') this.#type(focused, old, '\n')
    else if (key === 'Space') this.#type(focused, old, ' ')
    else if (Array.from(key).length === 1)
      this.#type(focused, old, this.heldKeys.has('Shift') ? key.toUpperCase() : key)
  }

  #type(element: ScriptedElement, old: string, text: string): void {
    this.#allSelected = false
    this.update(element.ref, { value: old + text })
  }

  #setChecked(element: ScriptedElement, checked: boolean): void {
    const rest = element.states.filter((state) => !['checked', 'unchecked', 'mixed'].includes(state))
    const state: ControlState = checked ? 'checked' : 'unchecked'
    this.update(element.ref, { states: [...rest, state] })
  }

  #choose(element: ScriptedElement): void {
    for (const other of this.#siblings(element)) {
      const rest = other.states.filter((state) => state !== 'selected')
      this.update(other.ref, { states: other === element ? [...rest, 'selected'] : rest })
    }
    if (element.parent !== null && this.#element(element.parent)?.role === 'combo box') {
      this.update(element.parent, { value: element.name })
    }
  }

  #siblings(element: ScriptedElement): ScriptedElement[] {
    return this.#elements().filter(
      (each) =>
        each.role === element.role && each.parent === element.parent && each.window === element.window,
    )
  }

  #hit(point: ScreenPoint): ScriptedElement | null {
    const window = this.foreign().find((each) => !each.minimized && contains(each.bounds, point))
    return window?.elements.findLast((each) => !each.hidden && contains(each.bounds, point)) ?? null
  }

  #elements(): ScriptedElement[] {
    for (const { elements, handle } of this.shown) for (const element of elements) element.window = handle
    return this.shown.flatMap(({ elements }) => elements)
  }

  #element(ref: string): ScriptedElement | null {
    return this.#elements().find((element) => element.ref === ref) ?? null
  }

  #copy(element: ScriptedElement): PlatformElement {
    const { onPress: _press, hidden: _hidden, text: _text, address: _address, ...plain } = element
    return { ...plain, states: [...plain.states], actions: [...plain.actions] }
  }

  #changed(area: ScreenRect): void {
    this.#changes.push({ at: fairTime(), area })
  }
}
