// Keeps whether the command palette is open: there is one for the window, which a key opens from anywhere.
import { create } from 'zustand'

export const usePalette = create<{ open: boolean; taken: boolean; quitting: boolean }>(() => ({
  open: false,
  /** Whether it was closed by what was chosen in it, which has the focus then. */
  taken: false,
  /** Whether the question about ending the program is open. */
  quitting: false,
}))
export const togglePalette = (): void => usePalette.setState(({ open }) => ({ open: !open, taken: false }))
export const closePalette = (): void => usePalette.setState({ open: false, taken: true })
