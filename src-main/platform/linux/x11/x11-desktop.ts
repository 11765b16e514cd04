// Implements the X11 half of the Linux driver: windows, pictures, input, clipboard, change. The accessibility half is beside it.
import type { Composite, Damage, Shape, XTest } from 'x11'
import { screenPoint, type ScreenPoint, type ScreenRect } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type {
  ChangeWatch,
  ClipboardContent,
  MouseButton,
  PlatformWindow,
  RawPicture,
  Screen,
  WindowState,
} from '../../platform.ts'
import { Below } from './below.ts'
import { Clipboard } from './clipboard.ts'
import { XConnection } from './connection.ts'
import { ScreenChanges } from './damage.ts'
import { KeptPicture } from './kept-picture.ts'
import { Keyboard } from './keyboard.ts'
import { DESKTOP_FOLDER } from '../launch-environment.ts'
import { OwnWindows } from './own-windows.ts'
import { takePicture } from './pictures.ts'
import { watchPointer } from '../../pointer-watch.ts'
import { Pointer } from './pointer.ts'
import { listScreens } from './screens.ts'
import { Windows } from './windows.ts'

/** Process and application names of terminal emulators: Control+v is a character there, not "paste". */
const TERMINAL =
  /^(x?term|uxterm|lxterm|xterm|rxvt|urxvt|gnome-terminal(-server)?|kgx|ptyxis|konsole|xfce4-terminal|mate-terminal|lxterminal|qterminal|terminator|tilix|alacritty|kitty|foot|wezterm(-gui)?|st|terminology|guake|yakuake|deepin-terminal|cool-retro-term)$/i
/** These terminals paste the selection, never the clipboard. */
const NO_CLIPBOARD = /^(x?term|uxterm|lxterm|rxvt|urxvt|st)$/i

/** Says whether a window takes a command line. */
export const isTerminal = (window: PlatformWindow): boolean => TERMINAL.test(window.processName)

/** On a server without Composite own windows stay in the picture. */
const CANT_SEE_BELOW: Pick<Below, 'places' | 'uncover'> = {
  places: () => Promise.resolve(''),
  uncover: () => Promise.resolve(false),
}

interface Parts {
  connection: XConnection
  windows: Windows
  keyboard: Keyboard
  pointer: Pointer
  clipboard: Clipboard
  changes: ScreenChanges
  own: OwnWindows
  below: Below | null
  /** Null on the person's own desktop: a graphics card may show what the server never reports as painted. */
  kept: KeptPicture | null
}

/** Methods have the signatures of the Platform port. Every one throws ToolError when the display is lost. */
export class X11Desktop implements AsyncDisposable {
  readonly #parts: Parts

