// Allows one app per data folder: a second start brings the first app to the front and ends.
import { app } from 'electron'

/** False when another instance runs with this data folder; then this one has to end at once. */
export function isOnlyInstance(onSecond: () => void): boolean {
  if (!app.requestSingleInstanceLock()) return false
  app.on('second-instance', onSecond)
  return true
}
