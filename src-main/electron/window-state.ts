// Remembers where the person has left the windows: in one small file, used again where a screen is still there.
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { rectSchema, pointSchema, type Rect } from '../../src-preload/contract/geometry.ts'
import { writeFileAtomically } from '../core/atomic-file.ts'
import { drop } from '../core/control-flow.ts'

const placesSchema = z.object({
  chat: z.object({ bounds: rectSchema, maximized: z.boolean() }).nullable().catch(null),
  /** Top left. */
  pill: pointSchema.nullable().catch(null),
})
export type Places = z.infer<typeof placesSchema>

/** Milliseconds after the last change until it is written. */
const QUIET_MS = 500

export class WindowState {
  readonly #path: string
  #places: Places
  #timer: NodeJS.Timeout | null = null

  /** A missing or broken file counts as no saved places. */
  constructor(path: string) {
    this.#path = path
    this.#places = { chat: null, pill: null }
    try {
      this.#places = placesSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
    } catch {
      // This is the first start, or somebody has edited the file.
    }
  }

  get places(): Places {
    return this.#places
  }

  keep(change: Partial<Places>): void {
    this.#places = { ...this.#places, ...change }
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = setTimeout(() => drop(this.save()), QUIET_MS)
  }

  /** Writes unsaved changes; call it at the end. */
  async save(): Promise<void> {
    if (!this.#timer) return
    clearTimeout(this.#timer)
    this.#timer = null
    await writeFileAtomically(this.#path, JSON.stringify(this.#places))
  }
}

/** The pixels of a window that must be on a screen, so that a person can see and grab it. */
const MIN_GRIP_PX = 64

/** Tells whether enough of a window is on one of these screens. */
export const isReachable = (bounds: Rect, screens: readonly Rect[]): boolean =>
  screens.some((screen) => {
    const width = Math.min(bounds.x + bounds.width, screen.x + screen.width) - Math.max(bounds.x, screen.x)
    const height = Math.min(bounds.y + bounds.height, screen.y + screen.height) - Math.max(bounds.y, screen.y)
    return Math.min(width, bounds.width) >= MIN_GRIP_PX && height >= Math.min(MIN_GRIP_PX, bounds.height)
  })
