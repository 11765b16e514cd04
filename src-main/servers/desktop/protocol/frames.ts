// Shows the desktop to a person who watches it: pictures for the keeper, at most one for each change. It keeps none of them but
// the last pixels, to see whether anything is different where the system reports no changes.
import { enclosing, type ScreenRect } from '../../../core/geometry.ts'
import { loadSharp } from '../../../core/load-sharp.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { ChangeWatch, Platform, RawPicture } from '../../../platform/platform.ts'
import type { FrameAnswer, FrameRequest } from './messages.ts'
import type { Turns } from '../acting/turns.ts'

/** Milliseconds that a frame waits for an act to end. The act has priority, but a long act is watched, too. */
const YIELD_MS = 250
/** Milliseconds between two looks for a change. */
const LOOK_MS = 20
/** Milliseconds after which watching ends, also when the keeper forgot to say so. */
const FORGOTTEN_MS = 15_000
/** High enough for reading small text. */
const QUALITY = 80

export class Frames implements AsyncDisposable {
  readonly #platform: Platform
  readonly #turns: Turns
  #watch: Promise<ChangeWatch> | null = null
  #lastChange: number | null = null
  /** Grows with each change. */
  #version = 0
  #last: RawPicture | null = null
  #forgotten: NodeJS.Timeout | null = null

  constructor(platform: Platform, turns: Turns) {
    this.#platform = platform
    this.#turns = turns
  }

  async next({ widths, seen, within_ms }: FrameRequest, run: RunControl): Promise<FrameAnswer> {
    this.#remember()
    const screens = await this.#platform.screens(run)
    const area = enclosing(screens.map((screen) => screen.bounds))
    this.#watch ??= this.#begin(area, run)
    const watch = await this.#watch
    const isNew = (): true | null => (this.#versionOf(watch) === seen ? null : true)
    const told = seen === null || (await run.until(isNew, within_ms, LOOK_MS)) !== null
    await this.#turns.rest(YIELD_MS)
    const version = this.#versionOf(watch)
    const raw = await this.#platform.picture(area, run)
    const same = !told && this.#last !== null && this.#last.rgba.equals(raw.rgba)
    this.#last = raw
    const pictures = same ? [] : await run.race(Promise.all(widths.map((width) => encode(raw, width))))
    return { seen: version, bounds: raw.bounds, pictures }
  }

  /** Called when nobody watches any more. */
  async end(): Promise<void> {
    if (this.#forgotten) clearTimeout(this.#forgotten)
    this.#forgotten = null
    this.#last = null
    const watch = this.#watch
    this.#watch = null
    await watch?.then(
      (each) => each[Symbol.asyncDispose](),
      () => {},
    )
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end()
  }

  async #begin(area: ScreenRect, run: RunControl): Promise<ChangeWatch> {
    this.#version += 1
    this.#lastChange = null
    try {
      return await this.#platform.watch(area, run)
    } catch (error) {
      this.#watch = null
      throw error
    }
  }

  #versionOf(watch: ChangeWatch): number {
    const last = watch.lastChange()
    if (last !== this.#lastChange) {
      this.#lastChange = last
      this.#version += 1
    }
    return this.#version
  }

  #remember(): void {
    if (this.#forgotten) clearTimeout(this.#forgotten)
    this.#forgotten = setTimeout(() => {
      this.end().catch(() => {})
    }, FORGOTTEN_MS)
    this.#forgotten.unref()
  }
}

async function encode(raw: RawPicture, widest: number): Promise<FrameAnswer['pictures'][number]> {
  const sharp = await loadSharp()
  const image = sharp(raw.rgba, { raw: { width: raw.width, height: raw.height, channels: 4 } }).removeAlpha()
  if (raw.width > widest) image.resize({ width: widest })
  const { data, info } = await image
    .jpeg({ quality: QUALITY, chromaSubsampling: '4:4:4' })
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: data.toString('base64') }
}
