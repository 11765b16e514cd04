// Implements the Linux driver: windows, pictures and input over X11, controls over AT-SPI, applications from desktop entries.
import { homedir } from 'node:os'
import type { ScreenPoint, ScreenRect } from '../../core/geometry.ts'
import type { RunControl } from '../../core/run-control.ts'
import type {
  ChangeWatch,
  ClipboardContent,
  LaunchResult,
  MouseButton,
  Platform,
  PageHit,
  PlatformElement,
  PlatformText,
  PlatformTree,
  PlatformWindow,
  RawPicture,
  MenuShortcut,
  Screen,
  PlannedLaunch,
  WindowState,
} from '../platform.ts'
import { Accessibility } from './atspi/accessibility.ts'
import { Repaints } from './atspi/repaints.ts'
import type { LaunchOptions } from '../operating-system.ts'
import { launchApplication, resolveLaunch } from './launch.ts'
import { WindowList } from './window-list.ts'
import { X11Desktop } from './x11/x11-desktop.ts'
import { bytesWritten, filesNamedBy, hasSession, isStartedBy } from './processes.ts'

interface Parts {
  x11: X11Desktop
  list: WindowList
  repaints: Repaints | null
}

export class LinuxPlatform implements Platform {
  readonly name = 'linux'
  readonly #env: Record<string, string>
  readonly #launch: LaunchOptions
  readonly #x11: X11Desktop
  readonly #list: WindowList
  readonly #repaints: Repaints | null
  readonly #accessibility: Accessibility

  private constructor(env: Record<string, string>, launch: LaunchOptions, { x11, list, repaints }: Parts) {
    this.#env = env
    this.#launch = launch
    this.#x11 = x11
    this.#list = list
    this.#repaints = repaints
    const source = {
      windows: (run: RunControl) => list.windows(run),
      windowAt: (point: ScreenPoint, run: RunControl) => x11.windowAt(point, run),
    }
    this.#accessibility = new Accessibility(env, source, repaints)
  }

  /**
   * Connects to the display that `env` names (DISPLAY, XAUTHORITY, DBUS_SESSION_BUS_ADDRESS). Throws ToolError without a
   * display. A missing accessibility bus is no error: trees say so in `limited`, and it is looked for again.
   */
  static async connect(
    env: Record<string, string>,
    run: RunControl,
    launch: LaunchOptions = {},
  ): Promise<LinuxPlatform> {
    const x11 = await run.race(X11Desktop.connect(env))
    const [list, repaints] = await run.race(Promise.all([WindowList.open(env, x11), Repaints.watch(env)]))
    const platform = new LinuxPlatform(env, launch, { x11, list, repaints })
    await platform.#accessibility.prepare(run)
    return platform
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#accessibility[Symbol.dispose]()
    await this.#repaints?.[Symbol.asyncDispose]()
    await this.#list[Symbol.asyncDispose]()
    await this.#x11[Symbol.asyncDispose]()
  }

  screens(run: RunControl): Promise<Screen[]> {
    return this.#x11.screens(run)
  }

  windows(run: RunControl): Promise<PlatformWindow[]> {
    return this.#list.windows(run)
  }

  focusWindow(handle: string, run: RunControl): Promise<void> {
    return this.#x11.focusWindow(handle, run)
  }

  closeWindow(handle: string, run: RunControl): Promise<void> {
    return this.#x11.closeWindow(handle, run)
  }

  setWindowState(handle: string, state: WindowState, run: RunControl): Promise<void> {
    return this.#x11.setWindowState(handle, state, run)
  }

  treeFault(run: RunControl): Promise<string | null> {
    return this.#accessibility.fault(run)
  }

  tree(window: PlatformWindow, options: { max: number }, run: RunControl): Promise<PlatformTree> {
    return this.#accessibility.tree(window, options, run)
  }

  element(ref: string, run: RunControl): Promise<PlatformElement | null> {
    return this.#accessibility.element(ref, run)
  }

  elementAt(
    point: ScreenPoint,
    run: RunControl,
  ): Promise<{ element: PlatformElement | null; window: PlatformWindow | null }> {
    return this.#accessibility.elementAt(point, run)
  }

  pageHit(ref: string, point: ScreenPoint, run: RunControl): Promise<PageHit | null> {
    return this.#accessibility.pageHit(ref, point, run)
  }

  focusedElement(run: RunControl): Promise<PlatformElement | null> {
    return this.#accessibility.focusedElement(run)
  }

  text(ref: string, run: RunControl): Promise<string | null> {
    return this.#accessibility.text(ref, run)
  }

  textWithin(ref: string, run: RunControl): Promise<string | null> {
    return this.#accessibility.textWithin(ref, run)
  }

  range(ref: string, run: RunControl): Promise<{ least: number; most: number } | null> {
    return this.#accessibility.range(ref, run)
  }

  documentAddress(ref: string, run: RunControl): Promise<string | null> {
    return this.#accessibility.documentAddress(ref, run)
  }

  linkAddress(ref: string, run: RunControl): Promise<string | null> {
    return this.#accessibility.linkAddress(ref, run)
  }

  texts(
    window: PlatformWindow,
    options: { max: number },
    run: RunControl,
  ): Promise<{ texts: PlatformText[]; limited: string | null }> {
    return this.#accessibility.texts(window, options, run)
  }

