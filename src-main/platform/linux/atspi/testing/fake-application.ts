// An application of the accessibility bus as a table, for tests of what reads its tree.
import type { Rect } from '../../../../../src-preload/contract/geometry.ts'
import type { AccessibleCalls, ObjectRef } from '../calls.ts'
import { AtspiState, type StateBits } from '../roles.ts'

export const bits = (...states: number[]): StateBits => [
  states.reduce((all, state) => (state < 32 ? all | (1 << state) : all), 0) >>> 0,
  0,
]
export const SHOWN = bits(AtspiState.visible, AtspiState.showing)

export interface FakeNode {
  children?: string[]
  /** Told instead of the true number. */
  count?: number
  states?: StateBits
  role?: number
  /** False where its children can only be asked for one by one. */
  lists?: boolean
  extents?: Rect
  /** The index of the child at a point of it; null for none. */
  hit?: (x: number, y: number) => number | null
}

/** An application as a table of paths. Notes what it was asked. */
export class FakeApplication {
  readonly nodes: Record<string, FakeNode>
  readonly asked: string[] = []

  constructor(nodes: Record<string, FakeNode>) {
    this.nodes = nodes
  }

  get calls(): AccessibleCalls {
    const node = (ref: ObjectRef, what: string) => {
      this.asked.push(`${what} ${ref.path}`)
      return this.nodes[ref.path] ?? {}
    }
    const refTo = (path: string): ObjectRef => ({ bus: path.startsWith('/page') ? ':1.2' : ':1.1', path })
    const fake = {
      guests: new Set(),
      role: async (ref: ObjectRef) => node(ref, 'role').role ?? 39,
      name: async (ref: ObjectRef) => (node(ref, 'name'), ref.path),
      states: async (ref: ObjectRef) => node(ref, 'states').states ?? SHOWN,
      childCount: async (ref: ObjectRef) => {
        const { count, children = [] } = node(ref, 'count')
        return count ?? children.length
      },
      children: async (ref: ObjectRef) => {
        const { children = [], lists = true } = node(ref, 'children')
        return lists ? children.map(refTo) : []
      },
      childAt: async (ref: ObjectRef, index: number) =>
        refTo(node(ref, 'child').children?.[index] ?? `${ref.path}${index}`),
      extents: async (ref: ObjectRef) => node(ref, 'extents').extents ?? null,
      accessibleAtPoint: async (ref: ObjectRef, x: number, y: number) => {
        const index = node(ref, 'hit').hit?.(x, y) ?? null
        return index === null ? null : { ...refTo(`${ref.path}${index}`), parent: ref, index }
      },
      parent: async (ref: ObjectRef & { parent?: ObjectRef }) => ref.parent ?? null,
      indexInParent: async (ref: ObjectRef & { index?: number }) => ref.index ?? null,
    }
    return fake as unknown as AccessibleCalls
  }
}
