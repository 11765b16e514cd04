// `webContents`: the page of a window. It loads, sends and hears, and what the page may not do is asked of the app.
import type { Told } from './wires/worker.ts'
import { ask, cdp } from './link.ts'
import { IpcMain, ipcMain } from './ipc.ts'
import { Emitter, loudClass, NotImplemented } from './loud.ts'
import { fromPage, originOf, toPage } from './origins.ts'
import { decodeValue, encodeValue } from './page/codec.ts'
import type { Inward, Outward } from './page/preload-world.ts'
import { BINDING, INWARD, PRELOAD_WORLD } from './page/scripts.ts'
import { defaultSession } from './session.ts'

type CdpTold = Told['cdp']
type OpenHandler = (details: { url: string; frameName: string; features: string; disposition: string }) => {
  action: string
}

export interface Frame {
  url: string
  origin: string
  parent: Frame | null
  top: Frame | null
  processId: number
  routingId: number
  frameToken: string
}

export interface Place {
  target: string
  session: string
}

let count = 0

export class WebContents extends Emitter {
  readonly id = ++count
  readonly ipc = new IpcMain()
  readonly session = defaultSession
  readonly mainFrame: Frame
  readonly #place: Place
  readonly #preferences: object
  readonly #hidden: { close(): void; shown(): void }
  #open: OpenHandler | null = null
  /** Number of the preload world of the page that is shown; pushes to a page without one are lost, as in Electron. */
  #world: number | null = null
  /** What the app itself loads; every other navigation is the page's. */
  #loading: { address: string; done: PromiseWithResolvers<void> } | null = null
  #destroyed = false
  #crashed = false
  #firstShown = false

  constructor(place: Place, preferences: object, window: { close(): void; shown(): void }) {
    super('webContents', [
      'did-start-navigation',
      'did-navigate',
      'did-navigate-in-page',
      'did-finish-load',
      'did-fail-load',
      'did-start-loading',
      'did-stop-loading',
      'dom-ready',
      'will-navigate',
      'will-frame-navigate',
      'will-redirect',
      'will-attach-webview',
      'render-process-gone',
      'preload-error',
      'console-message',
      'unresponsive',
      'responsive',
      'destroyed',
    ])
    this.#place = place
    this.#preferences = preferences
    this.#hidden = window
    this.mainFrame = {
      url: '',
      origin: 'null',
      parent: null,
      top: null,
      processId: 1,
      routingId: 1,
      frameToken: place.target,
    }
    this.mainFrame.top = this.mainFrame
  }

  getURL = (): string => this.mainFrame.url
  getType = (): string => 'window'
  getLastWebPreferences = (): object => this.#preferences
  isDestroyed = (): boolean => this.#destroyed
  isCrashed = (): boolean => this.#crashed
  isLoading = (): boolean => this.#loading !== null
  setWindowOpenHandler = (handler: OpenHandler): void => void (this.#open = handler)
  close = (): void => this.#hidden.close()
  focus = (): void => void this.#send('Page.bringToFront').catch(() => {})

  send(channel: string, ...args: unknown[]): void {
    this.#inward({ kind: 'push', channel, args: structuredClone(args) })
  }

  async loadURL(address: string): Promise<void> {
    await defaultSession.settlePermissions(this, address)
    if (this.#destroyed) throw new Error(`The window is gone: ${address}`)
    const url = new URL(toPage(address)).href
    const inPage = withoutHash(this.mainFrame.url) === withoutHash(address) && address.includes('#')
    const loading = { address: url, done: Promise.withResolvers<void>() }
    loading.done.promise.catch(() => {})
    if (!inPage) this.#loading = loading
    const { errorText } = await this.#send<{ errorText?: string }>('Page.navigate', { url })
    if (errorText !== undefined) {
      this.#loading = null
      this.emit('did-fail-load', {}, -2, errorText, address, true)
      throw new Error(`${errorText} loading '${address}'`)
    }
    if (!inPage) await loading.done.promise
  }

  reload(): void {
    this.#loading = { address: toPage(this.mainFrame.url), done: Promise.withResolvers<void>() }
    this.#send('Page.reload').catch(() => {})
  }

  /** Kills the page's process, as a defect in it would. */
  forcefullyCrashRenderer(): void {
    this.#send('Page.crash').catch(() => {})
  }

  async executeJavaScript(code: string): Promise<unknown> {
    const { result, exceptionDetails } = await this.#send<{
      result: { value: unknown }
      exceptionDetails?: { exception?: { description?: string } }
    }>('Runtime.evaluate', { expression: code, awaitPromise: true, returnByValue: true, userGesture: true })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description)
    return result.value
  }

