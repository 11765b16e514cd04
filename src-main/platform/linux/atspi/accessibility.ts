// Implements the accessibility half of the Linux driver: trees, controls, the focus, and acting on a control. X11 tells where
// windows are and which one is in front.
import type { ControlRole } from '../../../core/desktop.ts'
import { contains, intersection, type ScreenPoint, type ScreenRect } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type {
  PageHit,
  PlatformElement,
  PlatformText,
  PlatformTree,
  PlatformWindow,
  MenuShortcut,
} from '../../platform.ts'
import type { Toolkit } from './applications.ts'
import { Has, type AccessibleCalls, type ObjectRef } from './calls.ts'
import { AccessibilityConnection, type AccessibilityBus } from './connection.ts'
import { Controls } from './controls.ts'
import { DetailReader, named } from './details.ts'
import {
  isClassName,
  nameOf,
  opensMenu,
  parseRef,
  refOf,
  saidName,
  statesOf,
  wrappedName,
} from './elements.ts'
import { inOpenDialog, outsidePages } from './listing.ts'
import { isOfLeftPage } from './left-page.ts'
import { outOfSight } from './out-of-sight.ts'
import { pageHit } from './page-hit.ts'
import { moved, shiftNow } from './placement.ts'
import { isPlaced } from './places.ts'
import { AtspiRole, AtspiState, controlRole, hasState } from './roles.ts'
import type { Listed } from './knowledge.ts'
import { LateWindows } from './late-windows.ts'
import type { Repaints } from './repaints.ts'
import { Sheets } from './sheets.ts'
import { shortcutsBelow } from './shortcuts.ts'
import { asCounted, placeOf, selectedIn, selectWithCaret, Texts } from './texts.ts'
import { textWithin } from './text-within.ts'
import { Trees } from './trees.ts'
import type { WindowSource } from './window-source.ts'
import { fairTime } from '../../fair-time.ts'

/** An object with the calls of its bus. */
interface Target {
  calls: AccessibleCalls
  applications: AccessibilityBus['applications']
  object: ObjectRef
}

/** Controls looked through for the one at a point or with the focus. */
const MAX_SEARCHED = 3000
/** Milliseconds for which the shortcuts of a window are known: few applications change them while they run. */
const SHORTCUTS_MS = 60_000
const BROWSERS: ReadonlySet<Toolkit> = new Set<Toolkit>(['chromium', 'gecko'])

export class Accessibility implements Disposable {
  readonly #connection: AccessibilityConnection
  readonly #source: WindowSource
  readonly #trees: Trees
  readonly #texts = new Texts()
  readonly #lateWindows = new LateWindows()
  /** Window → its shortcuts, and when they were read. */
  readonly #shortcuts = new Map<string, { at: number; shortcuts: MenuShortcut[] }>()

  /** With `repaints` null, every tree is read anew. */
  constructor(env: Record<string, string | undefined>, source: WindowSource, repaints: Repaints | null) {
    this.#connection = new AccessibilityConnection(env)
    this.#source = source
    this.#trees = new Trees(this.#connection, source, repaints)
  }

  /** Connects to the bus now, so that applications have their caches ready when the first tree is read. */
  async prepare(run: RunControl): Promise<void> {
    await this.#connection.get(run)
  }

  /** Says why there are no trees; null where the bus answers. */
  async fault(run: RunControl): Promise<string | null> {
    const bus = await this.#connection.get(run)
    return typeof bus === 'string' ? bus : null
  }

  [Symbol.dispose](): void {
    this.#connection[Symbol.dispose]()
  }

  async tree(window: PlatformWindow, options: { max: number }, run: RunControl): Promise<PlatformTree> {
    const read = () => this.#trees.read(window, options.max, true, run)
    const { listed, limited, silent, treeless = false } = await this.#lateWindows.placed(read, run)
    return { elements: listed.map(({ element }) => element), limited, silent, treeless }
  }

