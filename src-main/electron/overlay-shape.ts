// Cuts the overlay's windows on Linux: without a compositor a transparent window is black, so all but the drawing is cut out of
// it (`setShape`). In CSS pixels of the window; `src-renderer/overlay` draws the same.
import type { Point, Rect } from '../../src-preload/contract/geometry.ts'

const BORDER = 4
const MARK = { outer: 22, inner: 18, dot: 6 } as const
const LABEL = { width: 240, height: 28, away: 32, room: 300 } as const

interface Size {
  width: number
  height: number
}

/** Gives four strips, and the mark with its label where an act is aimed. */
export function borderShape(size: Size, mark: Point | null): Rect[] {
  const { width, height } = size
  const strips = [
    { x: 0, y: 0, width, height: BORDER },
    { x: 0, y: height - BORDER, width, height: BORDER },
    { x: 0, y: BORDER, width: BORDER, height: height - 2 * BORDER },
    { x: width - BORDER, y: BORDER, width: BORDER, height: height - 2 * BORDER },
  ]
  return mark ? [...strips, ...markShape(mark, width)] : strips
}

function markShape({ x, y }: Point, width: number): Rect[] {
  const left = width - x < LABEL.room ? x - LABEL.away - LABEL.width : x + LABEL.away
  const label = { x: left, y: y - LABEL.height / 2, width: LABEL.width, height: LABEL.height }
  return [...ring(x, y), ...disc(x, y, MARK.dot), label].map(whole)
}

/** Rows of a circle's area. */
function disc(x: number, y: number, radius: number): Rect[] {
  return rows(radius).map(([row, half]) => ({ x: x - half, y: y + row, width: 2 * half, height: 1 }))
}

function ring(x: number, y: number): Rect[] {
  return rows(MARK.outer).flatMap(([row, half]) => {
    const hole = halfOf(MARK.inner, row)
    if (hole === 0) return [{ x: x - half, y: y + row, width: 2 * half, height: 1 }]
    const side = { y: y + row, width: half - hole, height: 1 }
    return [
      { ...side, x: x - half },
      { ...side, x: x + hole },
    ]
  })
}

/** Half of the circle's width in the middle of this row, counted from its centre. */
const halfOf = (radius: number, row: number): number =>
  Math.round(Math.sqrt(Math.max(0, radius ** 2 - (row + 0.5) ** 2)))

const rows = (radius: number): [row: number, half: number][] =>
  Array.from({ length: 2 * radius }, (_, index) => index - radius)
    .map((row): [number, number] => [row, halfOf(radius, row)])
    .filter(([, half]) => half > 0)

const whole = ({ x, y, width, height }: Rect): Rect => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
})

/** Gives a bar with round ends. */
export function pillShape({ width, height }: Size): Rect[] {
  const radius = height / 2
  return Array.from({ length: height }, (_, row) => {
    const inset = radius - halfOf(radius, row - radius)
    return { x: inset, y: row, width: width - 2 * inset, height: 1 }
  })
}
