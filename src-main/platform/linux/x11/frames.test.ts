import { expect, test } from 'vitest'
import { screenRect } from '../../../core/geometry.ts'
import { Frame } from './frames.ts'

const AREA = screenRect({ x: 100, y: 50, width: 64, height: 32 })
const plain = () => new Uint32Array(AREA.width * AREA.height)
function withPixel(x: number, y: number): Uint32Array {
  const pixels = plain()
  pixels[(y - AREA.y) * AREA.width + (x - AREA.x)] = 1
  return pixels
}

test('what is painted again and looks the same is no difference', () => {
  expect(Frame.of(AREA, plain()).compare(AREA, plain())).toEqual([])
})

test('a pixel that differs counts where it is, but not in the areas apart', () => {
  const button = { x: 110, y: 55, width: 10, height: 10 }
  expect(Frame.of(AREA, plain()).compare(AREA, withPixel(112, 60), [button])).toEqual([])
  expect(Frame.of(AREA, plain()).compare(AREA, withPixel(120, 60), [button])).toEqual([
    { x: 116, y: 50, width: 16, height: 16 },
  ])
})
