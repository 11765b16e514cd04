// Keeps the output of a command: its beginning and end for a prompt, and, where there is more, the whole in the run folder.
import { closeSync, openSync, writeSync } from 'node:fs'
import { cp, lstat, open } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { makeFolder } from '../../core/folder.ts'
import { fitting, fittingFromEnd, weightOf } from '../prompt-weight.ts'

export const streamSchema = z.enum(['stdout', 'stderr'])
export type StreamName = z.infer<typeof streamSchema>

/** The most bytes of one stream to keep. A command that writes more is ended. */
export const MAX_BYTES = 32 * 1024 * 1024
/** The number of first bytes in which a zero shows that a file is no text. */
const LOOKED_AT_BYTES = 8192

const fileOf = (folder: string, id: string, stream: StreamName): string => join(folder, `${id}.${stream}.txt`)

/** Folder of a run with the kept outputs. */
export const OUTPUTS = 'outputs'

/** Copies outputs, so that a run that continues another one can read that run's outputs, and uses none of their names again. */
export async function takeOutputs(from: string, to: string): Promise<void> {
  try {
    // Files behind a link are left out, because no command has printed them.
    const filter = async (source: string) => !(await lstat(source)).isSymbolicLink()
    await cp(join(from, OUTPUTS), join(to, OUTPUTS), { recursive: true, filter })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

/** Takes the next free name, `command_1`, by creating it at once, so that no other thread takes it. */
function newOutputId(folder: string): string {
  makeFolder(folder)
  for (let number = 1; ; number++) {
    const id = `command_${String(number)}`
    try {
      closeSync(openSync(fileOf(folder, id, 'stdout'), 'wx', 0o600))
      return id
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

export interface Heard {
  /** The text as a prompt shows it. */
  text: string
  bytes: number
  lines: number
  isBinary: boolean
  /** Whether there is more than `text` shows. */
  isCut: boolean
}

/** Keeps one stream of a command while it runs. `keep` names the file for the whole, and is called when that is first needed. */
export class KeptStream {
  readonly #most: number
  #keep: (() => string | null) | null
  readonly #decoder = new TextDecoder()
  #head = ''
  #headIsFull = false
  #tail = ''
  /** The number of characters left out between the two halves. */
  #left = 0
  #bytes = 0
  #breaks = 0
  #endsInBreak = true
  #isBinary = false
  /** The output so far, while it is not yet known whether a file is needed. */
  #waiting: Buffer[] = []
  #file: number | null = null

  /** `most` is the number of characters that the text may have in a prompt. */
  constructor(most: number, keep: () => string | null) {
    this.#most = Math.max(2, most)
    this.#keep = keep
  }

  get isFull(): boolean {
    return this.#bytes > MAX_BYTES
  }

  /** True when the whole of it is in a file. */
  get isKept(): boolean {
    return this.#file !== null
  }

  /** Keeps the whole although the text shows all of it, because the command's other stream is kept, and one name stands for both. */
  keepWhole(): void {
    if (this.#file === null) this.#open()
  }

  add(chunk: Buffer): void {
    if (this.#bytes < LOOKED_AT_BYTES && chunk.subarray(0, LOOKED_AT_BYTES - this.#bytes).includes(0))
      this.#isBinary = true
    this.#bytes += chunk.length
    for (const byte of chunk) if (byte === 10) this.#breaks++
    if (chunk.length > 0) this.#endsInBreak = chunk.at(-1) === 10
    this.#hold(this.#decoder.decode(chunk, { stream: true }))
    this.#write(chunk)
  }

  /** Call it once, at the end. */
  end(): Heard {
    if (this.#file !== null) closeSync(this.#file)
    this.#file = null
    this.#hold(this.#decoder.decode())
    const lines = this.#breaks + (this.#endsInBreak ? 0 : 1)
    const isCut = this.#left > 0 || this.#isBinary
    const between = this.#left > 0 ? `\n… ${this.#left} characters left out …\n` : ''
    const text = this.#isBinary ? `(binary, ${this.#bytes} bytes)` : `${this.#head}${between}${this.#tail}`
    return { text, bytes: this.#bytes, lines, isBinary: this.#isBinary, isCut }
  }

  #hold(text: string): void {
    const half = Math.floor(this.#most / 2)
    let taken = 0
    if (!this.#headIsFull) {
      taken = fitting(text, half - weightOf(this.#head))
      this.#head += text.slice(0, taken)
      this.#headIsFull = taken < text.length
    }
    const tail = this.#tail + text.slice(taken)
    const from = tail.length - fittingFromEnd(tail, half)
    this.#left += from
    this.#tail = tail.slice(from)
  }

  #write(chunk: Buffer): void {
    if (!this.#keep || this.isFull) return
    if (this.#file !== null) {
      writeSync(this.#file, chunk)
      return
    }
    this.#waiting.push(chunk)
    if (this.#left > 0 || this.#isBinary) this.#open()
  }

  #open(): void {
    const path = this.#keep?.() ?? null
    const waiting = this.#waiting
    this.#waiting = []
    if (path === null) {
      this.#keep = null
      return
    }
    this.#file = openSync(path, 'w', 0o600)
    for (const earlier of waiting) writeSync(this.#file, earlier)
  }
}

/** Says where the streams of one command are kept. The first stream that needs the id takes it. */
export class OutputPlace {
  readonly #folder: string | null
  id: string | null = null

  constructor(folder: string | null) {
    this.#folder = folder
  }

  pathOf(stream: StreamName): string | null {
    if (this.#folder === null) return null
    this.id ??= newOutputId(this.#folder)
    return fileOf(this.#folder, this.id, stream)
  }
}

export interface Page {
  from_line: number
  /** The last line of the page; the next page begins after it. */
  to_line: number
  /** Whether there is more after this page. */
  more: boolean
  text: string
}

export interface WantedPage {
  id: string
  stream: StreamName
  from_line: number
  /** The position in the first line from which a page goes on when the line is longer than a page. */
  from_character: number
  lines: number
}

/**
 * Reads lines of a kept output, counted from 1, as many as fit; cuts a first line that does not, and says where it goes on. Null
 * where nothing of that name is kept. Reads only files of the folder: the id is one of ours.
 */
export async function readPage(folder: string, wanted: WantedPage, most: number): Promise<Page | null> {
  if (!/^command_[1-9]\d*$/.test(wanted.id)) return null
  const handle = await open(fileOf(folder, wanted.id, wanted.stream), 'r').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  })
  if (!handle) return null
  await using _handle = handle
  const { from_line, from_character } = wanted
  const page: Page = { from_line, to_line: from_line - 1, more: false, text: '' }
  let number = 0
  let weight = 0
  for await (const whole of createInterface({
    input: handle.createReadStream({ encoding: 'utf8', autoClose: false }),
    crlfDelay: Infinity,
  })) {
    number++
    if (number < from_line) continue
    const line = number === from_line ? whole.slice(from_character) : whole
    const taken = fitting(line, most - weight)
    if (number > from_line && (taken < line.length || number >= from_line + wanted.lines))
      return { ...page, more: true }
    page.to_line = number
    if (taken < line.length) {
      const at = from_character + taken
      const rest = `${line.length - taken} characters of this line left out: go on with from_line=${number}, from_character=${at}`
      return { ...page, more: true, text: `${line.slice(0, taken)} … ${rest}` }
    }
    page.text += `${line}\n`
    weight += weightOf(`${line}\n`)
  }
  return page
}
