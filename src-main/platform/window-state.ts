// Says when a window has come to the state that it was asked for.
import type { PlatformWindow, WindowState } from './platform.ts'

/** A minimized window comes back as it was before; only one in sight (`wasMinimized` false) becomes smaller. */
export function hasState(
  state: WindowState,
  { minimized, maximized = false }: Pick<PlatformWindow, 'minimized' | 'maximized'>,
  wasMinimized: boolean,
): boolean {
  if (state === 'minimized') return minimized
  return !minimized && (state === 'maximized' ? maximized : wasMinimized || !maximized)
}

/** How a failure calls a state: “is not restored”. */
export const stateWord = (state: WindowState): string => (state === 'normal' ? 'restored' : state)
