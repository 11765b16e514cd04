// Implements the Windows driver: windows by Win32, controls by the first provider that knows a window, input by the library.
import { ToolError } from '../../core/errors.ts'
import { contains, holdsWhole, intersection, type ScreenPoint, type ScreenRect } from '../../core/geometry.ts'
import type { RunControl } from '../../core/run-control.ts'
import { InputLibrary, keysNamed } from '../input-library.ts'
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
import { hasState, stateWord } from '../window-state.ts'
import { plainText, readClipboard, textIn, writeClipboard } from './clipboard.ts'
import { HwndProvider } from './hwnd/hwnd-provider.ts'
import { launchApplication, resolveLaunch } from './launch.ts'
import { enterApartment } from './native/com.ts'
import { isElevated } from './native/kernel32.ts'
import { isIconic, isWindow, isZoomed, send } from './native/user32.ts'
import { isWine } from './native/wine.ts'
import type { TreeProvider } from './tree-provider.ts'
import { Automation } from './uia/automation.ts'
import { UiaProvider } from './uia/uia-provider.ts'
import { NOTHING_TOLD, textShownWithin, textsOfAll, treeOfAll } from '../native/whole-tree.ts'
import { belongingTo, WindowList, windowOf } from './window-list.ts'

const WM_CLOSE = 0x10
const WM_SYSCOMMAND = 0x112
/** What the buttons of a title bar send: SC_MAXIMIZE, SC_MINIMIZE, SC_RESTORE. */
const SYSTEM_COMMANDS: Record<WindowState, bigint> = {
  maximized: 0xf030n,
  minimized: 0xf020n,
  normal: 0xf120n,
}
/** Milliseconds that a window may take to come to the front. */
const FOCUS_MS = 3000

interface Parts {
  env: Record<string, string>
  input: InputLibrary
  /** Null where the system has no UI Automation. */
  uia: UiaProvider | null
  /** In the order in which they are asked. */
  providers: readonly TreeProvider[]
  launch: LaunchOptions
}

export class WindowsPlatform implements Platform {
  readonly name = 'windows'
  readonly #parts: Parts
  readonly #list = new WindowList()
  /** Whether this process itself is elevated, and so may see all windows. */
  readonly #isElevated = isElevated(process.pid)
  #moves = 0
  #left: ScreenPoint | null = null

  private constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Throws ToolError where the libraries of Windows, or that for input, can't be loaded. */
  static async connect(
    env: Record<string, string>,
    run: RunControl,
    launch: LaunchOptions = {},
  ): Promise<WindowsPlatform> {
    try {
      enterApartment()
    } catch (error) {
      throw new ToolError('The libraries of Windows can’t be loaded here.', { cause: error })
    }
    const input = await run.race(InputLibrary.load())
    const automation = Automation.connect()
    const uia = automation && new UiaProvider(automation)
    const providers = [...(uia ? [uia] : []), new HwndProvider()]
    return new WindowsPlatform({ env, input, uia, providers, launch })
  }

