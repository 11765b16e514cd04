import { expect, it } from 'vitest'
import { screenRect } from '../../../core/geometry.ts'
import { isBlank, PictureEncoder } from './pictures.ts'

const rect = (x: number, y: number, width: number, height: number) => screenRect({ x, y, width, height })

/** A white picture of the area, with `scale` pixels for each of the screen, and one black pixel. */
function picture(scale: number, black: { x: number; y: number }) {
  const bounds = rect(100, 200, 8, 6)
  const [width, height] = [bounds.width * scale, bounds.height * scale]
  const rgba = Buffer.alloc(width * height * 4, 255)
  rgba.fill(0, (black.y * width + black.x) * 4, (black.y * width + black.x) * 4 + 3)
  return { rgba, width, height, bounds }
}

it.each([1, 2])('a part of a picture is blank where all its pixels are the same (scale %d)', (scale) => {
  const raw = picture(scale, { x: 5 * scale, y: 3 * scale })
  expect(isBlank(raw)).toBe(false)
  expect(isBlank(raw, rect(105, 203, 1, 1))).toBe(scale === 1)
  expect(isBlank(raw, rect(104, 202, 3, 3))).toBe(false)
  expect(isBlank(raw, rect(105, 203, 50, 50))).toBe(false)
  expect(isBlank(raw, rect(100, 200, 5, 6))).toBe(true)
  expect(isBlank(raw, rect(100, 204, 8, 2))).toBe(true)
  expect(isBlank(raw, rect(0, 0, 10, 10))).toBe(true)
})

it('the same picture is encoded once; another pixel or place makes another one', async () => {
  const encoder = new PictureEncoder()
  const raw = picture(1, { x: 5, y: 3 })
  const first = await encoder.encode(raw)
  expect(await encoder.encode({ ...raw, rgba: Buffer.from(raw.rgba) })).toBe(first)
  const other = await encoder.encode(picture(1, { x: 4, y: 3 }))
  expect(other.data).not.toBe(first.data)
  const moved = { ...raw, bounds: rect(101, 200, 8, 6) }
  expect((await encoder.encode(moved)).bounds).toEqual(moved.bounds)
})
