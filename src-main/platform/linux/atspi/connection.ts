// Keeps the connection to the accessibility bus of a desktop. The bus may come up late, be missing, or go away and come back.
import { ToolError, messageOf } from '../../../core/errors.ts'
import type { RunControl } from '../../../core/run-control.ts'
import { accessibilityAddress } from './address.ts'
import { Applications } from './applications.ts'
import { Bus } from '../dbus/bus.ts'
import { AccessibleCalls } from './calls.ts'
import type { CellObjects } from './cells.ts'
import { Changes } from './changes.ts'
import { fairTime } from '../../fair-time.ts'

/** Milliseconds in which the session bus has to tell the address; it may have to start the bus first. */
const ADDRESS_MS = 5000
/** Milliseconds between two attempts, so that a missing bus does not delay every look at the desktop. */
const RETRY_MS = 2000

export interface AccessibilityBus {
  bus: Bus
  calls: AccessibleCalls
  applications: Applications
  changes: Changes
  cells: CellObjects
}

export class AccessibilityConnection implements Disposable {
  readonly #env: Record<string, string | undefined>
  #current: AccessibilityBus | null = null
  #connecting: Promise<AccessibilityBus | string> | null = null
  #failure: { message: string; at: number } | null = null

  constructor(env: Record<string, string | undefined>) {
    this.#env = env
  }

  /** Gives the bus, or why there is none and how to mend it. */
  async get(run: RunControl): Promise<AccessibilityBus | string> {
    if (this.#current && !this.#current.bus.closed) return this.#current
    this.#current = null
    if (this.#failure && fairTime() - this.#failure.at < RETRY_MS) return this.#failure.message
    this.#connecting ??= this.#connect(run).finally(() => {
      this.#connecting = null
    })
    return run.race(this.#connecting)
  }

  [Symbol.dispose](): void {
    this.#current?.bus[Symbol.dispose]()
    this.#current = null
  }

  async #connect(run: RunControl): Promise<AccessibilityBus | string> {
    try {
      const bus = await Bus.connect(await this.#address(run), run)
      const calls = new AccessibleCalls(bus)
      // LibreOffice and GTK 3 offer their cache only after someone has registered for an event.
      const changes = await Changes.listen(bus)
      this.#current = {
        bus,
        calls,
        changes,
        cells: new Map(),
        applications: new Applications(bus, calls, changes),
      }
      this.#failure = null
      return this.#current
    } catch (error) {
      run.throwIfStopped()
      const message = `The accessibility of this desktop can't be reached (${messageOf(error)}). Install at-spi2-core and start the desktop with a D-Bus session; until then only pictures can be used.`
      this.#failure = { message, at: fairTime() }
      return message
    }
  }

  async #address(run: RunControl): Promise<string> {
    if (this.#env.AT_SPI_BUS_ADDRESS) return this.#env.AT_SPI_BUS_ADDRESS
    const address = this.#env.DBUS_SESSION_BUS_ADDRESS
    if (!address) throw new ToolError('DBUS_SESSION_BUS_ADDRESS is not set')
    return accessibilityAddress(address, ADDRESS_MS, run)
  }
}
