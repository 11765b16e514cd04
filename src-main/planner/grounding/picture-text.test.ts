import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import type { Observation } from '../../core/desktop.ts'
import { ModelError, ToolError } from '../../core/errors.ts'
import { screenRect } from '../../core/geometry.ts'
import { RunControl } from '../../core/run-control.ts'
import type { Model, ModelReply, ModelRequest } from '../../models/model.ts'
import type { Wanted } from '../worker/agent-api.ts'
import { labelsIn, OcrSource } from './picture-text.ts'
import { OcrCommand } from '../../ocr/command.ts'
import { placesOf } from '../../ocr/phrases.ts'
import { parseTsv } from '../../ocr/tsv.ts'
import type { OcrEngine, ScreenWord } from '../../ocr/ocr.ts'
import { parseWordId, textTable } from './text-span.ts'

const run = new RunControl()

/** Lines of words; each character is 10 wide, each line 20 high, 30 apart. */
function wordsOf(...lines: string[]): ScreenWord[] {
  return lines.flatMap((line, at) =>
    [...line.matchAll(/\S+/g)].map(({ 0: text, index }) => ({
      text,
      line: `${at}`,
      block: '1',
      bounds: screenRect({ x: index * 10, y: at * 30, width: text.length * 10, height: 20 }),
    })),
  )
}
const found = (phrase: string, ...lines: string[]) =>
  placesOf(phrase, wordsOf(...lines)).map((place) => place.map(({ text }) => text).join('_'))

describe('a phrase is found among the words that were read', () => {
  it.each<[string, string, string[], string[]]>([
    ['as it is written', 'the file', ['Save the file'], ['the_file']],
    ['whatever the case', 'SAVE', ['Save the file'], ['Save']],
    ['digits alone', '42', ['Total 42 Euro'], ['42']],
    ['Chinese that was read character by character', '打开文件', ['打 开 文 件 夹'], ['打_开_文_件']],
    ['over the end of a line', 'first second', ['the first', 'second line'], ['first_second']],
    ['with marks around it', 'file', ['Save (file).'], ['(file).']],
    ['with a character read wrongly', 'Idle 10', ['ldle l0'], ['ldle_l0']],
    ['in whole words only', 'Save', ['Saved files'], []],
    ['at each place', 'OK', ['OK and OK'], ['OK', 'OK']],
    ['not at all', 'Print', ['Save the file'], []],
  ])('%s', (_, phrase, lines, places) => {
    expect(found(phrase, ...lines)).toEqual(places)
  })
})

describe('Tesseract’s table', () => {
  const row = (...cells: (string | number)[]) => cells.join('\t')
  it('gives words with digits and of every script; boxes and noise are left out', () => {
    const tsv = [
      row('level', 'page_num', 'block_num', 'par_num', 'line_num', 'word_num', 'left', 'top', 'width', 'height', 'conf', 'text'),
      row(4, 1, 1, 1, 1, 0, 10, 10, 100, 20, -1, ''),
      row(5, 1, 1, 1, 1, 1, 10, 10, 30, 20, 96.1, '2026'),
      row(5, 1, 1, 1, 1, 2, 50, 10, 30, 20, 91, '文件'),
      row(5, 1, 1, 1, 2, 1, 50, 40, 30, 20, 7, '|'),
      row(5, 1, 1, 1, 2, 2, 50, 40, 30, 20, 80, ' '),
    ].join('\r\n')
    expect(parseTsv(tsv)).toEqual([
      { text: '2026', bounds: { x: 10, y: 10, width: 30, height: 20 }, line: '1.1.1.1', block: '1.1' },
      { text: '文件', bounds: { x: 50, y: 10, width: 30, height: 20 }, line: '1.1.1.1', block: '1.1' },
    ])
  }) // prettier-ignore
})

describe('the label of an element', () => {
  it.each([
    ['The "Save As" button', ['Save As']],
    ['the Save button at the top', ['Save', 'Save button', 'the Save button at the top']],
    ['确定按钮', ['确定', '确定按钮']],
    ['Cancel', ['Cancel']],
  ])('%s', (description, labels) => {
    expect(labelsIn(description)).toEqual(labels)
  })
})

