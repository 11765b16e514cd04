import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import sharp from 'sharp'
import { createWorker, PSM, type Worker } from 'tesseract.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Rect } from '../../src-preload/contract/geometry.ts'
import { intersection } from '../core/geometry.ts'
import type { Control, ControlRole, Picture } from '../core/desktop.ts'
import { testControl } from '../core/testing/desktop.ts'
import { annotate, markedControls } from './annotate.ts'
import { scalePicture } from './pictures.ts'
import { placeLabels } from './place-labels.ts'
import { testPicture } from './testing/inputs.ts'

/** A real screen and its accessibility tree, taken at the same moment by other programs. */
async function taken(name: string, bounds: Rect): Promise<{ picture: Picture; controls: Control[] }> {
  const path = (ending: string) => new URL(`testing/pictures/${name}.${ending}`, import.meta.url)
  const rows = JSON.parse(await readFile(path('json'), 'utf8')) as [
    string,
    ControlRole,
    string,
    number,
    number,
    number,
    number,
  ][]
  const picture = testPicture(await readFile(path('png')), bounds.width, bounds.height)
  const controls = rows.map(([id, role, label, x, y, width, height]) =>
    testControl(id, label, { role, bounds: { x, y, width, height } }),
  )
  return { picture: { ...picture, bounds }, controls }
}

/** Filled boxes of one strong colour and the height of a line: what a person would see as a tag. In picture pixels. */
async function tagsIn(picture: Picture): Promise<Rect[]> {
  const { data, info } = await sharp(Buffer.from(picture.data, 'base64'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const colour = (at: number) => (data[at * 3]! << 16) | (data[at * 3 + 1]! << 8) | data[at * 3 + 2]!
  const seen = new Uint8Array(info.width * info.height)
  const tags: Rect[] = []
  for (let start = 0; start < seen.length; start++) {
    if (seen[start]) continue
    seen[start] = 1
    const own = colour(start)
    const stack = [start]
    let [left, right, top, bottom, count] = [info.width, 0, info.height, 0, 0]
    for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
      const [x, y] = [at % info.width, Math.floor(at / info.width)]
      ;[left, right, top, bottom, count] = [
        Math.min(left, x),
        Math.max(right, x),
        Math.min(top, y),
        Math.max(bottom, y),
        count + 1,
      ]
      const near = [x > 0 ? at - 1 : -1, x + 1 < info.width ? at + 1 : -1, at - info.width, at + info.width]
      for (const next of near) {
        if (next < 0 || next >= seen.length || seen[next] || colour(next) !== own) continue
        seen[next] = 1
        stack.push(next)
      }
    }
    const [width, height] = [right - left + 1, bottom - top + 1]
    const dark = ((own >> 16) + ((own >> 8) & 255) + (own & 255)) / 3 < 120 && own !== 0
    if (dark && height >= 12 && height <= 16 && width >= 12 && width <= 45 && count > 0.35 * width * height) {
      tags.push({ x: left, y: top, width, height })
    }
  }
  return tags
}

let reader: Worker
beforeAll(async () => {
  const data = dirname(createRequire(import.meta.url).resolve('@tesseract.js-data/eng/package.json'))
  reader = await createWorker('eng', 1, { langPath: join(data, '4.0.0'), gzip: true, cacheMethod: 'none' })
  await reader.setParameters({
    tessedit_pageseg_mode: PSM.SINGLE_BLOCK,
    user_defined_dpi: '150',
    tessedit_char_whitelist: '0123456789',
  })
})
afterAll(() => reader.terminate())

/** The tags side by side on white, eight to a line, enlarged: a reader that knows lines of print reads them in order. */
async function readAll(picture: Picture, tags: Rect[]): Promise<string[]> {
  const [enlarged, perLine, cell] = [3, 8, { width: 170, height: 75 }]
  const composites = tags.map(async ({ x: left, y: top, width, height }, index) => ({
    input: await sharp(Buffer.from(picture.data, 'base64'))
      .extract({ left, top, width, height })
      .resize(width * enlarged, height * enlarged, { kernel: 'cubic' })
      .removeAlpha()
      .greyscale()
      .negate()
      .normalise()
      .png()
      .toBuffer(),
    left: (index % perLine) * cell.width + 15,
    top: Math.floor(index / perLine) * cell.height + 15,
  }))
  const size = { width: perLine * cell.width, height: Math.ceil(tags.length / perLine) * cell.height }
  const sheet = await sharp({ create: { ...size, channels: 3, background: 'white' } })
    .composite(await Promise.all(composites))
    .png()
    .toBuffer()
  return (await reader.recognize(sheet)).data.text.trim().split(/\s+/)
}

const inPicture = (bounds: Rect, picture: Picture): Rect => {
  const scale = picture.width / picture.bounds.width
  return {
    x: (bounds.x - picture.bounds.x) * scale,
    y: (bounds.y - picture.bounds.y) * scale,
    width: bounds.width * scale,
    height: bounds.height * scale,
  }
}
const grown = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
})

