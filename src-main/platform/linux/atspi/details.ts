// Reads what a node has besides its place: the value, the name that its label gives it, its actions.
import { hasWord } from '../../../matching/label.ts'
import { Has, type AccessibleCalls, type ObjectRef } from './calls.ts'
import type { TreeNode } from './collect.ts'
import { AtspiRole, AtspiState, controlRole, hasState, type StateBits } from './roles.ts'
import type { ControlRole } from '../../../core/desktop.ts'

/** The most characters of an edit's text in a tree. */
const MAX_VALUE = 600
/** Items of a combo box that are looked through for the chosen one. */
const MAX_ITEMS = 300
const LABELLED_BY = 2
/** Parts of a drop-down or list that are looked at on each level. */
const MAX_INSIDE = 4

const TEXTS = new Set<ControlRole>(['edit', 'document', 'cell', 'spinner', 'text', 'combo box'])
const NUMBERS = new Set<ControlRole>(['slider', 'spinner', 'progress bar'])
const FIELDS = new Set<ControlRole>([
  'edit',
  'password',
  'combo box',
  'list',
  'slider',
  'spinner',
  'document',
])

export const isUnnamedField = ({ role, name }: { role: ControlRole; name: string }): boolean =>
  name === '' && FIELDS.has(role)

/** These controls (buttons with a picture) have no text of their own, but often a tooltip. */
const TIPPED = new Set<ControlRole>([
  'button',
  'toggle button',
  'check box',
  'radio button',
  'switch',
  'link',
  'menu item',
  'tab',
  'list item',
  'tree item',
])

export interface Details {
  value: string | null
  /** The text of its label; '' when it has a name or no label. */
  label: string
  description: string
  /** It is a button, and the only part to be seen of a list without a field. */
  opensList?: boolean
}

/** GTK 3 and Qt 5 name a combo box after its chosen item. */
const IS_NAMED_BY_VALUE = new Set<ControlRole>(['combo box'])

/** Names a control by its own name, else by its label, else by its tooltip. */
export function named(role: ControlRole, own: string, details: Pick<Details, 'label' | 'description'>) {
  const tip = plain(details.description)
  const said = IS_NAMED_BY_VALUE.has(role) ? details.label || own : own || details.label
  const name = said || (TIPPED.has(role) ? tip : '')
  return { name, description: tip === '' || tip === name ? null : tip }
}

export class DetailReader {
  readonly #calls: AccessibleCalls

  constructor(calls: AccessibleCalls) {
    this.#calls = calls
  }

  async read(node: TreeNode, role: ControlRole, interfaces: number, name: string): Promise<Details> {
    const [value, label, description] = await Promise.all([
      node.chosen === null ? this.value(node, role, interfaces, node.role) : plain(node.chosen),
      name === '' || IS_NAMED_BY_VALUE.has(role) ? this.#labelOf(node, role, interfaces) : '',
      // The cache holds descriptions; without the cache only an element whose name is no word (“✓”) is asked for its description.
      !hasWord(name) && node.description === '' && !node.cached
        ? this.#calls.description(node)
        : node.description,
    ])
    return { value, label, description: description ?? '' }
  }

  /** Reads a value, never that of a password field. A terminal gives its end, where the newest output is. */
  async value(
    ref: ObjectRef,
    role: ControlRole,
    interfaces: number,
    atspiRole: number,
  ): Promise<string | null> {
    if (role === 'password') return null
    if (role === 'combo box') return this.#chosen(ref, interfaces)
    if (interfaces & Has.text && atspiRole === AtspiRole.terminal) return this.#calls.lastText(ref, MAX_VALUE)
    const isNumber = (interfaces & Has.value) !== 0 && NUMBERS.has(role)
    if (interfaces & Has.text && TEXTS.has(role) && role !== 'text') {
      const text = await this.#calls.firstText(ref, MAX_VALUE).then(cut)
      if (!isNumber) return text
      const number = await this.#number(ref)
      // Chromium gives the parts of a date no text; a part that is not filled in has the number 0.
      if (text === '') return number === '0' ? text : number
      // A number beyond the range, or one that is not entered yet, is only shown (GTK).
      return number !== null && text !== null && isOtherNumber(text, Number(number)) ? number : text
    }
    if (isNumber && role === 'progress bar') return this.#share(ref)
    return isNumber ? this.#number(ref) : null
  }

  actions(ref: ObjectRef): Promise<string[]> {
    return this.#calls.actions(ref).then(usable)
  }

