// Makes every AT-SPI call of Deskhand, typed, one method each. A method gives null when the application refuses, is gone or
// does not answer; `ping` tells whether it still answers. Source: the D-Bus interfaces in at-spi2-core 2.46, xml/.
import type { Rect } from '../../../../src-preload/contract/geometry.ts'
import { isFailure, type Answer, type Bus, type Failure } from '../dbus/bus.ts'
import type { StateBits } from './roles.ts'
import { knownStrings, variant, type Reader } from '../dbus/wire.ts'

const ACCESSIBLE = 'org.a11y.atspi.Accessible'
const ACTION = 'org.a11y.atspi.Action'
const COMPONENT = 'org.a11y.atspi.Component'
const SELECTION = 'org.a11y.atspi.Selection'
const TABLE = 'org.a11y.atspi.Table'
const TEXT = 'org.a11y.atspi.Text'
const EDITABLE_TEXT = 'org.a11y.atspi.EditableText'
const VALUE = 'org.a11y.atspi.Value'
const HYPERLINK = 'org.a11y.atspi.Hyperlink'
const DOCUMENT = 'org.a11y.atspi.Document'
const PROPERTIES = 'org.freedesktop.DBus.Properties'

export const ROOT_PATH = '/org/a11y/atspi/accessible/root'
export const NULL_PATH = '/org/a11y/atspi/null'

/** One object of an application: the unique bus name and the object path. */
export interface ObjectRef {
  bus: string
  path: string
}

/** Interfaces as bits, so that thousands of nodes carry one number each. */
export const Has = {
  action: 1,
  component: 2,
  editableText: 4,
  selection: 8,
  table: 16,
  text: 32,
  value: 64,
} as const
const BIT_OF: Record<string, number> = {
  [ACTION]: Has.action,
  [COMPONENT]: Has.component,
  [EDITABLE_TEXT]: Has.editableText,
  [SELECTION]: Has.selection,
  [TABLE]: Has.table,
  [TEXT]: Has.text,
  [VALUE]: Has.value,
}
const KNOWN_INTERFACES = knownStrings(Object.keys(BIT_OF))

/** What an application's cache reports of one object. */
export interface CacheItem {
  path: string
  parent: string
  /** Position among its siblings, -1 where the toolkit does not know it. */
  index: number
  /** -1 where the cache does not report it. */
  childCount: number
  interfaces: number
  name: string
  role: number
  description: string
  states: StateBits
}

export type Items = CacheItem[] | Failure['failed']

/** Milliseconds for the whole cache of an application: 20,000 controls are answered in one message. */
const CACHE_DEADLINE_MS = 4000
const ACTION_DEADLINE_MS = 500
const MAX_ACTIONS = 16
const TO_THE_END = -1

export class AccessibleCalls {
  /** Bus names of processes that have a part in another one's tree. */
  readonly guests = new Set<string>()
  readonly #bus: Bus

  constructor(bus: Bus) {
    this.#bus = bus
  }

