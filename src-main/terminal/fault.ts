// Makes the errors that a command throws when it can't be carried out, in the same shape as a refused call.
import { messageOf, StoppedError, UserError } from '../core/errors.ts'

export { messageOf }
import { BridgeError } from '../../src-preload/contract/bridge.ts'
import { STOPPED_BY_USER } from '../../src-preload/contract/words.ts'

/** Makes an error whose message says what to do. */
export const userFault = (message: string): BridgeError =>
  new BridgeError({ kind: 'user', message, key: null })

/** Makes the error for Ctrl+C. */
export const stopFault = (): BridgeError =>
  new BridgeError({ kind: 'stopped', message: STOPPED_BY_USER, key: null })

export const isStop = (error: unknown): boolean =>
  error instanceof BridgeError
    ? error.kind === 'stopped'
    : error instanceof StoppedError && error.reason === 'stopped'

/** Writes the one line that a person reads when something fails. */
export function faultWords(error: unknown): string {
  if (error instanceof UserError || error instanceof BridgeError) return error.message
  return `Deskhand failed: ${messageOf(error)}`
}
