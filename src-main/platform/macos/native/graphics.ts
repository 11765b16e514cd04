// Asks the window server: windows front to back, screens, pictures, the pointer. Sources: CGWindow.h, CGWindowLevel.h,
// CGDirectDisplay.h, CGBitmapContext.h, CGEvent.h and CGEventTypes.h of CoreGraphics; libproc.h. All places are points of one space
// whose origin is the top left of the primary screen.
import { pointerOf } from '../../native/library.ts'
import {
  entryOf,
  makePlainArray,
  membersOf,
  numberIn,
  textIn,
  using,
  release,
  type Ref,
} from './core-foundation.ts'
import { asideFn, fn } from './frameworks.ts'

interface Point {
  x: number
  y: number
}
interface Size {
  width: number
  height: number
}
interface Rect {
  origin: Point
  size: Size
}
export type Bounds = Point & Size

/** kCGWindowListOptionOnScreenOnly and kCGWindowListExcludeDesktopElements. */
const LIST = { onScreen: 1, withoutDesktop: 16 } as const
/** kCGWindowImageNominalResolution: a pixel per point, on screens with a scale, too. */
const PIXEL_PER_POINT = 16
/** kCGImageAlphaPremultipliedLast, with the bytes as they are named: red, green, blue, alpha. */
const RGBA = 1
const MAX_SCREENS = 16
const MAX_PATH = 4096

const copyWindowInfo = fn<(option: number, relativeTo: number) => unknown>(
  'graphics',
  'intptr_t CGWindowListCopyWindowInfo(uint32_t option, uint32_t relativeTo)',
)
const createWindowList = fn<(option: number, relativeTo: number) => unknown>(
  'graphics',
  'intptr_t CGWindowListCreate(uint32_t option, uint32_t relativeTo)',
)
const arrayCount = fn<(array: Ref) => unknown>('foundation', 'int64_t CFArrayGetCount(intptr_t array)')
const arrayAt = fn<(array: Ref, at: number) => unknown>(
  'foundation',
  'intptr_t CFArrayGetValueAtIndex(intptr_t array, int64_t at)',
)
const createImage = asideFn<(area: Rect, windows: Ref, option: number) => Promise<unknown>>(
  'graphics',
  'intptr_t CGWindowListCreateImageFromArray(CGRect area, intptr_t windows, uint32_t option)',
)
const createColors = fn<() => unknown>('graphics', 'intptr_t CGColorSpaceCreateDeviceRGB()')
const createContext = fn<
  (
    data: Buffer,
    width: number,
    height: number,
    bits: number,
    row: number,
    colors: Ref,
    info: number,
  ) => unknown
>(
  'graphics',
  'intptr_t CGBitmapContextCreate(uint8_t *data, size_t width, size_t height, size_t bits, size_t row, intptr_t colors, uint32_t info)',
)
const drawImage = fn<(context: Ref, area: Rect, image: Ref) => void>(
  'graphics',
  'void CGContextDrawImage(intptr_t context, CGRect area, intptr_t image)',
)
const displayList = fn<(max: number, displays: Uint32Array, count: Uint32Array) => number>(
  'graphics',
  'int32_t CGGetActiveDisplayList(uint32_t max, _Out_ uint32_t *displays, _Out_ uint32_t *count)',
)
const displayBounds = fn<(display: number) => Rect>('graphics', 'CGRect CGDisplayBounds(uint32_t display)')
const mainDisplay = fn<() => number>('graphics', 'uint32_t CGMainDisplayID()')
const copyMode = fn<(display: number) => unknown>(
  'graphics',
  'intptr_t CGDisplayCopyDisplayMode(uint32_t display)',
)
const modeWidth = fn<(mode: Ref) => unknown>('graphics', 'size_t CGDisplayModeGetWidth(intptr_t mode)')
const modePixels = fn<(mode: Ref) => unknown>('graphics', 'size_t CGDisplayModeGetPixelWidth(intptr_t mode)')
const createEvent = fn<(source: Ref) => unknown>('graphics', 'intptr_t CGEventCreate(intptr_t source)')
const eventPlace = fn<(event: Ref) => Point>('graphics', 'CGPoint CGEventGetLocation(intptr_t event)')
const createMouseEvent = fn<(source: Ref, type: number, at: Point, button: number) => unknown>(
  'graphics',
  'intptr_t CGEventCreateMouseEvent(intptr_t source, uint32_t type, CGPoint at, uint32_t button)',
)
const setEventField = fn<(event: Ref, field: number, value: number) => void>(
  'graphics',
  'void CGEventSetIntegerValueField(intptr_t event, uint32_t field, int64_t value)',
)
const postEvent = fn<(tap: number, event: Ref) => void>(
  'graphics',
  'void CGEventPost(uint32_t tap, intptr_t event)',
)
export const canTakePictures = fn<() => boolean>('graphics', 'bool CGPreflightScreenCaptureAccess()')
const pathOfProcess = fn<(pid: number, path: Buffer, size: number) => number>(
  'system',
  'int proc_pidpath(int pid, _Out_ uint8_t *path, uint32_t size)',
)

