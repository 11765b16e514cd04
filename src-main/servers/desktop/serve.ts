// Serving one platform over standard input and output until the keeper closes the pipe, or dies.
import { parseArgs } from 'node:util'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { z } from 'zod'
import { messageOf } from '../../core/errors.ts'
import { RunControl } from '../../core/run-control.ts'
import type { Platform } from '../../platform/platform.ts'
import { EXIT_DESKTOP_LOST, memorySchema } from './protocol.ts'
import { createDesktopServer } from './server.ts'

/** Milliseconds that reaching the desktop may take. */
const CONNECT_MS = 20_000
/** Milliseconds that letting go of everything may take at the end. */
const END_MS = 1500

function leave(message: string): void {
  const line = JSON.stringify({ jsonrpc: '2.0', method: 'deskhand/failed', params: { message } })
  process.stdout.write(`${line}\n`, () => process.exit(EXIT_DESKTOP_LOST))
}

/** The whole program: connects, serves, ends. Exit code 7 when the desktop can't be reached. */
export async function serveDesktop(
  connect: (run: RunControl, applications: Record<string, string>) => Promise<Platform>,
): Promise<void> {
  const { values } = parseArgs({
    options: { memory: { type: 'string', default: '{}' }, applications: { type: 'string', default: '{}' } },
  })
  const memory = memorySchema.parse(JSON.parse(values.memory))
  const applications = z.record(z.string(), z.string()).parse(JSON.parse(values.applications))
  let platform: Platform
  try {
    using run = new RunControl({ timeoutMs: CONNECT_MS, name: 'Connecting to the desktop' })
    platform = await connect(run, applications)
  } catch (error) {
    leave(messageOf(error))
    return
  }
  const desktop = createDesktopServer(platform, memory)
  let ending = false
  const end = async () => {
    if (ending) return
    ending = true
    setTimeout(() => process.exit(1), END_MS).unref()
    await desktop[Symbol.asyncDispose]()
    await platform[Symbol.asyncDispose]()
    process.exit(0)
  }
  const finish = () => {
    end().catch((error: unknown) => leave(messageOf(error)))
  }
  process.stdin.once('end', finish)
  process.once('SIGTERM', finish)
  process.stdout.on('error', finish)
  await desktop.server.connect(new StdioServerTransport())
}
