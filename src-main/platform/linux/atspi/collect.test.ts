import { describe, expect, it, test } from 'vitest'
import type { Rect } from '../../../../src-preload/contract/geometry.ts'
import { RunControl } from '../../../core/run-control.ts'
import type { Toolkit } from './applications.ts'
import type { CacheItem } from './calls.ts'
import { Collector, isVisible, type TreeNode } from './collect.ts'
import { AtspiRole, AtspiState } from './roles.ts'
import { bits, FakeApplication, SHOWN, type FakeNode } from './testing/fake-application.ts'

const run = new RunControl()
const collect = (
  nodes: Record<string, FakeNode>,
  options: { max?: number; items?: CacheItem[]; toolkit?: Toolkit; area?: Rect } = {},
) => {
  const application = new FakeApplication(nodes)
  const collector = new Collector(
    application.calls,
    { toolkit: options.toolkit ?? 'other', max: options.max ?? 1000, area: options.area ?? null },
    run,
  )
  return collector
    .collect([{ bus: ':1.1', path: '/' }], options.items ?? null)
    .then((collection) => ({ ...collection, asked: application.asked }))
}

const paths = (node: TreeNode): string[] => [node.path, ...node.children.flatMap(paths)]
const countOf = (nodes: TreeNode[]): number => nodes.reduce((sum, node) => sum + paths(node).length, 0)

const item = (path: string, parent: string, more: Partial<CacheItem> = {}): CacheItem => ({
  path,
  parent,
  index: 0,
  childCount: 0,
  interfaces: 0,
  name: path,
  role: 39,
  description: '',
  states: SHOWN,
  ...more,
})

test.each([
  ['a menu’s item', AtspiRole.menuItem, true],
  ['a menu within a menu', AtspiRole.menu, true],
  ['an icon of a view', AtspiRole.icon, true],
  ['a button', AtspiRole.button, false],
])('what GTK 2 does not say to be showing: %s', (_what, role, listed) => {
  expect(isVisible(bits(AtspiState.visible), 'gtk2', role)).toBe(listed)
  expect(isVisible(bits(AtspiState.visible), 'other', role)).toBe(false)
})

