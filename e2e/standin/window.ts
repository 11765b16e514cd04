// `BrowserWindow`: a real window of the X server around a page of the browser.
import { app, windowsOfApp } from './app.ts'
import { ask, askNow, cdp, onTold } from './link.ts'
import { Emitter, knownOptions, loudClass, NotImplemented } from './loud.ts'
import { pageScripts } from './page/scripts.ts'
import { defaultSession, type Download } from './session.ts'
import { closeTarget, WebContents } from './web-contents.ts'
import type { WindowLook } from './wires/x-windows.ts'
import type { Rect } from '../../src-preload/contract/geometry.ts'

const OPTIONS = [
  'width', 'height', 'x', 'y', 'minWidth', 'minHeight', 'maxWidth', 'maxHeight', 'show', 'title', 'icon', 'frame', 'transparent',
  'alwaysOnTop', 'focusable', 'skipTaskbar', 'hasShadow', 'resizable', 'movable', 'minimizable', 'maximizable', 'closable',
  'fullscreenable', 'fullscreen', 'backgroundColor', 'autoHideMenuBar', 'webPreferences', 'titleBarStyle', 'roundedCorners',
  'acceptFirstMouse', 'type', 'enableLargerThanScreen', 'useContentSize', 'center', 'visibleOnAllWorkspaces', 'vibrancy', 'thickFrame',
  'paintWhenInitiallyHidden', 'darkTheme', 'parent', 'trafficLightPosition', 'titleBarOverlay', 'hiddenInMissionControl',
] // prettier-ignore
const PREFERENCES = [
  'preload', 'contextIsolation', 'sandbox', 'nodeIntegration', 'nodeIntegrationInWorker', 'nodeIntegrationInSubFrames', 'webSecurity',
  'allowRunningInsecureContent', 'experimentalFeatures', 'webviewTag', 'navigateOnDragDrop', 'safeDialogs', 'spellcheck', 'devTools',
  'backgroundThrottling', 'disableDialogs', 'plugins', 'images', 'javascript', 'textAreasAreResizable', 'webgl', 'autoplayPolicy',
] // prettier-ignore
/** The stand-in has no other windows than these; one that asks for less is refused. */
const REQUIRED: Record<string, boolean> = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  webviewTag: false,
}

export interface WindowOptions extends Partial<Rect> {
  title?: string
  show?: boolean
  frame?: boolean
  transparent?: boolean
  alwaysOnTop?: boolean
  focusable?: boolean
  skipTaskbar?: boolean
  center?: boolean
  visibleOnAllWorkspaces?: boolean
  webPreferences?: Record<string, unknown> & { preload?: string }
}

const all = new Map<number, BrowserWindow>()
windowsOfApp.all = () => [...all.values()]

export class BrowserWindow extends Emitter {
  readonly id: number
  readonly webContents: WebContents
  readonly #window: number
  readonly #target: string
  #look: WindowLook
  #normal: Rect
  #title: string
  #focused = false
  #minimized = false
  #maximized = false
  #protected = false
  #gone = false

  constructor(options: WindowOptions = {}) {
    super('BrowserWindow', [
      'ready-to-show', 'show', 'hide', 'focus', 'blur', 'close', 'closed', 'move', 'moved', 'resize', 'resized', 'minimize', 'restore',
      'maximize', 'unmaximize', 'unresponsive', 'responsive', 'enter-full-screen', 'leave-full-screen', 'page-title-updated',
      'session-end', 'query-session-end', 'always-on-top-changed',
    ]) // prettier-ignore
    if (!app.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    check(options)
    this.#title = options.title ?? app.getName()
    const preload = options.webPreferences?.preload
    const versions = { electron: process.versions['electron'] ?? '', node: process.versions.node }
    const opened = askNow('open', preload === undefined ? null : pageScripts(preload, versions))
    this.#window = opened.window
    this.#target = opened.target
    const { width = 800, height = 600 } = options
    this.#look = {
      visible: false,
      activates: true,
      managed: options.focusable !== false,
      frame: options.frame !== false,
      above: options.alwaysOnTop === true,
      skipTaskbar: options.skipTaskbar === true,
      everywhere: options.visibleOnAllWorkspaces === true,
      clickThrough: false,
      shape: [],
      bounds: { ...placed(options, width, height), width, height },
    }
    this.#normal = this.#look.bounds
    this.webContents = new WebContents(
      opened,
      { ...REQUIRED, ...options.webPreferences },
      {
        close: () => this.close(),
        shown: () => this.emit('ready-to-show', {}),
      },
    )
    this.id = this.webContents.id
    all.set(this.id, this)
    sessions.set(opened.session, this.webContents)
    this.#apply({})
    app.emit('browser-window-created', {}, this)
    app.emit('web-contents-created', {}, this.webContents)
    if (options.show !== false) this.show()
  }

