// Makes pictures of the screen without our own windows: it fills their places with what the windows below them show, read
// from each window's own pixels (Composite keeps them). Nothing moves on the screen for it.
import type { Composite } from 'x11'
import type { Rect } from '../../../../src-preload/contract/geometry.ts'
import { intersection } from '../../../core/geometry.ts'
import type { XConnection } from './connection.ts'
import type { OwnWindows, TopLevel } from './own-windows.ts'
import { fairTime } from '../../fair-time.ts'

const Z_PIXMAP = 2
/** The bits per pixel of a window without transparency. */
const OPAQUE = 24
const SEE_THROUGH = 32
/** The value of a window's background that means its parent's background. */
const PARENT_RELATIVE = 1
/** Milliseconds for which the plain colour of the bare desktop counts as unchanged. */
const PLAIN_MS = 60_000

/** A part of the screen, one number a pixel as the server gives it: blue, green, red from the lowest byte on. */
interface Patch {
  rect: Rect
  pixels: Uint32Array
  /** 1 where a pixel has been painted. */
  painted: Uint8Array
}

export class Below {
  readonly #connection: XConnection
  readonly #composite: Composite
  readonly #own: OwnWindows
  readonly #bare: BareDesktop

  constructor(connection: XConnection, composite: Composite, own: OwnWindows) {
    this.#connection = connection
    this.#composite = composite
    this.#own = own
    this.#bare = new BareDesktop(connection, composite, own)
  }