describe('the reply of text_span', () => {
  it.each([
    ['The phrase begins with word 3, so: 12', 12],
    ['12', 12],
    ['The id is 12.', 12],
    ['Word 400', null],
    ['It is not there.', null],
    ['about 1.5', null],
    ['-3', null],
  ])('%s', (reply, id) => {
    expect(parseWordId(reply, 20)).toBe(id)
  })

  it('is about a table that has every word', () => {
    expect(textTable(wordsOf('42 文件 OK'))).toBe('Text Table:\nWord id\tText\n0\t42\n1\t文件\n2\tOK')
  })
})

/** A picture of half the pixels of the part of the screen that it shows, which begins at 1000, 500. */
async function observed(): Promise<Observation> {
  const [width, height] = [3000, 2000]
  const data = await sharp({ create: { width, height, channels: 3, background: 'white' } })
    .png()
    .toBuffer()
  const bounds = { x: 1000, y: 500, width: width * 2, height: height * 2 }
  const picture = { data: data.toString('base64'), width, height, bounds }
  return { windows: [], window: null, controls: [], picture, limited: null }
}
/** Reads these lines. The picture has as many pixels as are read, so that it is not made larger. */
function engineOf(...lines: string[]): OcrEngine & { reads: number } {
  return {
    reads: 0,
    enlargement: 1,
    read() {
      this.reads++
      return Promise.resolve(wordsOf(...lines))
    },
  }
}
function modelOf(reply: string | null): Model & { asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    ask<T>({ input, schema }: ModelRequest<T>): Promise<ModelReply<T>> {
      if (input.kind === 'tool') asked.push(input.str_input)
      const parsed = schema.safeParse(reply)
      if (!parsed.success) return Promise.reject(new ModelError('not usable'))
      const usage = { input_tokens: 1, output_tokens: 1, cached_tokens: 0, cost: null }
      return Promise.resolve({
        reply: parsed.data,
        provider: '',
        model: '',
        usage,
        attempts: 1,
        prompt: null,
      })
    },
    embed: () => Promise.reject(new Error('not asked')),
    nameOf: () => (reply === null ? 'offline' : 'openai/gpt'),
    wantsPictures: () => false,
  }
}
const wanted = (description: string, by: Wanted['by'] = 'element'): Wanted => ({
  field: 'xy',
  description,
  by,
})

describe('a point found by OCR is in pixels of the picture, scaled by the picture’s bounds alone', () => {
  it.each<[string, Wanted, [number, number]]>([
    ['the middle of a label', wanted('the "Open" button'), [1000 + 2 * 20, 500 + 2 * 40]],
    ['just before the first word', wanted('the file', 'first word'), [1000 + 2 * 50, 500 + 2 * 10]],
    ['just behind the last one', wanted('the file', 'last word'), [1000 + 2 * 130 + 4, 500 + 2 * 10]],
  ])('%s', async (_, want, [x, y]) => {
    const source = new OcrSource(engineOf('Save the file', 'Open'), modelOf(null))
    expect(await source.find(want, await observed(), run)).toEqual({ point: { x, y }, control: null })
  }) // prettier-ignore

  it('and a picture is read once for both ends', async () => {
    const engine = engineOf('Save the file')
    const source = new OcrSource(engine, modelOf(null))
    const observation = await observed()
    await source.find(wanted('Save the file', 'first word'), observation, run)
    await source.find(wanted('Save the file', 'last word'), observation, run)
    expect(engine.reads).toBe(1)
  })
})