  private constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Connects to the display that `env` names. Throws ToolError when it can't. */
  static async connect(env: Record<string, string | undefined>): Promise<X11Desktop> {
    const connection = await XConnection.open(env)
    try {
      const [xtest, damage, shape, composite] = await Promise.all([
        connection.ask<XTest>((reply) => connection.client.require('xtest', reply)),
        connection.ask<Damage>((reply) => connection.client.require('damage', reply)),
        connection.askOrNull<Shape>((reply) => connection.client.require('shape', reply)),
        connection.askOrNull<Composite>((reply) => connection.client.require('composite', reply)),
      ])
      const own = new OwnWindows(connection, shape, () => XConnection.open(env))
      const given = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined)
      return new X11Desktop({
        connection,
        windows: new Windows(connection, own),
        keyboard: new Keyboard(connection, xtest),
        pointer: new Pointer(connection, xtest),
        clipboard: await Clipboard.open(connection, Object.fromEntries(given)),
        changes: new ScreenChanges(connection, damage, () => XConnection.open(env)),
        own,
        below: composite ? new Below(connection, composite, own) : null,
        kept: env[DESKTOP_FOLDER] === undefined ? null : new KeptPicture(connection, damage),
      })
    } catch (error) {
      await connection[Symbol.asyncDispose]()
      throw error
    }
  }

  screens(run: RunControl): Promise<Screen[]> {
    return run.race(listScreens(this.#parts.connection))
  }

  windows(run: RunControl): Promise<PlatformWindow[]> {
    return run.race(this.#parts.windows.list())
  }

  focusWindow(handle: string, run: RunControl): Promise<void> {
    return this.#parts.windows.focus(handle, run)
  }

  async closeWindow(handle: string, run: RunControl): Promise<void> {
    await run.checkpoint()
    await run.race(this.#parts.windows.close(handle))
  }

  setWindowState(handle: string, state: WindowState, run: RunControl): Promise<void> {
    return this.#parts.windows.setState(handle, state, run)
  }

  /** Finds the window that shows at a point, frame included; null for the bare desktop. */
  windowAt(point: ScreenPoint, run: RunControl): Promise<PlatformWindow | null> {
    return run.race(this.#parts.windows.at(point))
  }

  /** Gives the top left of the X window in screen space, a client-side shadow included: a toolkit counts from there. */
  windowOrigin(handle: string, run: RunControl): Promise<{ x: number; y: number } | null> {
    return run.race(this.#parts.windows.origin(handle))
  }

  async picture(area: ScreenRect, run: RunControl): Promise<RawPicture> {
    const { connection, own, below, changes, kept } = this.#parts
    if (!own.any) return run.race(kept ? kept.take(area) : takePicture(connection, area))
    await run.race(changes.painted())
    return run.race(takePicture(connection, area, below ?? CANT_SEE_BELOW))
  }

  /** Returns whether the server now paints through this process, which makes reports of painting late. */
  async setOwnWindows(handles: readonly string[], run: RunControl): Promise<boolean> {
    // The app may name a window that has no X window yet.
    const ids = handles.map(Number).filter((id) => Number.isInteger(id) && id > 0)
    const { own, changes } = this.#parts
    await run.race(own.set(ids))
    await run.race(changes.leaveOut(own.any ? own : null))
    return own.redirects
  }

  ownWindowAt(point: ScreenPoint, run: RunControl): Promise<boolean> {
    return run.race(this.#parts.own.takesPointerAt(point))
  }

  ownWindowHasKeyboard(run: RunControl): Promise<boolean> {
    return run.race(this.#parts.own.hasKeyboard())
  }

  watchPointer(onMoved: (point: ScreenPoint) => void, run: RunControl): Promise<AsyncDisposable> {
    const { pointer } = this.#parts
    const watched = {
      where: () => this.#pointerPlace(),
      moves: () => pointer.moves,
      left: () => pointer.left,
    }
    return run.race(watchPointer(watched, onMoved))
  }

  pointerPlace(run: RunControl): Promise<ScreenPoint> {
    return run.race(this.#pointerPlace())
  }

  async #pointerPlace(): Promise<ScreenPoint> {
    const { connection } = this.#parts
    const { rootX, rootY } = await connection.ask<{ rootX: number; rootY: number }>((reply) =>
      connection.client.QueryPointer(connection.root, reply),
    )
    return screenPoint(rootX, rootY)
  }

  async movePointer(point: ScreenPoint, run: RunControl): Promise<void> {
    await run.checkpoint()
    await this.#parts.pointer.move(point)
  }

  async pressButton(button: MouseButton, run: RunControl): Promise<void> {
    await this.#parts.windows.untilNoTooltip(run)
    await run.checkpoint()
    await this.#parts.pointer.press(button)
  }

  /** A stop does not prevent a release, because a held button must not stay down. */
  async releaseButton(button: MouseButton, run: RunControl): Promise<void> {
    await this.#parts.pointer.release(button, run)
  }

  async scroll(notches: number, horizontal: boolean, run: RunControl): Promise<void> {
    const [positive, negative] = horizontal ? (['left', 'right'] as const) : (['up', 'down'] as const)
    await this.#parts.windows.untilNoTooltip(run)
    for (let done = 0; done < Math.abs(Math.round(notches)); done++) {
      await run.checkpoint()
      await this.#parts.pointer.notch(notches > 0 ? positive : negative, run)
    }
  }

  async pressKey(key: string, run: RunControl): Promise<void> {
    await run.checkpoint()
    await this.#parts.keyboard.press(key)
  }

  /** A stop does not prevent a release, because a held key must not stay down. */
  async releaseKey(key: string, _run: RunControl): Promise<void> {
    await this.#parts.keyboard.release(key)
  }

  hasKeys(text: string, run: RunControl): Promise<boolean> {
    return run.race(this.#parts.keyboard.hasAll(text))
  }

  knowsKey(key: string): boolean {
    return this.#parts.keyboard.knows(key)
  }

  clipboardTaken(run: RunControl): Promise<number | null> {
    return run.race(this.#parts.clipboard.timesTaken())
  }

  readClipboard(run: RunControl): Promise<ClipboardContent> {
    return run.race(this.#parts.clipboard.read())
  }

  async writeClipboard(content: ClipboardContent, run: RunControl): Promise<void> {
    await run.checkpoint()
    await this.#parts.clipboard.write(content)
  }

  /** Gives the keys that paste the clipboard; empty where none do and the text has to be typed. */
  pasteKeys(window: PlatformWindow | null): string[] {
    if (!window || !isTerminal(window)) return ['Control+v']
    return NO_CLIPBOARD.test(window.processName) ? [] : ['Control+Shift+v']
  }

  async watch(area: ScreenRect, run: RunControl, compares = false): Promise<ChangeWatch> {
    run.throwIfStopped()
    return this.#parts.changes.watch(area, compares)
  }

  /** Leaves the clipboard's content to another program, gives lent keys back and disconnects. */
  async [Symbol.asyncDispose](): Promise<void> {
    const { clipboard, keyboard, connection, own, changes } = this.#parts
    await changes[Symbol.asyncDispose]().catch(() => {})
    await own[Symbol.asyncDispose]().catch(() => {})
    await clipboard.handOver().catch(() => {})
    await keyboard.giveBack().catch(() => {})
    await connection[Symbol.asyncDispose]()
  }
}
