// Starts the built desktop app in a window a test can drive: genuine Electron where its binary is, else the stand-in for it
// (e2e/standin). The same tests run on both, and their titles say on which.
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import type * as Electron from 'electron'
import { _electron, chromium, type ElectronApplication, type Page } from 'playwright'
import type { ControlMessage, Evaluate } from '../standin/control.ts'
import { decodeValue, encodeValue } from '../standin/page/codec.ts'
import type { record } from '../standin/record.ts'
import { WAIT_MS, type Place } from './deskhand.ts'

const root = resolve(import.meta.dirname, '../..')
const STAND_IN = join(root, 'e2e/standin/register.ts')

/** What `evaluate` is given: Electron's API, and what only the stand-in can tell. */
export type Api = typeof Electron & { standin: typeof record }

/** Pages of the app, by the name of their file. */
export type PageName = 'index' | 'quick' | 'border' | 'pill'

export interface App extends AsyncDisposable {
  readonly pid: number
  /** The page of a window, as soon as it is there. */
  page(name: PageName): Promise<Page>
  pages(): Page[]
  /** Runs in the main process. The function is sent as text: it sees its arguments only. */
  evaluate<R, A = undefined>(work: (api: Api, argument: A) => R | Promise<R>, argument?: A): Promise<R>
  /** What the program has written to its standard outputs. */
  output(): string
  readonly exited: Promise<number | null>
  /** Quits as a person does, and resolves when the program has ended. */
  quit(): Promise<number | null>
  kill(): void
}

export interface Launch {
  where: Place
  /** The desktop that the windows are on: what a process needs to be there. */
  desktop: Record<string, string>
  args?: string[]
  env?: Record<string, string>
  /** The app's folder, if it is not this checkout. */
  root?: string
  /** Its program, if it is not the built app. */
  program?: string
}

/** Never asked of the package itself: `require('electron')` starts a download where there is no binary. */
export function electronBinary(): string | null {
  const folder = join(createRequire(import.meta.url).resolve('electron/package.json'), '..')
  const pathFile = join(folder, 'path.txt')
  const name = existsSync(pathFile) ? readFileSync(pathFile, 'utf8').trim() : 'electron'
  const given = process.env['ELECTRON_OVERRIDE_DIST_PATH']
  const binary = given === undefined ? join(folder, 'dist', name) : join(given, name)
  return existsSync(binary) ? binary : null
}

export const shell = electronBinary() === null ? 'stand-in' : 'Electron'

export async function launchApp(launch: Launch): Promise<App> {
  const binary = electronBinary()
  const env = { ...environment(launch), ...launch.env }
  return binary === null ? launchStandIn(launch, env) : launchElectron(launch, env, binary)
}

const environment = ({ where, desktop }: Launch): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined ||
      /^(DISPLAY|WAYLAND_|XAUTHORITY|DBUS_|XDG_|AT_SPI_|DESKHAND_|NODE_OPTIONS|VITEST)/.test(name)
        ? []
        : [[name, value]],
    ),
  ),
  ...desktop,
  HOME: where.home,
  DESKHAND_HOME: where.data,
})

async function launchElectron(launch: Launch, env: Record<string, string>, binary: string): Promise<App> {
  const electron: ElectronApplication = await _electron.launch({
    executablePath: binary,
    args: electronArguments(launch),
    env,
  })
  await electron.evaluate(recordOnElectron)
  return appOf(electron.process(), {
    pages: () => electron.windows(),
    evaluate: (work, argument) =>
      electron.evaluate(
        (api, sent) => {
          const { standin } = globalThis as unknown as { standin: unknown }
          const given = Object.create(api, { standin: { value: standin } }) as object
          const run = process.getBuiltinModule('node:vm').runInThisContext(`(${sent.code})`) as (
            electronAndMore: object,
            argument: unknown,
          ) => unknown
          return run(given, sent.argument)
        },
        { code: String(work), argument },
      ),
    disconnect: () => Promise.resolve(),
  })
}

/** Keeps what the stand-in keeps by itself. A tray is known from its next menu on: Electron has no list of them. */
function recordOnElectron({ Tray, Notification, shell: system }: typeof Electron): void {
  const kept = {
    deeds: [] as { what: string; args: unknown[] }[],
    trays: [] as object[],
    notifications: [] as object[],
  }
  Object.assign(globalThis, { standin: kept })
  const setContextMenu = Reflect.get(Tray.prototype, 'setContextMenu') as (menu: unknown) => void
  Tray.prototype.setContextMenu = function (menu) {
    kept.trays.push(Object.assign(this, { menu }))
    setContextMenu.call(this, menu)
  }
  const show: () => void = Reflect.get(Notification.prototype, 'show')
  Notification.prototype.show = function () {
    kept.notifications.push(this)
    kept.deeds.push({ what: 'notification', args: [this.title, this.body] })
    show.call(this)
  }
  system.openExternal = (address) =>
    Promise.resolve(void kept.deeds.push({ what: 'openExternal', args: [address] }))
}