describe('the numbers on a real picture', () => {
  test.each([
    ['galculator', { x: 473, y: 216, width: 333, height: 368 }, 1280],
    ['mousepad', { x: 0, y: 0, width: 1280, height: 800 }, 1280],
    ['mousepad', { x: 0, y: 0, width: 1280, height: 800 }, 1000],
  ])(
    'of %s are read back by OCR, each at its own control (%o, at most %i)',
    async (name, bounds, maxSide) => {
      const { picture, controls } = await taken(name, bounds)
      const annotated = await annotate(picture, controls, { maxSide })
      const tags = await tagsIn(annotated)
      const texts = await readAll(annotated, tags)
      const expected = markedControls(controls, bounds)
      expect(texts.toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
      for (const [index, tag] of tags.entries()) {
        const text = texts[index]
        const control = controls.find(({ id }) => id === text)
        const box = inPicture(control!.bounds, annotated)
        expect(intersection(grown(box, 5), tag), `number ${text} is far from its control`).not.toBeNull()
      }
    },
  )
})

describe('annotate', () => {
  const controls = [
    testControl('1', 'far', { bounds: { x: 2000, y: 0, width: 40, height: 40 } }),
    testControl('2', 'group', { role: 'group' }),
    testControl('3', 'hidden', { states: ['offscreen'] }),
    testControl('4', 'near'),
  ]

  test('marks what can be acted upon and is in the picture', () => {
    const shown = { x: 0, y: 0, width: 800, height: 600 }
    expect(markedControls(controls, shown).map(({ id }) => id)).toEqual(['4'])
  })

  test('leaves out cells first when there are too many', () => {
    const bounds = { x: 1, y: 1, width: 9, height: 9 }
    const cells = Array.from({ length: 300 }, (_, i) => testControl(`c${i}`, '', { role: 'cell', bounds }))
    const marked = markedControls([...cells, testControl('b', 'OK')], { x: 0, y: 0, width: 800, height: 600 })
    expect(marked).toHaveLength(200)
    expect(marked.at(-1)?.id).toBe('b')
  })

  test('is no larger than the model needs, shows the same part of the screen, and leaves the original alone', async () => {
    const { picture } = await taken('mousepad', { x: 0, y: 0, width: 1280, height: 800 })
    const before = picture.data
    const small = await annotate(picture, controls, { maxSide: 640 })
    expect(small).toMatchObject({ width: 640, height: 400, bounds: picture.bounds })
    const metadata = await sharp(Buffer.from(small.data, 'base64')).metadata()
    expect([metadata.width, metadata.height]).toEqual([640, 400])
    expect(picture.data).toBe(before)
  })

  test('takes an id that is no number without breaking the picture', async () => {
    const { picture } = await taken('galculator', { x: 0, y: 0, width: 333, height: 368 })
    const odd = testControl('<a&"', 'odd')
    await expect(annotate(picture, [odd], { maxSide: 500 })).resolves.toMatchObject({ width: 333 })
  })
})

test('labels never cover each other and never leave the picture, however the controls lie', () => {
  const side = 200
  const box = fc.record({
    x: fc.nat(side - 1),
    y: fc.nat(side - 1),
    width: fc.integer({ min: 1, max: 90 }),
    height: fc.integer({ min: 1, max: 60 }),
  })
  fc.assert(
    fc.property(fc.array(box, { maxLength: 40 }), (boxes) => {
      const marks = boxes.map((rect, index) => ({
        id: String(index),
        box: rect,
        label: { width: 24, height: 15 },
      }))
      const pixels = new Uint8Array(side * side)
      const places = placeLabels(marks, { pixels, width: side, height: side }).filter(
        (place) => place !== null,
      )
      if (boxes.length > 0) expect(places.length).toBeGreaterThan(0)
      for (const [index, place] of places.entries()) {
        expect(intersection(place, { x: 0, y: 0, width: side, height: side })).toEqual(place)
        for (const other of places.slice(index + 1)) expect(intersection(place, other)).toBeNull()
      }
    }),
    { numRuns: 60 },
  )
})

describe('scalePicture', () => {
  test('shrinks to the longest side and never enlarges', async () => {
    const { picture } = await taken('galculator', { x: 0, y: 0, width: 333, height: 368 })
    expect(await scalePicture(picture, 1280)).toBe(picture)
    expect(await scalePicture(picture, 184)).toMatchObject({
      width: 167,
      height: 184,
      bounds: picture.bounds,
    })
  })
})
