// Whether the command palette is open: one for the window, opened by a key from anywhere.
import { create } from 'zustand'

export const usePalette = create<{ open: boolean }>(() => ({ open: false }))
export const togglePalette = (): void => usePalette.setState(({ open }) => ({ open: !open }))
export const closePalette = (): void => usePalette.setState({ open: false })
