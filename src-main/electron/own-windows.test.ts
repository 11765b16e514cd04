import { expect, test, vi } from 'vitest'
import { screenPoint, screenRect } from '../core/geometry.ts'
import type { Overlay } from './overlay.ts'
import { handleOf, ownWindows } from './own-windows.ts'
import type { Windows } from './windows.ts'

vi.mock('electron', () => ({ screen: { screenToDipPoint: (point: unknown) => point } }))

class PlayedWindow {
  readonly said: string[] = []
  shown = true
  readonly bounds: { x: number; y: number; width: number; height: number }
  readonly id: number
  constructor(id: number, bounds = { x: 0, y: 0, width: 100, height: 100 }) {
    this.id = id
    this.bounds = bounds
  }
  getMediaSourceId = () => `window:${String(this.id)}:0`
  isVisible = () => this.shown
  isMinimized = () => this.said.includes('minimize')
  isDestroyed = () => false
  getBounds = () => this.bounds
  hide = () => {
    this.shown = false
    this.said.push('hide')
  }
  showInactive = () => {
    this.shown = true
    this.said.push('show')
  }
  minimize = () => void this.said.push('minimize')
}

function start(kinds: Record<string, PlayedWindow>) {
  const overlay: string[] = []
  const windows = {
    find: (kind: string) => kinds[kind] ?? null,
    all: () => Object.values(kinds),
    onChanged: () => () => {},
  } as unknown as Windows
  const played = {
    stepAside: ({ x, y }: { x: number; y: number }) => overlay.push(`aside ${String(x)},${String(y)}`),
    comeBack: () => overlay.push('back'),
  } as unknown as Overlay
  return { overlay, own: ownWindows(windows, played) }
}

test('windows are named as the driver of the system names them', () => {
  expect(handleOf(new PlayedWindow(6291463), 'linux')).toBe('0x600007')
  expect(handleOf(new PlayedWindow(1324), 'win32')).toBe('1324')
  const { own } = start({ chat: new PlayedWindow(16), pill: new PlayedWindow(32) })
  expect(own.handles()).toHaveLength(2)
})

test('around a picture the overlay goes and comes back, and nothing else does', async () => {
  const kinds = { chat: new PlayedWindow(1), border: new PlayedWindow(2), pill: new PlayedWindow(3) }
  kinds.pill.shown = false
  const { own, overlay } = start(kinds)
  await own.shield.hide(screenRect({ x: 0, y: 0, width: 10, height: 10 }))
  expect([kinds.border.said, kinds.pill.said, kinds.chat.said]).toEqual([['hide'], [], []])
  await own.shield.show()
  expect([kinds.border.said, kinds.pill.said]).toEqual([['hide', 'show'], []])
  expect(overlay).toEqual(['back'])
})

test('a window that is in the way of a click goes, one that is not stays', async () => {
  const kinds = {
    chat: new PlayedWindow(1, { x: 0, y: 0, width: 500, height: 500 }),
    quick: new PlayedWindow(2, { x: 600, y: 0, width: 100, height: 100 }),
  }
  const { own, overlay } = start(kinds)
  await own.shield.clear(screenPoint(650, 50))
  expect([kinds.chat.said, kinds.quick.said]).toEqual([[], ['hide']])
  await own.shield.clear(screenPoint(20, 30))
  expect(kinds.chat.said).toEqual(['minimize'])
  expect(overlay).toEqual(['aside 650,50', 'aside 20,30'])
})
