import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import type { Picture } from '../core/desktop.ts'
import { silentLogger } from '../core/logger.ts'
import { RunControl } from '../core/run-control.ts'
import { OcrProgram } from './program.ts'
import { readWords } from './ocr.ts'

const ocr = new OcrProgram({ env: process.env, logger: () => silentLogger })
afterAll(() => ocr[Symbol.asyncDispose]())
const run = new RunControl()

/** Text as a screen shows it. The picture shows a part of the screen of twice its size that begins at 1000, 500. */
async function pictureOf(lines: { text: string; x: number; y: number }[], more = ''): Promise<Picture> {
  const [width, height] = [480, 200]
  const spoken = lines.map(({ text, x, y }) => `<text x="${x}" y="${y}">${text}</text>`).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="white"/>${more}<g font-family="DejaVu Sans, Noto Sans CJK SC" font-size="14">${spoken}</g></svg>`
  const data = await sharp(Buffer.from(svg)).png().toBuffer()
  const bounds = { x: 1000, y: 500, width: width * 2, height: height * 2 }
  return { data: data.toString('base64'), width, height, bounds }
}
const joined = (words: { text: string }[]) => words.map(({ text }) => text).join(' ')

describe('the text of a picture is read without any network', { timeout: 90_000 }, () => {
  it('with digits and Chinese words, where they are on the screen', async () => {
    const picture = await pictureOf([
      { text: 'Save the file', x: 40, y: 40 },
      { text: '2026 11 21', x: 40, y: 90 },
      { text: '打开文件', x: 240, y: 140 },
    ])
    const words = await readWords(ocr, picture, run)
    expect(joined(words)).toContain('Save the file')
    expect(joined(words)).toContain('2026 11 21')
    expect(joined(words).replaceAll(' ', '')).toContain('打开文件')
    const save = words.find(({ text }) => text === 'Save')
    // At 40, 30 in the picture, 10 high.
    expect(Math.abs((save?.bounds.x ?? 0) - 1080)).toBeLessThan(6)
    expect(Math.abs((save?.bounds.y ?? 0) - 558)).toBeLessThan(8)
    expect(save?.bounds.height).toBeLessThan(42)
  })

  it('in a program that is ended with the run', async () => {
    const picture = await pictureOf([{ text: 'Save the file', x: 40, y: 40 }])
    const stopped = new RunControl()
    const pid = ocr.pid
    expect(pid).not.toBeNull()
    const reading = ocr.read(Buffer.from(picture.data, 'base64'), stopped)
    setImmediate(() => stopped.stop())
    await expect(reading).rejects.toThrow('Stopped')
    await expect.poll(() => isAlive(pid ?? 0)).toBe(false)
    // The next one starts afresh.
    expect(joined(await readWords(ocr, picture, run))).toContain('Save')
  })

  it('or is said not to be readable: a picture that is none', async () => {
    await expect(ocr.read(Buffer.from('no picture'), run)).rejects.toThrow('could not be read')
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
