import { expect, test } from 'vitest'
import type { ObjectRef } from './calls.ts'
import { isOfLeftPage } from './left-page.ts'
import { AtspiRole } from './roles.ts'

const at = (path: string): ObjectRef => ({ bus: ':1.7', path })

/** A link in a page in a frame of another page, in a window. Each row: role, index in its parent. */
function chromium(rows: Record<string, [role: number, index: number]>) {
  const paths = Object.keys(rows)
  return {
    role: ({ path }: ObjectRef) => Promise.resolve(rows[path]?.[0] ?? null),
    indexInParent: ({ path }: ObjectRef) => Promise.resolve(rows[path]?.[1] ?? null),
    parent: ({ path }: ObjectRef) => {
      const parent = paths[paths.indexOf(path) + 1]
      return Promise.resolve(parent === undefined ? null : at(parent))
    },
  }
}

const { link, documentWeb, panel, frame } = AtspiRole

test.each([
  [2, 0, false],
  [2, -1, true],
  [-1, 0, true],
])('a page that is child %i of its parent, with a frame that is child %i', async (page, inner, expected) => {
  const calls = chromium({
    '/link': [link, 0],
    '/inner': [documentWeb, inner],
    '/panel': [panel, 1],
    '/page': [documentWeb, page],
    '/window': [frame, 0],
  })
  expect(await isOfLeftPage(calls, at('/link'))).toBe(expected)
})

test('what is in no page, such as a menu that its parent does not list, belongs to none that was left', async () => {
  expect(
    await isOfLeftPage(chromium({ '/menu': [AtspiRole.menu, -1], '/window': [frame, 0] }), at('/menu')),
  ).toBe(false)
})

test('an application that does not answer tells nothing', async () => {
  expect(await isOfLeftPage(chromium({}), at('/link'))).toBe(false)
})