  /** True when it answers, false when it does not within the deadline, null when it is gone. */
  async ping(bus: string): Promise<boolean | null> {
    const reply = await this.#bus.call({
      destination: bus,
      path: ROOT_PATH,
      interface: PROPERTIES,
      member: 'Get',
      signature: 'ss',
      body: [ACCESSIBLE, 'ChildCount'],
    })
    if (!isFailure(reply) || reply.failed === 'refused') return true
    return reply.failed === 'silent' ? false : null
  }

  /** How often an application has not answered in time. */
  silencesOf(bus: string): number {
    return this.#bus.silencesOf(bus)
  }

  /** Reads all objects of an application in one answer, without their place on the screen. */
  async cacheItems(bus: string): Promise<Items> {
    const reply = await this.#bus.call(
      {
        destination: bus,
        path: '/org/a11y/atspi/cache',
        interface: 'org.a11y.atspi.Cache',
        member: 'GetItems',
        signature: '',
        body: [],
      },
      { deadlineMs: CACHE_DEADLINE_MS },
    )
    if (isFailure(reply)) return reply.failed
    return reply.signature === 'a((so)(so)(so)iiassusau)' ? readItems(reply.body) : 'refused'
  }

  children(ref: ObjectRef): Promise<ObjectRef[] | null> {
    return this.#ask(ref, ACCESSIBLE, 'GetChildren', '', [], (body) => {
      const refs: ObjectRef[] = []
      const end = body.array(8)
      while (body.offset < end) {
        body.align(8)
        refs.push({ bus: body.string(), path: body.string() })
      }
      return refs
    })
  }

  childAt(ref: ObjectRef, index: number): Promise<ObjectRef | null> {
    return this.#ask(ref, ACCESSIBLE, 'GetChildAtIndex', 'i', [index], readRef)
  }

  childCount(ref: ObjectRef): Promise<number | null> {
    return this.#property(ref, ACCESSIBLE, 'ChildCount', isNumber)
  }

  name(ref: ObjectRef): Promise<string | null> {
    return this.#property(ref, ACCESSIBLE, 'Name', isString)
  }

  description(ref: ObjectRef): Promise<string | null> {
    return this.#property(ref, ACCESSIBLE, 'Description', isString)
  }

  parent(ref: ObjectRef): Promise<ObjectRef | null> {
    return this.#property(ref, ACCESSIBLE, 'Parent', isPair).then((pair) =>
      pair && pair[1] !== NULL_PATH ? { bus: pair[0], path: pair[1] } : null,
    )
  }

  role(ref: ObjectRef): Promise<number | null> {
    return this.#ask(ref, ACCESSIBLE, 'GetRole', '', [], (body) => body.uint32())
  }

  states(ref: ObjectRef): Promise<StateBits | null> {
    return this.#ask(ref, ACCESSIBLE, 'GetState', '', [], readStates)
  }

  interfaces(ref: ObjectRef): Promise<number | null> {
    return this.#ask(ref, ACCESSIBLE, 'GetInterfaces', '', [], readInterfaces)
  }

  indexInParent(ref: ObjectRef): Promise<number | null> {
    return this.#ask(ref, ACCESSIBLE, 'GetIndexInParent', '', [], (body) => body.int32())
  }

  /** Gives where a link leads. */
  linkAddress(ref: ObjectRef): Promise<string | null> {
    return this.#ask(ref, HYPERLINK, 'GetURI', 'i', [0], (body) => body.string())
  }

  /** Gives the address of a page: Firefox names the attribute in the first way, Chromium in the second. */
  async documentAddress(ref: ObjectRef): Promise<string | null> {
    for (const name of ['DocURL', 'URI']) {
      const address = await this.#ask(ref, DOCUMENT, 'GetAttributeValue', 's', [name], (body) =>
        body.string(),
      )
      if (address) return address
    }
    return null
  }

  /** Gives for each relation type (AtspiRelationType: 2 is "labelled by") its targets. */
  relations(ref: ObjectRef): Promise<Map<number, ObjectRef[]> | null> {
    return this.#ask(ref, ACCESSIBLE, 'GetRelationSet', '', [], (body) => {
      const relations = new Map<number, ObjectRef[]>()
      for (const [type, targets] of body.value('a(ua(so))') as [number, [string, string][]][]) {
        relations.set(
          type,
          targets.map(([bus, path]) => ({ bus, path })),
        )
      }
      return relations
    })
  }

  /** Gives the place in screen pixels, as the toolkit counts them: GTK 4 counts from its own window. */
  extents(ref: ObjectRef): Promise<Rect | null> {
    return this.#ask(ref, COMPONENT, 'GetExtents', 'u', [0], readRect)
  }

  accessibleAtPoint(ref: ObjectRef, x: number, y: number): Promise<ObjectRef | null> {
    return this.#ask(ref, COMPONENT, 'GetAccessibleAtPoint', 'iiu', [x, y, 0], readRef)
  }

  grabFocus(ref: ObjectRef): Promise<boolean | null> {
    return this.#ask(ref, COMPONENT, 'GrabFocus', '', [], readBoolean)
  }

  /** Scrolls the object into view: AtspiScrollType 6, anywhere. */
  scrollTo(ref: ObjectRef): Promise<boolean | null> {
    return this.#ask(ref, COMPONENT, 'ScrollTo', 'u', [6], readBoolean)
  }

  /** Names of its actions in their order. */
  async actions(ref: ObjectRef): Promise<string[] | null> {
    // A page of WebKitGTK never answers when all are asked for.
    const count = this.guests.has(ref.bus) ? await this.#property(ref, ACTION, 'NActions', isNumber) : null
    const names =
      count !== null
        ? Array.from({ length: Math.min(count, MAX_ACTIONS) }, () => '')
        : await this.#ask(ref, ACTION, 'GetActions', '', [], (body) =>
            (body.value('a(sss)') as [string, string, string][]).map(([name]) => name),
          )
    // Chromium lists its actions without names, but answers when each name is asked for.
    if (!names || names.length === 0 || names.some((name) => name !== '')) return names
    const asked = await Promise.all(
      names.slice(0, MAX_ACTIONS).map((_, index) => this.#actionName(ref, index)),
    )
    return asked.map((name) => name ?? '')
  }

  /** The keys that do its first action, as the toolkit writes them. Qt tells them only where they are asked for alone. */
  keyBinding(ref: ObjectRef): Promise<string | null> {
    return this.#ask(ref, ACTION, 'GetKeyBinding', 'i', [0], (body) => body.string())
  }

  /**
   * Null when the application has not answered yet: Qt answers only after a dialog that the action opened is closed. The action
   * is done nevertheless.
   */
  async doAction(ref: ObjectRef, index: number): Promise<boolean | null> {
    const call = {
      destination: ref.bus,
      path: ref.path,
      interface: ACTION,
      member: 'DoAction',
      signature: 'i',
      body: [index],
    }
    const reply = await this.#bus.call(call, { deadlineMs: ACTION_DEADLINE_MS, patient: true })
    if (isFailure(reply)) return reply.failed === 'silent' ? null : false
    return readReply(reply, readBoolean) ?? false
  }

  characterCount(ref: ObjectRef): Promise<number | null> {
    return this.#property(ref, TEXT, 'CharacterCount', isNumber)
  }

  /** Reads the whole text. */
  wholeText(ref: ObjectRef): Promise<string | null> {
    return this.firstText(ref, TO_THE_END)
  }

  /**
   * Reads the first characters of a text. LibreOffice returns nothing when more characters are asked for than there are, and GTK 4.8
   * returns nothing for "to the end" (-1) of an entry: both answer when asked for the exact number.
   */
  async firstText(ref: ObjectRef, characters: number): Promise<string | null> {
    const text = await this.text(ref, 0, characters)
    if (text !== '') return text
    const count = await this.characterCount(ref)
    if (count === null || count <= 0) return text
    const counted = await this.text(ref, 0, characters === TO_THE_END ? count : Math.min(count, characters))
    // A text with characters that reads as empty can't be read: Java's bridge returns nothing for a text with an emoji.
    return counted === '' ? null : counted
  }

  /** Reads the last characters of a text, without the empty lines behind it. */
  async lastText(ref: ObjectRef, characters: number): Promise<string | null> {
    const count = await this.characterCount(ref)
    if (count === null || count <= 0) return count === null ? null : ''
    // A terminal's text ends in empty rows, so four times as many characters are read as are wanted.
    const text = await this.text(ref, Math.max(0, count - 4 * characters), count)
    return text && text.trimEnd().slice(-characters)
  }

  /** Reads characters from `start` to before `end`. An end of -1 is not understood everywhere: use `wholeText`. */
  text(ref: ObjectRef, start: number, end: number): Promise<string | null> {
    return this.#ask(ref, TEXT, 'GetText', 'ii', [start, end], (body) => body.string())
  }

  /** `space` 0 is the screen, 1 the window: GTK 4 knows no other. */
  rangeExtents(ref: ObjectRef, start: number, end: number, space: 0 | 1): Promise<Rect | null> {
    return this.#ask(ref, TEXT, 'GetRangeExtents', 'iiu', [start, end, space], readRect)
  }

  characterExtents(ref: ObjectRef, offset: number, space: 0 | 1): Promise<Rect | null> {
    return this.#ask(ref, TEXT, 'GetCharacterExtents', 'iu', [offset, space], readRect)
  }

  selections(ref: ObjectRef): Promise<number | null> {
    return this.#ask(ref, TEXT, 'GetNSelections', '', [], (body) => body.int32())
  }

  /** Gives where its first selection begins and ends. */
  firstSelection(ref: ObjectRef): Promise<[start: number, end: number] | null> {
    return this.#ask(ref, TEXT, 'GetSelection', 'i', [0], (body) => [body.int32(), body.int32()])
  }

  /** Replaces the first selection, or makes one. Null without an answer: GTK 4.8 selects but does not answer. */
  async select(ref: ObjectRef, start: number, end: number): Promise<boolean | null> {
    const isFirst = ((await this.selections(ref)) ?? 0) <= 0
    const how = isFirst
      ? { member: 'AddSelection', signature: 'ii', body: [start, end] }
      : { member: 'SetSelection', signature: 'iii', body: [0, start, end] }
    const call = { destination: ref.bus, path: ref.path, interface: TEXT, ...how }
    const reply = await this.#bus.call(call, { deadlineMs: ACTION_DEADLINE_MS, patient: true })
    if (isFailure(reply)) return reply.failed === 'silent' ? null : false
    return readReply(reply, readBoolean) ?? false
  }

  caret(ref: ObjectRef): Promise<number | null> {
    return this.#property(ref, TEXT, 'CaretOffset', isNumber)
  }

  setCaret(ref: ObjectRef, offset: number): Promise<boolean | null> {
    return this.#ask(ref, TEXT, 'SetCaretOffset', 'i', [offset], readBoolean)
  }

  setTextContents(ref: ObjectRef, text: string): Promise<boolean | null> {
    return this.#ask(ref, EDITABLE_TEXT, 'SetTextContents', 's', [text], readBoolean)
  }

  currentValue(ref: ObjectRef): Promise<number | null> {
    return this.#property(ref, VALUE, 'CurrentValue', isNumber)
  }

  /** The least and the largest value. */
  async valueRange(ref: ObjectRef): Promise<{ least: number; most: number } | null> {
    const [least, most] = await Promise.all([
      this.#property(ref, VALUE, 'MinimumValue', isNumber),
      this.#property(ref, VALUE, 'MaximumValue', isNumber),
    ])
    return least === null || most === null ? null : { least, most }
  }

  async setCurrentValue(ref: ObjectRef, value: number): Promise<boolean> {
    const body = [VALUE, 'CurrentValue', variant('d', value)]
    return (await this.#ask(ref, PROPERTIES, 'Set', 'ssv', body, () => true)) ?? false
  }

  selectedChild(ref: ObjectRef, index: number): Promise<ObjectRef | null> {
    return this.#ask(ref, SELECTION, 'GetSelectedChild', 'i', [index], readRef)
  }

  selectChild(ref: ObjectRef, index: number): Promise<boolean | null> {
    return this.#ask(ref, SELECTION, 'SelectChild', 'i', [index], readBoolean)
  }

  clearSelection(ref: ObjectRef): Promise<boolean | null> {
    return this.#ask(ref, SELECTION, 'ClearSelection', '', [], readBoolean)
  }

  cellAt(table: ObjectRef, row: number, column: number): Promise<ObjectRef | null> {
    return this.#ask(table, TABLE, 'GetAccessibleAt', 'ii', [row, column], readRef)
  }

  rowAtIndex(table: ObjectRef, index: number): Promise<number | null> {
    return this.#ask(table, TABLE, 'GetRowAtIndex', 'i', [index], (body) => body.int32())
  }

  columnAtIndex(table: ObjectRef, index: number): Promise<number | null> {
    return this.#ask(table, TABLE, 'GetColumnAtIndex', 'i', [index], (body) => body.int32())
  }

  rowCount(table: ObjectRef): Promise<number | null> {
    return this.#property(table, TABLE, 'NRows', isNumber)
  }

  columnCount(table: ObjectRef): Promise<number | null> {
    return this.#property(table, TABLE, 'NColumns', isNumber)
  }

  toolkit(bus: string): Promise<string | null> {
    return this.#property({ bus, path: ROOT_PATH }, 'org.a11y.atspi.Application', 'ToolkitName', isString)
  }

  toolkitVersion(bus: string): Promise<string | null> {
    return this.#property({ bus, path: ROOT_PATH }, 'org.a11y.atspi.Application', 'Version', isString)
  }

  #actionName(ref: ObjectRef, index: number): Promise<string | null> {
    return this.#ask(ref, ACTION, 'GetName', 'i', [index], (body) => body.string())
  }

  async #ask<T>(
    ref: ObjectRef,
    face: string,
    member: string,
    signature: string,
    body: unknown[],
    read: (body: Reader) => T,
  ): Promise<T | null> {
    const reply = await this.#bus.call({
      destination: ref.bus,
      path: ref.path,
      interface: face,
      member,
      signature,
      body,
    })
    return readReply(reply, read)
  }

  async #property<T>(
    ref: ObjectRef,
    face: string,
    name: string,
    is: (value: unknown) => value is T,
  ): Promise<T | null> {
    const value = await this.#ask<unknown>(ref, PROPERTIES, 'Get', 'ss', [face, name], (body) =>
      body.value('v'),
    )
    return is(value) ? value : null
  }
}

