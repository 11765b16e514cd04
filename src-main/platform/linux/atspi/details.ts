// What a node has besides its place: the value, the name that its label gives it, its actions.
import { Has, type AccessibleCalls, type ObjectRef } from './calls.ts'
import type { TreeNode } from './collect.ts'
import type { ControlRole } from '../../../core/desktop.ts'

/** Characters of an edit's text that a tree tells. */
const MAX_VALUE = 500
const LABELLED_BY = 2

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

export interface Details {
  value: string | null
  /** The text of its label; '' when it has a name or no label. */
  label: string
  description: string
}

export class DetailReader {
  readonly #calls: AccessibleCalls

  constructor(calls: AccessibleCalls) {
    this.#calls = calls
  }

  async read(node: TreeNode, role: ControlRole, interfaces: number, name: string): Promise<Details> {
    const [value, label, description] = await Promise.all([
      this.value(node, role, interfaces),
      name === '' && FIELDS.has(role) ? this.#label(node) : '',
      // The cache brings it along; where there is none it is asked only for what would have no name at all.
      name === '' && node.description === '' && !node.cached
        ? this.#calls.description(node)
        : node.description,
    ])
    return { value, label, description: description ?? '' }
  }

  /** Never that of a password field. */
  async value(ref: ObjectRef, role: ControlRole, interfaces: number): Promise<string | null> {
    if (role === 'password') return null
    if (role === 'combo box') return this.#chosen(ref, interfaces)
    if (interfaces & Has.text && TEXTS.has(role) && role !== 'text')
      return this.#calls.text(ref, 0, MAX_VALUE).then(cut)
    if (interfaces & Has.value && NUMBERS.has(role)) return this.#number(ref)
    return null
  }

  actions(ref: ObjectRef): Promise<string[]> {
    return this.#calls.actions(ref).then(usable)
  }

  async #number(ref: ObjectRef): Promise<string | null> {
    const value = await this.#calls.currentValue(ref)
    return value === null ? null : String(Number(value.toFixed(6)))
  }

  async #chosen(ref: ObjectRef, interfaces: number): Promise<string | null> {
    if (interfaces & Has.selection) {
      const item = await this.#calls.selectedChild(ref, 0)
      const name = item && (await this.#calls.name(item))
      if (name) return name
    }
    if (interfaces & Has.text) {
      const text = await this.#calls.text(ref, 0, MAX_VALUE)
      if (text) return text
    }
    return null
  }

  async #label(ref: ObjectRef): Promise<string> {
    const labels = (await this.#calls.relations(ref))?.get(LABELLED_BY) ?? []
    const names = await Promise.all(labels.slice(0, 3).map((label) => this.#calls.name(label)))
    return names.map((name) => plain(name ?? '')).filter(Boolean).join(' ') // prettier-ignore
  }
}

/** GetText counts characters, but some toolkits give all there is. */
const cut = (text: string | null): string | null => text && text.slice(0, MAX_VALUE)

/** GTK 4 lists the window's commands (`win.undo`, `clipboard.copy`) on every widget; those are not the control's own. */
const usable = (actions: string[] | null): string[] => [
  ...new Set((actions ?? []).filter((action) => action !== '' && !action.includes('.'))),
]

/** A name in one line without what toolkits add: line breaks, doubled blanks, zero-width marks. */
export const plain = (text: string): string => text.replace(/[\s\u200b-\u200f\ufeff]+/g, ' ').trim()
