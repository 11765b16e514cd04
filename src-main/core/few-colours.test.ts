// Tests the picture that a model reads, by another decoder.
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { withFewColours } from './few-colours.ts'

/** A picture of these pixels, each 0xRRGGBB. */
const pictureOf = (pixels: readonly number[], width: number) =>
  sharp(Buffer.from(pixels.flatMap((pixel) => [pixel >> 16, (pixel >> 8) & 0xff, pixel & 0xff])), {
    raw: { width, height: pixels.length / width, channels: 3 },
  })

async function pixelsOf(png: Buffer): Promise<number[]> {
  const data = await sharp(png).removeAlpha().raw().toBuffer()
  return Array.from({ length: data.length / 3 }, (_, at) => data.readUIntBE(at * 3, 3))
}

/** 40 plain tints, near one another, each on 50 pixels. */
const TINTS = Array.from({ length: 40 }, (_, index) => 0xf0f0d0 + index)
const areas = TINTS.flatMap((tint) => Array.from({ length: 50 }, () => tint))

test('a window of few colours keeps each of the frequent ones, also tints that hardly differ', async () => {
  const seen = await pixelsOf(await withFewColours(pictureOf(areas, 50)))
  expect(seen.slice(0, 32 * 50)).toEqual(areas.slice(0, 32 * 50))
  expect(seen).toHaveLength(areas.length)
})

test('a rare shade is at most eight steps of 255 away in each channel', async () => {
  const shades = Array.from({ length: 200 }, (_, index) => (index << 16) | ((255 - index) << 8) | index)
  const picture = [...areas, ...shades]
  const seen = await pixelsOf(await withFewColours(pictureOf(picture, 50)))
  const off = seen.flatMap((pixel, at) =>
    [16, 8, 0].map((bits) => Math.abs(((pixel >> bits) & 0xff) - (((picture[at] ?? 0) >> bits) & 0xff))),
  )
  expect(Math.max(...off)).toBeLessThanOrEqual(8)
})

test('a photograph, with more colours than a palette holds, is still the same picture', async () => {
  const colours = Array.from({ length: 6_400 }, (_, at) => (at * 2_654_435) % 0x1000000)
  const png = await withFewColours(pictureOf(colours, 80))
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 80, height: 80 })
})
