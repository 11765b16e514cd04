// `app`: life and end of the program, its paths, its single instance.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  watch,
  writeFileSync,
  type FSWatcher,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Emitter, loudClass, loudGroup } from './loud.ts'
import { note } from './record.ts'

/** Folder of the app: its package.json, and `out/` below. */
const appPath = process.env['STANDIN_APP'] ?? process.cwd()
const manifest = JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8')) as {
  name: string
  productName?: string
  version: string
}

interface Told {
  argv: string[]
  cwd: string
  data: unknown
}

interface Closable {
  close(): void
  destroy(): void
}

/** Set by window.ts, so that this file needs no windows. */
export const windowsOfApp = { all: (): Closable[] => [] }

class App extends Emitter {
  readonly isPackaged = process.env['STANDIN_PACKAGED'] === '1'
  readonly commandLine = loudGroup('app.commandLine', {
    appendSwitch: (name: string, value?: string) => note('switch', name, value),
    hasSwitch: (name: string) => process.argv.includes(`--${name}`),
  })
  /** macOS only. */
  readonly dock = undefined
  #name = manifest.productName ?? manifest.name
  readonly #paths = new Map<string, string>()
  #ready = false
  #quitting = false
  #ending = false
  #lock: FSWatcher | null = null

  constructor() {
    super('app', [
      'will-finish-launching',
      'ready',
      'second-instance',
      'activate',
      'window-all-closed',
      'before-quit',
      'will-quit',
      'quit',
      'web-contents-created',
      'browser-window-created',
      'browser-window-focus',
      'browser-window-blur',
      'child-process-gone',
      'render-process-gone',
    ])
  }

  get name(): string {
    return this.#name
  }

  getName = (): string => this.#name
  setName = (name: string): void => void (this.#name = name)
  getVersion = (): string => manifest.version
  getAppPath = (): string => appPath
  getLocale = (): string => (process.env['LANG'] ?? 'en_US').split('.')[0]?.replace('_', '-') ?? 'en-US'
  getSystemLocale = (): string => this.getLocale()
  getPreferredSystemLanguages = (): string[] => [this.getLocale()]
  setAppUserModelId = (id: string): void => note('setAppUserModelId', id)
  setLoginItemSettings = (settings: object): void => note('setLoginItemSettings', settings)
  getLoginItemSettings = (): { openAtLogin: boolean } => ({ openAtLogin: false })
  enableSandbox = (): void => note('enableSandbox')
  focus = (): void => note('focus')
  isReady = (): boolean => this.#ready

  getPath(name: string): string {
    const set = this.#paths.get(name)
    if (set !== undefined) return set
    const home = process.env['HOME'] ?? homedir()
    const appData = process.env['XDG_CONFIG_HOME'] ?? join(home, '.config')
    const userData = join(appData, this.#name)
    const known: Record<string, string> = {
      home,
      temp: tmpdir(),
      appData,
      userData,
      sessionData: this.#paths.get('userData') ?? userData,
      logs: join(this.#paths.get('userData') ?? userData, 'logs'),
      exe: process.execPath,
      downloads: join(home, 'Downloads'),
    }
    const path = known[name]
    if (path === undefined) throw new Error(`Failed to get '${name}' path`)
    return path
  }

  setPath = (name: string, path: string): void => void this.#paths.set(name, path)

  whenReady(): Promise<void> {
    return this.#ready ? Promise.resolve() : new Promise((resolve) => this.once('ready', () => resolve()))
  }

  /**
   * At once, as in Electron: whoever owns the file of the user data folder and lives has the lock. It is told by a file, which
   * is whole also when this program ends in the next moment.
   */
  requestSingleInstanceLock(data?: unknown): boolean {
    const folder = join(this.getPath('userData'), 'standin')
    const lock = join(folder, 'owner')
    mkdirSync(folder, { recursive: true })
    if (ownerOf(lock) !== null) {
      const told = join(folder, `${process.pid}.writing`)
      writeFileSync(told, JSON.stringify({ argv: process.argv, cwd: process.cwd(), data }))
      renameSync(told, join(folder, `${process.pid}.told`))
      return false
    }
    writeFileSync(lock, String(process.pid))
    this.#lock = watch(folder, { persistent: false }, (_change, name) => {
      if (!name?.endsWith('.told') || !existsSync(join(folder, name))) return
      const told = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Told
      rmSync(join(folder, name))
      this.emit('second-instance', {}, told.argv, told.cwd, told.data)
    })
    process.once('exit', () => this.releaseSingleInstanceLock())
    return true
  }

  hasSingleInstanceLock = (): boolean => this.#lock !== null

  releaseSingleInstanceLock(): void {
    if (!this.#lock) return
    this.#lock.close()
    this.#lock = null
    rmSync(join(this.getPath('userData'), 'standin', 'owner'), { force: true })
  }

  /** before-quit, close of every window, will-quit, quit: each of the first three can prevent it. */
  quit(): void {
    if (this.#quitting) return
    this.#quitting = true
    if (!this.emitCancelable('before-quit', {})) {
      this.#quitting = false
      return
    }
    for (const window of windowsOfApp.all()) window.close()
    if (windowsOfApp.all().length > 0) this.#quitting = false
    else setImmediate(() => this.#end(0))
  }

  exit(code = 0): void {
    for (const window of windowsOfApp.all()) window.destroy()
    this.emit('quit', {}, code)
    process.exit(code)
  }

  /** For window.ts: the last window is closed. */
  allClosed(): void {
    if (this.#quitting || this.#ending) return
    if (this.listenerCount('window-all-closed') > 0) this.emit('window-all-closed')
    else this.quit()
  }

  /** For electron.ts: everything has started. */
  becomeReady(): void {
    this.#ready = true
    this.emit('will-finish-launching')
    this.emit('ready', {}, {})
  }

  #end(code: number): void {
    if (this.#ending) return
    if (!this.emitCancelable('will-quit', {})) {
      this.#quitting = false
      return
    }
    this.#ending = true
    this.exit(code)
  }
}

function ownerOf(file: string): number | null {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    if (pid === process.pid) return null
    process.kill(pid, 0)
    return pid
  } catch {
    return null
  }
}

loudClass(App, 'app')
export const app = new App()
