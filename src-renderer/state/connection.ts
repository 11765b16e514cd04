// A wire of a window, and whether it holds.
import type { Wire } from '../../src-preload/contract/bridge.ts'

/** `connecting` only before the first connection; `lost` while it is tried again. */
export type Connection = 'connecting' | 'open' | 'lost'

/** A wire that says whether it holds. */
export interface WindowWire extends Wire {
  /** Tells the state at once and whenever it changes. */
  onConnection(listener: (connection: Connection) => void): () => void
  /** Where a picture or a file of a run is read, relative to the page. */
  fileAddress(run: string, path: string): string
  /** Where a file that was dropped or chosen lies on this machine; null where a window is not told. */
  pathOfFile(file: File): string | null
}
