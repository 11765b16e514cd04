// Provides controls by window handles: each child window is one, its class says what it is, and window messages act on it.
// Reaches standard controls only; what it can't see has no element here.
import type { ControlState } from '../../../core/desktop.ts'
import {
  contains,
  screenPoint,
  screenRect,
  type ScreenPoint,
  type ScreenRect,
} from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformElement, PlatformTree } from '../../platform.ts'
import {
  childrenOf,
  classOf,
  clientEdges,
  getDlgCtrlId,
  isWindow,
  isWindowEnabled,
  isWindowVisible,
  outerEdges,
  parentOf,
  rootOf,
  send,
  sendText,
  styleOf,
} from '../native/user32.ts'
import { fromWide, wide } from '../native/memory.ts'
import { toPort, toWindows } from '../line-ends.ts'
import { deepestAt } from '../../deepest-at.ts'
import type { TreeProvider } from '../tree-provider.ts'
import { handleOf, rectOf } from '../window-list.ts'
import {
  isButton,
  isCombo,
  isEdit,
  isListBox,
  isMultiline,
  isReadOnly,
  roleOf,
  withoutMnemonic,
} from './classes.ts'
import { hasKeyboard, takeKeyboard } from './msaa.ts'
import { fairTime } from '../../fair-time.ts'

const MAX_DEPTH = 20
/** The most UTF-16 units of a text in a tree, and of a whole text. */
const MAX_VALUE = 2000
const MAX_TEXT = 4_000_000
const MAX_NAME = 300
/** Milliseconds that a tree may take. */
const MAX_TREE_MS = 3000

const WM = {
  setText: 0xc,
  getText: 0xd,
  getTextLength: 0xe,
  nextDialogControl: 0x28,
  command: 0x111,
} as const
const BM = { getCheck: 0xf0, click: 0xf5 } as const
const EM = { getSelection: 0xb0, setSelection: 0xb1, scrollCaret: 0xb7, positionOf: 0xd6 } as const
const CB = {
  count: 0x146,
  current: 0x147,
  text: 0x148,
  textLength: 0x149,
  choose: 0x14e,
} as const
const LB = {
  text: 0x189,
  textLength: 0x18a,
  count: 0x18b,
  current: 0x188,
  choose: 0x186,
  item: 0x198,
} as const
const TBM = { get: 0x400, min: 0x401, max: 0x402, set: 0x405 } as const
const CBN_SELCHANGE = 1n
const LBN_SELCHANGE = 1n
const CHECKED: readonly ControlState[] = ['unchecked', 'checked', 'mixed']

const PREFIX = 'hwnd:'
interface Target {
  window: bigint
  /** Number of an item of a list, null for the control itself. */
  item: number | null
}
const refOf = ({ window, item }: Target): string =>
  `${PREFIX}${handleOf(window)}${item === null ? '' : `#${item}`}`

