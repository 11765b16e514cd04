// Reads points as an act gives them: fractions of a picture, of the chosen window's or of the whole desktop's.
import { z } from 'zod'
import { ToolError } from '../../../core/errors.ts'
import {
  contains,
  enclosing,
  fractionToScreen,
  type ScreenPoint,
  type ScreenRect,
} from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformWindow } from '../../../platform/platform.ts'
import { bringForward } from './click.ts'
import type { DesktopState } from '../state.ts'
import { companionsOf } from '../targeting/window-relations.ts'

export const fraction = z.number().min(0).max(1)
/** `desktop`: points are fractions of the whole desktop, keys go to whatever has the focus. */
export const on = z.enum(['window', 'desktop']).default('window')
export type On = z.infer<typeof on>

/** The message for a point that another window covered when the gate judged it. */
const WAS_COVERED =
  'Something else was in front at that point. The chosen window is in front now: look at it, then do it again. Nothing was clicked.'

/** Gives the part of the desktop that its pictures show. */
export async function desktopArea(state: DesktopState, all: boolean, run: RunControl): Promise<ScreenRect> {
  const screens = await state.platform.screens(run)
  const shown = all ? screens : screens.filter((screen) => screen.primary)
  const rects = (shown.length > 0 ? shown : screens).map((screen) => screen.bounds)
  if (rects.length === 0) throw new ToolError('This desktop has no screen.')
  return enclosing(rects)
}

type Fractions = readonly [x: number, y: number]

/** Gives the area that fractions refer to, and changes nothing on the desktop; null for a window when none is chosen. */
export async function pointAt(
  state: DesktopState,
  [x, y]: Fractions,
  place: On,
  run: RunControl,
): Promise<ScreenPoint | null> {
  if (place === 'desktop') return fractionToScreen(x, y, await desktopArea(state, true, run))
  const { window } = await state.chosenWindow(run)
  return window ? fractionToScreen(x, y, state.picturedArea(window)) : null
}

/**
 * Gives the points of an act. On a window, brings that to the front at the first of them; where another window lay over it, the
 * gate has judged that one instead, so nothing is done then. On the desktop, the gate has judged what is there. Throws ToolError.
 */
export async function pointsFor(
  state: DesktopState,
  fractions: readonly [Fractions, ...Fractions[]],
  place: On,
  run: RunControl,
): Promise<[ScreenPoint, ...ScreenPoint[]]> {
  const window: PlatformWindow | null = place === 'desktop' ? null : await state.needWindow(run)
  const area = window ? state.picturedArea(window) : await desktopArea(state, true, run)
  const [first, ...others] = fractions.map(([x, y]) => fractionToScreen(x, y, area))
  if (!first) throw new ToolError('No point was given.')
  const shown = window && (await shownAt(state, window, first, run))
  if (shown && (await bringForward(state, shown, first, run))) throw new ToolError(WAS_COVERED)
  return [first, ...others]
}

/** The part of a window's picture at a point: the frontmost of its dialogs and pop-ups there, else the window itself. */
async function shownAt(
  state: DesktopState,
  window: PlatformWindow,
  point: ScreenPoint,
  run: RunControl,
): Promise<PlatformWindow> {
  const companions = companionsOf(window, await state.windows(run))
  return companions.find(({ bounds }) => contains(bounds, point)) ?? window
}
