// Shows the overlay while a run acts on the person's own desktop: a border around the screen where it acts, and a pill with the
// brake. They are two windows that take no focus; the mouse goes through the border, and the pill can be dragged.
import { screen, type BrowserWindow, type Display } from 'electron'
import type { Point, Rect } from '../../src-preload/contract/geometry.ts'
import type { RunView } from '../../src-preload/contract/run-view.ts'
import { pageAddress } from './origin.ts'
import { borderShape, pillShape } from './overlay-shape.ts'
import { hostRun, markOf, placeOf } from './overlay-scene.ts'
import { isReachable, type WindowState } from './window-state.ts'
import { PILL } from './window-table.ts'
import type { Windows } from './windows.ts'

/** Milliseconds after an act has begun, between which the page shows its mark. */
const MARK_MS = { from: 60, to: 1050 } as const
/** Milliseconds between two parts of a run for which the overlay stays, so that it does not flicker. */
const GRACE_MS = 400
/** Milliseconds for which the pill stays away from the place of a click. */
const ASIDE_MS = 4000
/** Pixels between the pill and the edge of the screen. */
const MARGIN_PX = 28

interface OverlayOptions {
  windows: Windows
  state: WindowState
  isWanted: () => boolean
}

export class Overlay {
  readonly #options: OverlayOptions
  #display: Display | null = null
  #run: string | null = null
  #marked: string | null = null
  #markTimers: NodeJS.Timeout[] = []
  #hideTimer: NodeJS.Timeout | null = null
  /** Top left of the pill when the drag began. */
  #drag: Point | null = null
  /** Where the pill lies while it is out of the way of a click. */
  #away: Point | null = null
  #awayTimer: NodeJS.Timeout | null = null

