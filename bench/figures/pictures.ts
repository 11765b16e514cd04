// What a model that sees is sent: the picture of a page with 300 controls and their numbers, as bytes and as processor time.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { annotate } from '../../src-main/models/annotate.ts'
import { withFewColours } from '../../src-main/core/few-colours.ts'
import { fromPairs, pairsOf, plain, type Figure, type Wants } from '../measure.ts'
import { BenchDesktop } from '../support/bench-desktop.ts'
import { pageOfControls } from '../support/page.ts'

const PAIRS = 15
const CONTROLS = 300
const MAX_SIDE = 1280
/** How the library of pictures makes a palette. */
const BY_LIBRARY = { palette: true, colours: 256, dither: 0, effort: 1, compressionLevel: 6 } as const

export async function* measure(wants: Wants): AsyncGenerator<Figure> {
  await using desktop = await BenchDesktop.open()
  const path = join(desktop.home, 'controls.html')
  await writeFile(path, pageOfControls())
  // The system may name another program for pages.
  await desktop.launch('chromium', path)
  const { picture, controls } = await desktop.settled(CONTROLS)
  if (!picture) throw new Error('There is no picture of the page.')
  const sent = Buffer.from((await annotate(picture, controls, { maxSide: MAX_SIDE })).data, 'base64')
  const shown = Buffer.from(picture.data, 'base64')
  const bare = await withFewColours(sharp(shown))
  const library = await sharp(shown).png(BY_LIBRARY).toBuffer()
  if (wants('pictures.page')) {
    const note = `${sent.length} bytes with the numbers of the controls, ${bare.length} without; without by the library of pictures: ${library.length}; baseline: the picture in all colours, as it is recorded`
    yield plain('pictures.page', sent.length / 1000, 'kB', { most: 100 }, 1, note, shown.length / 1000)
  }
  if (wants('pictures.processor')) {
    const own: number[] = []
    const other: number[] = []
    for (let index = -2; index < PAIRS; index++) {
      const [ownMs, otherMs] = [
        await processorMs(() => withFewColours(sharp(shown))),
        await processorMs(() => sharp(shown).png(BY_LIBRARY).toBuffer()),
      ]
      if (index < 0) continue
      own.push(ownMs)
      other.push(otherMs)
    }
    const note = 'processor time of packing the picture, against a palette made by the library of pictures'
    yield fromPairs('pictures.processor', pairsOf(own, other), { most: 1 }, note)
  }
}

/** Of all threads of this process, in milliseconds. */
async function processorMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
