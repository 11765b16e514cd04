// Asks the compositor of Windows about a window: its frame without the shadow, and whether it is shown nowhere.
import { native } from '../../native/library.ts'
import { outerEdges, type Edges } from './user32.ts'

const EXTENDED_FRAME_BOUNDS = 9
const CLOAKED = 14

const getWindowAttribute = native<(window: bigint, which: number, value: Int32Array, size: number) => number>(
  'dwmapi.dll',
  'int32_t __stdcall DwmGetWindowAttribute(intptr_t window, uint32_t which, _Out_ int32_t *value, uint32_t size)',
)

/** True when the window exists but is shown nowhere: a suspended Store application, a window of another virtual desktop. */
export function isCloaked(window: bigint): boolean {
  const value = new Int32Array(1)
  return getWindowAttribute(window, CLOAKED, value, 4) === 0 && value[0] !== 0
}

/** Gives the frame that a person sees. */
export function frameEdges(window: bigint): Edges {
  const value = new Int32Array(4)
  if (getWindowAttribute(window, EXTENDED_FRAME_BOUNDS, value, 16) !== 0) return outerEdges(window)
  const [left = 0, top = 0, right = 0, bottom = 0] = value
  return { left, top, right, bottom }
}
