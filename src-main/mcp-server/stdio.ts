// Serves MCP over standard input and output: one client, which ends with its end of the pipe.
import { Transform, type Readable, type TransformCallback, type Writable } from 'node:stream'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Bridge } from '../../src-preload/contract/bridge.ts'
import { ClientSession, type SessionOptions } from './session.ts'

/** Most bytes of one message: a request and its acts are far smaller. */
const MAX_LINE = 4 * 1024 * 1024

interface Streams {
  input: Readable
  output: Writable
  /** Resolves when the client must no longer be served. */
  ended: Promise<unknown>
}

/** Serves until the client has gone, or `ended` resolves. The client's work has ended then. */
export async function serveStdio(
  bridge: Bridge,
  options: SessionOptions,
  { input, output, ended }: Streams,
): Promise<void> {
  const session = new ClientSession(bridge, options)
  const gone = Promise.withResolvers<void>()
  const lines = new ShortLines()
  // When standard input has ended, or can't be read, the client is gone.
  for (const stream of [input, lines]) {
    for (const end of ['end', 'close', 'error']) stream.once(end, () => gone.resolve())
  }
  output.once('error', () => gone.resolve())
  input.pipe(lines)
  await session.server.connect(new StdioServerTransport(lines, output))
  await Promise.race([gone.promise, ended])
  await session.close()
  input.unpipe(lines)
  await session.server.close()
}

/** Ends the input at a line that is longer than any message, because the reader behind it would buffer all of it. */
class ShortLines extends Transform {
  #length = 0

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const last = chunk.lastIndexOf(10)
    this.#length = last < 0 ? this.#length + chunk.length : chunk.length - last - 1
    if (this.#length > MAX_LINE) done(new Error('A message is too large.'))
    else done(null, chunk)
  }
}
