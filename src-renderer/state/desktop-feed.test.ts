import { expect, it } from 'vitest'
import { bridgeOver } from '../../src-preload/contract/bridge.ts'
import { MemoryWire } from '../testing/memory-wire.ts'
import { DesktopFeed, type Frame } from './desktop-feed.ts'

const frame = (run: string): Frame => ({
  push: 'frame',
  run,
  type: 'image/jpeg',
  data: new Uint8Array(),
  width: 1,
  height: 1,
  bounds: { x: 0, y: 0, width: 1, height: 1 },
  taken_over: false,
})

it('asks once for the widest of those who look, and ends when the last one looks away', () => {
  const wire = new MemoryWire({ watch_desktop: () => ({}), unwatch_desktop: () => ({}) })
  const feed = new DesktopFeed(bridgeOver(wire))
  const seen: string[] = []
  const small = feed.watch('a', 400, () => seen.push('small'))
  const other = feed.watch('a', 300, () => seen.push('other'))
  const large = feed.watch('a', 1280, () => seen.push('large'))
  feed.hear(frame('a'))
  feed.hear(frame('b'))
  const late = feed.watch('a', 200, () => seen.push('late'))
  late()
  large()
  large()
  other()
  feed.loadAll()
  small()
  feed.hear(frame('a'))
  expect(seen).toEqual(['small', 'other', 'large', 'late'])
  expect(wire.calls).toEqual([
    { name: 'watch_desktop', input: { run: 'a', max_width: 400 } },
    { name: 'watch_desktop', input: { run: 'a', max_width: 1280 } },
    { name: 'watch_desktop', input: { run: 'a', max_width: 400 } },
    { name: 'watch_desktop', input: { run: 'a', max_width: 400 } },
    { name: 'unwatch_desktop', input: { run: 'a' } },
  ])
})