/** Null when the control is gone or never existed. */
function targetOf(ref: string): Target | null {
  const found = /^hwnd:(0x[\da-f]+)(?:#(\d+))?$/.exec(ref)
  const window = BigInt(found?.[1] ?? 0)
  if (window === 0n || !isWindow(window)) return null
  return { window, item: found?.[2] === undefined ? null : Number(found[2]) }
}

/** Null where the window does not answer. */
function readText(window: bigint, max: number): string | null {
  const length = send(window, WM.getTextLength)
  if (length === null) return null
  const units = Math.min(Number(length), max) + 1
  const buffer = Buffer.alloc(units * 2)
  const got = sendText(window, WM.getText, BigInt(units), buffer)
  return got === null ? null : fromWide(buffer, Math.min(Number(got), units))
}

function itemText(window: bigint, item: number): string {
  const places = isCombo(classOf(window)) ? CB : LB
  const length = Number(send(window, places.textLength, BigInt(item)) ?? -1n)
  if (length < 0 || length > MAX_VALUE) return ''
  const buffer = Buffer.alloc((length + 1) * 2)
  const got = sendText(window, places.text, BigInt(item), buffer)
  return got === null ? '' : fromWide(buffer, length)
}

/** UTF-16 units of Windows' text before a code point of the port's. */
function unitsBefore(text: string, codePoints: number): number {
  let units = 0
  let seen = 0
  for (const character of text) {
    if (seen++ === codePoints) break
    units += character === '\n' ? 2 : character.length
  }
  return units
}

export class HwndProvider implements TreeProvider {
  readonly prefix = PREFIX

  async tree(top: bigint, max: number, run: RunControl): Promise<PlatformTree> {
    await run.checkpoint()
    const elements: PlatformElement[] = []
    let limited: string | null = null
    const until = fairTime() + MAX_TREE_MS
    const walk = (parent: bigint, parentRef: string | null, depth: number): void => {
      let label: string | null = null
      for (const window of childrenOf(parent)) {
        if (elements.length >= max) limited ??= `It has more than ${max} controls.`
        else if (fairTime() > until) limited ??= 'Its controls answer too slowly.'
        if (limited !== null) return
        if (!isWindowVisible(window)) continue
        const element = this.#describe(window, { top, parent: parentRef, depth, label })
        label = element.role === 'text' ? element.name : null
        elements.push(element)
        for (const item of this.#items(element, window)) if (elements.length < max) elements.push(item)
        if (depth < MAX_DEPTH) walk(window, element.ref, depth + 1)
      }
    }
    // The list of a combo box is a window of its own.
    if (isListBox(classOf(top))) {
      const list = this.#describe(top, { top, parent: null, depth: 1, label: null })
      elements.push(...[list, ...this.#items(list, top)].slice(0, max))
    }
    walk(top, null, 1)
    return { elements, limited }
  }

  async element(ref: string, run: RunControl): Promise<PlatformElement | null> {
    await run.checkpoint()
    const target = targetOf(ref)
    if (!target) return null
    const { elements } = await this.tree(rootOf(target.window), MAX_NAME, run)
    return elements.find((element) => element.ref === ref) ?? null
  }

  async elementAt(window: bigint, point: ScreenPoint, run: RunControl): Promise<PlatformElement | null> {
    const { elements } = await this.tree(window, MAX_NAME, run)
    return deepestAt(elements, point)
  }

  async focused(window: bigint, run: RunControl): Promise<PlatformElement | null> {
    const { elements } = await this.tree(window, MAX_NAME, run)
    return elements.findLast(({ states }) => states.includes('focused')) ?? null
  }

  async text(ref: string, run: RunControl): Promise<string | null> {
    await run.checkpoint()
    const target = targetOf(ref)
    if (!target) return null
    if (target.item !== null) return itemText(target.window, target.item)
    if (roleOf(classOf(target.window), styleOf(target.window)) === 'password') return null
    const text = readText(target.window, MAX_TEXT)
    return text === null ? null : toPort(text)
  }

  async textBounds(ref: string, start: number, end: number, run: RunControl): Promise<ScreenRect | null> {
    const target = await this.#edit(ref, run)
    const text = target && (await this.text(ref, run))
    if (!target || text === null) return null
    const place = (index: number): { x: number; y: number } | null => {
      const packed = send(target.window, EM.positionOf, BigInt(unitsBefore(text, index)))
      if (packed === null || packed === -1n || BigInt.asIntN(32, packed) === -1n) return null
      const { left, top } = clientEdges(target.window)
      return {
        x: left + Number(BigInt.asIntN(16, packed)),
        y: top + Number(BigInt.asIntN(16, packed >> 16n)),
      }
    }
    const first = place(start)
    const last = place(end) ?? place(end - 1)
    if (!first || !last || first.y !== last.y || last.x <= first.x) return null
    const below = place(Array.from(text).indexOf('\n') + 1)
    const height = below && below.y > first.y ? below.y - first.y : 16
    return screenRect({ x: first.x, y: first.y, width: last.x - first.x, height })
  }

  async selectText(ref: string, start: number, end: number, run: RunControl): Promise<boolean> {
    const target = await this.#edit(ref, run)
    const text = target && (await this.text(ref, run))
    if (!target || text === null) return false
    const [from, to] = [start, end].map((index) => BigInt(unitsBefore(text, index)))
    const answered = send(target.window, EM.setSelection, from, to)
    send(target.window, EM.scrollCaret)
    return answered !== null
  }

  async selectedText(ref: string, run: RunControl): Promise<string | null> {
    const target = await this.#edit(ref, run)
    const text = target && readText(target.window, MAX_TEXT)
    if (!target || text === null) return null
    const packed = send(target.window, EM.getSelection)
    // This message can't report positions beyond 65,535.
    if (packed === null || packed === -1n || text.length > 0xffff) return null
    return toPort(text.slice(Number(packed & 0xffffn), Number((packed >> 16n) & 0xffffn)))
  }

  async invoke(ref: string, action: string | null, run: RunControl): Promise<boolean> {
    const target = await this.#enabled(ref, run)
    if (!target) return false
    if (target.item !== null) return action === null && this.select(ref, run)
    if (!isButton(classOf(target.window)) || (action !== null && action !== 'click')) return false
    // A button that opens a modal window answers only when that window is closed, so no answer in time counts as delivered.
    send(target.window, BM.click)
    return true
  }

  async setText(ref: string, text: string, run: RunControl): Promise<boolean> {
    const target = await this.#enabled(ref, run)
    if (!target || target.item !== null || !isEdit(classOf(target.window))) return false
    if (isReadOnly(styleOf(target.window))) return false
    const wanted = isMultiline(styleOf(target.window)) ? toWindows(text) : text
    return sendText(target.window, WM.setText, 0n, wide(wanted)) !== null
  }

  async setValue(ref: string, value: number, run: RunControl): Promise<boolean> {
    const target = await this.#enabled(ref, run)
    if (!target || roleOf(classOf(target.window), 0n) !== 'slider') return false
    const [min, max] = [TBM.min, TBM.max].map((message) => Number(send(target.window, message) ?? Number.NaN))
    if (!(value >= (min ?? 0) && value <= (max ?? 0))) return false
    return send(target.window, TBM.set, 1n, BigInt(Math.round(value))) !== null
  }

  async select(ref: string, run: RunControl): Promise<boolean> {
    const target = await this.#enabled(ref, run)
    if (!target || target.item === null) return false
    const { window, item } = target
    const isOfCombo = isCombo(classOf(window))
    if (send(window, isOfCombo ? CB.choose : LB.choose, BigInt(item)) === null) return false
    // Windows notifies the parent only when a person chooses; this message notifies it of our choice.
    const code = (isOfCombo ? CBN_SELCHANGE : LBN_SELCHANGE) << 16n
    send(parentOf(window), WM.command, code | (BigInt(getDlgCtrlId(window)) & 0xffffn), window)
    return true
  }

  async focus(ref: string, run: RunControl): Promise<boolean> {
    const target = await this.#enabled(ref, run)
    if (!target) return false
    if (hasKeyboard(target.window)) return true
    takeKeyboard(target.window)
    if (!hasKeyboard(target.window)) send(rootOf(target.window), WM.nextDialogControl, target.window, 1n)
    return hasKeyboard(target.window)
  }

  scrollIntoView(): Promise<boolean> {
    return Promise.resolve(false)
  }

  dispose(): void {}

  async #enabled(ref: string, run: RunControl): Promise<Target | null> {
    await run.checkpoint()
    const target = targetOf(ref)
    return target && isWindowEnabled(target.window) ? target : null
  }

  async #edit(ref: string, run: RunControl): Promise<Target | null> {
    await run.checkpoint()
    const target = targetOf(ref)
    return target && target.item === null && isEdit(classOf(target.window)) ? target : null
  }

  #describe(
    window: bigint,
    {
      top,
      parent,
      depth,
      label,
    }: { top: bigint; parent: string | null; depth: number; label: string | null },
  ): PlatformElement {
    const className = classOf(window)
    const style = styleOf(window)
    const role = roleOf(className, style)
    const isField = role === 'edit' || role === 'password' || role === 'combo box'
    const own = role === 'password' ? '' : (readText(window, isField ? MAX_VALUE : MAX_NAME) ?? '')
    const states: ControlState[] = []
    if (!isWindowEnabled(window)) states.push('disabled')
    if (hasKeyboard(window)) states.push('focused')
    if (isEdit(className)) {
      states.push(isReadOnly(style) ? 'readonly' : 'editable')
      if (isMultiline(style)) states.push('multiline')
    }
    if (role === 'check box' || role === 'radio button')
      states.push(CHECKED[Number(send(window, BM.getCheck) ?? 0n)] ?? 'unchecked')
    return {
      ref: refOf({ window, item: null }),
      role,
      name: withoutMnemonic(isField ? (label ?? '') : own),
      value: this.#value(window, role, own),
      description: null,
      states,
      bounds: rectOf(outerEdges(window)),
      actions: isButton(className) && role !== 'group' ? ['click'] : [],
      parent,
      depth,
      editableText: isEdit(className) && !isReadOnly(style),
      window: handleOf(top),
      automationId: String(getDlgCtrlId(window)),
      className,
      framework: 'Win32',
    }
  }

  #value(window: bigint, role: PlatformElement['role'], own: string): string | null {
    if (role === 'edit') return toPort(own)
    if (role === 'slider') return String(send(window, TBM.get) ?? '')
    if (role !== 'combo box') return null
    const current = Number(send(window, CB.current) ?? -1n)
    return current >= 0 ? itemText(window, current) : own
  }

  /** Lists a list box's visible items. A combo box's list is a window of its own, so its items have no place here. */
  *#items(list: PlatformElement, window: bigint): Generator<PlatformElement> {
    if (!isListBox(classOf(window))) return
    const count = Number(send(window, LB.count) ?? 0n)
    const current = Number(send(window, LB.current) ?? -1n)
    const corner = screenPoint(...cornerOf(window))
    for (let item = 0; item < count; item++) {
      const rect = Buffer.alloc(16)
      if (sendText(window, LB.item, BigInt(item), rect) === null) return
      const [left = 0, top = 0, right = 0, bottom = 0] = [0, 4, 8, 12].map((at) => rect.readInt32LE(at))
      const bounds = screenRect({
        x: corner.x + left,
        y: corner.y + top,
        width: right - left,
        height: bottom - top,
      })
      if (!contains(list.bounds, screenPoint(bounds.x, bounds.y))) continue
      yield {
        ...list,
        ref: refOf({ window, item }),
        role: 'list item',
        name: itemText(window, item),
        value: null,
        states: item === current ? ['selected'] : [],
        bounds,
        parent: list.ref,
        depth: list.depth + 1,
        automationId: '',
      }
    }
  }
}

function cornerOf(window: bigint): [number, number] {
  const { left, top } = clientEdges(window)
  return [left, top]
}
