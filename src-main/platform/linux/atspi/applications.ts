// Finds out which applications are on the accessibility bus, and which process each one is.
import type { Bus } from '../dbus/bus.ts'
import type { Changes } from './changes.ts'
import { isFailure } from '../dbus/bus.ts'
import { ROOT_PATH, type AccessibleCalls, type ObjectRef } from './calls.ts'

export interface Application {
  /** Unique name on the bus, `:1.7`; never used twice. */
  bus: string
  pid: number
}

/** GTK 4 reports neither what is showing nor where its windows are; the others do. */
export type Toolkit = 'gtk2' | 'gtk4' | 'java' | 'qt' | 'chromium' | 'gecko' | 'other'

const REGISTRY: ObjectRef = { bus: 'org.a11y.atspi.Registry', path: ROOT_PATH }

export class Applications {
  readonly #bus: Bus
  readonly #calls: AccessibleCalls
  readonly #changes: Changes
  readonly #known = new Map<string, Promise<Application | null>>()
  readonly #toolkits = new Map<string, Toolkit>()
  readonly #last = new Map<number, string[]>()

  constructor(bus: Bus, calls: AccessibleCalls, changes: Changes) {
    this.#bus = bus
    this.#calls = calls
    this.#changes = changes
  }

  /** Gives the bus names of a process, or why they can't be known. */
  async ofProcess(pid: number | null): Promise<Application[] | string> {
    const refs = await this.#calls.children(REGISTRY)
    if (!refs) return 'The registry of accessible applications does not answer: restart at-spi2-registryd.'
    const names = new Set(refs.map((ref) => ref.bus))
    for (const name of this.#known.keys()) if (!names.has(name)) this.#forget(name)
    this.#changes.keep(names)
    const found = await Promise.all([...names].map((name) => this.#application(name)))
    const own = found.filter(
      (application) => application !== null && application.pid === pid,
    ) as Application[]
    if (pid !== null)
      this.#last.set(
        pid,
        own.map((application) => application.bus),
      )
    return own
  }

  /** Gives the bus names that a process had when it was last asked for. */
  lastOf(pid: number | null): string[] {
    return pid === null ? [] : (this.#last.get(pid) ?? [])
  }

  /** Asks the application itself, once, because it may hang. Null when it does not answer. */
  async toolkit(bus: string): Promise<Toolkit | null> {
    const known = this.#toolkits.get(bus)
    if (known) return known
    // A process that has only a part in another one's tree (a page of WebKitGTK) does not answer for an application.
    if (!this.#known.has(bus)) return 'other'
    const [name, version] = await Promise.all([this.#calls.toolkit(bus), this.#calls.toolkitVersion(bus)])
    if (name === null) return null
    const toolkit = toolkitOf(name, version ?? '')
    this.#toolkits.set(bus, toolkit)
    return toolkit
  }

  #application(bus: string): Promise<Application | null> {
    let application = this.#known.get(bus)
    if (!application) {
      application = this.#ask(bus)
      this.#known.set(bus, application)
    }
    return application
  }

  #forget(bus: string): void {
    this.#known.delete(bus)
    this.#toolkits.delete(bus)
  }

  async #ask(bus: string): Promise<Application | null> {
    const reply = await this.#bus.call({
      destination: 'org.freedesktop.DBus',
      path: '/org/freedesktop/DBus',
      interface: 'org.freedesktop.DBus',
      member: 'GetConnectionUnixProcessID',
      signature: 's',
      body: [bus],
    })
    if (!isFailure(reply)) return { bus, pid: reply.body.uint32() }
    this.#known.delete(bus)
    return null
  }
}

/** Names as the toolkits give them: `GAIL` 2.24, `gtk` 3.24, `GTK` 4.8, `Qt` 5.15, `Chromium` 1.0, `Gecko` 128. LibreOffice says `gtk` too. */
function toolkitOf(name: string, version: string): Toolkit {
  if (/^gtk$/i.test(name) && version.startsWith('4.')) return 'gtk4'
  if (/^gail$/i.test(name)) return 'gtk2'
  if (/^J2SE/i.test(name)) return 'java'
  if (/^qt$/i.test(name)) return 'qt'
  if (/^(chromium|chrome|electron)$/i.test(name)) return 'chromium'
  if (/^gecko$/i.test(name)) return 'gecko'
  return 'other'
}
