// Whether the command palette is open: one for the window, opened by a key from anywhere.
import { create } from 'zustand'

export const usePalette = create<{ open: boolean; quitting: boolean }>(() => ({
  open: false,
  /** Whether it is asked if the program shall end. */
  quitting: false,
}))
export const togglePalette = (): void => usePalette.setState(({ open }) => ({ open: !open }))
export const closePalette = (): void => usePalette.setState({ open: false })
