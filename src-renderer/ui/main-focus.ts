// Keeps the keyboard within what is shown: where the element that had it is gone, Tab would begin at the top of the window again.
import { useEffect, useRef, type RefObject } from 'react'

/** Milliseconds in which a part that knows better, such as a closing dialog, has given the focus to another element. */
const SETTLED_MS = 50

/** Tells whether no control and no field has the keyboard. */
export function isFocusNowhere(): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.localName === 'main'
}

/**
 * Gives the focus to the element with this id when the focused one was removed and nothing else has it; to the `main` of the returned ref
 * where the view has no such element.
 */
export function useMainFocus(id: string): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    let focused: Element | null = document.activeElement
    let timer: ReturnType<typeof setTimeout> | undefined
    const hear = () => {
      focused = document.activeElement
    }
    // Browsers fire no event for a focused element that is removed.
    const observer = new MutationObserver(() => {
      if (focused === null || focused.isConnected) return
      focused = null
      clearTimeout(timer)
      timer = setTimeout(() => {
        const next = document.getElementById(id) ?? main.current
        if (isFocusNowhere()) next?.focus({ preventScroll: true })
      }, SETTLED_MS)
    })
    document.addEventListener('focusin', hear)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', hear)
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [id])
  return main
}
