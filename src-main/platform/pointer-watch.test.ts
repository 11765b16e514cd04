import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HandWatch } from './pointer-watch.ts'

const place = (x: number, y = 0) => ({ x, y })

test('a pointer that moves on and on is a hand’s, at the second place', () => {
  const watch = new HandWatch(place(0))
  expect(watch.seen(place(20), null)).toBe(false)
  expect(watch.seen(place(40), null)).toBe(true)
})

test('a slow hand is seen, too', () => {
  const watch = new HandWatch(place(0))
  const verdicts = Array.from({ length: 30 }, (_, look) => watch.seen(place(look * 2), null))
  expect(verdicts).toContain(true)
})

test('a pointer that jumps once and stays was moved by an application: what follows counts from there', () => {
  const watch = new HandWatch(place(0))
  expect(Array.from({ length: 20 }, () => watch.seen(place(300), null))).not.toContain(true)
  expect(watch.seen(place(302), null)).toBe(false)
  expect(watch.seen(place(320), null)).toBe(false)
  expect(watch.seen(place(340), null)).toBe(true)
})

test('a click that a window manager holds back for a moment leaves the pointer where it was: no hand', () => {
  const watch = new HandWatch(place(0))
  expect(watch.seen(place(0), place(500))).toBe(false)
  expect(watch.seen(place(0), null)).toBe(false)
  expect(watch.seen(place(500), null)).toBe(false)
})

test('no way in which this process moves the pointer itself looks like a hand', () => {
  const moves = fc.array(
    fc.record({
      x: fc.integer({ min: 0, max: 2000 }),
      y: fc.integer({ min: 0, max: 2000 }),
      looks: fc.nat(5),
    }),
  )
  fc.assert(
    fc.property(moves, (all) => {
      const watch = new HandWatch(place(0))
      for (const { x, y, looks } of all) {
        expect(watch.seen(place(x, y), place(x, y))).toBe(false)
        for (let look = 0; look < looks; look++) expect(watch.seen(place(x, y), null)).toBe(false)
      }
    }),
  )
})