describe('the guarded walk', () => {
  it('keeps the order of the tree', async () => {
    const { roots } = await collect({ '/': { children: ['/b', '/a'] }, '/b': { children: ['/c'] } })
    expect(roots.flatMap(paths)).toEqual(['/', '/b', '/c', '/a'])
  })

  it('goes below a container of Gecko that has no box, and not below what is scrolled away', async () => {
    const offscreen = bits(AtspiState.visible)
    const nodes = {
      '/': { children: ['/form', '/far'] },
      '/form': {
        children: ['/field'],
        states: offscreen,
        extents: { x: -1, y: -1, width: -1, height: -1 },
      },
      '/far': { children: ['/below'], states: offscreen, extents: { x: 0, y: 3000, width: 90, height: 20 } },
      '/below': { states: offscreen },
    }
    const walked = await collect(nodes, { toolkit: 'gecko' })
    expect(walked.roots.flatMap(paths)).toEqual(['/', '/form', '/field'])
    const items = [
      item('/', '', { childCount: 1 }),
      item('/form', '/', { childCount: 1, states: offscreen }),
      item('/field', '/form'),
    ]
    const cached = await collect(nodes, { toolkit: 'gecko', items })
    expect(cached.roots.flatMap(paths)).toEqual(['/', '/form', '/field'])
    expect((await collect(nodes)).roots.flatMap(paths)).toEqual(['/'])
  })

  it('goes below a container of Gecko whose place is that of what it shows, and not below a tab behind', async () => {
    const states = bits(AtspiState.visible)
    const extents = { x: 0, y: 0, width: 90, height: 20 }
    const nodes = {
      '/': { children: ['/form', '/behind', '/far'] },
      '/form': { children: ['/field'], states, extents },
      '/behind': { children: ['/below'], states, extents },
      '/below': { states },
      '/far': { children: ['/late'], states, extents: { ...extents, y: 3000 } },
    }
    const { roots, asked } = await collect(nodes, {
      toolkit: 'gecko',
      area: { x: 0, y: 0, width: 800, height: 600 },
    })
    expect(roots.flatMap(paths)).toEqual(['/', '/form', '/field'])
    expect(asked.some((call) => call.endsWith('/late'))).toBe(false)
  })

  it('lists what is seen of a long list, also where a header and gaps answer no hit test', async () => {
    const rows = 40
    // Rows of 20 pixels from 30 down; each is hit only in its upper half, and the header not at all. The first seen is the 1,000th.
    const list = {
      count: 2000,
      extents: { x: 0, y: 0, width: 400, height: 30 + rows * 20 },
      hit: (_x: number, y: number) =>
        y >= 30 && (y - 30) % 20 < 10 ? 1000 + Math.floor((y - 30) / 20) : null,
    }
    const { roots } = await collect({ '/': list }, { max: 600 })
    const shown = roots[0]?.children.map(({ path }) => path) ?? []
    expect(shown).toContain('/1000')
    expect(shown).toContain('/1039')
    expect(shown).not.toContain('/0')
  })

  it('does not go below what is hidden', async () => {
    const { asked } = await collect({
      '/': { children: ['/a'] },
      '/a': { children: ['/b'], states: bits(30) },
    })
    expect(asked.filter((one) => one.endsWith('/b'))).toEqual([])
  })

  it('goes into what another process puts there, though its root is not to be seen', async () => {
    const { roots, shared } = await collect({
      '/': { children: ['/place', '/gone'] },
      '/place': { children: ['/page'], states: bits(), lists: false, role: AtspiRole.filler },
      '/page': { children: ['/page/field', '/page/gone'], states: bits(AtspiState.enabled) },
      '/page/gone': { states: bits(AtspiState.enabled) },
      '/gone': { children: ['/below'], states: bits(AtspiState.enabled) },
    })
    expect(roots.flatMap(paths)).toEqual(['/', '/place', '/page', '/page/field'])
    expect(shared).toBe(true)
  })

  it('never asks a sheet of 2^31 cells for its children', async () => {
    const { roots, asked } = await collect({ '/': { count: 2 ** 31 - 1 } })
    expect(roots[0]?.sheet).toBe(true)
    expect(asked.filter((one) => one.startsWith('child'))).toEqual([])
  })

  it('never asks one that manages its descendants for all of them', async () => {
    const states = bits(AtspiState.visible, AtspiState.showing, AtspiState.managesDescendants)
    const { roots, asked } = await collect({ '/': { children: ['/a', '/b'], states } })
    expect(roots.flatMap(paths)).toEqual(['/', '/a', '/b'])
    expect(asked).not.toContain('children /')
  })

  it('asks for some of very many children, one by one, and says so', async () => {
    const { roots, cut, asked } = await collect({ '/': { count: 20_000 } })
    expect(asked).not.toContain('children /')
    expect(countOf(roots)).toBe(501)
    expect(cut).toBe(true)
  })

  it('stops at its bound, and says so', async () => {
    const wide = (path: string): [string, FakeNode] => [
      path,
      { children: Array.from({ length: 100 }, (_, i) => `${path}/${i}`) },
    ]
    const nodes = Object.fromEntries([wide('/'), ...Array.from({ length: 100 }, (_, i) => wide(`//${i}`))])
    const { roots, cut, asked } = await collect(nodes, { max: 50 })
    expect(countOf(roots)).toBe(50)
    expect(cut).toBe(true)
    expect(asked.length).toBeLessThan(500)
  })

  it('visits nothing twice, so that a circle ends', async () => {
    const { roots } = await collect({ '/': { children: ['/a'] }, '/a': { children: ['/', '/a'] } })
    expect(roots.flatMap(paths)).toEqual(['/', '/a'])
  })

  it('ends in a chain without end', async () => {
    const chain = Object.fromEntries(
      Array.from({ length: 500 }, (_, i) => [`/${i || ''}`, { children: [`/${i + 1}`] }]),
    )
    const { roots, cut } = await collect(chain)
    expect(countOf(roots)).toBe(61)
    expect(cut).toBe(true)
  })
})

describe('the cache', () => {
  it('is taken without a question where it is whole, in the order it tells', async () => {
    const items = [
      item('/', '/root', { childCount: 2 }),
      item('/b', '/', { index: 1 }),
      item('/a', '/', { index: 0 }),
    ]
    const { roots, asked } = await collect({}, { items })
    expect(roots.flatMap(paths)).toEqual(['/', '/a', '/b'])
    expect(asked).toEqual([])
  })

  it('is completed by the tree where it lacks children', async () => {
    const items = [item('/', '/root', { childCount: 2 }), item('/a', '/')]
    const { roots } = await collect({ '/': { children: ['/a', '/b'] } }, { items })
    expect(roots.flatMap(paths)).toEqual(['/', '/a', '/b'])
  })

  it('that does not tell the order is put in order by the parent', async () => {
    const items = [
      item('/', '/root', { childCount: 2 }),
      item('/a', '/', { index: -1 }),
      item('/b', '/', { index: -1 }),
    ]
    const { roots } = await collect({ '/': { children: ['/b', '/a'] } }, { items })
    expect(roots.flatMap(paths)).toEqual(['/', '/b', '/a'])
  })
})
