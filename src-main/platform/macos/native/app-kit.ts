// Asks AppKit which window would take a click. Source: NSWindow.h, which counts points from the bottom left of the primary screen.
import { libraryAt, pointerOf } from '../../native/library.ts'
import type { Ref } from './core-foundation.ts'
import { fn, LIBRARY } from './frameworks.ts'

const getClass = fn<(name: string) => unknown>('objc', 'intptr_t objc_getClass(const char *name)')
const selector = fn<(name: string) => unknown>('objc', 'intptr_t sel_registerName(const char *name)')
const numberAtPoint = fn<(type: Ref, selector: Ref, at: { x: number; y: number }, below: number) => unknown>(
  'objc',
  'int64_t objc_msgSend(intptr_t type, intptr_t selector, CGPoint at, int64_t below)',
)

/** Gives the number of the window, of any application, that a click at this point would go to; null where that is not known. */
export function windowNumberAt({ x, y }: { x: number; y: number }, primaryHeight: number): number | null {
  try {
    libraryAt(LIBRARY.appKit)
    const type = pointerOf(getClass('NSWindow'))
    if (type === 0n) return null
    const asked = pointerOf(selector('windowNumberAtPoint:belowWindowWithWindowNumber:'))
    const number = Number(numberAtPoint(type, asked, { x, y: primaryHeight - y }, 0))
    return number > 0 ? number : null
  } catch {
    return null
  }
}
