// Defines a wire of a window that says whether it is connected.
import type { Wire } from '../../src-preload/contract/bridge.ts'

/** `connecting` only before the first connection; `lost` while it is being restored. */
export type Connection = 'connecting' | 'open' | 'lost'

/** A wire that reports whether it is connected. */
export interface WindowWire extends Wire {
  /** Calls `listener` with the state at once and whenever it changes. */
  onConnection(listener: (connection: Connection) => void): () => void
  /** Returns the address of a picture or a file of a run, relative to the page. */
  fileAddress(run: string, path: string): string
  /** Returns the path of a dropped or chosen file on this machine; null where a window does not get it. */
  pathOfFile(file: File): string | null
}
