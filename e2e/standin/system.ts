// What the app asks of the system: dialogs, opening things, notifications, shortcuts, theme, screen, sleep.
import { askNow } from './link.ts'
import { Emitter, loudClass, loudGroup } from './loud.ts'
import { note, record } from './record.ts'
import { emulateTheme } from './window.ts'
import type { Rect } from '../../src-preload/contract/geometry.ts'

/** A dialog waits for a person: a test puts its own function in the place of the one that it expects. */
const unanswered = (name: string) => (): never => {
  throw new Error(`dialog.${name} was called, and the test has not said what the person answers.`)
}

export const dialog = loudGroup('dialog', {
  showMessageBox: unanswered('showMessageBox'),
  showMessageBoxSync: unanswered('showMessageBoxSync'),
  showErrorBox: (title: string, content: string) => note('showErrorBox', title, content),
})

export const shell = loudGroup('shell', {
  openExternal: (address: string) => Promise.resolve(note('openExternal', address)),
  openPath: (path: string) => {
    note('openPath', path)
    return Promise.resolve('')
  },
  showItemInFolder: (path: string) => note('showItemInFolder', path),
})

interface NotificationOptions {
  title?: string
  body?: string
}

export class Notification extends Emitter {
  readonly title: string
  readonly body: string

  static isSupported = (): boolean => true

  constructor(options: NotificationOptions = {}) {
    super('Notification', ['show', 'click', 'close', 'failed', 'action', 'reply'])
    this.title = options.title ?? ''
    this.body = options.body ?? ''
  }

  show(): void {
    record.notifications.push(this)
    note('notification', this.title, this.body)
    this.emit('show', {})
  }

  close(): void {
    this.emit('close', {})
  }
}
loudClass(Notification, 'Notification')

const shortcuts = new Map<string, () => void>()

export const globalShortcut = loudGroup('globalShortcut', {
  register(accelerator: string, pressed: () => void): boolean {
    if (shortcuts.has(accelerator) || !askNow('grab', accelerator)) return false
    shortcuts.set(accelerator, pressed)
    return true
  },
  isRegistered: (accelerator: string): boolean => shortcuts.has(accelerator),
  unregister(accelerator: string): void {
    if (shortcuts.delete(accelerator)) askNow('ungrab', accelerator)
  },
  unregisterAll(): void {
    for (const accelerator of shortcuts.keys()) globalShortcut.unregister(accelerator)
  },
})

/** For electron.ts: the X server says that the keys of a grab were pressed. */
export const pressShortcut = (accelerator: string): void => shortcuts.get(accelerator)?.()

const blockers = new Set<number>()
let blockersMade = 0

export const powerSaveBlocker = loudGroup('powerSaveBlocker', {
  start(kind: string): number {
    note('powerSaveBlocker', kind)
    blockers.add(++blockersMade)
    return blockersMade
  },
  stop: (id: number): boolean => blockers.delete(id),
  isStarted: (id: number): boolean => blockers.has(id),
})

/** The machine never sleeps by itself here; a test says that it does. */
class PowerMonitor extends Emitter {
  constructor() {
    super('powerMonitor', [
      'suspend',
      'resume',
      'lock-screen',
      'unlock-screen',
      'shutdown',
      'on-ac',
      'on-battery',
    ])
  }
}
loudClass(PowerMonitor, 'powerMonitor')
export const powerMonitor = new PowerMonitor()

class NativeTheme extends Emitter {
  #source = 'system'

  constructor() {
    super('nativeTheme', ['updated'])
  }

  get themeSource(): string {
    return this.#source
  }

  set themeSource(source: string) {
    if (source === this.#source) return
    this.#source = source
    void emulateTheme(source === 'system' ? null : source === 'dark')
    this.emit('updated')
  }

  /** The system is light. */
  get shouldUseDarkColors(): boolean {
    return this.#source === 'dark'
  }
}
loudClass(NativeTheme, 'nativeTheme')
export const nativeTheme = new NativeTheme()

/** One display, as large as the X screen, one pixel per CSS pixel. */
class Screen extends Emitter {
  constructor() {
    super('screen', ['display-added', 'display-removed', 'display-metrics-changed'])
  }

  getPrimaryDisplay() {
    const { width, height } = askNow('size')
    const bounds = { x: 0, y: 0, width, height }
    const size = { width, height }
    return {
      id: 1,
      label: 'stand-in',
      scaleFactor: 1,
      rotation: 0,
      internal: false,
      bounds,
      workArea: bounds,
      size,
      workAreaSize: size,
    }
  }

  getAllDisplays = () => [this.getPrimaryDisplay()]
  getDisplayMatching = (_rect: Rect) => this.getPrimaryDisplay()
  getDisplayNearestPoint = (_point: object) => this.getPrimaryDisplay()

  /** One pixel is one pixel here. */
  screenToDipPoint = (point: object) => point
  dipToScreenPoint = (point: object) => point
  dipToScreenRect = (_window: unknown, rect: Rect) => rect

  getCursorScreenPoint(): { x: number; y: number } {
    const { rootX, rootY } = askNow('pointer')
    return { x: rootX, y: rootY }
  }
}
loudClass(Screen, 'screen')
export const screen = new Screen()
