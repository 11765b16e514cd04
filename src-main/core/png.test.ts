// Tests the PNG files of the screen against another decoder.
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { encodePalettePng, encodePng } from './png.ts'

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

test('another decoder reads the colours of a palette as they were', async () => {
  const palette = [0x000000, 0xfafafa, 0x0000ee]
  const rows = Buffer.from([0, 0, 1, 2, 0, 2, 2, 1])
  const { data, info } = await sharp(await encodePalettePng({ palette, rows, width: 3, height: 2 }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 3, height: 2 })
  expect(data.toString('hex')).toBe('000000fafafa0000ee0000ee0000eefafafa')
})