  /** Tells where own windows are now. A picture between two equal answers shows them there. */
  async places(): Promise<string> {
    return JSON.stringify((await this.#own.topLevels()).own)
  }

  /**
   * Takes own windows out of `pixels`, which show `area`. False when that can't be done, or they are no longer where they were
   * when the picture was taken (`places`); then nothing was changed.
   */
  async uncover(pixels: Uint32Array, area: Rect, places: string): Promise<boolean> {
    const { own, others } = await this.#own.topLevels()
    if (JSON.stringify(own) !== places) return false
    const patches: Patch[] = []
    for (const rect of own.flatMap((window) => window.shape)) {
      const part = intersection(rect, area)
      if (!part) continue
      const patch = await this.#patch(part, others)
      if (!patch) return false
      patches.push(patch)
    }
    for (const patch of patches) paste(patch, pixels, area)
    return true
  }

  /** Gives what a part of the screen would show without own windows; null when that can't be known. */
  async #patch(rect: Rect, others: readonly TopLevel[]): Promise<Patch | null> {
    const size = rect.width * rect.height
    const patch: Patch = { rect, pixels: new Uint32Array(size), painted: new Uint8Array(size) }
    const meeting = others.filter((window) => window.shape.some((part) => intersection(part, rect) !== null))
    // The last window that covers the whole rectangle hides all below it, unless it is transparent.
    const cover = meeting.findLastIndex(({ shape }) => shape.some((part) => holds(part, rect)))
    if (cover >= 0 && (await this.#paint(patch, meeting.slice(cover), true)) === true) return patch
    patch.painted.fill(0)
    const background = await this.#bare.pixels(rect)
    if (background) patch.pixels.set(background)
    const done = await this.#paint(patch, meeting, false)
    return done === true && (background !== null || patch.painted.every(Boolean)) ? patch : null
  }

  /** Paints windows from the bottom to the top. False when the first one is transparent but must not be; null on a failure. */
  async #paint(patch: Patch, windows: readonly TopLevel[], opaque: boolean): Promise<boolean | null> {
    for (const [at, window] of windows.entries()) {
      const part = intersection(window.bounds, patch.rect)
      if (!part) continue
      const image = await this.#pixelsOf(window, part)
      if (!image) return null
      if (opaque && at === 0 && image.depth !== OPAQUE) return false
      for (const piece of window.shape) blend(patch, image, part, piece)
    }
    return true
  }

  async #pixelsOf(window: TopLevel, part: Rect): Promise<{ depth: number; pixels: Uint32Array } | null> {
    const { client } = this.#connection
    const pixmap = client.AllocID()
    this.#composite.NameWindowPixmap(window.id, pixmap)
    const place = { ...part, x: part.x - window.bounds.x, y: part.y - window.bounds.y }
    try {
      return await imageOf(this.#connection, pixmap, place)
    } finally {
      client.FreePixmap(pixmap)
      client.ReleaseID(pixmap)
    }
  }
}

/**
 * Reads what is below all windows. A program that paints a picture there leaves the id of its pixmap on the root window; a plain colour
 * shows only in a window with its parent's background. That window is painted only into its own pixels, so nobody sees it.
 */
class BareDesktop {
  readonly #connection: XConnection
  readonly #composite: Composite
  readonly #own: OwnWindows
  /** This is read seldom: a window that comes and goes at each picture would disturb programs that list windows. */
  #plain: { pixels: Promise<Uint32Array | null>; at: number } | null = null

  constructor(connection: XConnection, composite: Composite, own: OwnWindows) {
    this.#connection = connection
    this.#composite = composite
    this.#own = own
  }

  /** Null where that can't be known: a compositing manager may paint anything there. */
  async pixels(rect: Rect): Promise<Uint32Array | null> {
    const [noted] = await this.#connection.numbers(this.#connection.root, '_XROOTPMAP_ID')
    if (noted) return (await imageOf(this.#connection, noted, rect))?.pixels ?? null
    if (await this.#own.isComposited()) return null
    const now = fairTime()
    if (!this.#plain || now - this.#plain.at > PLAIN_MS) this.#plain = { pixels: this.#readPlain(), at: now }
    const all = await this.#plain.pixels.catch(() => null)
    if (!all) {
      this.#plain = null
      return null
    }
    const { width } = this.#connection.size
    const part = new Uint32Array(rect.width * rect.height)
    for (let row = 0; row < rect.height; row++) {
      const from = (rect.y + row) * width + rect.x
      part.set(all.subarray(from, from + rect.width), row * rect.width)
    }
    return part
  }

  async #readPlain(): Promise<Uint32Array | null> {
    const { client, root, size } = this.#connection
    const [window, pixmap] = [client.AllocID(), client.AllocID()]
    const { width, height } = size
    const values = { overrideRedirect: 1, backgroundPixmap: PARENT_RELATIVE }
    try {
      await this.#connection.act(() => {
        client.CreateWindow(window, root, 0, 0, width, height, 0, 0, 1, 0, values)
        client.LowerWindow(window)
        this.#composite.RedirectWindow(window, this.#composite.Redirect.Manual)
      })
      await this.#own.letThrough(window)
      await this.#connection.act(() => client.MapWindow(window))
      await this.#connection.act(() => this.#composite.NameWindowPixmap(window, pixmap))
      const image = await imageOf(this.#connection, pixmap, { x: 0, y: 0, width, height })
      return image?.pixels ?? null
    } finally {
      const free = () => {
        client.DestroyWindow(window)
        client.FreePixmap(pixmap)
      }
      await this.#connection.act(free).catch(() => {})
      client.ReleaseID(window)
      client.ReleaseID(pixmap)
    }
  }
}

/** Null for a drawable that is gone, or of another depth than screens have. */
async function imageOf(
  connection: XConnection,
  drawable: number,
  { x, y, width, height }: Rect,
): Promise<{ depth: number; pixels: Uint32Array } | null> {
  const image = await connection.askOrNull<{ depth: number; data: Buffer }>((reply) =>
    connection.client.GetImage(Z_PIXMAP, drawable, x, y, width, height, 0xffffffff, reply),
  )
  if (!image || (image.depth !== OPAQUE && image.depth !== SEE_THROUGH)) return null
  return { depth: image.depth, pixels: pixelsOf(image.data, width * height) }
}

const holds = (outer: Rect, inner: Rect): boolean => {
  const common = intersection(outer, inner)
  return common !== null && common.width === inner.width && common.height === inner.height
}

/** Blends the part of an image within `piece` over a patch. Transparent pixels come multiplied by their alpha. */
function blend(patch: Patch, image: { depth: number; pixels: Uint32Array }, shown: Rect, piece: Rect): void {
  const part = intersection(shown, piece)
  if (!part) return
  for (let y = part.y; y < part.y + part.height; y++) {
    const from = (y - shown.y) * shown.width + (part.x - shown.x)
    const to = (y - patch.rect.y) * patch.rect.width + (part.x - patch.rect.x)
    if (image.depth === OPAQUE) {
      patch.pixels.set(image.pixels.subarray(from, from + part.width), to)
      patch.painted.fill(1, to, to + part.width)
      continue
    }
    for (let x = 0; x < part.width; x++) {
      const over = image.pixels[from + x] ?? 0
      const alpha = over >>> 24
      patch.pixels[to + x] = alpha === 255 ? over : mix(over, patch.pixels[to + x] ?? 0, 255 - alpha)
      if (alpha === 255) patch.painted[to + x] = 1
    }
  }
}

/** Adds so many 255ths of `under` to `over`, channel by channel. */
function mix(over: number, under: number, rest: number): number {
  const channel = (shift: number) =>
    Math.min(255, ((over >>> shift) & 0xff) + Math.round((((under >>> shift) & 0xff) * rest) / 255)) << shift
  return (channel(0) | channel(8) | channel(16)) >>> 0
}

function paste({ rect, pixels: from }: Patch, pixels: Uint32Array, area: Rect): void {
  for (let row = 0; row < rect.height; row++) {
    const line = from.subarray(row * rect.width, (row + 1) * rect.width)
    pixels.set(line, (rect.y - area.y + row) * area.width + (rect.x - area.x))
  }
}

/** Gives the pixels of a server's answer as numbers; copies them where they are not aligned in memory. */
export function pixelsOf(data: Buffer, count: number): Uint32Array {
  const aligned = data.byteOffset % 4 === 0 ? data : Buffer.from(data)
  if (aligned.byteOffset % 4 === 0) return new Uint32Array(aligned.buffer, aligned.byteOffset, count)
  const copy = new Uint32Array(count)
  Buffer.from(copy.buffer).set(data.subarray(0, count * 4))
  return copy
}