  async element(ref: string, run: RunControl): Promise<PlatformElement | null> {
    const target = await this.#target(ref, run)
    if (!target) return null
    const memory = this.#trees.remembered(ref)
    const table = this.#trees.remembered(ref.slice(0, ref.lastIndexOf('|')))
    if (target.cell) {
      if (!table) return null
      const listed = await run.race(
        new Sheets(target.calls, target.cells).cellOf(table, target.table, target.object),
      )
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
    const read = await this.#trees.read(await this.#holderOf(window, run), MAX_SEARCHED, false, run)
    let hit: Listed | null = null
    for (const listed of read.listed) {
      const { element } = listed
      if (element.window !== null && element.window !== window.handle) continue
      if (contains(element.bounds, point) && (hit === null || element.depth >= hit.element.depth))
        hit = listed
    }
    if (!hit) return { element: null, window }
    if (hit.element.role === 'table') {
      const cell = await this.#inSheet(hit, run, (sheets, table) => sheets.cellAt(table, point.x, point.y))
      if (cell) return { element: cell.element, window }
    }
    return { element: await this.element(hit.element.ref, run), window }
  }

  /** A pop-up's content is often in the tree of the window that it belongs to. */
  async #holderOf(window: PlatformWindow, run: RunControl): Promise<PlatformWindow> {
    if (window.kind !== 'popup') return window
    const own = (await this.#source.windows(run)).filter(
      (each) => each.kind !== 'popup' && each.pid === window.pid,
    )
    return (
      own.find((each) => each.handle === window.owner) ?? own.find((each) => each.active) ?? own[0] ?? window
    )
  }

