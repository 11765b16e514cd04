// Waits for the reader of the output at the end of the program.
import type { Writable } from 'node:stream'

/**
 * Resolves when all that was written is taken, or can't be any more. `drain` does not say that: it comes only after a buffer
 * that was full.
 */
export async function taken(stream: Writable): Promise<void> {
  if (stream.writableLength > 0) await new Promise<void>((resolve) => stream.write('', () => resolve()))
}
