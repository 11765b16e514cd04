// Keeps whether the command palette is open: there is one for the window, which a key opens from anywhere.
import { create } from 'zustand'

export const usePalette = create<{ open: boolean; quitting: boolean }>(() => ({
  open: false,
  /** Whether the question about ending the program is open. */
  quitting: false,
}))
export const togglePalette = (): void => usePalette.setState(({ open }) => ({ open: !open }))
export const closePalette = (): void => usePalette.setState({ open: false })
