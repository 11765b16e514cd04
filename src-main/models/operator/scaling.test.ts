import fc from 'fast-check'
import { expect, test } from 'vitest'
import sharp from 'sharp'
import type { Picture } from '../../core/desktop.ts'
import { scaleFor } from './scaling.ts'

const picture = async (width: number, height: number, bounds = { x: 0, y: 0, width, height }): Promise<Picture> => {
  const png = sharp({ create: { width, height, channels: 3, background: '#345678' } }).png()
  return { data: (await png.toBuffer()).toString('base64'), width, height, bounds }
} // prettier-ignore

const sizeOf = async (sent: Picture) => {
  const { width, height } = await sharp(Buffer.from(sent.data, 'base64')).metadata()
  return [width, height]
}

test('the picture that is sent is no larger than it may be, and points of it are pixels of the screen', async () => {
  const scaled = await scaleFor(await picture(2560, 1600), {
    model: 'openai/computer-use-preview',
    maxSide: 1280,
    space: 'auto',
  })
  expect(await sizeOf(scaled.picture)).toEqual([1280, 800])
  expect(scaled.toScreen({ x: 640, y: 400 })).toEqual({ x: 1280, y: 800 })
  expect(scaled.toScreen({ x: 0, y: 0 })).toEqual({ x: 0, y: 0 })
})

test('the far edges are the last pixels, and what is outside of the picture is refused with its size', async () => {
  const scaled = await scaleFor(await picture(1280, 800), {
    model: 'openai/gpt-5',
    maxSide: 1280,
    space: 'auto',
  })
  expect(scaled.toScreen({ x: 1280, y: 800 })).toEqual({ x: 1279, y: 799 })
  expect(() => scaled.toScreen({ x: 1281, y: 5 })).toThrow(
    'The point 1281,5 is outside of the picture, which is 1280 wide and 800 high.',
  )
  expect(() => scaled.toScreen({ x: -1, y: 5 })).toThrow('outside of the picture')
})

test('screens left of and above the first one have points below zero', async () => {
  const two = await picture(3200, 1080, { x: -1280, y: -200, width: 3200, height: 1080 })
  const { toScreen } = await scaleFor(two, { model: 'openai/gpt-5', maxSide: 1600, space: 'auto' })
  expect(toScreen({ x: 0, y: 0 })).toEqual({ x: -1280, y: -200 })
  expect(toScreen({ x: 800, y: 270 })).toEqual({ x: 320, y: 340 })
})

test('a screen with more pixels than places is told of in places', async () => {
  const dense = await picture(2560, 1600, { x: 0, y: 0, width: 1280, height: 800 })
  const { toScreen } = await scaleFor(dense, { model: 'openai/gpt-5', maxSide: 2560, space: 'auto' })
  expect(toScreen({ x: 2000, y: 1000 })).toEqual({ x: 1000, y: 500 })
})

test('models of the makers answer in thousandths or in pixels of a picture in patches; the settings go before the name', async () => {
  const screen = await picture(1920, 1080)
  const thousandths = await scaleFor(screen, {
    model: 'doubao/doubao-1-5-ui-tars',
    maxSide: 1280,
    space: 'auto',
  })
  expect(thousandths.toScreen({ x: 500, y: 500 })).toEqual({ x: 960, y: 540 })
  // Of the same family, and spoken to in the same way.
  for (const model of ['doubao/doubao-1-5-thinking-vision-pro-250428', 'custom/Seed-1.5-VL'])
    expect(
      (await scaleFor(screen, { model, maxSide: 1280, space: 'auto' })).toScreen({ x: 500, y: 500 }),
    ).toEqual({ x: 960, y: 540 })
  const patches = await scaleFor(screen, { model: 'custom/UI-TARS-1.5-7B', maxSide: 1280, space: 'auto' })
  expect(await sizeOf(patches.picture)).toEqual([1260, 700])
  expect(patches.toScreen({ x: 630, y: 350 })).toEqual({ x: 960, y: 540 })
  const set = await scaleFor(screen, { model: 'custom/UI-TARS-1.5-7B', maxSide: 1280, space: 'thousandths' })
  expect(set.toScreen({ x: 1000, y: 0 })).toEqual({ x: 1919, y: 0 })
})

test('every point of the picture is a pixel of the screen, and keeps its order', async () => {
  const screen = await picture(1366, 768, { x: 100, y: 50, width: 1366, height: 768 })
  const { picture: sent, toScreen } = await scaleFor(screen, { model: 'a/b', maxSide: 1024, space: 'auto' })
  const point = fc.record({
    x: fc.integer({ min: 0, max: sent.width }),
    y: fc.integer({ min: 0, max: sent.height }),
  })
  fc.assert(
    fc.property(point, point, (a, b) => {
      const [first, second] = [toScreen(a), toScreen(b)]
      expect(first.x).toBeGreaterThanOrEqual(100)
      expect(first.x).toBeLessThanOrEqual(1465)
      expect(first.y).toBeGreaterThanOrEqual(50)
      expect(first.y).toBeLessThanOrEqual(817)
      if (a.x < b.x) expect(first.x).toBeLessThanOrEqual(second.x)
    }),
  )
})
