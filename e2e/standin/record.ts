// What the app asked of the system that has no counterpart here: tests read it, and act on what is alive.
import type { Emitter } from './loud.ts'

export interface Deed {
  what: string
  args: unknown[]
}

export const record = {
  /** In the order in which it was asked: openExternal, showItemInFolder, notification, loginItem … */
  deeds: [] as Deed[],
  trays: [] as Emitter[],
  notifications: [] as Emitter[],
}

export const note = (what: string, ...args: unknown[]): void => {
  record.deeds.push({ what, args })
}