  constructor(options: OverlayOptions) {
    this.#options = options
    screen.on('display-metrics-changed', () => this.#displaysChanged())
    screen.on('display-removed', () => this.#displaysChanged())
  }

  /** Shows or hides the overlay as these runs need it. */
  update(views: readonly RunView[]): void {
    const view = this.#options.isWanted() ? hostRun(views) : null
    if (view === null) {
      if (this.#isShown) this.#hideTimer ??= setTimeout(() => this.#hide(), GRACE_MS)
      return
    }
    if (this.#hideTimer) clearTimeout(this.#hideTimer)
    this.#hideTimer = null
    const display = displayAt(placeOf(view))
    const moved = this.#display?.id !== display.id || this.#run !== view.run
    this.#display = display
    this.#run = view.run
    if (moved || !this.#isShown) this.#show()
    this.#mark(view)
  }

  /** Carries out `drag_window` of the pill. */
  drag({ dx, dy, done }: { dx: number; dy: number; done: boolean }): void {
    const pill = this.#options.windows.find('pill')
    if (!pill) return
    const { x, y } = pill.getBounds()
    this.#drag ??= { x, y }
    const place = { x: this.#drag.x + dx, y: this.#drag.y + dy }
    pill.setPosition(place.x, place.y)
    this.#away = null
    if (!done) return
    this.#drag = null
    this.#options.state.keep({ pill: place })
  }

  /** Moves the pill out of the way of a click at this point (of the screen, in its own pixels). */
  stepAside(point: Point): void {
    const pill = this.#options.windows.find('pill')
    if (!pill?.isVisible() || !this.#display) return
    const at = inDip(point)
    const { x, y } = pill.getBounds()
    if (
      !isInside(at, {
        x: x - MARGIN_PX,
        y: y - MARGIN_PX,
        width: PILL.width + 2 * MARGIN_PX,
        height: PILL.height + 2 * MARGIN_PX,
      })
    )
      return
    const { workArea } = this.#display
    const isLow = y > workArea.y + workArea.height / 2
    this.#away = {
      x,
      y: isLow ? workArea.y + MARGIN_PX : workArea.y + workArea.height - PILL.height - MARGIN_PX,
    }
    pill.setPosition(this.#away.x, this.#away.y)
    if (this.#awayTimer) clearTimeout(this.#awayTimer)
    this.#awayTimer = setTimeout(() => this.comeBack(), ASIDE_MS)
  }

  /** Handles a display that has moved, changed its size, or gone. */
  comeBack(): void {
    if (!this.#away) return
    this.#away = null
    this.#place()
  }

  get #isShown(): boolean {
    return this.#options.windows.find('border') !== null
  }

  #hide(): void {
    this.#hideTimer = null
    this.#display = null
    this.#run = null
    this.#marked = null
    this.#away = null
    // The system still lists hidden windows, so they are destroyed; the next run gets new ones.
    this.#options.windows.destroy('border')
    this.#options.windows.destroy('pill')
  }

  #show(): void {
    const { windows } = this.#options
    const hash = this.#hash()
    for (const kind of ['border', 'pill'] as const) {
      const known = windows.find(kind)
      const window = windows.get(kind, hash)
      // Another hash of the same page does not load it again; the page gets an event.
      if (known) void known.loadURL(pageAddress(kind, hash)).catch(() => {})
      else {
        window.once('ready-to-show', () => {
          // The windows are placed before they show, so that nothing flashes, and again afterwards, in case a shape needs a mapped window.
          this.#place()
          window.showInactive()
          this.#place()
        })
      }
    }
    this.#place()
  }

  /** A display may have got another place or size, or be gone. */
  #displaysChanged(): void {
    const before = this.#display
    if (!before || !this.#isShown) return
    this.#display = screen.getAllDisplays().find(({ id }) => id === before.id) ?? screen.getPrimaryDisplay()
    this.#show()
  }

  #place(): void {
    const { windows, state } = this.#options
    const display = this.#display
    if (!display) return
    const border = windows.find('border')
    const pill = windows.find('pill')
    border?.setBounds(display.bounds)
    const kept = state.places.pill
    const screens = screen.getAllDisplays().map(({ workArea }) => workArea)
    const isKept = kept && isReachable({ ...kept, ...PILL }, screens)
    pill?.setBounds({ ...(this.#away ?? (isKept ? kept : pillPlace(display.workArea))), ...PILL })
    if (border) cut(border, borderShape(display.bounds, null))
    if (pill) cut(pill, pillShape(PILL))
  }

  /** Gives the display's origin in the pixels of events, and how many of these are one of the page's. */
  #hash(): string {
    const scale = process.platform === 'darwin' ? 1 : (this.#display?.scaleFactor ?? 1)
    const { x, y } = this.#display ? inScreen(this.#display.bounds, scale) : { x: 0, y: 0 }
    const place = { x: String(x), y: String(y), scale: String(scale) }
    return new URLSearchParams({ ...place, run: this.#run ?? '' }).toString()
  }

  #mark(view: RunView): void {
    const mark = markOf(view)
    const border = this.#options.windows.find('border')
    if (!border || !this.#display || (mark?.call ?? null) === this.#marked) return
    this.#marked = mark?.call ?? null
    for (const timer of this.#markTimers) clearTimeout(timer)
    const { bounds } = this.#display
    const shape = (point: Point | null) => {
      if (!border.isDestroyed()) cut(border, borderShape(bounds, point))
    }
    shape(null)
    if (!mark) return
    const { x, y } = inDip(mark.point)
    this.#markTimers = [
      setTimeout(() => shape({ x: x - bounds.x, y: y - bounds.y }), MARK_MS.from),
      setTimeout(() => shape(null), MARK_MS.to),
    ]
  }
}

/** Cuts a window to its shape, unless the system itself blends windows. */
function cut(window: BrowserWindow, shape: Rect[]): void {
  if (process.platform === 'linux') window.setShape(shape)
}

/** The top left of a display in the screen's own pixels; Windows has a scale for each display. */
const inScreen = (bounds: Rect, scale: number): Point =>
  process.platform === 'win32'
    ? screen.dipToScreenRect(null, bounds)
    : { x: bounds.x * scale, y: bounds.y * scale }

/** A point in the screen's own pixels in those that Electron counts in; on macOS they are the same. */
const inDip = (point: Point): Point =>
  process.platform === 'darwin'
    ? point
    : screen.screenToDipPoint({ x: Math.round(point.x), y: Math.round(point.y) })

const displayAt = (point: Point | null): Display =>
  point === null ? screen.getPrimaryDisplay() : screen.getDisplayNearestPoint(inDip(point))

/** Places the pill in the middle, above the lower edge. */
const pillPlace = (area: Rect): Point => ({
  x: Math.round(area.x + (area.width - PILL.width) / 2),
  y: area.y + area.height - PILL.height - MARGIN_PX,
})

const isInside = ({ x, y }: Point, rect: Rect): boolean =>
  x >= rect.x && x < rect.x + rect.width && y >= rect.y && y < rect.y + rect.height