  async #number(ref: ObjectRef): Promise<string | null> {
    const value = await this.#calls.currentValue(ref)
    return value === null ? null : String(Number(value.toFixed(6)))
  }

  /** How far a progress bar is, as `40 %`; null where it only says that something goes on. */
  async #share(ref: ObjectRef): Promise<string | null> {
    const [value, range] = await Promise.all([this.#calls.currentValue(ref), this.#calls.valueRange(ref)])
    if (value === null || range === null || range.most <= range.least) return null
    const share = Math.min(1, Math.max(0, (value - range.least) / (range.most - range.least)))
    // What is not quite at its end is not there.
    return `${share === 1 ? 100 : Math.min(99, Math.round(share * 100))} %`
  }

  async #chosen(ref: ObjectRef, interfaces: number): Promise<string | null> {
    if (interfaces & Has.selection) {
      const item = await this.#calls.selectedChild(ref, 0)
      const name = item && (await this.#calls.name(item))
      if (name) return plain(name)
    }
    if (interfaces & Has.text) {
      // AT-SPI writes a list inside the text as U+FFFC.
      const text = (await this.#calls.firstText(ref, MAX_VALUE))?.replaceAll('\uFFFC', '')
      if (text) return text
    }
    return (await this.#selectedBelow(ref, 2)) ?? this.#textInside(ref)
  }

  /** Reads the text that a drop-down of GTK 4 shows: a label some boxes deep, next to a placeholder without a size. */
  async #textInside(ref: ObjectRef, levels = 8): Promise<string | null> {
    if (levels === 0) return null
    const children = ((await this.#calls.children(ref)) ?? []).slice(0, MAX_INSIDE)
    for (const child of children) {
      const [role, name, extents] = await Promise.all([
        this.#calls.role(child),
        this.#calls.name(child),
        this.#calls.extents(child),
      ])
      const sized = extents === null || extents.width > 0
      if (role === AtspiRole.label && name && sized) return plain(name)
      const inside = sized ? await this.#textInside(child, levels - 1) : null
      if (inside !== null) return inside
    }
    return null
  }

  /** The selected item of the list that a closed combo box keeps inside (Chromium, Qt). */
  async #selectedBelow(ref: ObjectRef, levels: number, box = ref): Promise<string | null> {
    const count = await this.#calls.childCount(ref)
    if (!count || count > MAX_ITEMS) return null
    const children = (await this.#calls.children(ref)) ?? []
    const states = await Promise.all(children.map((child) => this.#calls.states(child)))
    const selected = children.find((_, index) => isSelected(states[index]))
    if (selected) return this.#itemShown(box, selected, children)
    const first = children[0]
    return first && levels > 1 ? this.#selectedBelow(first, levels - 1, box) : null
  }

  /** Qt's hidden list keeps its selection where the program has set the box to another item: the box is named after that one. */
  async #itemShown(box: ObjectRef, selected: ObjectRef, items: readonly ObjectRef[]): Promise<string | null> {
    const [name, own] = (await Promise.all([this.#calls.name(selected), this.#calls.name(box)])).map(
      (each) => each && plain(each),
    )
    if (!own || !name || own === name || own === (await this.#label(box))) return name ?? null
    const names = await Promise.all(items.map((item) => this.#calls.name(item)))
    return names.some((each) => each !== null && plain(each) === own) ? own : name
  }

  /**
   * Finds the label of a control: a field has a label, a text its content, a button the text inside, a file of an icon view its own name.
   */
  #labelOf(node: TreeNode, role: ControlRole, interfaces: number): string | Promise<string> {
    if (FIELDS.has(role)) return this.#label(node)
    const isIcon = role === 'list item' && (interfaces & Has.text) !== 0
    if (role === 'text' || isIcon)
      return this.#calls
        .firstText(node, MAX_VALUE)
        .then((text) => plain(text?.replaceAll('\uFFFC', '') ?? ''))
    return TIPPED.has(role) ? contentOf(node) : ''
  }

  /** Reads the label of the list that is hidden in a box; '' where it has none, null where there is no list. */
  async labelOfList(box: ObjectRef): Promise<string | null> {
    const children = ((await this.#calls.children(box)) ?? []).slice(0, MAX_INSIDE)
    const roles = await Promise.all(children.map((child) => this.#calls.role(child)))
    const list = children[roles.indexOf(AtspiRole.comboBox)]
    return list ? this.#label(list) : null
  }

  async #label(ref: ObjectRef): Promise<string> {
    const labels = (await this.#calls.relations(ref))?.get(LABELLED_BY) ?? []
    const names = await Promise.all(labels.slice(0, 3).map((label) => this.#calls.name(label)))
    return names
      .map((name) => plain(name ?? ''))
      .filter(Boolean)
      .join(' ')
  }
}

const isSelected = (bits: StateBits | null | undefined): boolean =>
  !!bits && hasState(bits, AtspiState.selected)

/** Whether a text is a plain number, and not this one rounded. */
export function isOtherNumber(text: string, number: number): boolean {
  const decimals = /^\s*-?\d+(?:\.(\d*))?\s*$/.exec(text)
  return decimals !== null && Math.abs(Number(text) - number) > 0.500001 * 10 ** -(decimals[1]?.length ?? 0)
}

/** GetText takes a number of characters, but some toolkits return the whole text. */
const cut = (text: string | null): string | null => text && text.slice(0, MAX_VALUE)

/** Every control of Chromium and Qt has these actions, so they carry no information. */
const EVERYWHERE = new Set(['doDefault', 'showContextMenu', 'SetFocus'])

/** GTK 4 lists the window's commands (`win.undo`, `clipboard.copy`) on every widget; those are not the control's own. */
const usable = (actions: string[] | null): string[] => [
  ...new Set((actions ?? []).filter((name) => name !== '' && !name.includes('.') && !EVERYWHERE.has(name))),
]

/** Gives the one text inside a button or item that has no name; pictures beside it don't count. */
export function contentOf(node: TreeNode): string {
  const [only, ...others] = node.children
  if (only && others.length === 0 && only.children.length > 0) return contentOf(only)
  const [text, ...more] = textsIn(node)
  return more.length === 0 ? (text ?? '') : ''
}

const textsIn = ({ children }: TreeNode): string[] =>
  children.flatMap((child) => {
    const role = controlRole(child.role, child.states)
    if (role === 'text') return plain(child.name) === '' ? [] : [plain(child.name)]
    return role === 'group' ? textsIn(child) : []
  })

/** Writes a name in one line without what toolkits add: line breaks, doubled blanks, zero-width marks. */
export const plain = (text: string): string => text.replace(/[\s\u200b-\u200f\ufeff]+/g, ' ').trim()
