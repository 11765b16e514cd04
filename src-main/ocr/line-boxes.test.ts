import { expect, test } from 'vitest'
import { linesIn } from './line-boxes.ts'

/** A map of 64 × 32 pixels with these boxes: left, top, right, bottom, and how sure the model is of each. */
function mapOf(...boxes: [number, number, number, number, number][]): Float32Array {
  const map = new Float32Array(64 * 32)
  for (const [left, top, right, bottom, sure] of boxes)
    for (let y = top; y < bottom; y++) map.fill(sure, y * 64 + left, y * 64 + right)
  return map
}
const lines = (...boxes: Parameters<typeof mapOf>) =>
  linesIn(mapOf(...boxes), { width: 64, height: 32 }, { width: 128, height: 64 })

test('boxes are larger than what the model marks, in pixels of the picture, row by row', () => {
  const found = lines([34, 11, 54, 15, 0.9], [4, 10, 24, 14, 0.9], [4, 2, 24, 6, 0.9])
  expect(found.map(({ x, y }) => [x < 30, y < 12])).toEqual([
    [true, true],
    [true, false],
    [false, false],
  ])
  const [first] = found
  expect(first?.x).toBeLessThan(8)
  expect((first?.x ?? 0) + (first?.width ?? 0)).toBeGreaterThan(48)
})

test('specks, and what the model is not sure of, are no lines; none reaches out of the picture', () => {
  expect(lines([4, 4, 6, 6, 0.9], [10, 10, 30, 14, 0.4])).toEqual([])
  expect(lines([0, 0, 64, 6, 0.9])).toMatchObject([{ x: 0, y: 0, width: 128 }])
})

test('lines beside each other at the edges of the map are not one', () => {
  expect(lines([58, 10, 64, 14, 0.9], [0, 11, 6, 15, 0.9])).toHaveLength(2)
})
