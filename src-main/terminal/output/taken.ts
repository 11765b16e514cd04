// Waits for the reader of the output at the end of the program.
import type { Writable } from 'node:stream'

/**
 * Resolves when all output was taken, or can't be taken any more. `drain` does not tell that, because it comes only after a full buffer.
 */
export async function taken(stream: Writable): Promise<void> {
  if (stream.writableLength > 0) await new Promise<void>((resolve) => stream.write('', () => resolve()))
}
