import { expect, test } from 'vitest'
import { screenRect } from '../../../core/geometry.ts'
import { drawnPoint } from './drawn-point.ts'

/** A white picture of 100 by 80 pixels at 500, 300, with black rectangles. */
function picture(...drawn: { x: number; y: number; width: number; height: number }[]) {
  const [width, height] = [100, 80]
  const rgba = Buffer.alloc(4 * width * height, 255)
  for (const area of drawn)
    for (let y = area.y; y < area.y + area.height; y++)
      for (let x = area.x; x < area.x + area.width; x++) rgba.writeUInt32LE(0xff000000, 4 * (y * width + x))
  return { rgba, width, height, bounds: screenRect({ x: 500, y: 300, width, height }) }
}

test('an item whose icon is drawn in its middle is clicked there', () => {
  expect(drawnPoint(picture({ x: 30, y: 10, width: 40, height: 40 }))).toEqual({ x: 550, y: 340 })
})

test('an item without an icon is clicked on its name', () => {
  expect(drawnPoint(picture({ x: 20, y: 64, width: 60, height: 10 }))).toEqual({ x: 550, y: 368 })
})

test('a name at the left of a wide item is clicked', () => {
  expect(drawnPoint(picture({ x: 4, y: 36, width: 30, height: 9 }))).toEqual({ x: 533, y: 340 })
})

test('an item that shows nothing is clicked in its middle', () => {
  expect(drawnPoint(picture())).toEqual({ x: 550, y: 340 })
})
