// Lists the texts on the picture of a window that shows no controls (Tk, games), so that each can be named and clicked.
import { centreOf, contains, enclosing, type ScreenRect } from '../../../core/geometry.ts'
import { SEEN_TEXT, type Picture } from '../../../core/desktop.ts'
import { ToolError } from '../../../core/errors.ts'
import type { RunControl } from '../../../core/run-control.ts'
import { readWords, type OcrEngine, type ScreenWord } from '../../../ocr/ocr.ts'
import type { PlatformWindow } from '../../../platform/platform.ts'

/** A control that was found in a picture, and not in the tree: by this room, or by a caller of `add_control_list`. */
export interface AddedControl {
  id: string
  name: string
  type: string
  bounds: ScreenRect
  window: string
}

/** The most texts of a window. */
const MAX_TEXTS = 200
/** Two labels of one line are further apart than this share of its height. */
const APART = 0.9
/** Pixels by which the same text may be read elsewhere. */
const SAME_PLACE_PX = 4

interface Look {
  window: PlatformWindow
  /** Windows of the desktop, front to back. */
  all: readonly PlatformWindow[]
  /** Whether a window belongs to the chosen one: its menus and dialogs. */
  isPart: (window: PlatformWindow) => boolean
}

export class SeenTexts {
  readonly #engine: OcrEngine
  /** Handles of windows that were asked about. */
  readonly #known = new Set<string>()
  #isBroken = false
  #last: { handle: string; picture: Picture; texts: AddedControl[] } | null = null

  constructor(engine: OcrEngine) {
    this.#engine = engine
  }

  /** Whether it is the first time that this window is asked about: it may not be in the tree yet. */
  isNew({ handle }: PlatformWindow): boolean {
    const isNew = !this.#known.has(handle)
    this.#known.add(handle)
    return isNew
  }

  /** Reads a picture of the window, the same one once only. A text keeps its id as long as it stays where it is. */
  async read(
    picture: Picture,
    { window, all, isPart }: Look,
    newId: () => string,
    run: RunControl,
  ): Promise<AddedControl[]> {
    const last = this.#last?.handle === window.handle ? this.#last : null
    if (last?.picture === picture) return last.texts
    if (this.#isBroken) return []
    const words = await readWords(this.#engine, picture, run).catch((error: unknown) => {
      // What can't read one picture (it hangs, or is not there for this system) would cost each look its time.
      this.#isBroken = error instanceof ToolError
      throw error
    })
    const labels = labelsOf(words).slice(0, MAX_TEXTS)
    const texts = labels.flatMap(({ name, bounds }): AddedControl[] => {
      const holder = all.find((each) => !each.minimized && contains(each.bounds, centreOf(bounds)))
      if (!holder || (holder.handle !== window.handle && !isPart(holder))) return []
      const before = last?.texts.find((text) => text.name === name && isNear(text.bounds, bounds))
      return [{ id: before?.id ?? newId(), name, type: SEEN_TEXT, bounds, window: holder.handle }]
    })
    this.#last = { handle: window.handle, picture, texts }
    return texts
  }
}

/** Joins the words of a line that belong together: “Save As”, and not “File” and “Edit” of a menu bar. */
export function labelsOf(words: readonly ScreenWord[]): { name: string; bounds: ScreenRect }[] {
  const lines = [...Map.groupBy(words, ({ line }) => line).values()]
  return lines.flatMap((line) => {
    const parts: ScreenWord[][] = []
    for (const word of line.toSorted((a, b) => a.bounds.x - b.bounds.x)) {
      const before = parts.at(-1)?.at(-1)
      const gap = before ? word.bounds.x - (before.bounds.x + before.bounds.width) : 0
      if (before && gap < word.bounds.height * APART) parts.at(-1)?.push(word)
      else parts.push([word])
    }
    return parts.map((part) => ({
      name: part.map(({ text }) => text).join(' '),
      bounds: enclosing(part.map(({ bounds }) => bounds)),
    }))
  })
}

const isNear = (one: ScreenRect, other: ScreenRect): boolean =>
  Math.abs(one.x - other.x) <= SAME_PLACE_PX && Math.abs(one.y - other.y) <= SAME_PLACE_PX
