// Watches whether the person takes the mouse while the agent drives their desktop.
import type { ScreenPoint } from '../core/geometry.ts'
import type { DesktopProcess } from './desktop-process.ts'

export interface PersonWatch extends AsyncDisposable {
  /** Counts from the pointer's present place, and can call back again, because the run continues. */
  restart(): Promise<void>
}

/**
 * Calls back within about 300 ms after a hand other than the agent's has moved the pointer, also between two acts: once, and
 * again after each `restart`.
 */
export async function watchPerson(
  desktop: Pick<DesktopProcess, 'watchPerson'>,
  onMoved: (point: ScreenPoint) => void,
): Promise<PersonWatch> {
  const begin = () => desktop.watchPerson(onMoved)
  await begin()
  return {
    restart: begin,
    [Symbol.asyncDispose]: () => desktop.watchPerson(null),
  }
}
