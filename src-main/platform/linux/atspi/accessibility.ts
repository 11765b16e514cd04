// The accessibility half of the Linux driver: trees, controls, the focus, and acting on a control. Where windows are and
// which is in front comes from X11.
import { contains, intersection, type ScreenPoint } from '../../../core/geometry.ts'
import type { Point } from '../../../../src-preload/contract/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformElement, PlatformTree, PlatformWindow } from '../../platform.ts'
import type { Toolkit } from './applications.ts'
import { Has, ROOT_PATH, type AccessibleCalls, type ObjectRef } from './calls.ts'
import { AccessibilityConnection, type AccessibilityBus } from './connection.ts'
import { Controls } from './controls.ts'
import { DetailReader } from './details.ts'
import { nameOf, parseRef } from './elements.ts'
import { gtk4Origin, isPlaced, moved } from './placement.ts'
import { AtspiState, controlRole, controlStates, hasState } from './roles.ts'
import { TreeReader, type Listed, type TreeResult } from './tree-reader.ts'

/** What accessibility needs to know of the windows. */
export interface WindowSource {
  windows(run: RunControl): Promise<PlatformWindow[]>
  windowAt(point: ScreenPoint, run: RunControl): Promise<PlatformWindow | null>
}

/** Controls looked through for the one at a point or with the focus. */
const SEARCHED = 3000
/** Trees that are remembered for what a single control can't tell of itself. */
const REMEMBERED = 8

type Read = TreeResult & { limited: string | null }

export class Accessibility implements Disposable {
  readonly #connection: AccessibilityConnection
  readonly #source: WindowSource
  /** Listed controls by ref, per application and window, the latest last. */
  readonly #memory = new Map<string, Map<string, Listed>>()

  constructor(env: Record<string, string | undefined>, source: WindowSource) {
    this.#connection = new AccessibilityConnection(env)
    this.#source = source
  }

  /** Reaches for the bus now, so that applications have their caches ready when the first tree is read. */
  async prepare(run: RunControl): Promise<void> {
    await this.#connection.get(run)
  }

  [Symbol.dispose](): void {
    this.#connection[Symbol.dispose]()
  }

  async tree(window: PlatformWindow, options: { max: number }, run: RunControl): Promise<PlatformTree> {
    const read = await this.#read(window, options.max, true, run)
    return { elements: read.listed.map((listed) => listed.element), limited: read.limited }
  }

  async element(ref: string, run: RunControl): Promise<PlatformElement | null> {
    const target = await this.#target(ref, run)
    if (!target) return null
    const memory = this.#remembered(ref)
    const table = this.#remembered(ref.slice(0, ref.lastIndexOf('|')))
    if (target.cell) {
      if (!table) return null
      const listed = await run.race(new TreeReader(target.calls).cellOf(table, target.table, target.object))
      return listed?.element ?? null
    }
    return this.#describe(target, ref, memory, run)
  }

  async elementAt(
    point: ScreenPoint,
    run: RunControl,
  ): Promise<{ element: PlatformElement | null; window: PlatformWindow | null }> {
    const window = await this.#source.windowAt(point, run)
    if (!window) return { element: null, window: null }
    const read = await this.#read(window, SEARCHED, false, run)
    let hit: Listed | null = null
    for (const listed of read.listed) {
      const { element } = listed
      if (element.window !== null && element.window !== window.handle) continue
      if (contains(element.bounds, point) && (hit === null || element.depth >= hit.element.depth))
        hit = listed
    }
    if (!hit) return { element: null, window }
    if (hit.element.role === 'table') {
      const cell = await this.#inSheet(hit, run, (reader, table) => reader.cellAt(table, point.x, point.y))
      if (cell) return { element: cell.element, window }
    }
    return { element: await this.element(hit.element.ref, run), window }
  }

  async focusedElement(run: RunControl): Promise<PlatformElement | null> {
    const windows = await this.#source.windows(run)
    const active = windows.find((window) => window.active)
    if (!active) return null
    const read = await this.#read(active, SEARCHED, false, run)
    const focused = read.listed.findLast((listed) => listed.element.states.includes('focused'))
    if (!focused) return null
    if (focused.element.role === 'table') {
      const cell = await this.#inSheet(focused, run, (reader, table) => reader.focusedCell(table))
      if (cell) return cell.element
    }
    return this.element(focused.element.ref, run)
  }

