// Moves the pill by hand. The pill takes no focus, so on Linux no window manager moves it: the program does, when it is told to.
import type { PointerEvent } from 'react'
import { bridge } from '../state/bridge.ts'

interface Begun {
  pointer: number
  x: number
  y: number
}

interface DragHandlers {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
  onPointerMove: (event: PointerEvent<HTMLElement>) => void
  onPointerUp: (event: PointerEvent<HTMLElement>) => void
  onPointerCancel: (event: PointerEvent<HTMLElement>) => void
}

type Tell = (dx: number, dy: number, done: boolean) => void

// A browser's page can't be moved, and ignoring that does no harm.
const tellProgram: Tell = (dx, dy, done) => void bridge.call('drag_window', { dx, dy, done }).catch(() => {})

/** Makes handlers for the root of a window that can be dragged anywhere but on its buttons. */
export function dragHandlers(tell: Tell = tellProgram): DragHandlers {
  let begun: Begun | null = null
  const end = (event: PointerEvent<HTMLElement>) => {
    if (begun?.pointer !== event.pointerId) return
    tell(event.screenX - begun.x, event.screenY - begun.y, true)
    begun = null
  }
  return {
    onPointerDown: (event) => {
      const pressed = event.target instanceof Element && event.target.closest('button') !== null
      if (pressed || event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      begun = { pointer: event.pointerId, x: event.screenX, y: event.screenY }
    },
    onPointerMove: (event) => {
      if (begun?.pointer === event.pointerId) tell(event.screenX - begun.x, event.screenY - begun.y, false)
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
}