  static getAllWindows = (): BrowserWindow[] => [...all.values()]
  static getFocusedWindow = (): BrowserWindow | null =>
    [...all.values()].find((window) => window.isFocused()) ?? null
  static fromWebContents = (contents: WebContents): BrowserWindow | null => all.get(contents.id) ?? null
  static fromId = (id: number): BrowserWindow | null => all.get(id) ?? null

  isDestroyed = (): boolean => this.#gone
  isVisible = (): boolean => this.#look.visible && !this.#minimized
  isFocused = (): boolean => this.#focused
  isMinimized = (): boolean => this.#minimized
  isMaximized = (): boolean => this.#maximized
  isFullScreen = (): boolean => false
  isAlwaysOnTop = (): boolean => this.#look.above
  isFocusable = (): boolean => this.#look.managed
  isContentProtected = (): boolean => this.#protected
  getTitle = (): string => this.#title
  getBounds = (): Rect => ({ ...this.#look.bounds })
  getNormalBounds = (): Rect => ({ ...this.#normal })
  getContentBounds = (): Rect => this.getBounds()
  getMediaSourceId = (): string => `window:${this.#window}:0`
  loadURL = (address: string): Promise<void> => this.webContents.loadURL(address)

  /** The X window id, as a native unsigned long. */
  getNativeWindowHandle(): Buffer {
    const handle = Buffer.alloc(8)
    handle.writeBigUInt64LE(BigInt(this.#window))
    return handle
  }

  show(): void {
    this.#appear(true)
  }

  showInactive(): void {
    this.#appear(false)
  }

  hide(): void {
    if (!this.#look.visible) return
    this.#apply({ visible: false })
    this.emit('hide')
  }

  focus(): void {
    if (this.#gone || !this.#look.visible) return
    ask('activate', this.#window).catch(() => {})
  }

  moveTop = (): void => this.focus()

  minimize(): void {
    if (this.#look.visible && this.#look.managed) ask('minimize', this.#window).catch(() => {})
  }

  restore(): void {
    this.focus()
  }

  maximize(): void {
    if (!this.#look.visible) this.show()
    this.#maximized = true
    ask('maximize', this.#window, true).catch(() => {})
    this.emit('maximize')
  }

  unmaximize(): void {
    this.#maximized = false
    ask('maximize', this.#window, false).catch(() => {})
    this.emit('unmaximize')
  }

  setBounds(bounds: Partial<Rect>): void {
    const rounded = Object.fromEntries(Object.entries(bounds).map(([key, value]) => [key, Math.round(value)]))
    this.#apply({ bounds: { ...this.#look.bounds, ...rounded } })
    this.#normal = this.#look.bounds
  }

  center(): void {
    const { width, height } = this.#look.bounds
    this.setBounds(placed({ center: true }, width, height))
  }

  setPosition = (x: number, y: number): void => this.setBounds({ x, y })
  setSize = (width: number, height: number): void => this.setBounds({ width, height })
  setAlwaysOnTop = (on: boolean, _level?: string): void => this.#apply({ above: on })
  setSkipTaskbar = (on: boolean): void => this.#apply({ skipTaskbar: on })
  setVisibleOnAllWorkspaces = (on: boolean): void => this.#apply({ everywhere: on })
  setIgnoreMouseEvents = (on: boolean): void => this.#apply({ clickThrough: on })
  setShape = (shape: Rect[]): void => this.#apply({ shape })
  /** State only: Linux has none, with Electron neither. */
  setContentProtection = (on: boolean): void => void (this.#protected = on)
  setTitle = (title: string): void => void (this.#title = title)
  setMenuBarVisibility = (_on: boolean): void => {}
  setMenu = (_menu: unknown): void => {}
  removeMenu = (): void => {}
  setBackgroundColor = (_color: string): void => {}

  close(): void {
    if (!this.#gone && this.emitCancelable('close', {})) this.destroy()
  }

  destroy(): void {
    if (this.#gone) return
    closeTarget(this.#target)
    this.lost()
  }

  /** For this file: the browser has closed it. */
  lost(): void {
    if (this.#gone) return
    this.#gone = true
    all.delete(this.id)
    ask('forget', this.#window).catch(() => {})
    this.webContents.destroy()
    this.emit('closed')
    if (all.size === 0) setImmediate(() => app.allClosed())
  }

  /** For this file: the X server has moved it, or the window manager. */
  async moved(): Promise<void> {
    const seen = await ask('seen', this.#window)
    if (!seen || this.#gone || !this.#look.visible) return
    const was = this.#look.bounds
    const { bounds } = seen
    if (seen.minimized !== this.#minimized) {
      this.#minimized = seen.minimized
      this.emit(seen.minimized ? 'minimize' : 'restore')
    }
    this.#maximized = seen.maximized
    if (this.#minimized || JSON.stringify(bounds) === JSON.stringify(was)) return
    // Only remembered: what the person has done is not to be undone by the next `apply`.
    this.#look = { ...this.#look, bounds }
    if (!this.#maximized) this.#normal = bounds
    if (bounds.x !== was.x || bounds.y !== was.y) this.#tellTwice('move', 'moved')
    if (bounds.width !== was.width || bounds.height !== was.height) this.#tellTwice('resize', 'resized')
  }

  /** For this file: which window has the focus now. */
  activated(window: number): void {
    const focused = window === this.#window
    if (focused === this.#focused) return
    this.#focused = focused
    this.emit(focused ? 'focus' : 'blur')
    app.emit(`browser-window-${focused ? 'focus' : 'blur'}`, {}, this)
  }

  owns = (window: number): boolean => window === this.#window
  isAt = (target: string): boolean => target === this.#target

  #appear(activates: boolean): void {
    if (this.#gone) return
    const was = this.#look.visible
    this.#apply({ visible: true, activates: activates && this.#look.managed })
    if (was) return activates ? this.focus() : undefined
    this.emit('show')
  }

  #apply(change: Partial<WindowLook>): void {
    if (this.#gone) return
    this.#look = { ...this.#look, ...change }
    // Blocking: once it returns, other programs see the window as it is said to be.
    askNow('look', this.#window, this.#look)
  }

  #tellTwice(first: string, second: string): void {
    this.emit(first)
    this.emit(second)
  }
}

loudClass(BrowserWindow, 'BrowserWindow')

const sessions = new Map<string, WebContents>()
const adopted = (target: string): boolean => [...all.values()].some((window) => window.isAt(target))

onTold('cdp', (told) => {
  if (told.session !== undefined) sessions.get(told.session)?.hear(told)
  if (told.method === 'Target.targetDestroyed')
    for (const window of all.values()) if (window.isAt(told.params['targetId'] as string)) window.lost()
  if (told.method === 'Browser.downloadWillBegin') {
    const download = told.params as unknown as Download
    const window = [...all.values()].find((one) => one.isAt(download.frameId))
    defaultSession.judgeDownload(window?.webContents, download).catch(() => {})
  }
  if (told.method !== 'Target.targetCreated') return
  const info = told.params['targetInfo'] as { type: string; url: string; targetId: string; openerId?: string }
  const isOurs = adopted(info.targetId) || info.url.includes('standin-') || info.url === ''
  if (info.type === 'page' && (info.openerId !== undefined || !isOurs)) closeTarget(info.targetId)
})
onTold('moved', ({ window }) => {
  for (const one of all.values()) if (one.owns(window)) void one.moved()
})
onTold('active', ({ window }) => {
  for (const one of [...all.values()].toSorted((a) => (a.owns(window) ? 1 : -1))) one.activated(window)
})
onTold('gone', () => {
  for (const window of all.values()) window.lost()
})

/** The next free place, unless the options name one. */
function placed({ x, y, center }: WindowOptions, width: number, height: number): { x: number; y: number } {
  if (x !== undefined && y !== undefined) return { x: Math.round(x), y: Math.round(y) }
  const size = askNow('size')
  const step = center === true ? 0 : 24 * all.size
  return {
    x: Math.max(0, Math.round((size.width - width) / 2) + step),
    y: Math.max(0, Math.round((size.height - height) / 2) + step),
  }
}

function check(options: WindowOptions): void {
  knownOptions('BrowserWindow', options, OPTIONS)
  const preferences = options.webPreferences ?? {}
  knownOptions('webPreferences', preferences, PREFERENCES)
  const defaults: Record<string, boolean> = { contextIsolation: true, sandbox: true, webSecurity: true }
  for (const [name, value] of Object.entries(REQUIRED))
    if ((preferences[name] ?? defaults[name] ?? false) !== value)
      throw new NotImplemented(`windows with ${name} ${String(preferences[name])}`)
}

/** The page follows `nativeTheme`. */
export async function emulateTheme(dark: boolean | null): Promise<void> {
  const features = dark === null ? [] : [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }]
  for (const session of sessions.keys())
    await cdp('Emulation.setEmulatedMedia', { features }, session).catch(() => {})
}
