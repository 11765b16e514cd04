import { describe, expect, it } from 'vitest'
import { screenRect } from '../../../core/geometry.ts'
import { Frame } from './frames.ts'

const WIDTH = 100
const HEIGHT = 60
const AREA = screenRect({ x: 10, y: 20, width: WIDTH, height: HEIGHT })
const blank = () => new Uint32Array(WIDTH * HEIGHT)
const painted = (...points: [x: number, y: number][]) => {
  const pixels = blank()
  for (const [x, y] of points) pixels[y * WIDTH + x] = 1
  return pixels
}

describe('a frame', () => {
  it('that looks the same has no differences', () => {
    expect(Frame.of(AREA, blank()).compare(AREA, blank())).toEqual([])
  })

  it('tells what differs to the pixel, in screen space', () => {
    const frame = Frame.of(AREA, blank())
    expect(frame.compare(AREA, painted([5, 3], [9, 6]))).toEqual([{ x: 15, y: 23, width: 5, height: 4 }])
  })

  it('tells apart what is far apart', () => {
    const different = Frame.of(AREA, blank()).compare(AREA, painted([5, 3], [80, 3], [5, 50]))
    expect(different).toEqual([
      { x: 15, y: 23, width: 1, height: 1 },
      { x: 90, y: 23, width: 1, height: 1 },
      { x: 15, y: 70, width: 1, height: 1 },
    ])
  })

  it('is the present picture after a comparison', () => {
    const frame = Frame.of(AREA, blank())
    frame.compare(AREA, painted([5, 3]))
    expect(frame.compare(AREA, painted([5, 3]))).toEqual([])
    expect(frame.compare(AREA, blank())).toHaveLength(1)
  })

  it('compares a part of itself', () => {
    const frame = Frame.of(AREA, blank())
    const part = { x: 60, y: 40, width: 10, height: 10 }
    const pixels = new Uint32Array(100)
    pixels[0] = 7
    expect(frame.compare(part, pixels)).toEqual([{ x: 60, y: 40, width: 1, height: 1 }])
    expect(frame.compare(AREA, painted([50, 20]))).toEqual([{ x: 60, y: 40, width: 1, height: 1 }])
  })
})