  textBounds(ref: string, start: number, end: number, run: RunControl): Promise<ScreenRect | null> {
    return this.#accessibility.textBounds(ref, start, end, run)
  }

  selectText(ref: string, start: number, end: number, run: RunControl): Promise<boolean> {
    return this.#accessibility.selectText(ref, start, end, run)
  }

  selectedText(ref: string, run: RunControl): Promise<string | null> {
    return this.#accessibility.selectedText(ref, run)
  }

  invoke(ref: string, action: string | null, run: RunControl): Promise<boolean> {
    return this.#accessibility.invoke(ref, action, run)
  }

  setText(ref: string, text: string, run: RunControl): Promise<boolean> {
    return this.#accessibility.setText(ref, text, run)
  }

  setValue(ref: string, value: number, run: RunControl): Promise<boolean> {
    return this.#accessibility.setValue(ref, value, run)
  }

  select(ref: string, run: RunControl): Promise<boolean> {
    return this.#accessibility.select(ref, run)
  }

  focus(ref: string, run: RunControl): Promise<boolean> {
    return this.#accessibility.focus(ref, run)
  }

  scrollIntoView(ref: string, run: RunControl): Promise<boolean> {
    return this.#accessibility.scrollIntoView(ref, run)
  }

  menuShortcuts(window: PlatformWindow, run: RunControl): Promise<MenuShortcut[]> {
    return this.#accessibility.menuShortcuts(window, run)
  }

  outOfSight(ref: string, run: RunControl): Promise<Pick<PlatformElement, 'ref' | 'role' | 'name'>[]> {
    return this.#accessibility.outOfSight(ref, run)
  }

  picture(area: ScreenRect, run: RunControl): Promise<RawPicture> {
    return this.#x11.picture(area, run)
  }

  movePointer(point: ScreenPoint, run: RunControl): Promise<void> {
    return this.#x11.movePointer(point, run)
  }

  pressButton(button: MouseButton, run: RunControl): Promise<void> {
    return this.#x11.pressButton(button, run)
  }

  releaseButton(button: MouseButton, run: RunControl): Promise<void> {
    return this.#x11.releaseButton(button, run)
  }

  scroll(notches: number, horizontal: boolean, run: RunControl): Promise<void> {
    return this.#x11.scroll(notches, horizontal, run)
  }

  pressKey(key: string, run: RunControl): Promise<void> {
    return this.#x11.pressKey(key, run)
  }

  releaseKey(key: string, run: RunControl): Promise<void> {
    return this.#x11.releaseKey(key, run)
  }

  knowsKey(key: string): boolean {
    return this.#x11.knowsKey(key)
  }

  hasKeys(text: string, run: RunControl): Promise<boolean> {
    return this.#x11.hasKeys(text, run)
  }

  clipboardTaken(run: RunControl): Promise<number | null> {
    return this.#x11.clipboardTaken(run)
  }

  bytesWritten(pid: number): number | null {
    return bytesWritten(pid, homedir())
  }

  readClipboard(run: RunControl): Promise<ClipboardContent> {
    return this.#x11.readClipboard(run)
  }

  writeClipboard(content: ClipboardContent, run: RunControl): Promise<void> {
    return this.#x11.writeClipboard(content, run)
  }

  pasteKeys(window: PlatformWindow | null): string[] {
    return this.#x11.pasteKeys(window)
  }

  async plannedLaunch(nameOrFile: string, args: string[], run: RunControl): Promise<PlannedLaunch> {
    const { command, from, configured, byKeyword, ...plan } = await run.race(
      resolveLaunch(nameOrFile, args, this.#env, this.#launch),
    )
    return { words: [command, ...plan.args], from, configured, ...(byKeyword && { byKeyword }) }
  }

  startedBy(pid: number, launched: number): Promise<boolean> {
    return Promise.resolve(isStartedBy(pid, launched))
  }

  isLaunchRunning(launched: number): Promise<boolean> {
    return hasSession(launched)
  }

  filesOpenedBy(pid: number): Promise<string[]> {
    return filesNamedBy(pid)
  }

  launch(nameOrFile: string, args: string[], run: RunControl): Promise<LaunchResult> {
    return launchApplication(nameOrFile, args, this.#env, this.#launch, run)
  }

  watch(area: ScreenRect, run: RunControl, compares = false): Promise<ChangeWatch> {
    return this.#x11.watch(area, run, compares)
  }

  async setOwnWindows(handles: readonly string[], run: RunControl): Promise<void> {
    const late = await this.#x11.setOwnWindows(handles, run)
    if (this.#repaints) this.#repaints.blind = late
    this.#list.forget()
  }

  ownWindowAt(point: ScreenPoint, run: RunControl): Promise<boolean> {
    return this.#x11.ownWindowAt(point, run)
  }

  ownWindowHasKeyboard(run: RunControl): Promise<boolean> {
    return this.#x11.ownWindowHasKeyboard(run)
  }

  pointerPlace(run: RunControl): Promise<ScreenPoint> {
    return this.#x11.pointerPlace(run)
  }

  watchPointer(onMoved: (point: ScreenPoint) => void, run: RunControl): Promise<AsyncDisposable> {
    return this.#x11.watchPointer(onMoved, run)
  }
}
