// The thread that owns the browser and the X connection. The program's own thread asks it and may block for the answer, as
// Electron's synchronous functions do.
import { randomUUID } from 'node:crypto'
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { XConnection } from '../../../src-main/platform/linux/x11/connection.ts'
import { startChromium, type Chromium } from './chromium.ts'
import { Keys } from './keys.ts'
import { XWindows, type WindowLook } from './x-windows.ts'

export interface Setup {
  profile: string
  /** `127.0.0.1:port` of the server that plays the app's own protocols. */
  origins: string
  /** Windows made ahead: opening one takes the focus for a moment, which Electron's hidden windows never do. */
  spares: number
  answers: MessagePort
  signal: SharedArrayBuffer
}

export interface OpenWindow {
  target: string
  session: string
  /** X id. */
  window: number
}

/** Script sources of a new window: what its main world and its preload world run before each page. */
export interface PageScripts {
  world: string
  binding: string
  main: string
  preload: string
}

export interface Told {
  ready: { endpoint: string; pid: number }
  cdp: { method: string; params: Record<string, unknown>; session: string | undefined }
  moved: { window: number }
  active: { window: number }
  shortcut: { accelerator: string }
  gone: { why: string }
}
export type Telling = { [K in keyof Told]: { tell: K; value: Told[K] } }[keyof Told]

const setup = workerData as Setup
const main = parentPort
if (!main) throw new Error('worker.ts runs as a thread')
const tell = <K extends keyof Told>(what: K, value: Told[K]): void => main.postMessage({ tell: what, value })

const x = await XConnection.open(process.env)
const windows = await XWindows.over(x)
const keys = new Keys(x, (accelerator) => tell('shortcut', { accelerator }))
const chromium = await startChromium(setup.profile, setup.origins)
const { cdp } = chromium
const targets = new Map<string, (target: string) => void>()
cdp.onEvent(({ method, params, sessionId }) => {
  const info = params['targetInfo'] as { type: string; url: string; targetId: string } | undefined
  if (info?.type === 'page')
    for (const [id, found] of targets)
      if (info.url.includes(id)) {
        targets.delete(id)
        found(info.targetId)
      }
  tell('cdp', { method, params, session: sessionId })
})
chromium.onExit(() => tell('gone', { why: 'Chromium has ended' }))
await cdp.send('Target.setDiscoverTargets', { discover: true })
const active = await x.atom('_NET_ACTIVE_WINDOW')
x.onEvent((event) => {
  if (event.name === 'ConfigureNotify' && event.wid !== undefined) tell('moved', { window: event.wid })
  if (event.name !== 'PropertyNotify' || event.atom !== active) return
  void x.numbers(x.root, '_NET_ACTIVE_WINDOW').then(([window = 0]) => tell('active', { window }))
})

const spares = await Promise.all(Array.from({ length: setup.spares }, () => spare(chromium)))
tell('ready', { endpoint: chromium.endpoint, pid: chromium.pid })

/** A window that nobody sees yet, with a page of its own. */
async function spare(browser: Chromium): Promise<{ target: string; window: number }> {
  const id = `standin-${randomUUID()}`
  const target = new Promise<string>((resolve) => targets.set(id, resolve))
  browser.openWindow(`data:text/html,<title>${id}</title>`)
  const window = await windows.adopt(id)
  return { target: await target, window }
}

/** X requests of one window must not overtake one another. */
let before: Promise<unknown> = Promise.resolve()
function inOrder<T>(work: () => Promise<T>): Promise<T> {
  const done = before.then(work)
  before = done.catch(() => {})
  return done
}

export const requests = {
  async open(scripts: PageScripts | null): Promise<OpenWindow> {
    const { target, window } = spares.shift() ?? (await spare(chromium))
    const { sessionId: session } = await cdp.send<{ sessionId: string }>('Target.attachToTarget', {
      targetId: target,
      flatten: true,
    })
    const send = (method: string, params: object = {}) => cdp.send(method, params, session)
    const first = ['Page.enable', 'Runtime.enable', 'Inspector.enable'].map((method) => send(method))
    await Promise.all([
      ...first,
      send('Fetch.enable', { patterns: [{ urlPattern: '*', resourceType: 'Document' }] }),
      ...(scripts
        ? [
            send('Runtime.addBinding', { name: scripts.binding, executionContextName: scripts.world }),
            send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.main }),
            send('Page.addScriptToEvaluateOnNewDocument', {
              worldName: scripts.world,
              source: scripts.preload,
            }),
          ]
        : []),
    ])
    return { target, session, window }
  },
  cdp: (method: string, params: object, session?: string) => cdp.send(method, params, session),
  look: (window: number, look: WindowLook) => inOrder(() => windows.apply(window, look)),
  activate: (window: number) => inOrder(() => windows.activate(window)),
  maximize: (window: number, on: boolean) => inOrder(() => windows.maximize(window, on)),
  minimize: (window: number) => inOrder(() => windows.minimize(window)),
  seen: (window: number) => inOrder(() => windows.seen(window)),
  forget: (window: number) => Promise.resolve(windows.forget(window)),
  grab: (accelerator: string) => inOrder(() => keys.grab(accelerator)),
  ungrab: (accelerator: string) => inOrder(() => keys.ungrab(accelerator)),
  pointer: () => x.ask<{ rootX: number; rootY: number }>((reply) => x.client.QueryPointer(x.root, reply)),
  size: () => Promise.resolve(x.size),
}
export type Requests = typeof requests

interface Request {
  id: number
  blocking: boolean
  name: keyof Requests
  args: unknown[]
}

main.on('message', ({ id, blocking, name, args }: Request) => {
  const work = requests[name] as (...given: unknown[]) => Promise<unknown>
  const answer = (message: object) => {
    if (!blocking) return main.postMessage({ id, ...message })
    setup.answers.postMessage({ id, ...message })
    const signal = new Int32Array(setup.signal)
    Atomics.add(signal, 0, 1)
    Atomics.notify(signal, 0)
  }
  work(...args).then(
    (value) => answer({ value }),
    (error: unknown) => answer({ error: error instanceof Error ? error.message : String(error) }),
  )
})
