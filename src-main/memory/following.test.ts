import { expect, it } from 'vitest'
import type { Memory } from '../../src-preload/contract/memory.ts'
import { RunControl } from '../core/run-control.ts'
import { Following } from './following.ts'

/** Given 1 and 2; what a run says of 1, and how it ended. */
async function counted(said: 'helped' | 'failed', end: (following: Following) => void) {
  const told: unknown[] = []
  const following = new Following({
    retrieve: () => Promise.resolve([{ id: 1 }, { id: 2 }] as Memory[]),
    followed: (ids, outcome) => told.push([ids, outcome]),
  })
  await following.retrieve({ request: 'save it' }, new RunControl())
  following.followed([1], said)
  following.followed([], 'helped')
  expect(told).toEqual([])
  end(following)
  // Its disposal, after its end was judged.
  following.settle(null, false)
  return told
}
const judged = (complete: 'yes' | 'no' | 'unsure') => ({ complete, reason: 'as judged' })

it.each([
  ['is judged to have worked', judged('yes'), true, [[[1], 'helped']]],
  ['is not sure', judged('unsure'), true, [[[1], 'helped']]],
  ['was stopped, or not judged', null, true, [[[1], 'helped']]],
  [
    'is judged to have failed as one subtask',
    judged('no'),
    true,
    [
      [[1], 'failed'],
      [[2], 'failed'],
    ],
  ],
  ['is judged to have failed as several', judged('no'), false, [[[2], 'failed']]],
] as const)('what helped an agent counts in a run that %s', async (_what, verdict, alone, expected) => {
  expect(await counted('helped', (following) => following.settle(verdict, alone))).toEqual(expected)
})

it('what was followed by a failure counts however the run was judged', async () => {
  expect(await counted('failed', (following) => following.settle(judged('yes'), false))).toEqual([[[1], 'failed']])
  expect(await counted('failed', () => {})).toEqual([[[1], 'failed']])
}) // prettier-ignore
