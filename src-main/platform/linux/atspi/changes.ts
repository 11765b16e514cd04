// Keeps what applications report of their changes, so that it is known whether a tree that was read is still true, or which
// part of it is not. Toolkits forget to report some changes: what is painted (repaints.ts) counts as well.
import type { Bus, BusSignal } from '../dbus/bus.ts'

/** Match rules come before registrations, and event names are complete: otherwise some toolkits send nothing (measured). */
const MATCHES = [
  "type='signal',interface='org.a11y.atspi.Event.Object'",
  "type='signal',interface='org.a11y.atspi.Event.Window'",
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

/**
 * `itself`: name, states, value or place of the object. `children`: which children it has. `shown`, `hidden`: whether it is
 * visible. `moved`: it has another parent. `everything`: the event does not say what has changed.
 */
export type ChangeKind = 'itself' | 'children' | 'shown' | 'hidden' | 'moved' | 'everything'
export interface Change {
  path: string
  kind: ChangeKind
}

/** Objects of one application that are remembered as shown last. */
const MAX_SHOWN = 8

/** Events of one application that are remembered; more than these since a moment count as "everything". */
const MAX_REMEMBERED = 3000

interface Log {
  /** How many were forgotten, so that a moment stays a number. */
  forgotten: number
  changes: Change[]
  /** Objects that have come to show, the latest last. */
  shown: string[]
}

export class Changes {
  readonly #bus: Bus
  readonly #logs = new Map<string, Log>()

  private constructor(bus: Bus) {
    this.#bus = bus
    bus.onSignal((signal) => this.#add(signal))
  }

  static async listen(bus: Bus): Promise<Changes> {
    const changes = new Changes(bus)
    await Promise.all(MATCHES.map((rule) => changes.#match(rule)))
    await Promise.all(EVENTS.map((event) => changes.#register(event)))
    return changes
  }

  /** Gives a moment to compare with, which grows with each event of that application. */
  now(bus: string): number {
    const log = this.#logs.get(bus)
    return log ? log.forgotten + log.changes.length : 0
  }

  /** Gives what an application has reported between two moments; null when that was too much to be remembered. */
  between(bus: string, from: number, to: number): Change[] | null {
    if (from === to) return []
    const log = this.#logs.get(bus)
    if (!log || from < log.forgotten) return null
    return log.changes.slice(from - log.forgotten, to - log.forgotten)
  }

  /** Gives what an application has shown last, whether or not it still does. */
  shownLately(bus: string): readonly string[] {
    return this.#logs.get(bus)?.shown ?? []
  }

  /** Forgets the logs of all applications but these, which are still there. */
  keep(names: ReadonlySet<string>): void {
    for (const name of this.#logs.keys()) if (!names.has(name)) this.#logs.delete(name)
  }

  #add(signal: BusSignal): void {
    let log = this.#logs.get(signal.sender)
    if (!log) {
      log = { forgotten: 0, changes: [], shown: [] }
      this.#logs.set(signal.sender, log)
    }
    const { path } = signal
    const kind = kindOf(signal)
    if (kind === 'shown') log.shown = [...log.shown.filter((each) => each !== path), path].slice(-MAX_SHOWN)
    log.changes.push({ path, kind })
    if (log.changes.length < MAX_REMEMBERED * 2) return
    log.forgotten += MAX_REMEMBERED
    log.changes = log.changes.slice(MAX_REMEMBERED)
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

function kindOf({ interface: face, member, signature, body }: BusSignal): ChangeKind {
  if (!face.startsWith('org.a11y.atspi.Event.') || !signature.startsWith('sii')) return 'everything'
  const detail = body.string()
  const on = body.int32() !== 0
  if (face === 'org.a11y.atspi.Event.Window') {
    return member === 'Activate' || member === 'Deactivate' ? 'itself' : 'everything'
  }
  switch (member) {
    case 'ChildrenChanged':
    case 'ModelChanged':
      return 'children'
    case 'StateChanged':
      // What is visible is shown only when it also says so: LibreOffice has hundreds of visible items in closed menus.
      if (detail === 'showing') return on ? 'shown' : 'hidden'
      if (detail === 'visible') return on ? 'itself' : 'hidden'
      if (detail === 'defunct') return 'hidden'
      return detail === 'iconified' ? 'everything' : 'itself'
    case 'PropertyChange':
      return detail === 'accessible-parent' || detail === 'accessible-role' ? 'moved' : 'itself'
    default:
      return 'itself'
  }
}