async function launchStandIn(launch: Launch, env: Record<string, string>): Promise<App> {
  const child = forkStandIn(launch, env)
  const said = collect(child)
  const endpoint = await new Promise<string>((found, fail) => {
    child.once('exit', (code) => fail(new Error(`The app ended at its start (${String(code)}).\n${said()}`)))
    child.on('message', (message: ControlMessage) => {
      if (message.standin === 'ready') found(message.endpoint)
      if (message.standin === 'failed') fail(new Error(message.why))
    })
  })
  const evaluate = evaluateIn(child)
  const ended = once(child, 'exit').then(([code]): never => {
    throw new Error(`The app ended at its start (${String(code)}).\n${said()}`)
  })
  ended.catch(() => {})
  // Playwright that comes in the middle of a first navigation may wait for its page for ever.
  for (const end = Date.now() + 60_000; Date.now() < end; await pause(30))
    if (await Promise.race([evaluate(hasLoaded, undefined), ended])) break
  const connecting = chromium.connectOverCDP(endpoint, { timeout: WAIT_MS })
  connecting.catch(() => {})
  const browser = await Promise.race([connecting, ended])
  for (const context of browser.contexts()) context.setDefaultTimeout(WAIT_MS)
  return appOf(
    child,
    {
      pages: () => browser.contexts().flatMap((context) => context.pages()),
      evaluate,
      disconnect: () => browser.close().catch(() => {}),
    },
    said,
  )
}

/** A second start beside a running app: it hands over to the first and ends. Resolves with its exit code. */
export async function startAgain(launch: Launch): Promise<number | null> {
  const binary = electronBinary()
  const child =
    binary === null
      ? forkStandIn(launch, environment(launch))
      : spawn(binary, electronArguments(launch), { env: environment(launch), stdio: 'ignore' })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}

const hasLoaded = ({ BrowserWindow }: Api): boolean => {
  const windows = BrowserWindow.getAllWindows()
  return (
    windows.length > 0 &&
    windows.every(({ webContents }) => webContents.getURL() !== '' && !webContents.isLoading())
  )
}

function forkStandIn(launch: Launch, env: Record<string, string>): ChildProcess {
  const folder = launch.root ?? root
  return fork(launch.program ?? join(folder, 'out/main/app.mjs'), launch.args ?? [], {
    execArgv: ['--disable-warning=ExperimentalWarning', '--import', STAND_IN],
    env: { ...env, STANDIN_APP: folder, STANDIN_SCRATCH: launch.where.data },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
}

const electronArguments = (launch: Launch): string[] => [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  launch.program ?? launch.root ?? root,
  ...(launch.args ?? []),
]

interface Hands {
  pages(): Page[]
  evaluate(work: unknown, argument: unknown): Promise<unknown>
  disconnect(): Promise<void>
}

function appOf(child: ChildProcess, hands: Hands, said = collect(child)): App {
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const app: App = {
    pid: child.pid ?? 0,
    pages: () => hands.pages(),
    page: async (name) => {
      for (const end = Date.now() + 60_000; Date.now() < end; await pause(30)) {
        const found = hands.pages().find((page) => URL.parse(page.url())?.pathname === `/${name}.html`)
        if (found) return found
        if (child.exitCode !== null) break
      }
      const there = hands.pages().map((page) => page.url())
      throw new Error(`There is no page ${name}: ${there.join(', ')}\n${said()}`)
    },
    evaluate: (work, argument) => hands.evaluate(work, argument) as never,
    output: said,
    exited,
    quit: async () => {
      const quitting = hands.evaluate(({ app: electron }: Api) => electron.quit(), undefined)
      quitting.catch(() => {})
      return exited
    },
    kill: () => child.kill('SIGKILL'),
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        const patience = setTimeout(() => child.kill('SIGKILL'), 10_000)
        // Without the questions that a person would be asked.
        hands
          .evaluate(({ app: electron }: Api) => electron.exit(0), undefined)
          .catch(() => child.kill('SIGKILL'))
        await exited
        clearTimeout(patience)
      }
      await hands.disconnect()
    },
  }
  return app
}

function evaluateIn(child: ChildProcess): Hands['evaluate'] {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let asked = 0
  child.on('message', (message: ControlMessage) => {
    if (message.standin !== 'result') return
    const done = waiting.get(message.id)
    waiting.delete(message.id)
    if ('error' in message) done?.reject(new Error(message.error))
    else done?.resolve(decodeValue(message.value))
  })
  child.once('exit', () => {
    for (const done of waiting.values()) done.reject(new Error('The app has ended.'))
    waiting.clear()
  })
  return (work, argument) => {
    const id = ++asked
    const done = Promise.withResolvers<unknown>()
    waiting.set(id, done)
    const message: Evaluate = { standin: 'evaluate', id, code: String(work), argument: encodeValue(argument) }
    child.send(message, (error) => {
      if (error) done.reject(error)
    })
    return done.promise
  }
}

function collect(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (text = (text + chunk.toString()).slice(-20_000)))
  return () => text
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
