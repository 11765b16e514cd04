// Tests the PNG files of the screen against another decoder.
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodePng } from './png.ts'

const pixels = (length: number) =>
  Buffer.from(Array.from({ length }, (_, at) => (at * 7919 + (at >> 3)) % 256))

test.each([
  [1, 1],
  [3, 5],
  [320, 7],
])('another decoder reads the pixels of a picture of %i × %i as they were', async (width, height) => {
  const rgba = pixels(width * height * 4)
  const { data, info } = await sharp(await encodePng({ rgba, width, height }))
    .raw()
    .toBuffer({ resolveWithObject: true })
  const opaque = await sharp(rgba, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .raw()
    .toBuffer()
  expect(info).toMatchObject({ width, height, channels: 3 })
  expect(data.equals(opaque)).toBe(true)
})
