// Makes the windows of the app by the table, when they are first needed, each with the same secure page behind the gate.
import { BrowserWindow, nativeTheme, type WebContents } from 'electron'
import { fileURLToPath } from 'node:url'
import type { Push } from '../../src-preload/contract/pushes.ts'
import { drop } from '../core/control-flow.ts'
import { messageOf } from '../core/errors.ts'
import type { Logger } from '../core/logger.ts'
import type { Gate } from './gate.ts'
import { pageAddress } from './origin.ts'
import { securePreferences } from './security.ts'
import { WINDOWS, type WindowKind } from './window-table.ts'

/** out/preload/preload.cjs, which lies beside the built program. */
const preloadPath = (): string =>
  fileURLToPath(
    new URL(
      import.meta.url.endsWith('.ts') ? '../../out/preload/preload.cjs' : '../preload/preload.cjs',
      import.meta.url,
    ),
  )

/** The colour until the page has drawn itself: `--bg` of the two themes. */
const backgroundColor = () => (nativeTheme.shouldUseDarkColors ? '#131416' : '#f6f6f4')

interface WindowsOptions {
  gate: Gate
  logger: () => Logger
  /** Icon of the windows, for Linux and Windows. */
  icon: string
  /** Tells whether closing a window may still hide it: not while the app ends, and not where the person wants it closed. */
  mayHide: (kind: WindowKind) => boolean
}

export class Windows {
  readonly #options: WindowsOptions
  readonly #windows = new Map<WindowKind, BrowserWindow>()
  readonly #made = new Set<(window: BrowserWindow, kind: WindowKind) => void>()
  readonly #changed = new Set<() => void>()

  constructor(options: WindowsOptions) {
    this.#options = options
  }

  /** Calls back with each window as soon as it is made, before its page is loaded. */
  onMade(listener: (window: BrowserWindow, kind: WindowKind) => void): void {
    this.#made.add(listener)
  }

  /** Calls back when a window has come, gone, or was shown; the returned function ends it. */
  onChanged(listener: () => void): () => void {
    this.#changed.add(listener)
    return () => this.#changed.delete(listener)
  }

  find(kind: WindowKind): BrowserWindow | null {
    return this.#windows.get(kind) ?? null
  }

  /** Lists all existing windows. */
  all(): BrowserWindow[] {
    return [...this.#windows.values()]
  }

  /** Gives the window, and makes it hidden if it does not exist yet. `hash` is for a new window only. */
  get(kind: WindowKind, hash = ''): BrowserWindow {
    return this.find(kind) ?? this.#make(kind, hash)
  }

  /** Brings a window to the front with the keyboard in it. */
  show(kind: WindowKind): void {
    const window = this.get(kind)
    if (window.isMinimized()) window.restore()
    window.show()
    window.focus()
  }

  /** Sends to this window alone, as soon as its page listens. */
  tell(kind: WindowKind, push: Push): void {
    this.#options.gate.push(this.get(kind).webContents, push)
  }

  /** Says which window has this page, null for a page that is not ours. */
  kindOf(contents: WebContents | null): WindowKind | null {
    for (const [kind, window] of this.#windows) if (window.webContents === contents) return kind
    return null
  }

  /** Destroys a window, whatever closing would do. */
  destroy(kind: WindowKind): void {
    this.find(kind)?.destroy()
  }

  #make(kind: WindowKind, hash: string): BrowserWindow {
    const { gate, icon, logger, mayHide } = this.#options
    const spec = WINDOWS[kind]
    const window = new BrowserWindow({
      title: 'Deskhand',
      backgroundColor: backgroundColor(),
      autoHideMenuBar: true,
      ...spec.options,
      icon,
      show: false,
      webPreferences: securePreferences(preloadPath()),
    })
    this.#windows.set(kind, window)
    if (spec.onTop) window.setAlwaysOnTop(true, spec.onTop)
    if (spec.clickThrough) window.setIgnoreMouseEvents(true)
    if (spec.protected) {
      if (process.platform !== 'linux') window.setContentProtection(true)
      // The window follows the person to the workspace on which the run acts.
      window.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true, skipTransformProcessType: true })
    }
    window.on('close', (event) => {
      if (spec.onClose !== 'hide' || !mayHide(kind)) return
      event.preventDefault()
      window.hide()
    })
    window.on('closed', () => {
      this.#windows.delete(kind)
      this.#tellChanged()
    })
    window.on('show', () => this.#tellChanged())
    window.on('unresponsive', () => logger().warn({ window: kind }, 'The window does not respond.'))
    for (const listener of this.#made) listener(window, kind)
    gate.admit(window.webContents)
    drop(window.loadURL(pageAddress(spec.page, hash)), (error) => {
      if (!window.isDestroyed()) logger().error({ window: kind }, messageOf(error))
    })
    this.#tellChanged()
    return window
  }

  #tellChanged(): void {
    for (const listener of this.#changed) listener()
  }
}
