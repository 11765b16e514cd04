// Where the overlay lies: points of the screen, as events have them, in the pixels of its own window.
import type { Point } from '../../src-preload/contract/geometry.ts'

/** The display that the border covers. `x` and `y` are its top left corner in screen space. */
export interface Place {
  x: number
  y: number
  /** Screen pixels per CSS pixel. */
  scale: number
  /** The run that is drawn; null for the one that is live on the host desktop. */
  run: string | null
}

interface OwnWindow {
  screenX: number
  screenY: number
  devicePixelRatio: number
}

/** The place that the hash of the page says (`#x=0&y=0&scale=1&run=NAME`), else where the window itself is. */
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

/** A point of screen space in CSS pixels of a window that lies at this place. */
export const inWindow = (point: Point, place: Place): Point => ({
  x: (point.x - place.x) / place.scale,
  y: (point.y - place.y) / place.scale,
})
