// What every client of an MCP server here shares.
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js'

/** Deadlines belong to RunControl, which lets them stand still; the SDK's own is put out of reach. */
export const NO_TIMEOUT = 2 ** 31 - 1

/** True when the promise was kept within `ms`, false when it was not or was broken. Never throws. */
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

/** The server, or the way to it, has gone in the middle of a call. */
export const isConnectionClosed = (error: unknown): boolean =>
  error instanceof McpError && (error.code as ErrorCode) === ErrorCode.ConnectionClosed
