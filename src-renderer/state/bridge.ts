// Holds the one bridge of this window, which is made when it is first used, so that tests can import its users without a wire.
import { bridgeOver, type Bridge } from '../../src-preload/contract/bridge.ts'
import type { WindowWire } from './connection.ts'
import { saidNow } from './sentences.ts'
import { pickWire } from './wire.ts'

let wire: WindowWire | null = null
let made: Bridge | null = null

export const windowWire = (): WindowWire => (wire ??= pickWire())

/** Replaces the window's wire, for tests and previews. */
export function setWire(other: WindowWire): void {
  wire = other
  made = null
}

const bridgeOfWindow = (): Bridge => (made ??= bridgeOver(windowWire()))

export const bridge: Bridge = {
  call: (name, input) => bridgeOfWindow().call(name, input),
  subscribe: (listener) => bridgeOfWindow().subscribe(listener),
}

/** Returns the address of a picture or a file of a run. */
export const fileAddress = (run: string, path: string): string => windowWire().fileAddress(run, path)

/** Returns the path of a dropped or chosen file; null where this window does not get it. */
export const pathOfFile = (file: File): string | null => windowWire().pathOfFile(file)

/** Returns what went wrong, for a person. */
export const faultWords = (error: unknown): string =>
  saidNow(error instanceof Error ? error.message : String(error))