describe('what stands on the picture more than once', () => {
  it.each<[string, number, number]>([
    ['the second OK button', 110, 40],
    ['the "OK" button at the bottom', 10, 70],
    ['the OK button on the right', 110, 40],
    ['the last OK', 10, 70],
  ])('is told apart by its place: %s', async (description, x, y) => {
    const source = new OcrSource(engineOf('OK', 'Print     OK', 'OK'), modelOf(null))
    const { point } = await source.find(wanted(description), await observed(), run)
    expect(point).toEqual({ x: 1000 + 2 * x, y: 500 + 2 * y })
  }) // prettier-ignore

  it('is one thing where its name has words in it that begin a clause elsewhere', async () => {
    const source = new OcrSource(engineOf('Log out', 'Log in'), modelOf(null))
    const { point } = await source.find(wanted('the Log in button of the menu'), await observed(), run)
    expect(point).toEqual({ x: 1000 + 2 * 30, y: 500 + 2 * 40 })
  })

  it('is not told apart by a word that is part of its label', async () => {
    const source = new OcrSource(engineOf('Last page', 'Last page'), modelOf(null))
    await expect(source.find(wanted('the "Last page" button'), await observed(), run)).rejects.toThrow('2 times')
  }) // prettier-ignore

  it('is said, not guessed, without a model', async () => {
    const source = new OcrSource(engineOf('OK', 'OK'), modelOf(null))
    const error = source.find(wanted('OK'), await observed(), run)
    await expect(error).rejects.toMatchObject({
      ambiguous: true,
      message: expect.stringContaining('2 times') as string,
    })
  })

  it('is chosen by the model of the role text_span, from the lines that have it', async () => {
    const model = modelOf('It is the lower one.\n3')
    const source = new OcrSource(engineOf('Accept OK', 'Print', 'Refuse OK'), model)
    const { point } = await source.find(wanted('OK', 'first word'), await observed(), run)
    expect(point).toEqual({ x: 1000 + 2 * 70, y: 500 + 2 * 70 })
    expect(model.asked.join('')).toContain('Word id\tText\n0\tAccept\n1\tOK\n2\tRefuse\n3\tOK')
  })

  it('and a model that names none leaves it unfound', async () => {
    const source = new OcrSource(engineOf('Save'), modelOf('Nothing fits: none'))
    await expect(source.find(wanted('Print'), await observed(), run)).rejects.toThrow('was not found')
  })
})

describe('the tesseract program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-tesseract-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  /** A program in its place: gives a table of one word for a picture of these bytes, hangs for another. */
  const command = join(folder, 'tesseract')
  writeFileSync(
    command,
    `#!/bin/sh
word() { printf '5\\t1\\t1\\t1\\t1\\t1\\t0\\t0\\t9\\t9\\t90\\t%s\\n' "$1"; }
read -r picture
if [ "$picture" = hang ]; then exec sleep 60; fi
if [ "$picture" = fail ]; then exit 3; fi
if [ "$picture" = env ]; then word "$(env | tr '\\n' ' ')"; exit; fi
word "$*"
`,
  )
  chmodSync(command, 0o755)
  const options = { languages: ['eng'], env: process.env, command }

  it('reads the languages that it is given, and is asked for where it is missing', async () => {
    const [word] = await new OcrCommand({ ...options, languages: ['deu', 'fra'] }).read(
      Buffer.from('png\n'),
      run,
    )
    expect(word?.text).toContain('stdin stdout -l deu+fra --psm 11')
    const missing = new OcrCommand({ ...options, command: join(folder, 'none') })
    await expect(missing.read(Buffer.from('png\n'), run)).rejects.toThrow('need the program tesseract')
  })

  it('is told where its languages lie, and no key of a service', async () => {
    const env = { ...process.env, OPENAI_API_KEY: 'sk-not-for-the-child', TESSDATA_PREFIX: '/data' }
    const [told] = await new OcrCommand({ ...options, env }).read(Buffer.from('env\n'), run)
    expect(told?.text).toContain('TESSDATA_PREFIX=/data')
    expect(told?.text).not.toContain('OPENAI_API_KEY')
  })

  it('is ended with the run, and its failure is told', async () => {
    const engine = new OcrCommand(options)
    await expect(engine.read(Buffer.from('fail\n'), run)).rejects.toThrow(ToolError)
    const stopped = new RunControl()
    const reading = engine.read(Buffer.from('hang\n'), stopped)
    setTimeout(() => stopped.stop(), 50)
    await expect(reading).rejects.toThrow('Stopped')
  })
})
