// Implements the macOS driver: windows and pictures by the window server, controls by the Accessibility API, keys and pointer by the
// library.
import { ToolError } from '../../core/errors.ts'
import {
  contains,
  holdsWhole,
  intersection,
  screenPoint,
  screenRect,
  type ScreenPoint,
  type ScreenRect,
} from '../../core/geometry.ts'
import type { RunControl } from '../../core/run-control.ts'
import { InputLibrary, keysNamed } from '../input-library.ts'
import { aside } from '../native/aside.ts'
import type { LaunchOptions } from '../operating-system.ts'
import { watchPictures } from '../picture-watch.ts'
import type {
  ChangeWatch,
  ClipboardContent,
  LaunchResult,
  MouseButton,
  PlannedLaunch,
  Platform,
  PlatformElement,
  PlatformText,
  PlatformTree,
  PlatformWindow,
  RawPicture,
  Screen,
  WindowState,
} from '../platform.ts'
import { watchPointer } from '../pointer-watch.ts'
import { startDetached } from '../start-detached.ts'
import { Applications } from './applications.ts'
import { perform, setTo } from './ax/ask.ts'
import { AxProvider } from './ax/ax-provider.ts'
import { rounded } from './ax/describe.ts'
import { observe } from './ax/observing.ts'
import { elementOf } from './ax/facts.ts'
import { readClipboard, writeClipboard } from './clipboard.ts'
import { resolveLaunch } from './launch.ts'
import { makeFlag, release, releaseNames } from './native/core-foundation.ts'
import {
  pictureWithout,
  pointerPlaceNow,
  postButton,
  serverScreens,
  serverWindows,
} from './native/graphics.ts'
import { mendOf, PERMISSIONS, type Permission } from './native/permissions.ts'
import { NOTHING_TOLD, textShownWithin, textsOfAll, treeOfAll } from '../native/whole-tree.ts'
import { stateWord } from '../window-state.ts'
import { belongingTo, idOfHandle, WindowList } from './window-list.ts'
import { WindowStates } from './window-states.ts'

/** Milliseconds that a window may take to come to the front, and a picture to be taken. */
const FOCUS_MS = 3000
const PICTURE_MS = 5000
/** What counts as another click in a row: milliseconds and points from the one before (the system's own default). */
const CLICK = { ms: 500, points: 4 } as const

/** What presses keys and moves the pointer. */
export type Input = Pick<InputLibrary, 'move' | 'scroll' | 'key'>

interface Parts {
  env: Record<string, string>
  launch: LaunchOptions
  input: Input
}

export class MacosPlatform implements Platform {
  readonly name = 'macos'
  readonly #parts: Parts
  readonly #applications = new Applications()
  readonly #states = new WindowStates(this.#applications)
  readonly #list = new WindowList(this.#applications, this.#states)
  readonly #provider = new AxProvider(this.#applications)
  #moves = 0
  #left: ScreenPoint | null = null
  #clicked: { button: MouseButton; at: ScreenPoint; when: number; count: number } | null = null

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Throws ToolError where the frameworks of macOS, or the library for input, can't be loaded. */
  static async connect(
    env: Record<string, string>,
    run: RunControl,
    launch: LaunchOptions = {},
  ): Promise<MacosPlatform> {
    const input = await run.race(InputLibrary.load())
    try {
      return new MacosPlatform({ env, launch, input })
    } catch (error) {
      throw new ToolError('The frameworks of macOS can’t be loaded here.', { cause: error })
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#provider.dispose()
    this.#applications.dispose()
    releaseNames()
    return Promise.resolve()
  }

  screens(): Promise<Screen[]> {
    return Promise.resolve(
      serverScreens().map(({ bounds, scale, primary }) => ({ bounds: rounded(bounds), scale, primary })),
    )
  }

  async windows(run: RunControl): Promise<PlatformWindow[]> {
    await run.checkpoint()
    return this.#list.list(run)
  }

  /** Gives a window and its process. Throws ToolError without the permission, and for a window that is gone. */
  async #ownerOf(handle: string, run: RunControl): Promise<{ id: number; pid: number }> {
    await this.#need(PERMISSIONS.accessibility, run)
    const id = idOfHandle(handle)
    const pid = pidOfWindow(id)
    if (pid === null) throw new ToolError('The window is gone.')
    return { id, pid }
  }

  async focusWindow(handle: string, run: RunControl): Promise<void> {
    const { id, pid } = await this.#ownerOf(handle, run)
    const application = this.#applications.element(pid)
    const on = makeFlag(true)
    const come = async (): Promise<true | null> => {
      if ((await this.#applications.focusedWindow(run)) === id) return true
      await this.#applications.withWindow(
        pid,
        id,
        async (window) => {
          await setTo(window, 'AXMinimized', makeFlag(false), run)
          await setTo(application, 'AXFrontmost', on, run)
          await setTo(window, 'AXMain', on, run)
          await perform(window, 'AXRaise', run)
        },
        run,
      )
      return null
    }
    if (!(await run.until(come, FOCUS_MS, 50)))
      throw new ToolError('The window did not come to the front: macOS or a dialog keeps another there.')
  }

  async closeWindow(handle: string, run: RunControl): Promise<void> {
    const { id, pid } = await this.#ownerOf(handle, run)
    const pressed = await this.#applications.withWindow(
      pid,
      id,
      async (window) => {
        const button = await elementOf(window, 'AXCloseButton', run)
        if (button === 0n) return null
        // The window answers only after its question has been answered, so no answer in time counts as asked.
        await perform(button, 'AXPress', run).finally(() => release(button))
        return true
      },
      run,
    )
    if (!pressed) throw new ToolError('The window has no button that closes it.')
  }