  async text(ref: string, run: RunControl): Promise<string | null> {
    const target = await this.#target(ref, run)
    if (!target) return null
    const { calls, object } = target
    const [role, states, interfaces] = await run.race(
      Promise.all([calls.role(object), calls.states(object), calls.interfaces(object)]),
    )
    if (role === null || !states || interfaces === null) return null
    const kind = controlRole(role, states)
    if (kind === 'password') return null
    if (interfaces & Has.text) {
      // Objects inside a text (links, images) stand in it as U+FFFC.
      const text = (await run.race(calls.text(object, 0, -1)))?.replaceAll('\uFFFC', '')
      if (text) return text
      if (text === '' && kind === 'edit') return ''
    }
    return run.race(new DetailReader(calls).value(object, kind, interfaces))
  }

  invoke(ref: string, action: string | null, run: RunControl): Promise<boolean> {
    return this.#act(ref, run, (controls, object) => controls.invoke(object, action, run))
  }

  setText(ref: string, text: string, run: RunControl): Promise<boolean> {
    return this.#act(ref, run, (controls, object) => controls.setText(object, text, run))
  }

  setValue(ref: string, value: number, run: RunControl): Promise<boolean> {
    return this.#act(ref, run, (controls, object) => controls.setValue(object, value, run))
  }

  select(ref: string, run: RunControl): Promise<boolean> {
    return this.#act(ref, run, (controls, object) => controls.select(object, run))
  }

  focus(ref: string, run: RunControl): Promise<boolean> {
    return this.#act(ref, run, (controls, object) => controls.focus(object, run))
  }

  scrollIntoView(ref: string, run: RunControl): Promise<boolean> {
    return this.#act(ref, run, (controls, object) => controls.scrollIntoView(object, run))
  }