const isNumber = (value: unknown): value is number => typeof value === 'number'
const isString = (value: unknown): value is string => typeof value === 'string'
const isPair = (value: unknown): value is [string, string] => Array.isArray(value) && value.length === 2

/** Treats an unreadable answer as none: a peer that sends something else than it announces must not end the process. */
function readReply<T>(reply: Answer | Failure, read: (body: Reader) => T): T | null {
  if (isFailure(reply)) return null
  try {
    return read(reply.body)
  } catch {
    return null
  }
}

const readBoolean = (body: Reader): boolean => body.uint32() !== 0

const readRect = (body: Reader): Rect => ({
  x: body.int32(),
  y: body.int32(),
  width: body.int32(),
  height: body.int32(),
})

function readRef(body: Reader): ObjectRef | null {
  body.align(8)
  const ref = { bus: body.string(), path: body.string() }
  return ref.path === NULL_PATH || ref.bus === '' ? null : ref
}

function readStates(body: Reader): StateBits {
  const end = body.array(4)
  const low = body.offset < end ? body.uint32() : 0
  const high = body.offset < end ? body.uint32() : 0
  body.offset = end
  return [low, high]
}

function readInterfaces(body: Reader): number {
  let bits = 0
  const end = body.array(4)
  while (body.offset < end) bits |= BIT_OF[body.known(KNOWN_INTERFACES) ?? ''] ?? 0
  return bits
}

/** Reads `a((so)(so)(so)iiassusau)` straight into items: one object per node, no arrays in between. */
function readItems(body: Reader): CacheItem[] {
  const items: CacheItem[] = []
  const end = body.array(8)
  while (body.offset < end) {
    body.align(8)
    body.skipString()
    const path = body.string()
    body.align(8)
    body.skipString()
    body.skipString()
    body.align(8)
    body.skipString()
    const parent = body.string()
    items.push({
      path,
      parent,
      index: body.int32(),
      childCount: body.int32(),
      interfaces: readInterfaces(body),
      name: body.string(),
      role: body.uint32(),
      description: body.string(),
      states: readStates(body),
    })
  }
  return items
}
