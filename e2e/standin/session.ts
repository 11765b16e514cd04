// `session.defaultSession`: own protocols, permissions, downloads. There is one session only.
import { app } from './app.ts'
import { cdp } from './link.ts'
import { Emitter, loudClass, loudGroup } from './loud.ts'
import { fromPage, originOf, protocol, toPage } from './origins.ts'

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

export interface Download {
  frameId: string
  guid: string
  url: string
  suggestedFilename: string
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

  /** Downloads go to the person's folder for them, without the question where. */
  async allowDownloads(): Promise<void> {
    const downloadPath = app.getPath('downloads')
    await cdp('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath, eventsEnabled: true })
  }

  /** Asks the app, as soon as the browser begins a download. */
  async judgeDownload(contents: unknown, { guid, url, suggestedFilename }: Download): Promise<void> {
    const item = loudGroup('DownloadItem', {
      getURL: () => fromPage(url),
      getFilename: () => suggestedFilename,
    })
    if (!this.emitCancelable('will-download', {}, item, contents))
      await cdp('Browser.cancelDownload', { guid })
  }

  #granted(contents: unknown, permission: string, details: object): Promise<boolean> {
    const ask = this.#ask
    return ask ? new Promise((resolve) => ask(contents, permission, resolve, details)) : Promise.resolve(true)
  }
}

loudClass(Session, 'session')
export const defaultSession = new Session()
export const session = loudGroup('session', { defaultSession })