  async #act(
    ref: string,
    run: RunControl,
    act: (controls: Controls, object: ObjectRef) => Promise<boolean>,
  ): Promise<boolean> {
    const target = await this.#target(ref, run)
    return target ? act(new Controls(target.calls), target.object) : false
  }

  /** The object of a ref; that of a cell is asked for anew. Null when it is gone. */
  async #target(ref: string, run: RunControl) {
    const parsed = parseRef(ref)
    if (!parsed) return null
    const bus = await this.#connection.get(run)
    if (typeof bus === 'string') return null
    const { calls, applications } = bus
    const table: ObjectRef = { bus: parsed.bus, path: parsed.path }
    const { cell } = parsed
    const object = cell ? await run.race(calls.cellAt(table, cell.row, cell.column)) : table
    return object && { calls, applications, object, table, cell }
  }

  async #describe(
    target: { calls: AccessibleCalls; applications: AccessibilityBus['applications']; object: ObjectRef },
    ref: string,
    memory: Listed | null,
    run: RunControl,
  ): Promise<PlatformElement | null> {
    const { calls, object } = target
    const [role, states, name, extents, interfaces, toolkit, windows] = await run.race(
      Promise.all([
        calls.role(object),
        calls.states(object),
        calls.name(object),
        calls.extents(object),
        calls.interfaces(object),
        target.applications.toolkit(object.bus),
        this.#source.windows(run),
      ]),
    )
    if (role === null || !states || hasState(states, AtspiState.defunct)) return null
    const kind = controlRole(role, states)
    const details = new DetailReader(calls)
    const [value, description, actions] = await run.race(
      Promise.all([
        details.value(object, kind, interfaces ?? 0),
        calls.description(object),
        (interfaces ?? 0) & Has.action ? details.actions(object) : [],
      ]),
    )
    const window = windows.find((one) => one.handle === memory?.element.window) ?? null
    const shift = await this.#shift(calls, memory, window, toolkit)
    const placed = isPlaced(extents) ? moved(extents, shift) : null
    const shown = placed && (window ? intersection(placed, window.bounds) : placed)
    const visible = shown !== null && hasState(states, AtspiState.visible)
    const said = controlStates(kind, role, states)
    return {
      ref,
      role: kind,
      name: nameOf({ name: name ?? '' }, toolkit ?? 'other') || (memory?.label ?? ''),
      value,
      description: description || null,
      states: visible ? said : [...said, 'offscreen'],
      bounds:
        shown ??
        placed ??
        memory?.element.bounds ??
        moved({ x: 0, y: 0, width: 0, height: 0 }, { x: 0, y: 0 }),
      actions,
      parent: memory?.element.parent ?? null,
      depth: memory?.element.depth ?? 0,
      editableText: ((interfaces ?? 0) & Has.editableText) !== 0 && hasState(states, AtspiState.editable),
      window: window?.handle ?? null,
    }
  }

  /** A window may have moved since its tree was read: GTK 4 does not know. */
  async #shift(
    calls: AccessibleCalls,
    memory: Listed | null,
    window: PlatformWindow | null,
    toolkit: Toolkit | null,
  ): Promise<Point> {
    if (toolkit === 'gtk4' && memory && window) {
      const root = await calls.extents(memory.root)
      if (isPlaced(root)) return gtk4Origin(root, window.bounds)
    }
    return memory?.shift ?? { x: 0, y: 0 }
  }

  async #inSheet(
    table: Listed,
    run: RunControl,
    find: (reader: TreeReader, table: Listed) => Promise<Listed | null>,
  ): Promise<Listed | null> {
    const bus = await this.#connection.get(run)
    return typeof bus === 'string' ? null : run.race(find(new TreeReader(bus.calls), table))
  }

  async #read(window: PlatformWindow, max: number, details: boolean, run: RunControl): Promise<Read> {
    const none = (limited: string): Read => ({ listed: [], cut: false, limited })
    const connected = await this.#connection.get(run)
    if (typeof connected === 'string') return none(connected)
    const { applications, calls } = connected
    const [all, windows] = await run.race(Promise.all([applications.all(), this.#source.windows(run)]))
    if (!all)
      return none('The registry of accessible applications does not answer: restart at-spi2-registryd.')
    const own = all.filter((application) => application.pid === window.pid)
    if (own.length === 0) return none(noTree(window))
    const siblings = windows.filter((one) => one.pid === window.pid)
    const reads = await Promise.all(
      own.map(async ({ bus }): Promise<Read> => {
        const [roots, toolkit] = await run.race(
          Promise.all([calls.children({ bus, path: ROOT_PATH }), applications.toolkit(bus)]),
        )
        if (!roots || !toolkit) return none(`${window.application} does not answer.`)
        const request = { bus, toolkit, roots, windows: siblings, window, max, details }
        const result = await run.race(new TreeReader(calls).read(request, run))
        this.#remember(`${bus} ${window.handle}`, result.listed)
        const limited = result.cut ? `Only ${result.listed.length} controls of ${window.application} are listed; there are more.` : null // prettier-ignore
        return { ...result, limited }
      }),
    )
    const listed = reads.flatMap((read) => read.listed)
    const limited = reads.map((read) => read.limited).find((reason) => reason !== null) ?? null
    return { listed, cut: false, limited: limited ?? (listed.length === 0 ? noTree(window) : null) }
  }

  #remember(key: string, listed: Listed[]): void {
    const known = this.#memory.get(key)
    this.#memory.delete(key)
    const now = new Map(listed.map((one) => [one.element.ref, one]))
    // A look for one control tells no labels: those of the last whole tree stay.
    for (const [ref, one] of now) one.label ||= known?.get(ref)?.label ?? ''
    this.#memory.set(key, now)
    for (const oldest of this.#memory.keys()) {
      if (this.#memory.size <= REMEMBERED) break
      this.#memory.delete(oldest)
    }
  }

  #remembered(ref: string): Listed | null {
    for (const listed of [...this.#memory.values()].toReversed()) {
      const found = listed.get(ref)
      if (found) return found
    }
    return null
  }
}

function noTree(window: PlatformWindow): string {
  const browser = /chrom|brave|edge|vivaldi|opera|electron|^code$/i.test(window.processName)
  return browser
    ? `${window.application} shows no controls: start it with --force-renderer-accessibility and ACCESSIBILITY_ENABLED=1. Until then use the picture.`
    : `${window.application} offers no accessibility tree: use the picture and the keyboard.`
}
