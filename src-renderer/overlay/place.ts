// Converts points of the screen, as events have them, into the pixels of the overlay's own window.
import type { Point } from '../../src-preload/contract/geometry.ts'

/** The display that the border covers. `x` and `y` are its top left corner in screen space. */
export interface Place {
  x: number
  y: number
  /** Screen pixels per CSS pixel. */
  scale: number
  /** The drawn run; null for the one on the host desktop. */
  run: string | null
}

interface OwnWindow {
  screenX: number
  screenY: number
  devicePixelRatio: number
}

/** Returns the position in the hash of the page (`#x=0&y=0&scale=1&run=NAME`), else that of the window itself. */
export function placeOf(hash: string, own: OwnWindow): Place {
  const said = new URLSearchParams(hash.replace(/^#/, ''))
  const number = (name: string): number | null => {
    const text = said.get(name)
    const value = text === null || text === '' ? Number.NaN : Number(text)
    return Number.isFinite(value) ? value : null
  }
  const scale = number('scale') ?? own.devicePixelRatio
  return {
    x: number('x') ?? own.screenX * scale,
    y: number('y') ?? own.screenY * scale,
    scale: scale > 0 ? scale : 1,
    run: said.get('run'),
  }
}

/** Converts a point of screen space into CSS pixels of a window at this position. */
export const inWindow = (point: Point, place: Place): Point => ({
  x: (point.x - place.x) / place.scale,
  y: (point.y - place.y) / place.scale,
})
