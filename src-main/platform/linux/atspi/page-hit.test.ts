import { expect, test } from 'vitest'
import { screenPoint } from '../../../core/geometry.ts'
import { RunControl } from '../../../core/run-control.ts'
import type { ObjectRef } from './calls.ts'
import { pageHit } from './page-hit.ts'
import { AtspiRole } from './roles.ts'

const at = (path: string): ObjectRef => ({ bus: ':1.7', path })
const { button, documentWeb, frame, panel: section } = AtspiRole

/** A button and a bar in a page of a window, each with its role and what is around it. */
const OBJECTS: Record<string, [role: number, around: string | null]> = {
  '/window': [frame, null],
  '/page': [documentWeb, '/window'],
  '/group': [section, '/page'],
  '/button': [button, '/group'],
  '/label': [AtspiRole.static, '/button'],
  '/bar': [section, '/page'],
  '/tool': [button, '/window'],
}

/** `answers`: what the page says one after the other; the last one stays. */
function browser(answers: (string | null)[]) {
  const asked: string[] = []
  return {
    asked,
    role: ({ path }: ObjectRef) => Promise.resolve(OBJECTS[path]?.[0] ?? null),
    parent: ({ path }: ObjectRef) => {
      const around = OBJECTS[path]?.[1] ?? null
      return Promise.resolve(around === null ? null : at(around))
    },
    accessibleAtPoint: ({ path }: ObjectRef) => {
      asked.push(path)
      const answer = answers[Math.min(asked.length, answers.length) - 1] ?? null
      return Promise.resolve(answer === null ? null : at(answer))
    },
  }
}

const hitOf = async (answers: (string | null)[], control = '/button') => {
  const hit = await pageHit(browser(answers), at(control), screenPoint(5, 5), new RunControl())
  return hit && [hit.object.path, hit.common.path]
}

test('a bar over a button takes the click, whatever the first guess by places was', async () => {
  expect(await hitOf(['/button', '/bar'])).toEqual(['/bar', '/page'])
})

test('what lies in the button is hit with the button around it', async () => {
  expect(await hitOf([null, '/label'])).toEqual(['/label', '/button'])
})

test('the outermost page is asked, and nothing where there is none or it does not answer', async () => {
  const calls = browser(['/button'])
  await pageHit(calls, at('/button'), screenPoint(5, 5), new RunControl())
  expect(new Set(calls.asked)).toEqual(new Set(['/page']))
  expect(await hitOf(['/button'], '/tool')).toBe(null)
  expect(await hitOf([null])).toBe(null)
})
