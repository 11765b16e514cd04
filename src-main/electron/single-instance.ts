// One app per data folder: a second start brings the first one to the front and ends.
import { app } from 'electron'

/** False: another one runs with this data folder; this one shall end at once. */
export function isOnlyInstance(onSecond: () => void): boolean {
  if (!app.requestSingleInstanceLock()) return false
  app.on('second-instance', onSecond)
  return true
}
