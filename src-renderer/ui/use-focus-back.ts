// Returns the focus when a dialog closes that no trigger of its own has opened: Radix would leave it nowhere.
import { useState } from 'react'

/** Makes the handler for `onCloseAutoFocus`: the focus returns to where it was when the dialog opened, if that element still exists. */
export function useFocusBack(open: boolean): (event: Event) => void {
  const [wasOpen, setWasOpen] = useState(false)
  const [from, setFrom] = useState<HTMLElement | null>(null)
  // The state is set while rendering, because a menu's entry is gone once the dialog is open.
  if (open !== wasOpen) {
    setWasOpen(open)
    if (open) setFrom(opener())
  }
  return (event) => {
    leaveTaken(event)
    if (event.defaultPrevented || !from?.isConnected) return
    event.preventDefault()
    from.focus()
  }
}

/**
 * Handles `onCloseAutoFocus`: leaves the focus where a person has put it meanwhile. Radix gives it back a moment after what was open has
 * gone, and the next key would go there.
 */
export function leaveTaken(event: Event): void {
  const { activeElement } = document
  if (activeElement !== null && activeElement !== document.body) event.preventDefault()
}

/** Returns the focused element; for an entry of a menu, the button of the menu. */
function opener(): HTMLElement | null {
  const active = document.activeElement
  const menu = active?.closest('[role="menu"]')
  const button = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
  return button instanceof HTMLElement && button !== document.body ? button : null
}