  async setWindowState(handle: string, state: WindowState, run: RunControl): Promise<void> {
    const { id, pid } = await this.#ownerOf(handle, run)
    if (await this.#states.set(id, pid, state, run)) return
    throw new ToolError(`The window is not ${stateWord(state)}: it does not allow it.`)
  }

  treeFault(): Promise<string | null> {
    const { accessibility } = PERMISSIONS
    return Promise.resolve(accessibility.granted() ? null : mendOf(accessibility))
  }

  async tree(window: PlatformWindow, { max }: { max: number }, run: RunControl): Promise<PlatformTree> {
    const fault = await this.treeFault()
    if (fault !== null) return { elements: [], limited: fault }
    const windows = [window, ...belongingTo(window, await this.windows(run))]
    return treeOfAll(
      windows,
      max,
      async (one, most) => (await this.#provider.tree(one, most, run)) ?? NOTHING_TOLD,
    )
  }

  element(ref: string, run: RunControl): Promise<PlatformElement | null> {
    return this.#provider.element(ref, run)
  }

  async elementAt(
    point: ScreenPoint,
    run: RunControl,
  ): Promise<{ element: PlatformElement | null; window: PlatformWindow | null }> {
    const all = await this.windows(run)
    const window = all.find((one) => !one.minimized && contains(one.bounds, point)) ?? null
    return { element: window && (await this.#provider.elementAt(window, point, run)), window }
  }

  async focusedElement(run: RunControl): Promise<PlatformElement | null> {
    const window = (await this.windows(run)).find(({ active }) => active)
    return window ? this.#provider.focused(window, run) : null
  }

  text(ref: string, run: RunControl): Promise<string | null> {
    return this.#provider.text(ref, run)
  }

  linkAddress(ref: string, run: RunControl): Promise<string | null> {
    return this.#provider.linkAddress(ref, run)
  }

  documentAddress(ref: string, run: RunControl): Promise<string | null> {
    return this.#provider.documentAddress(ref, run)
  }

  textWithin(ref: string, run: RunControl): Promise<string | null> {
    return textShownWithin(this, ref, run)
  }

  async texts(
    window: PlatformWindow,
    { max }: { max: number },
    run: RunControl,
  ): Promise<{ texts: PlatformText[]; limited: string | null }> {
    const tree = (most: number) => this.tree(window, { max: most }, run)
    return textsOfAll({ tree, text: (ref) => this.text(ref, run) }, max)
  }

  textBounds(ref: string, start: number, end: number, run: RunControl): Promise<ScreenRect | null> {
    return this.#provider.textBounds(ref, start, end, run)
  }

  selectText(ref: string, start: number, end: number, run: RunControl): Promise<boolean> {
    return this.#provider.selectText(ref, start, end, run)
  }

  selectedText(ref: string, run: RunControl): Promise<string | null> {
    return this.#provider.selectedText(ref, run)
  }

  invoke(ref: string, action: string | null, run: RunControl): Promise<boolean> {
    return this.#provider.invoke(ref, action, run)
  }

  setText(ref: string, text: string, run: RunControl): Promise<boolean> {
    return this.#provider.setText(ref, text, run)
  }

  setValue(ref: string, value: number, run: RunControl): Promise<boolean> {
    return this.#provider.setValue(ref, value, run)
  }

  select(ref: string, run: RunControl): Promise<boolean> {
    return this.#provider.select(ref, run)
  }

  focus(ref: string, run: RunControl): Promise<boolean> {
    return this.#provider.focus(ref, run)
  }

  scrollIntoView(ref: string, run: RunControl): Promise<boolean> {
    return this.#provider.scrollIntoView(ref, run)
  }

  /** Own windows are never in it: it is made of all the others. */
  async picture(area: ScreenRect, run: RunControl): Promise<RawPicture> {
    // Without the permission macOS gives a picture of the empty desktop, which would be taken for the truth.
    await this.#need(PERMISSIONS.pictures, run)
    const seen = intersection(area, await this.#wholeScreen())
    if (!seen) throw new ToolError('The area is not on the screen.')
    const rgba = await aside(pictureWithout(this.#list.own, seen), PICTURE_MS, run)
    if (!rgba) throw new ToolError('macOS gives no picture of the screen.')
    return { rgba, width: seen.width, height: seen.height, bounds: seen }
  }

  async movePointer(point: ScreenPoint, run: RunControl): Promise<void> {
    await this.#need(PERMISSIONS.accessibility, run)
    this.#moves++
    this.#left = point
    await this.#parts.input.move(point)
  }

  async pressButton(button: MouseButton, run: RunControl): Promise<void> {
    await this.#need(PERMISSIONS.accessibility, run)
    const at = this.#pointer()
    const before = this.#clicked
    const isNext =
      before?.button === button &&
      performance.now() - before.when < CLICK.ms &&
      Math.max(Math.abs(at.x - before.at.x), Math.abs(at.y - before.at.y)) <= CLICK.points
    const count = isNext ? before.count + 1 : 1
    this.#clicked = { button, at, when: performance.now(), count }
    postButton(button, true, count, at)
  }

  async releaseButton(button: MouseButton, run: RunControl): Promise<void> {
    await this.#need(PERMISSIONS.accessibility, run)
    postButton(button, false, this.#clicked?.count ?? 1, this.#pointer())
  }

  async scroll(notches: number, horizontal: boolean, run: RunControl): Promise<void> {
    await this.#need(PERMISSIONS.accessibility, run)
    await this.#parts.input.scroll(notches, horizontal)
  }

  async pressKey(key: string, run: RunControl): Promise<void> {
    await this.#need(PERMISSIONS.accessibility, run)
    await this.#parts.input.key(key, true)
  }

  async releaseKey(key: string, run: RunControl): Promise<void> {
    await this.#need(PERMISSIONS.accessibility, run)
    await this.#parts.input.key(key, false)
  }

  knowsKey(key: string): boolean {
    return keysNamed(key) !== null
  }

  /** Is sure only of blanks: the library presses keys of the American layout, whatever the layout is. */
  hasKeys(text: string): Promise<boolean> {
    return Promise.resolve(/^[ \n\t]*$/.test(text))
  }

  async readClipboard(run: RunControl): Promise<ClipboardContent> {
    await run.checkpoint()
    return readClipboard()
  }

  async writeClipboard(content: ClipboardContent, run: RunControl): Promise<void> {
    await run.checkpoint()
    writeClipboard(content)
  }

  pasteKeys(): string[] {
    return ['Super', 'v']
  }

  async plannedLaunch(nameOrFile: string, args: string[], run: RunControl): Promise<PlannedLaunch> {
    const { env, launch } = this.#parts
    const plan = await run.race(resolveLaunch(nameOrFile, args, env, launch))
    return { words: [plan.command, ...plan.args], from: plan.from, configured: plan.configured }
  }

  async launch(nameOrFile: string, args: string[], run: RunControl): Promise<LaunchResult> {
    const { env, launch } = this.#parts
    const plan = await run.race(resolveLaunch(nameOrFile, args, env, launch))
    await run.checkpoint()
    return startDetached(plan)
  }

  async watch(area: ScreenRect, run: RunControl): Promise<ChangeWatch> {
    const pid = (await this.windows(run)).find(({ bounds }) => holdsWhole(bounds, area))?.pid ?? null
    const told = pid === null ? null : await observe(pid, this.#applications.element(pid), run)
    try {
      const take = () => this.picture(area, run)
      return await watchPictures(
        take,
        () => told?.last() ?? null,
        () => told?.[Symbol.dispose](),
      )
    } catch (error) {
      told?.[Symbol.dispose]()
      throw error
    }
  }

  setOwnWindows(handles: readonly string[]): Promise<void> {
    this.#list.setOwn(handles)
    return Promise.resolve()
  }

  ownWindowAt(point: ScreenPoint): Promise<boolean> {
    return Promise.resolve(this.#list.isOwnAt(point))
  }

  async ownWindowHasKeyboard(run: RunControl): Promise<boolean> {
    const focused = await this.#applications.focusedWindow(run)
    return focused !== null && this.#list.own.has(focused)
  }

  watchPointer(onMoved: (point: ScreenPoint) => void): Promise<AsyncDisposable> {
    const where = () => Promise.resolve(this.#pointer())
    return watchPointer({ where, moves: () => this.#moves, left: () => this.#left }, onMoved)
  }

  #pointer(): ScreenPoint {
    const { x, y } = pointerPlaceNow()
    return screenPoint(Math.round(x), Math.round(y))
  }

  async #wholeScreen(): Promise<ScreenRect> {
    const all = (await this.screens()).map(({ bounds }) => bounds)
    const x = Math.min(...all.map((bounds) => bounds.x))
    const y = Math.min(...all.map((bounds) => bounds.y))
    const right = Math.max(...all.map((bounds) => bounds.x + bounds.width))
    const bottom = Math.max(...all.map((bounds) => bounds.y + bounds.height))
    return screenRect({ x, y, width: right - x, height: bottom - y })
  }

  /** Asked before each act: the library for input would ask the person itself, in the middle of a run. */
  async #need(permission: Permission, run: RunControl): Promise<void> {
    await run.checkpoint()
    if (!permission.granted())
      throw new ToolError(`macOS does not allow it: ${permission.needed}. ${mendOf(permission)}`)
  }
}

const pidOfWindow = (id: number): number | null =>
  serverWindows('all').find((window) => window.id === id)?.pid ?? null
