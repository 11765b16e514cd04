// Counts what applications tell of themselves, so that a tree that was read is known to be still true. What is told is
// not used to patch a tree: toolkits forget too much.
import type { Bus } from './bus.ts'

/** Matches come before registrations, and event names in full: else some toolkits send nothing (measured). */
const MATCHES = [
  "type='signal',interface='org.a11y.atspi.Event.Object'",
  "type='signal',interface='org.a11y.atspi.Event.Window'",
  "type='signal',interface='org.a11y.atspi.Cache'",
]
const EVENTS = [
  'object:children-changed',
  'object:state-changed',
  'object:property-change',
  'object:text-changed',
  'object:bounds-changed',
  'object:visible-data-changed',
  'object:selection-changed',
  'object:active-descendant-changed',
  'object:model-changed',
  'window:activate',
  'window:create',
  'window:destroy',
]

export class Changes {
  readonly #bus: Bus
  readonly #counts = new Map<string, number>()

  private constructor(bus: Bus) {
    this.#bus = bus
    bus.onSignal(({ sender }) => this.#counts.set(sender, this.of(sender) + 1))
  }

  static async listen(bus: Bus): Promise<Changes> {
    const changes = new Changes(bus)
    await Promise.all(MATCHES.map((rule) => changes.#match(rule)))
    await Promise.all(EVENTS.map((event) => changes.#register(event)))
    return changes
  }

  /** Grows with each event of that application. */
  of(bus: string): number {
    return this.#counts.get(bus) ?? 0
  }

  /** Only applications that are still there need a count. */
  keep(names: ReadonlySet<string>): void {
    for (const name of this.#counts.keys()) if (!names.has(name)) this.#counts.delete(name)
  }

  #match(rule: string) {
    return this.#bus.call({
      destination: 'org.freedesktop.DBus',
      path: '/org/freedesktop/DBus',
      interface: 'org.freedesktop.DBus',
      member: 'AddMatch',
      signature: 's',
      body: [rule],
    })
  }

  #register(event: string) {
    return this.#bus.call({
      destination: 'org.a11y.atspi.Registry',
      path: '/org/a11y/atspi/registry',
      interface: 'org.a11y.atspi.Registry',
      member: 'RegisterEvent',
      signature: 'sas',
      body: [event, []],
    })
  }
}
