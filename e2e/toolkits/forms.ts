// The forms of the toolkits: how each is started, and what its log says really happened. The log is the oracle.
import { spawn, spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DrivenDesktop } from '../../src-main/servers/desktop/testing/driven-desktop.ts'
import { serveReportingPage } from './reporting-page.ts'

const FOLDER = join(import.meta.dirname, 'forms')
const PYTHON = '/usr/bin/python3'
/** Milliseconds that a form may take to show. */
const SHOWN_MS = 40_000
/** Milliseconds without news after which a form has told all that an act did. */
const QUIET_MS = 250

export const TOOLKITS = ['gtk2', 'gtk3', 'gtk4', 'qt5', 'qt6', 'tk', 'swing', 'sdl', 'chromium'] as const
export type Toolkit = (typeof TOOLKITS)[number]

/** One line of the log: what happens counts each time, of a value only the last. */
type Line = ['event' | 'value' | 'places', control: string, value: unknown]

type Place = [x: number, y: number, width: number, height: number]

/** What an act did: values by control, and events in their order as `control: value`. */
export interface Happened {
  values: Record<string, unknown>
  events: string[]
}

const python = (code: string): boolean => spawnSync(PYTHON, ['-c', code], { timeout: 20_000 }).status === 0
const gtk = (version: string) => () =>
  python(`import gi; gi.require_version('Gtk', '${version}'); from gi.repository import Gtk`)

/** What is compiled at the time of the test, and the library that it needs. */
const COMPILED: Partial<Record<Toolkit, string>> = { gtk2: 'gtk+-2.0', sdl: 'sdl2' }
const canCompile = (library: string) => () =>
  spawnSync('pkg-config', ['--exists', library]).status === 0 && existsSync('/usr/bin/gcc')

const JAVA_BRIDGE = '/usr/share/java/java-atk-wrapper.jar'

/** Whether a toolkit is installed. */
const THERE: Record<Toolkit, () => boolean> = {
  gtk2: canCompile('gtk+-2.0'),
  sdl: canCompile('sdl2'),
  swing: () => spawnSync('javac', ['-version']).status === 0 && existsSync(JAVA_BRIDGE),
  gtk3: gtk('3.0'),
  gtk4: gtk('4.0'),
  qt5: () => python('import PyQt5.QtWidgets'),
  qt6: () => python('import PyQt6.QtWidgets'),
  tk: () => python('import tkinter'),
  chromium: () => existsSync('/usr/bin/chromium'),
}

export const isThere = (toolkit: Toolkit): boolean => THERE[toolkit]()

export class Form implements AsyncDisposable {
  readonly toolkit: Toolkit
  readonly #desktop: DrivenDesktop
  readonly #log: string
  readonly #close: () => void
  #read = 0
  /** What each control had when it was last looked at. */
  readonly #had = new Map<string, unknown>()

  private constructor(toolkit: Toolkit, desktop: DrivenDesktop, log: string, close: () => void) {
    this.toolkit = toolkit
    this.#desktop = desktop
    this.#log = log
    this.#close = close
  }

  /** Starts it and chooses its window. */
  static async start(toolkit: Toolkit, desktop: DrivenDesktop): Promise<Form> {
    const log = join(desktop.folder, `${toolkit}.jsonl`)
    writeFileSync(log, '')
    const close = toolkit === 'chromium' ? await openPage(desktop, log) : startProgram(toolkit, desktop, log)
    const form = new Form(toolkit, desktop, log, close)
    await form.#shown()
    return form
  }

  /** What has happened since the last time, once the form has no more to tell. */
  async happened(): Promise<Happened> {
    let size = -1
    for (;;) {
      const now = readFileSync(this.#log, 'utf8')
      if (now.length === size) break
      size = now.length
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS))
    }
    const lines = this.#lines()
    const fresh = lines.slice(this.#read)
    this.#read = lines.length
    const last = new Map(fresh.filter(([kind]) => kind === 'value').map(([, name, value]) => [name, value]))
    const values = Object.fromEntries([...last].filter(([name, value]) => this.#had.get(name) !== value))
    for (const [name, value] of last) this.#had.set(name, value)
    const events = fresh
      .filter(([kind]) => kind === 'event')
      .map(([, name, value]) => `${name}: ${String(value)}`)
    return { values, events }
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#close()
    return Promise.resolve()
  }

  /** Where a control is on the screen, of a form that has no tree. */
  placeOf(control: string): Place | null {
    const told = this.#lines().findLast(([kind]) => kind === 'places')
    return (told?.[2] as Record<string, Place> | undefined)?.[control] ?? null
  }

  #lines(): Line[] {
    const text = readFileSync(this.#log, 'utf8')
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Line)
  }

  async #shown(): Promise<void> {
    const shown = await this.#desktop.run.until(
      async () => {
        if (!this.#lines().some(([, name, value]) => name === 'form' && value === 'shown')) return null
        const { windows } = await this.#desktop.observe({ controls: false })
        return windows.find((window) => window.title.startsWith('Form')) ?? null
      },
      SHOWN_MS,
      100,
    )
    if (!shown) throw new Error(`The form of ${this.toolkit} has not come.`)
    await this.#desktop.act('select_application_window', { id: shown.id, name: shown.title })
    await this.happened()
  }
}

function startProgram(toolkit: Toolkit, desktop: DrivenDesktop, log: string): () => void {
  const [program, ...args] = commandOf(toolkit, desktop)
  // Python keeps what it has compiled beside the forms: those are files of the checkout.
  const env = { ...desktop.desktop.env, ...BRIDGES[toolkit], PYTHONDONTWRITEBYTECODE: '1' }
  const child = spawn(program, [...args, log, toolkit.slice(-1)], { env, stdio: 'ignore' })
  return () => child.kill()
}

/** What a toolkit has to be told to show its controls. */
const BRIDGES: Partial<Record<Toolkit, Record<string, string>>> = {
  gtk2: { GTK_MODULES: 'gail:atk-bridge' },
}

const JAVA = [
  '-Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper',
  '-Djava.library.path=/usr/lib/x86_64-linux-gnu/jni',
  '-cp',
  JAVA_BRIDGE,
]

function commandOf(toolkit: Toolkit, desktop: DrivenDesktop): [string, ...string[]] {
  if (toolkit === 'swing') return ['java', ...JAVA, join(FOLDER, 'Swing.java')]
  const library = COMPILED[toolkit]
  if (library === undefined)
    return [PYTHON, join(FOLDER, toolkit.startsWith('qt') ? 'qt.py' : `${toolkit}.py`)]
  const program = join(desktop.folder, toolkit)
  const flags = spawnSync('pkg-config', ['--cflags', '--libs', library], { encoding: 'utf8' }).stdout.trim()
  const source = join(FOLDER, `${toolkit}.c`)
  const made = spawnSync('gcc', ['-w', '-o', program, source, ...flags.split(/\s+/)], { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(made.stderr)
  return [program]
}

async function openPage(desktop: DrivenDesktop, log: string): Promise<() => void> {
  const page = await serveReportingPage(join(FOLDER, 'page.html'), (body) => appendFileSync(log, `${body}\n`))
  await desktop.act('launch_application', { name: 'chromium', arguments: [`http://127.0.0.1:${page.port}/`] })
  return () => void page[Symbol.asyncDispose]()
}
