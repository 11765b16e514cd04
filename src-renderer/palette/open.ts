// Keeps whether the command palette is open: there is one for the window, which a key opens from anywhere.
import { create } from 'zustand'

export const usePalette = create<{ open: boolean; quitting: boolean }>(() => ({
  open: false,
  /** Whether the question is open if the program should end. */
  quitting: false,
}))
export const togglePalette = (): void => usePalette.setState(({ open }) => ({ open: !open }))
export const closePalette = (): void => usePalette.setState({ open: false })
