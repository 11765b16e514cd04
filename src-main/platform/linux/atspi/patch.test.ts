import { expect, test } from 'vitest'
import { RunControl } from '../../../core/run-control.ts'
import type { Change } from './changes.ts'
import { Collector, type TreeNode } from './collect.ts'
import { Patch } from './patch.ts'
import { FakeApplication, type FakeNode } from './testing/fake-application.ts'

const run = new RunControl()
const root = { bus: ':1.1', path: '/' }
const options = { toolkit: 'chromium' as const, max: 1000, area: null }

/** Reads an application whole, changes it, and brings what was read up to date. */
async function revised(nodes: Record<string, FakeNode>, change: Record<string, FakeNode>, told: Change[]) {
  const application = new FakeApplication(nodes)
  const { calls } = application
  const { roots } = await new Collector(calls, options, run).collect([root], null)
  Object.assign(application.nodes, change)
  const patch = new Patch(calls, new Collector(calls, options, run), {
    toolkit: 'chromium',
    told,
    painted: [],
    placeOf: () => null,
    forget: () => {},
  })
  expect(await patch.apply(roots)).toBe(true)
  return roots.flatMap(paths)
}

const paths = (node: TreeNode): string[] => [node.path, ...node.children.flatMap(paths)]

test('what an application lists at two places is one object, as in a tree that is read whole', async () => {
  const nodes = { '/': { children: ['/bar', '/page'] }, '/bar': { children: ['/bubble'] } }
  const change = { '/page': { children: ['/bubble'] } }
  expect(await revised(nodes, change, [{ path: '/page', kind: 'children' }])).toEqual([
    '/',
    '/bar',
    '/bubble',
    '/page',
  ])
})

test('what has moved is at its new place', async () => {
  const nodes = { '/': { children: ['/bar', '/side'] }, '/bar': { children: ['/tool', '/other'] } }
  const change = { '/bar': { children: ['/other'] }, '/side': { children: ['/tool'] } }
  const told: Change[] = ['/bar', '/side'].map((path) => ({ path, kind: 'children' }))
  expect(await revised(nodes, change, told)).toEqual(['/', '/bar', '/other', '/side', '/tool'])
})
