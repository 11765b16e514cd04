// Defines the four coordinate spaces and every conversion between them. Nothing else in Deskhand adds an offset or a scale.
import type { Point, Rect } from '../../src-preload/contract/geometry.ts'

declare const space: unique symbol
type In<S extends string, T> = T & { readonly [space]: S }

/** Pixels of the whole desktop, origin at the top left of the primary screen; may be negative on other screens. */
export type ScreenPoint = In<'screen', Point>
export type ScreenRect = In<'screen', Rect>
/** Pixels from the top left of a window's client area. */
export type WindowPoint = In<'window', Point>
/** Pixels of a picture as it was taken. */
export type ImagePoint = In<'image', Point>
/** Pixels of the (usually smaller) picture that a model got, or of the space it answers in. */
export type ModelPoint = In<'model', Point>

export const screenPoint = (x: number, y: number): ScreenPoint => ({ x, y }) as ScreenPoint
export const windowPoint = (x: number, y: number): WindowPoint => ({ x, y }) as WindowPoint
export const imagePoint = (x: number, y: number): ImagePoint => ({ x, y }) as ImagePoint
export const modelPoint = (x: number, y: number): ModelPoint => ({ x, y }) as ModelPoint
export const screenRect = (rect: Rect): ScreenRect =>
  ({ x: rect.x, y: rect.y, width: rect.width, height: rect.height }) as ScreenRect

export interface Size {
  width: number
  height: number
}

export const screenToWindow = (point: ScreenPoint, window: ScreenRect): WindowPoint =>
  windowPoint(point.x - window.x, point.y - window.y)

/** Takes in `shown` the part of the screen that the picture shows; the picture may have another number of pixels. */
export const imageToScreen = (point: ImagePoint, picture: Size, shown: ScreenRect): ScreenPoint =>
  screenPoint(
    shown.x + (point.x * shown.width) / picture.width,
    shown.y + (point.y * shown.height) / picture.height,
  )

export const screenToImage = (point: ScreenPoint, picture: Size, shown: ScreenRect): ImagePoint =>
  imagePoint(
    ((point.x - shown.x) * picture.width) / shown.width,
    ((point.y - shown.y) * picture.height) / shown.height,
  )

export const modelToImage = (point: ModelPoint, model: Size, picture: Size): ImagePoint =>
  imagePoint((point.x * picture.width) / model.width, (point.y * picture.height) / model.height)

/** Gives the part of the screen that a rectangle of a picture shows. */
export function imageRectToScreen(rect: Rect, picture: Size, shown: ScreenRect): ScreenRect {
  const { x, y } = imageToScreen(imagePoint(rect.x, rect.y), picture, shown)
  const end = imageToScreen(imagePoint(rect.x + rect.width, rect.y + rect.height), picture, shown)
  return screenRect({ x, y, width: end.x - x, height: end.y - y })
}

/** Tells whether a model's point lies in the space of its answers; the far edges count. */
export const isInModelSpace = ({ x, y }: ModelPoint, model: Size): boolean =>
  x >= 0 && y >= 0 && x <= model.width && y <= model.height

/** Converts a point in a model's space to a whole pixel of the screen. */
export function modelToScreen(point: ModelPoint, model: Size, shown: ScreenRect): ScreenPoint {
  const { x, y } = imageToScreen(modelToImage(point, model, shown), shown, shown)
  return screenPoint(
    Math.min(Math.round(x), shown.x + shown.width - 1),
    Math.min(Math.round(y), shown.y + shown.height - 1),
  )
}

/** Converts a point given as fractions 0..1 of a window, as `click_on_coordinates` takes it. */
export const fractionToScreen = (x: number, y: number, window: ScreenRect): ScreenPoint =>
  screenPoint(
    Math.min(window.x + window.width - 1, window.x + x * window.width),
    Math.min(window.y + window.height - 1, window.y + y * window.height),
  )

/** Converts in the other direction: gives a point of the desktop in the form that an act takes. */
export const screenToFraction = (point: ScreenPoint, area: ScreenRect): Point => ({
  x: (point.x - area.x) / area.width,
  y: (point.y - area.y) / area.height,
})

export const centreOf = (rect: ScreenRect): ScreenPoint =>
  screenPoint(Math.round(rect.x + rect.width / 2), Math.round(rect.y + rect.height / 2))

export const contains = (rect: Rect, point: Point): boolean =>
  point.x >= rect.x && point.y >= rect.y && point.x < rect.x + rect.width && point.y < rect.y + rect.height

/** Tells whether a rectangle lies within another. */
export const holdsWhole = (outer: Rect, inner: Rect): boolean =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

/** Gives the common part of two rectangles, or null when they do not meet. */
export const intersection = <T extends Rect>(a: T, b: Rect): T | null => {
  const x = Math.max(a.x, b.x)
  const y = Math.max(a.y, b.y)
  const width = Math.min(a.x + a.width, b.x + b.width) - x
  const height = Math.min(a.y + a.height, b.y + b.height) - y
  return width > 0 && height > 0 ? ({ x, y, width, height } as unknown as T) : null
}

/** Gives the smallest rectangle around some others; empty for none. */
export function enclosing(rects: readonly Rect[]): ScreenRect {
  if (rects.length === 0) return screenRect({ x: 0, y: 0, width: 0, height: 0 })
  const x = Math.min(...rects.map((rect) => rect.x))
  const y = Math.min(...rects.map((rect) => rect.y))
  const right = Math.max(...rects.map((rect) => rect.x + rect.width))
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height))
  return screenRect({ x, y, width: right - x, height: bottom - y })
}