  async focusedElement(run: RunControl): Promise<PlatformElement | null> {
    const windows = await this.#source.windows(run)
    const active = windows.find((window) => window.active)
    if (!active) return null
    const read = await this.#trees.read(active, MAX_SEARCHED, false, run)
    const said = inOpenDialog(
      read.listed,
      read.listed.filter((listed) => listed.element.states.includes('focused')),
    )
    // Qt reports 'focused' for the current tab and for containers, too, so the last match that takes keys wins.
    const focused =
      said.findLast(({ element }) => TAKES_KEYS.has(element.role)) ??
      said.findLast(({ element }) => element.role !== 'tab') ??
      said.at(-1)
    if (!focused) return null
    if (focused.element.role === 'table') {
      const cell = await this.#inSheet(focused, run, (sheets, table) => sheets.focusedCell(table))
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
    // GTK 2 formats a slider's number as text in its own way, so a slider's value is read as a number below.
    if (interfaces & Has.text && kind !== 'slider') {
      const own = await run.race(calls.wholeText(object))
      // AT-SPI writes an object inside a text (a link, an image) as U+FFFC; in an editor of a page a line is one.
      const isRich = own?.includes('\uFFFC') === true && hasState(states, AtspiState.editable)
      const text = (isRich ? await this.#within(target, run) : null) ?? own?.replaceAll('\uFFFC', '')
      if (text) return text
      if (text === '' && kind === 'edit') return ''
    }
    return run.race(new DetailReader(calls).value(object, kind, interfaces, role))
  }

  async textWithin(ref: string, run: RunControl): Promise<string | null> {
    const target = await this.#target(ref, run)
    return target ? this.#within(target, run) : null
  }

  async #within({ calls, applications, object }: Target, run: RunControl): Promise<string | null> {
    const toolkit = await run.race(applications.toolkit(object.bus))
    return textWithin(
      calls,
      object,
      (name, role, states) => saidName(name, controlRole(role, states), toolkit ?? 'other'),
      run,
    )
  }

  async linkAddress(ref: string, run: RunControl): Promise<string | null> {
    const target = await this.#target(ref, run)
    const address = target ? await run.race(target.calls.linkAddress(target.object)) : null
    return address === '' ? null : address
  }

  async documentAddress(ref: string, run: RunControl): Promise<string | null> {
    const target = await this.#target(ref, run)
    return target ? run.race(target.calls.documentAddress(target.object)) : null
  }

  async texts(
    window: PlatformWindow,
    options: { max: number },
    run: RunControl,
  ): Promise<{ texts: PlatformText[]; limited: string | null }> {
    const { listed, limited } = await this.#trees.read(window, options.max, true, run)
    const bus = await this.#connection.get(run)
    if (typeof bus === 'string') return { texts: [], limited: bus }
    const read = await this.#texts.read(bus.calls, this.#trees.known(window), listed, options.max, run)
    return { texts: read.texts, limited: limited ?? read.limited }
  }

  async textBounds(ref: string, start: number, end: number, run: RunControl): Promise<ScreenRect | null> {
    const target = await this.#target(ref, run)
    if (!target) return null
    const owner = this.#texts.owner(ref) ?? this.#trees.remembered(ref)
    const [windows, toolkit] = await run.race(
      Promise.all([this.#source.windows(run), target.applications.toolkit(target.object.bus)]),
    )
    const window = windows.find((one) => one.handle === owner?.element.window) ?? null
    const { calls, object } = target
    const range = await run.race(asCounted(calls, object, { start, end }))
    const told = await run.race(placeOf(calls, object, range, toolkit))
    return told && moved(told, shiftNow(owner, window, toolkit))
  }

  async selectText(ref: string, start: number, end: number, run: RunControl): Promise<boolean> {
    const target = await this.#target(ref, run)
    if (!target) return false
    const { calls, object } = target
    const range = await run.race(asCounted(calls, object, { start, end }))
    await run.checkpoint()
    return run.race(selectWithCaret(calls, object, range))
  }

  async selectedText(ref: string, run: RunControl): Promise<string | null> {
    const target = await this.#target(ref, run)
    return target && run.race(selectedIn(target.calls, target.object))
  }

  invoke(ref: string, action: string | null, run: RunControl): Promise<boolean> {
    return this.#act(ref, run, (controls, object) => controls.invoke(object, action, run))
  }

  setText(ref: string, text: string, run: RunControl): Promise<boolean> {
    return this.#act(ref, run, (controls, object) => controls.setText(object, text, run))
  }

  async range(ref: string, run: RunControl): Promise<{ least: number; most: number } | null> {
    const target = await this.#target(ref, run)
    return target && run.race(target.calls.valueRange(target.object))
  }

  async setValue(ref: string, value: number, run: RunControl): Promise<boolean> {
    const target = await this.#target(ref, run)
    if (!target) return false
    const { calls, applications, object } = target
    const [role, toolkit] = await run.race(
      Promise.all([calls.role(object), applications.toolkit(object.bus)]),
    )
    // Measured: Gecko shows the number then, and its page, which hears of typing, hears nothing of it.
    if (role === AtspiRole.spinButton && toolkit === 'gecko') return false
    return new Controls(calls).setValue(object, value, run)
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

  async outOfSight(ref: string, run: RunControl): Promise<Pick<PlatformElement, 'ref' | 'role' | 'name'>[]> {
    const target = await this.#target(ref, run)
    if (!target) return []
    const found = await outOfSight(target.calls, target.object, run)
    return found.map(({ object, role, name }) => ({ ref: refOf(object), role, name }))
  }

  /** Asked of browsers alone: they answer by what is shown, other toolkits by their tree. */
  async pageHit(ref: string, point: ScreenPoint, run: RunControl): Promise<PageHit | null> {
    const target = await this.#target(ref, run)
    if (!target || !BROWSERS.has((await target.applications.toolkit(target.object.bus)) ?? 'other'))
      return null
    const hit = await pageHit(target.calls, target.object, point, run)
    if (!hit) return null
    const [element, common] = await Promise.all(
      [hit.object, hit.common].map((object) => this.element(refOf(object), run)),
    )
    return element && common ? { element, common } : null
  }

  async menuShortcuts(window: PlatformWindow, run: RunControl): Promise<MenuShortcut[]> {
    const now = fairTime()
    for (const [key, { at }] of this.#shortcuts) if (now - at > SHORTCUTS_MS) this.#shortcuts.delete(key)
    // The system gives the handle of a window that is gone to another one.
    const key = `${window.handle} ${window.pid}`
    const known = this.#shortcuts.get(key)
    if (known) return known.shortcuts
    const bus = await this.#connection.get(run)
    if (typeof bus === 'string') return []
    const { listed } = await this.#trees.read(window, MAX_SEARCHED, false, run)
    const bars = outsidePages(listed.map(({ element }) => element)).filter(({ role }) => role === 'menu bar')
    const objects = bars.map(({ ref }) => parseRef(ref)).filter((each) => each !== null)
    const silences = () => objects.reduce((sum, object) => sum + bus.calls.silencesOf(object.bus), 0)
    const before = silences()
    const shortcuts = await shortcutsBelow(bus.calls, objects, run)
    // What a busy application did not tell in time may be there, so it is asked again.
    if (objects.length > 0 && silences() === before) this.#shortcuts.set(key, { at: now, shortcuts })
    return shortcuts
  }

  async #act(
    ref: string,
    run: RunControl,
    act: (controls: Controls, object: ObjectRef) => Promise<boolean>,
  ): Promise<boolean> {
    const target = await this.#target(ref, run)
    return target ? act(new Controls(target.calls), target.object) : false
  }

  /** Gives the object of a ref, and asks anew for that of a cell. Null when it is gone. */
  async #target(ref: string, run: RunControl) {
    const parsed = parseRef(ref)
    if (!parsed) return null
    const bus = await this.#connection.get(run)
    if (typeof bus === 'string') return null
    const { calls, applications, cells } = bus
    const table: ObjectRef = { bus: parsed.bus, path: parsed.path }
    const { cell } = parsed
    const object = cell ? await run.race(calls.cellAt(table, cell.row, cell.column)) : table
    return object && { calls, applications, cells, object, table, cell }
  }

  async #describe(
    target: Target,
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
    if (toolkit === 'chromium' && (await run.race(isOfLeftPage(calls, object)))) return null
    const kind = roleOf(controlRole(role, states), memory)
    const details = new DetailReader(calls)
    const [value, description, actions] = await run.race(
      Promise.all([
        memory?.field
          ? this.element(memory.field, run).then((field) => field?.value ?? null)
          : details.value(object, kind, interfaces ?? 0, role),
        calls.description(object),
        (interfaces ?? 0) & Has.action ? details.actions(object) : [],
      ]),
    )
    const window = windows.find((one) => one.handle === memory?.element.window) ?? null
    const shift = shiftNow(memory, window, toolkit)
    const placed = isPlaced(extents) ? moved(extents, shift) : null
    const shown = placed && (window ? intersection(placed, window.bounds) : placed)
    const visible = shown !== null && hasState(states, AtspiState.visible)
    const said = statesOf({ name: name ?? '', role, states }, kind)
    const told = nameOf({ name: name ?? '' }, toolkit ?? 'other')
    const isBorrowed = isNameOfGroup(told, memory, toolkit, (one) => this.#trees.remembered(one))
    const isClass = toolkit === 'gtk4' && isClassName(kind, told)
    const own = isClass ? (memory?.element.name ?? '') : isBorrowed ? '' : told
    const wrapped = toolkit === 'gtk4' ? await run.race(wrappedName(calls, object, role)) : null
    return {
      ref,
      role: opensMenu(kind, actions) ? 'menu' : kind,
      ...named(kind, wrapped === null ? own : nameOf({ name: wrapped }, 'gtk4'), {
        label: memory?.label ?? '',
        description: description ?? '',
      }),
      value,
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
      ...(role === AtspiRole.terminal ? { className: 'terminal' } : {}),
    }
  }

  async #inSheet(
    table: Listed,
    run: RunControl,
    find: (sheets: Sheets, table: Listed) => Promise<Listed | null>,
  ): Promise<Listed | null> {
    const bus = await this.#connection.get(run)
    return typeof bus === 'string' ? null : run.race(find(new Sheets(bus.calls, bus.cells), table))
  }
}

/**
 * Roles that only the reading of the tree tells from others: a frame in a window, a root without a role, a menu that Qt calls an item, a
 * list of which only the button is to be seen.
 */
const UNSURE: ReadonlySet<ControlRole> = new Set(['window', 'other', 'menu item', 'toggle button'])
const roleOf = (told: ControlRole, memory: Listed | null): ControlRole =>
  memory && (UNSURE.has(told) || memory.field || isOwnText(told, memory)) ? memory.element.role : told
/** A box of Gecko's that is listed as the text that it holds. */
const isOwnText = (told: ControlRole, { element }: Listed): boolean =>
  told === 'group' && element.role === 'text'

/** Whether it was listed without the name that it borrows from the group around it. */
function isNameOfGroup(
  told: string,
  memory: Listed | null,
  toolkit: Toolkit | null,
  remembered: (ref: string) => Listed | null,
): boolean {
  const group = memory?.element.parent
  return (
    toolkit === 'qt' &&
    memory?.element.name === '' &&
    typeof group === 'string' &&
    remembered(group)?.element.name === told
  )
}

/** Controls that take typed text: they win where several report that they have the keyboard. */
const TAKES_KEYS = new Set<ControlRole>(['edit', 'document', 'password', 'cell', 'spinner'])