  /** For window.ts: the page is gone for good. */
  destroy(): void {
    if (this.#destroyed) return
    this.#destroyed = true
    this.#loading?.done.reject(new Error('The window is gone.'))
    this.emit('destroyed')
  }

  /** For window.ts: what the browser says of this page. */
  hear({ method, params }: CdpTold): void {
    const heard: Record<string, () => void> = {
      'Runtime.executionContextCreated': () => this.#worldBegins(params['context'] as Context),
      'Runtime.executionContextsCleared': () => (this.#world = null),
      'Runtime.executionContextDestroyed': () => {
        if (params['executionContextId'] === this.#world) this.#world = null
      },
      'Runtime.bindingCalled': () => {
        if (params['name'] === BINDING)
          void this.#outward(decodeValue(params['payload'] as string) as Outward)
      },
      'Runtime.consoleAPICalled': () => this.#console(params),
      'Page.frameNavigated': () => this.#navigated(params['frame'] as BrowserFrame),
      'Page.navigatedWithinDocument': () => this.#within(params as { frameId: string; url: string }),
      'Page.domContentEventFired': () => this.emit('dom-ready', {}),
      'Page.loadEventFired': () => this.#loaded(),
      'Page.windowOpen': () => this.#opens(params as unknown as { url: string; windowName: string }),
      'Fetch.requestPaused': () => this.#judge(params as unknown as PausedRequest),
      'Inspector.targetCrashed': () => this.#crash(),
    }
    heard[method]?.()
  }

  #send<T = Record<string, unknown>>(method: string, params: object = {}): Promise<T> {
    return cdp<T>(method, params, this.#place.session)
  }

  #inward(message: Inward): void {
    if (this.#world === null || this.#destroyed) return
    this.#send('Runtime.callFunctionOn', {
      functionDeclaration: `function (text) { ${INWARD}(text) }`,
      executionContextId: this.#world,
      arguments: [{ value: encodeValue(message) }],
      // The page has gone on to another document meanwhile.
    }).catch(() => {})
  }

  async #outward(message: Outward): Promise<void> {
    const event = {
      sender: this,
      senderFrame: this.mainFrame,
      frameId: 1,
      processId: 1,
      type: 'frame',
      reply: (channel: string, ...args: unknown[]) => this.send(channel, ...args),
    }
    if (message.kind === 'failed') {
      this.emit('preload-error', {}, 'preload', new Error(message.stack))
    } else if (message.kind === 'open') {
      this.#opens({ url: message.url, windowName: message.name })
    } else if (message.kind === 'send') {
      this.ipc.emit(message.channel, event, ...message.args)
      ipcMain.emit(message.channel, event, ...message.args)
    } else {
      const { id, channel, args } = message
      const handler = this.ipc.handlerOf(channel) ?? ipcMain.handlerOf(channel)
      try {
        if (!handler) throw new Error(`No handler registered for '${channel}'`)
        const value: unknown = structuredClone(await handler(event, ...args))
        this.#inward({ kind: 'answer', id, channel, value })
      } catch (error) {
        this.#inward({ kind: 'answer', id, channel, error: String(error) })
      }
    }
  }

  #worldBegins(context: Context): void {
    if (context.name === PRELOAD_WORLD && context.auxData.frameId === this.#place.target)
      this.#world = context.id
  }

  #console(params: Record<string, unknown>): void {
    const args = params['args'] as { value?: string | number | boolean; description?: string }[]
    const message = args.map(({ value, description }) => String(value ?? description)).join(' ')
    this.emit('console-message', { level: params['type'], message })
  }

  #navigated(frame: BrowserFrame): void {
    if (frame.parentId !== undefined) return
    this.#crashed = false
    this.mainFrame.url = fromPage(frame.url + (frame.urlFragment ?? ''))
    this.mainFrame.origin = originOf(frame.url)
    this.emit('did-navigate', {}, this.mainFrame.url)
  }

  #within({ frameId, url }: { frameId: string; url: string }): void {
    if (frameId !== this.#place.target) return
    this.mainFrame.url = fromPage(url)
    this.#starts(this.mainFrame.url, true)
    this.emit('did-navigate-in-page', {}, this.mainFrame.url, true)
  }

  #starts(url: string, isSameDocument: boolean): void {
    const details = { url, isMainFrame: true, isSameDocument, frame: this.mainFrame }
    this.emit('did-start-navigation', details, url, isSameDocument, true, 1, 1)
  }

  #loaded(): void {
    const loading = this.#loading
    if (!loading && this.#firstShown) return
    this.#loading = null
    if (!loading) return
    this.emit('did-finish-load', {})
    loading.done.resolve()
    if (this.#firstShown) return
    this.#firstShown = true
    this.#hidden.shown()
  }

  /** A page that opens another one must never be allowed here. */
  #opens({ url, windowName }: { url: string; windowName: string }): void {
    const details = { url: fromPage(url), frameName: windowName, features: '', disposition: 'new-window' }
    const { action } = this.#open?.(details) ?? { action: 'allow' }
    if (action !== 'deny') throw new NotImplemented('windows that a page opens')
  }

  /** A document is about to be fetched: by the app, then it passes; else the app's listeners are asked. */
  #judge({ requestId, frameId, request, redirectedRequestId }: PausedRequest): void {
    const url = fromPage(request.url)
    const isMainFrame = frameId === this.#place.target
    const isOwn =
      isMainFrame && this.#loading !== null && withoutHash(this.#loading.address) === withoutHash(request.url)
    const details = { url, isMainFrame, isSameDocument: false, frame: isMainFrame ? this.mainFrame : null }
    const passes = (name: string) => this.emitCancelable(name, details, url)
    const allowed =
      isOwn ||
      (redirectedRequestId !== undefined
        ? passes('will-redirect')
        : passes('will-frame-navigate') && (!isMainFrame || passes('will-navigate')))
    if (allowed && isMainFrame) this.#starts(url, false)
    const verdict = allowed
      ? this.#send('Fetch.continueRequest', { requestId })
      : this.#send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
    verdict.catch(() => {})
  }

  #crash(): void {
    this.#crashed = true
    this.#world = null
    const details = { reason: 'crashed', exitCode: 5 }
    this.emit('render-process-gone', {}, details)
  }
}

interface Context {
  id: number
  name: string
  auxData: { frameId?: string }
}
interface BrowserFrame {
  url: string
  urlFragment?: string
  parentId?: string
}
interface PausedRequest {
  requestId: string
  frameId: string
  request: { url: string }
  redirectedRequestId?: string
}

const withoutHash = (address: string): string => address.split('#')[0] ?? address

loudClass(WebContents, 'webContents')

/** Pages that nobody of the app has opened are closed. */
export const closeTarget = (target: string): void =>
  void ask('cdp', 'Target.closeTarget', { targetId: target }).catch(() => {})