  [Symbol.asyncDispose](): Promise<void> {
    for (const provider of this.#parts.providers) provider.dispose()
    return Promise.resolve()
  }

  async screens(run: RunControl): Promise<Screen[]> {
    return run.race(this.#input.screens())
  }

  async windows(run: RunControl): Promise<PlatformWindow[]> {
    await run.checkpoint()
    return this.#list.list(await run.race(this.#input.activeWindow()))
  }

  async focusWindow(handle: string, run: RunControl): Promise<void> {
    const window = windowOf(handle)
    if (!isWindow(window)) throw new ToolError('The window is gone.')
    await run.checkpoint()
    const came = await run.until(
      async () => {
        if ((await this.#input.activeWindow()) === window) return true
        await this.#input.focusWindow(window)
        return null
      },
      FOCUS_MS,
      50,
    )
    if (!came)
      throw new ToolError('The window did not come to the front: Windows or a dialog keeps another there.')
  }

  async closeWindow(handle: string, run: RunControl): Promise<void> {
    await run.checkpoint()
    if (!isWindow(windowOf(handle))) throw new ToolError('The window is gone.')
    // The window answers only after its question has been answered, so no answer in time counts as asked.
    send(windowOf(handle), WM_CLOSE)
  }

  async setWindowState(handle: string, state: WindowState, run: RunControl): Promise<void> {
    const window = windowOf(handle)
    if (!isWindow(window)) throw new ToolError('The window is gone.')
    await run.checkpoint()
    const wasMinimized = isIconic(window)
    send(window, WM_SYSCOMMAND, SYSTEM_COMMANDS[state])
    const isDone = () =>
      hasState(state, { minimized: isIconic(window), maximized: isZoomed(window) }, wasMinimized)
    const done = await run.until(() => Promise.resolve(isDone() ? true : null), FOCUS_MS, 20)
    if (!done) throw new ToolError(`The window is not ${stateWord(state)}: it does not allow it.`)
  }

  treeFault(): Promise<string | null> {
    return Promise.resolve(null)
  }

  async tree(window: PlatformWindow, { max }: { max: number }, run: RunControl): Promise<PlatformTree> {
    const windows = [window, ...belongingTo(window, await this.windows(run))]
    return treeOfAll(windows, max, (one, most) => this.#treeOf(one, most, run))
  }

  async element(ref: string, run: RunControl): Promise<PlatformElement | null> {
    return (await this.#of(ref, run))?.element(ref, run) ?? null
  }

  async elementAt(
    point: ScreenPoint,
    run: RunControl,
  ): Promise<{ element: PlatformElement | null; window: PlatformWindow | null }> {
    const all = await this.windows(run)
    const window = all.find((one) => !one.minimized && contains(one.bounds, point)) ?? null
    if (!window) return { element: null, window: null }
    for (const provider of this.#parts.providers) {
      const element = await provider.elementAt(windowOf(window.handle), point, run)
      if (element) return { element, window }
    }
    return { element: null, window }
  }

  async focusedElement(run: RunControl): Promise<PlatformElement | null> {
    await run.checkpoint()
    const active = await run.race(this.#input.activeWindow())
    if (active === 0n || this.#list.isOwn(active)) return null
    for (const provider of this.#parts.providers) {
      const element = await provider.focused(active, run)
      if (element) return element
    }
    return null
  }

  async text(ref: string, run: RunControl): Promise<string | null> {
    return (await this.#of(ref, run))?.text(ref, run) ?? null
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

  async textBounds(ref: string, start: number, end: number, run: RunControl): Promise<ScreenRect | null> {
    return (await this.#of(ref, run))?.textBounds(ref, start, end, run) ?? null
  }

  async selectText(ref: string, start: number, end: number, run: RunControl): Promise<boolean> {
    return (await this.#of(ref, run))?.selectText(ref, start, end, run) ?? false
  }

  async selectedText(ref: string, run: RunControl): Promise<string | null> {
    return (await this.#of(ref, run))?.selectedText(ref, run) ?? null
  }

  async invoke(ref: string, action: string | null, run: RunControl): Promise<boolean> {
    return (await this.#of(ref, run))?.invoke(ref, action, run) ?? false
  }

  async setText(ref: string, text: string, run: RunControl): Promise<boolean> {
    return (await this.#of(ref, run))?.setText(ref, text, run) ?? false
  }

  async setValue(ref: string, value: number, run: RunControl): Promise<boolean> {
    return (await this.#of(ref, run))?.setValue(ref, value, run) ?? false
  }

  async select(ref: string, run: RunControl): Promise<boolean> {
    return (await this.#of(ref, run))?.select(ref, run) ?? false
  }

  async focus(ref: string, run: RunControl): Promise<boolean> {
    return (await this.#of(ref, run))?.focus(ref, run) ?? false
  }

  async scrollIntoView(ref: string, run: RunControl): Promise<boolean> {
    return (await this.#of(ref, run))?.scrollIntoView(ref, run) ?? false
  }

  async picture(area: ScreenRect, run: RunControl): Promise<RawPicture> {
    await run.checkpoint()
    const [screen] = await this.screens(run)
    const seen = screen && intersection(area, screen.bounds)
    if (!seen) throw new ToolError('The area is not on the screen.')
    return run.race(this.#input.picture(seen))
  }

  async movePointer(point: ScreenPoint, run: RunControl): Promise<void> {
    await run.checkpoint()
    this.#moves++
    this.#left = point
    await this.#input.move(point)
  }

  async pressButton(button: MouseButton, run: RunControl): Promise<void> {
    await run.checkpoint()
    await this.#input.press(button)
  }

  async releaseButton(button: MouseButton, run: RunControl): Promise<void> {
    await run.checkpoint()
    await this.#input.release(button)
  }

  async scroll(notches: number, horizontal: boolean, run: RunControl): Promise<void> {
    await run.checkpoint()
    await this.#input.scroll(notches, horizontal)
  }

  async pressKey(key: string, run: RunControl): Promise<void> {
    await run.checkpoint()
    await this.#input.key(key, true)
  }

  async releaseKey(key: string, run: RunControl): Promise<void> {
    await run.checkpoint()
    await this.#input.key(key, false)
  }

  knowsKey(key: string): boolean {
    return keysNamed(key) !== null
  }

  /** Is sure only of letters and blanks: the other characters depend on the layout. */
  hasKeys(text: string): Promise<boolean> {
    return Promise.resolve(/^[a-z \n\t]*$/i.test(text))
  }

  readClipboard(run: RunControl): Promise<ClipboardContent> {
    return isWine() ? run.race(this.#readText()) : readClipboard(run)
  }

  writeClipboard(content: ClipboardContent, run: RunControl): Promise<void> {
    const text = textIn(content)
    return isWine() ? run.race(this.#input.writeText(text ?? '')) : writeClipboard(content, run)
  }

  pasteKeys(window: PlatformWindow | null): string[] {
    const isTerminal = /^(WindowsTerminal|OpenConsole)$/i.test(window?.processName ?? '')
    return isTerminal ? ['Control', 'Shift', 'v'] : ['Control', 'v']
  }

  async plannedLaunch(nameOrFile: string, args: string[], run: RunControl): Promise<PlannedLaunch> {
    const { env, launch } = this.#parts
    const plan = await run.race(resolveLaunch(nameOrFile, args, env, launch))
    return { words: [plan.command, ...plan.args], from: plan.from, configured: plan.configured }
  }

  launch(nameOrFile: string, args: string[], run: RunControl): Promise<LaunchResult> {
    return launchApplication(nameOrFile, args, this.#parts.env, this.#parts.launch, run)
  }

  async watch(area: ScreenRect, run: RunControl): Promise<ChangeWatch> {
    const window = (await this.windows(run)).find(({ bounds }) => holdsWhole(bounds, area))
    const told = window && (await this.#parts.uia?.heed(windowOf(window.handle), run))
    return watchPictures(() => this.picture(area, run), told)
  }

  setOwnWindows(handles: readonly string[]): Promise<void> {
    this.#list.setOwn(handles)
    return Promise.resolve()
  }

  ownWindowAt(point: ScreenPoint): Promise<boolean> {
    const top = this.#list.topAt(point)
    return Promise.resolve(top !== null && this.#list.isOwn(top))
  }

  async ownWindowHasKeyboard(run: RunControl): Promise<boolean> {
    return this.#list.isOwn(await run.race(this.#input.activeWindow()))
  }

  watchPointer(onMoved: (point: ScreenPoint) => void): Promise<AsyncDisposable> {
    const where = () => this.#input.pointer()
    return watchPointer({ where, moves: () => this.#moves, left: () => this.#left }, onMoved)
  }

  async #treeOf(window: PlatformWindow, max: number, run: RunControl): Promise<PlatformTree> {
    await run.checkpoint()
    if (window.elevated === true && !this.#isElevated)
      return {
        elements: [],
        limited: `${window.application} runs as administrator: its controls can’t be seen. Start Deskhand as administrator, too.`,
      }
    for (const provider of this.#parts.providers) {
      const tree = await provider.tree(windowOf(window.handle), max, run)
      if (tree) return tree
    }
    return NOTHING_TOLD
  }

  /** Finds the provider that has listed a control. */
  async #of(ref: string, run: RunControl): Promise<TreeProvider | null> {
    await run.checkpoint()
    return this.#parts.providers.find(({ prefix }) => ref.startsWith(prefix)) ?? null
  }

  async #readText(): Promise<ClipboardContent> {
    const text = await this.#input.readText()
    return { formats: text === '' ? [] : [plainText(text)] }
  }

  get #input(): InputLibrary {
    return this.#parts.input
  }
}
