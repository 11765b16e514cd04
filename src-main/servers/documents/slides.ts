// Works on presentations: slides with a title and text, and their background.
import { seen } from '../../../src-preload/contract/evidence.ts'
import { ToolError } from '../../core/errors.ts'
import type { OpenDocument } from './document.ts'
import { colorOf } from './color.ts'
import type { Change } from './editing.ts'
import type { UnoObject } from './uno/bridge.ts'
import { Typed } from './uno/wire.ts'

export interface Slide {
  title: string
  text: string
}

/** The office's numbers of a layout: a title alone, and a title with an outline. */
const TITLE_ONLY = 19
const TITLE_AND_TEXT = 1
const SOLID = 1

async function pagesOf({ model }: OpenDocument): Promise<UnoObject[]> {
  const pages = await model.object('getDrawPages')
  const count = Number(await pages.value('getCount'))
  const all: UnoObject[] = []
  for (let index = 0; index < count; index += 1) all.push(await pages.object('getByIndex', index))
  return all
}

async function shapesOf(page: UnoObject): Promise<UnoObject[]> {
  const count = Number(await page.value('getCount'))
  const all: UnoObject[] = []
  for (let index = 0; index < count; index += 1) all.push(await page.object('getByIndex', index))
  return all
}

async function textsOf(page: UnoObject): Promise<string[]> {
  const texts: string[] = []
  for (const shape of await shapesOf(page)) {
    const text = String(await shape.value('getString').catch(() => ''))
    if (text !== '') texts.push(text)
  }
  return texts
}

/**
 * Adds slides behind slide `after`, counted from 1 (null: at the end). An only slide without any text, as a new
 * presentation has it, becomes the first of them. Throws ToolError where there is no such slide.
 */
export async function addSlides(
  document: OpenDocument,
  slides: readonly Slide[],
  after: number | null,
): Promise<Change> {
  const pages = await document.model.object('getDrawPages')
  const there = await pagesOf(document)
  const [only] = there
  const unused = there.length === 1 && only !== undefined && (await textsOf(only)).length === 0 ? only : null
  if (after !== null && after > there.length)
    throw new ToolError(`There are ${there.length} slides, no slide ${after}.`)
  const first = unused ? 0 : (after ?? there.length)
  for (const [offset, { title, text }] of slides.entries()) {
    // The office counts from 0, and inserts behind the slide that is named; it has no way to put one before the first.
    const page = unused && offset === 0 ? unused : await pages.object('insertNewByIndex', first + offset - 1)
    await page.set('Layout', new Typed('short', text === '' ? TITLE_ONLY : TITLE_AND_TEXT))
    const [heading, body] = await shapesOf(page)
    await heading?.value('setString', title)
    if (text !== '') await body?.value('setString', text)
  }
  const count = there.length + slides.length - (unused ? 1 : 0)
  return {
    result: { slides: count, added: slides.length },
    check: async (read) => {
      const found = await pagesOf(read)
      for (const [offset, { title, text }] of slides.entries()) {
        const page = found[first + offset]
        const texts = page ? await textsOf(page) : []
        const holds = texts.includes(title) && (text === '' || texts.includes(text))
        if (!holds)
          return { holds, told: seen('slide_lacks', { number: String(first + offset + 1), value: title }) }
      }
      return { holds: found.length === count, told: seen('slides_there', { count: String(found.length) }) }
    },
  }
}

/** Slides are numbered from 1; null or none is all of them. */
export async function setBackground(
  document: OpenDocument,
  color: string,
  slides: readonly number[] | null,
): Promise<Change> {
  const wanted = colorOf(color)
  const pages = await pagesOf(document)
  const numbers = slides === null || slides.length === 0 ? pages.map((_, index) => index + 1) : slides
  for (const number of numbers) {
    const page = pages[number - 1]
    if (!page) throw new ToolError(`There are ${pages.length} slides, no slide ${number}.`)
    const background = await document.model.object('createInstance', 'com.sun.star.drawing.Background')
    await background.set('FillStyle', new Typed('com.sun.star.drawing.FillStyle', SOLID))
    await background.set('FillColor', wanted)
    await page.set('Background', background)
  }
  return {
    result: { slides: numbers, color },
    check: async (read) => {
      const now = await pagesOf(read)
      for (const number of numbers) {
        const background = (await now[number - 1]?.get('Background')) ?? null
        const found =
          background === null
            ? null
            : await (await read.bridge.wrap(background as UnoObject['reference'])).get('FillColor')
        if (found !== wanted)
          return { holds: false, told: seen('slide_color', { number: String(number), color: String(found) }) }
      }
      return { holds: true, told: seen('slides_colored', { count: String(numbers.length), color }) }
    },
  }
}