/** A window as the window server knows it. */
export interface ServerWindow {
  id: number
  pid: number
  /** Name of its application. */
  owner: string
  /** Null without the permission to take pictures. */
  title: string | null
  /** Its level: 0 for ordinary windows. */
  layer: number
  alpha: number
  bounds: Bounds
}

/** Lists windows: those on the screen front to back, without the desktop; or all that exist, in no order. */
export const serverWindows = (which: 'on screen' | 'all'): ServerWindow[] =>
  using(pointerOf(copyWindowInfo(LIST.withoutDesktop | (which === 'all' ? 0 : LIST.onScreen), 0)), (infos) =>
    membersOf(infos).flatMap((info) => {
      const number = (key: string, of = info) => numberIn(entryOf(of, key))
      const id = number('kCGWindowNumber')
      const pid = number('kCGWindowOwnerPID')
      const place = entryOf(info, 'kCGWindowBounds')
      if (id === null || pid === null) return []
      return {
        id,
        pid,
        owner: textIn(entryOf(info, 'kCGWindowOwnerName')) ?? '',
        title: textIn(entryOf(info, 'kCGWindowName')),
        layer: number('kCGWindowLayer') ?? 0,
        alpha: number('kCGWindowAlpha') ?? 1,
        bounds: {
          x: number('X', place) ?? 0,
          y: number('Y', place) ?? 0,
          width: number('Width', place) ?? 0,
          height: number('Height', place) ?? 0,
        },
      }
    }),
  )

/** Lists the ids of all windows on the screen, with the desktop behind them: what a picture is made of. */
const shownIds = (): number[] =>
  using(pointerOf(createWindowList(LIST.onScreen, 0)), (array) =>
    array === 0n
      ? []
      : Array.from({ length: Number(arrayCount(array)) }, (_, at) => Number(pointerOf(arrayAt(array, at)))),
  )

const rectOf = ({ x, y, width, height }: Bounds): Rect => ({ origin: { x, y }, size: { width, height } })

/**
 * Takes a picture of what is shown without some windows, one pixel per point, four bytes per pixel (red, green, blue, alpha). Null where the system
 * gives none.
 */
export async function pictureWithout(windows: ReadonlySet<number>, area: Bounds): Promise<Buffer | null> {
  const ids = makePlainArray(shownIds().filter((id) => !windows.has(id)))
  const image = pointerOf(await createImage(rectOf(area), ids, PIXEL_PER_POINT).finally(() => release(ids)))
  if (image === 0n) return null
  const { width, height } = area
  // The area is painted over white, so that what no window covers is not transparent.
  const rgba = Buffer.alloc(width * height * 4, 255)
  const colors = pointerOf(createColors())
  const context = pointerOf(createContext(rgba, width, height, 8, width * 4, colors, RGBA))
  try {
    if (context === 0n) return null
    drawImage(context, rectOf({ x: 0, y: 0, width, height }), image)
    return rgba
  } finally {
    for (const ref of [context, colors, image]) release(ref)
  }
}

export interface ServerScreen {
  bounds: Bounds
  scale: number
  primary: boolean
}

export function serverScreens(): ServerScreen[] {
  const displays = new Uint32Array(MAX_SCREENS)
  const count = new Uint32Array(1)
  if (displayList(MAX_SCREENS, displays, count) !== 0) return []
  const main = mainDisplay()
  return Array.from(displays.subarray(0, count[0] ?? 0), (display) => {
    const { origin, size } = displayBounds(display)
    const scale = using(pointerOf(copyMode(display)), (mode) =>
      mode === 0n ? 1 : Number(modePixels(mode)) / (Number(modeWidth(mode)) || 1),
    )
    return { bounds: { ...origin, ...size }, scale: scale || 1, primary: display === main }
  })
}

/** Needs no permission. */
export const pointerPlaceNow = (): Point => using(pointerOf(createEvent(0n)), (event) => eventPlace(event))

/** CGEventType by button; the third kind of button has its number in the event. */
const BUTTONS = {
  left: { number: 0, down: 1, up: 2 },
  right: { number: 1, down: 3, up: 4 },
  middle: { number: 2, down: 25, up: 26 },
} as const
const CLICK_STATE = 1
const HID_TAP = 0

/** `clicks` says the how many times in a row it is pressed: without it two clicks are not a double click. */
export function postButton(button: keyof typeof BUTTONS, isDown: boolean, clicks: number, at: Point): void {
  const { number, down, up } = BUTTONS[button]
  using(pointerOf(createMouseEvent(0n, isDown ? down : up, at, number)), (event) => {
    setEventField(event, CLICK_STATE, clicks)
    postEvent(HID_TAP, event)
  })
}

/** Gives the whole path of its program; null where the system does not say. */
export function programOf(pid: number): string | null {
  const path = Buffer.alloc(MAX_PATH)
  const length = pathOfProcess(pid, path, MAX_PATH)
  return length <= 0 ? null : path.toString('utf8', 0, length)
}
