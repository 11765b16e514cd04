import { describe, expect, it } from 'vitest'
import type { Rect } from '../../../../src-preload/contract/geometry.ts'
import { RunControl } from '../../../core/run-control.ts'
import type { AccessibleCalls, ObjectRef } from './calls.ts'
import type { Change } from './changes.ts'
import { Collector, type TreeNode } from './collect.ts'
import { Patch } from './patch.ts'
import type { StateBits } from './roles.ts'

const SHOWN: StateBits = [((1 << 30) | (1 << 25)) >>> 0, 0]
const HIDDEN: StateBits = [(1 << 30) >>> 0, 0]

/** A window with two panels of two buttons each; 100 by 100 pixels a button, side by side. */
class Application {
  readonly asked: string[] = []
  readonly children: Record<string, string[]> = {
    '/': ['/a', '/b'],
    '/a': ['/a0', '/a1'],
    '/b': ['/b0', '/b1'],
  }
  readonly states: Record<string, StateBits> = {}
  readonly names: Record<string, string> = {}
  readonly places: Record<string, Rect> = {
    '/a0': { x: 0, y: 0, width: 100, height: 100 },
    '/a1': { x: 100, y: 0, width: 100, height: 100 },
    '/b0': { x: 200, y: 0, width: 100, height: 100 },
    '/b1': { x: 300, y: 0, width: 100, height: 100 },
  }

  get calls(): AccessibleCalls {
    const note = <T>({ path }: ObjectRef, answer: (path: string) => T) => {
      this.asked.push(path)
      return Promise.resolve(answer(path))
    }
    const refTo = (path: string): ObjectRef => ({ bus: ':1.1', path })
    const calls = {
      role: (ref: ObjectRef) => note(ref, () => 39),
      name: (ref: ObjectRef) => note(ref, (path) => this.names[path] ?? path),
      states: (ref: ObjectRef) => note(ref, (path) => this.states[path] ?? SHOWN),
      description: (ref: ObjectRef) => note(ref, () => ''),
      childCount: (ref: ObjectRef) => note(ref, (path) => this.children[path]?.length ?? 0),
      children: (ref: ObjectRef) => note(ref, (path) => (this.children[path] ?? []).map(refTo)),
      parent: (ref: ObjectRef) =>
        note(ref, (path) => {
          const found = Object.keys(this.children).find((parent) => this.children[parent]?.includes(path))
          return found === undefined ? null : refTo(found)
        }),
    }
    return calls as unknown as AccessibleCalls
  }
}

const paths = (node: TreeNode): string[] => [node.path, ...node.children.flatMap(paths)]

async function patched(
  application: Application,
  since: { told?: Change[]; painted?: Rect[] },
  change: () => void = () => {},
) {
  const run = new RunControl()
  const options = { toolkit: 'other' as const, max: 1000, area: null }
  const collector = () => new Collector(application.calls, options, run)
  const { roots } = await collector().collect([{ bus: ':1.1', path: '/' }], null)
  change()
  application.asked.length = 0
  const forgotten: string[] = []
  const patch = new Patch(application.calls, collector(), {
    toolkit: 'other',
    told: since.told ?? [],
    painted: since.painted ?? [],
    placeOf: (node) => application.places[node.path] ?? null,
    forget: (node) => forgotten.push(node.path),
  })
  const whole = await patch.apply(roots)
  return {
    whole,
    tree: roots.flatMap(paths),
    root: roots[0],
    asked: [...new Set(application.asked)].toSorted(),
    forgotten,
  }
}

const INSIDE_B0: Rect = { x: 250, y: 50, width: 10, height: 10 }

describe('a patch', () => {
  it('asks only what was painted over, and what contains it', async () => {
    const application = new Application()
    const { whole, asked, root } = await patched(application, { painted: [INSIDE_B0] }, () => {
      application.names['/b0'] = 'new'
      application.names['/a0'] = 'not looked at'
    })
    expect(whole).toBe(true)
    expect(asked).toEqual(['/', '/b', '/b0'])
    expect(root?.children[1]?.children[0]?.name).toBe('new')
    expect(root?.children[0]?.children[0]?.name).toBe('/a0')
  })

  it('asks what was told of, wherever it is painted', async () => {
    const { asked, forgotten } = await patched(new Application(), { told: [{ path: '/a1', kind: 'itself' }] })
    expect(asked).toEqual(['/a1'])
    expect(forgotten).toEqual(['/a1'])
  })

  it('drops what is hidden now', async () => {
    const application = new Application()
    const { tree } = await patched(application, { told: [{ path: '/a', kind: 'hidden' }] }, () => {
      application.states['/a'] = HIDDEN
    })
    expect(tree).toEqual(['/', '/b', '/b0', '/b1'])
  })

  it('finds a child that has come, in its place', async () => {
    const application = new Application()
    const { tree } = await patched(application, { told: [{ path: '/b', kind: 'children' }] }, () => {
      application.children['/b'] = ['/b0', '/new', '/b1']
    })
    expect(tree).toEqual(['/', '/a', '/a0', '/a1', '/b', '/b0', '/new', '/b1'])
  })

  it('finds one that was hidden when that says it is shown', async () => {
    const application = new Application()
    application.states['/b1'] = HIDDEN
    const { tree } = await patched(application, { told: [{ path: '/b1', kind: 'shown' }] }, () => {
      delete application.states['/b1']
    })
    expect(tree).toContain('/b1')
  })

  it('finds one that was hidden, and says nothing, by what was painted beside its siblings', async () => {
    const application = new Application()
    application.states['/b1'] = HIDDEN
    const beside = { x: 290, y: 50, width: 50, height: 10 }
    const { tree } = await patched(application, { painted: [beside] }, () => {
      delete application.states['/b1']
    })
    expect(tree).toContain('/b1')
  })

  it('does not look for hidden children in what was painted inside a known one', async () => {
    const application = new Application()
    application.states['/b1'] = HIDDEN
    const { asked } = await patched(application, { painted: [INSIDE_B0] })
    expect(asked).not.toContain('/b1')
  })

  it('leaves to the whole what it can not tell: an unknown event, a control that moved elsewhere', async () => {
    expect((await patched(new Application(), { told: [{ path: '/a', kind: 'everything' }] })).whole).toBe(
      false,
    )
    expect((await patched(new Application(), { told: [{ path: '/a0', kind: 'moved' }] })).whole).toBe(false)
    const application = new Application()
    const { whole } = await patched(application, { told: [{ path: '/b', kind: 'children' }] }, () => {
      application.children['/b'] = ['/b0', '/b1', '/a0']
    })
    expect(whole).toBe(false)
  })

  it('leaves to the whole a window that is gone', async () => {
    const application = new Application()
    const { whole } = await patched(application, { told: [{ path: '/', kind: 'itself' }] }, () => {
      application.states['/'] = HIDDEN
    })
    expect(whole).toBe(false)
  })
})
