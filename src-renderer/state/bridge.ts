// The one bridge of this window. Made when it is first used, so that tests can import what uses it without a wire.
import { bridgeOver, BridgeError, type Bridge } from '../../src-preload/contract/bridge.ts'
import type { WindowWire } from './connection.ts'
import { pickWire } from './wire.ts'

let wire: WindowWire | null = null
let made: Bridge | null = null

export const windowWire = (): WindowWire => (wire ??= pickWire())

/** For tests and previews: this wire instead of the one that the window has. */
export function setWire(other: WindowWire): void {
  wire = other
  made = null
}

const bridgeOfWindow = (): Bridge => (made ??= bridgeOver(windowWire()))

export const bridge: Bridge = {
  call: (name, input) => bridgeOfWindow().call(name, input),
  subscribe: (listener) => bridgeOfWindow().subscribe(listener),
}

/** Where a picture or a file of a run is read. */
export const fileAddress = (run: string, path: string): string => windowWire().fileAddress(run, path)

/** Where a dropped or chosen file lies; null where this window is not told. */
export const pathOfFile = (file: File): string | null => windowWire().pathOfFile(file)

/** What went wrong, for a person. */
export const faultWords = (error: unknown): string =>
  error instanceof BridgeError || error instanceof Error ? error.message : String(error)
