// Holds what every client of an MCP server here shares.
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'

/** Switches the SDK's own deadline off, because deadlines belong to RunControl, which can pause them. */
export const NO_TIMEOUT_MS = 2 ** 31 - 1

/** Returns true when the promise was fulfilled within `ms`; false when it was not, or was rejected. Never throws. */
export async function soon(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), ms)
  const kept = promise.then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([kept, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Tells whether the server, or the connection to it, was lost in the middle of a call. */
export const isConnectionClosed = (error: unknown): boolean =>
  error instanceof McpError && (error.code as ErrorCode) === ErrorCode.ConnectionClosed
