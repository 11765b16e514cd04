import { expect, test } from 'vitest'
import { RunControl } from '../../../core/run-control.ts'
import { Has, type AccessibleCalls, type ObjectRef } from './calls.ts'
import { Controls } from './controls.ts'
import { AtspiRole, AtspiState } from './roles.ts'

const at = (path: string): ObjectRef => ({ bus: ':1.7', path })
const FILES = ['/alpha', '/beta', '/gamma']

/** A view of icons whose selection adds to what is selected, as nemo's does. */
function view(selected: Set<number>) {
  const done: string[] = []
  const calls = {
    role: ({ path }: ObjectRef) => Promise.resolve(path === '/view' ? AtspiRole.panel : AtspiRole.icon),
    states: ({ path }: ObjectRef) =>
      Promise.resolve([selected.has(FILES.indexOf(path)) ? 1 << AtspiState.selected : 0, 0]),
    parent: () => Promise.resolve(at('/view')),
    indexInParent: ({ path }: ObjectRef) => Promise.resolve(FILES.indexOf(path)),
    interfaces: () => Promise.resolve(Has.selection),
    actions: () => Promise.resolve(['open', 'menu']),
    doAction: () => Promise.resolve(done.push('action') > 0),
    clearSelection: () => {
      selected.clear()
      return Promise.resolve(true)
    },
    selectChild: (_view: ObjectRef, index: number) => {
      selected.add(index)
      return Promise.resolve(true)
    },
    selectedChild: (_view: ObjectRef, index: number) => {
      const path = FILES[[...selected].toSorted((a, b) => a - b)[index] ?? -1]
      return Promise.resolve(path === undefined ? null : at(path))
    },
  }
  return { controls: new Controls(calls as unknown as AccessibleCalls), done }
}

test.each([[[]], [[0]], [[2]], [[0, 2]]])(
  'an item of a view is selected alone and not opened, where %j were selected',
  async (before: number[]) => {
    const selected = new Set(before)
    const { controls, done } = view(selected)
    using run = new RunControl()
    expect(await controls.select(at('/beta'), run)).toBe(true)
    expect([...selected]).toEqual([1])
    expect(done).toEqual([])
  },
)
