import { expect, test } from 'vitest'
import type { Push } from '../../src-preload/contract/pushes.ts'
import { Outbox } from './outbox.ts'

const frame = (run: string, width: number): Push => ({
  push: 'frame',
  run,
  type: 'image/jpeg',
  data: new Uint8Array(),
  width,
  height: 1,
  bounds: { x: 0, y: 0, width, height: 1 },
  taken_over: false,
})
const show: Push = { push: 'show', view: 'history', run: null }

function start() {
  const sent: Push[] = []
  return { sent, outbox: new Outbox((push) => sent.push(push)) }
}
const widths = (sent: Push[]) => sent.map((push) => (push.push === 'frame' ? push.width : push.push))

test('what is said before the window listens is told in order when it does', () => {
  const { sent, outbox } = start()
  outbox.push(show)
  outbox.push({ push: 'config' })
  expect(sent).toEqual([])
  outbox.ready()
  outbox.push({ push: 'run_deleted', run: 'a' })
  expect(sent).toEqual([show, { push: 'config' }, { push: 'run_deleted', run: 'a' }])
})

test('of the pictures that come while one is being drawn, the newest of each run follows, one at a time', () => {
  const { sent, outbox } = start()
  outbox.ready()
  for (const push of [frame('a', 1), frame('a', 2), frame('b', 10), frame('a', 3)]) outbox.push(push)
  expect(widths(sent)).toEqual([1])
  outbox.frameTaken()
  outbox.frameTaken()
  outbox.frameTaken()
  expect(widths(sent)).toEqual([1, 3, 10])
  outbox.push(frame('a', 4))
  expect(widths(sent)).toEqual([1, 3, 10, 4])
})

test('of the pictures that come before the window listens, the newest is shown', () => {
  const { sent, outbox } = start()
  outbox.push(frame('a', 1))
  outbox.push(frame('a', 2))
  outbox.ready()
  expect(widths(sent)).toEqual([2])
})
