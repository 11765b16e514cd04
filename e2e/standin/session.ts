// `session.defaultSession`: own protocols, permissions, downloads. There is one session only.
import { cdp } from './link.ts'
import { Emitter, loudClass, loudGroup } from './loud.ts'
import { originOf, protocol, toPage } from './origins.ts'

type AskHandler = (
  contents: unknown,
  permission: string,
  answer: (granted: boolean) => void,
  details: object,
) => void
type CheckHandler = (contents: unknown, permission: string, origin: string, details: object) => boolean

/** Electron's names → Chromium's. */
const PERMISSIONS: Record<string, string[]> = {
  media: ['camera', 'microphone'],
  geolocation: ['geolocation'],
  notifications: ['notifications'],
  midi: ['midi'],
  'clipboard-read': ['clipboard-read'],
  'clipboard-sanitized-write': ['clipboard-write'],
  'idle-detection': ['idle-detection'],
  'window-management': ['window-management'],
  'storage-access': ['storage-access'],
}

class Session extends Emitter {
  readonly protocol = protocol
  #ask: AskHandler | null = null
  #check: CheckHandler | null = null

  constructor() {
    super('session', ['will-download'])
  }

  setPermissionRequestHandler = (handler: AskHandler | null): void => void (this.#ask = handler)
  setPermissionCheckHandler = (handler: CheckHandler | null): void => void (this.#check = handler)
  /** Devices (HID, serial, USB) and the display-media picker can't be reached in this browser without a click of a person. */
  setDevicePermissionHandler = (_handler: ((details: unknown) => boolean) | null): void => {}
  setDisplayMediaRequestHandler = (_handler: unknown): void => {}
  setSpellCheckerEnabled = (_on: boolean): void => {}

  /**
   * Asks the handlers for every permission before a page of this origin loads, and tells Chromium: it has no event for a
   * prompt that could be answered later. Without a handler all is granted, as in Electron.
   */
  async settlePermissions(contents: unknown, address: string): Promise<void> {
    const origin = originOf(address)
    const pageOrigin = URL.parse(toPage(address))?.origin
    if (pageOrigin === undefined || !pageOrigin.startsWith('http')) return
    const details = { requestingUrl: address, isMainFrame: true, securityOrigin: origin }
    for (const [permission, names] of Object.entries(PERMISSIONS)) {
      const checked = this.#check?.(contents, permission, origin, details) ?? true
      const granted = checked && (await this.#granted(contents, permission, details))
      for (const name of names)
        await cdp('Browser.setPermission', {
          permission: { name },
          setting: granted ? 'granted' : 'denied',
          origin: pageOrigin,
        })
    }
  }

  #granted(contents: unknown, permission: string, details: object): Promise<boolean> {
    const ask = this.#ask
    return ask ? new Promise((resolve) => ask(contents, permission, resolve, details)) : Promise.resolve(true)
  }
}

loudClass(Session, 'session')
export const defaultSession = new Session()
export const session = loudGroup('session', { defaultSession })
