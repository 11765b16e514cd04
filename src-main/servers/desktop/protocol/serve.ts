// Serves one platform to the keeper that started this program, until the keeper asks for the end, or dies.
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { noticeOf } from '../../../core/call-table.ts'
import { messageOf } from '../../../core/errors.ts'
import { silentLogger } from '../../../core/logger.ts'
import { parentLink } from '../../../core/parent-link.ts'
import { RunControl } from '../../../core/run-control.ts'
import { OcrProgram } from '../../../ocr/program.ts'
import { fairClock } from '../../../platform/fair-time.ts'
import type { Platform } from '../../../platform/platform.ts'
import { DESKTOP_NOTICES, EXIT_DESKTOP_LOST, FIRST_NOTICES, memorySchema } from './messages.ts'
import { createDesktopServer } from './server.ts'

/** The most milliseconds for reaching the desktop. */
const CONNECT_MS = 20_000
/** The most milliseconds for reading a picture, which an observation waits for. */
const READ_MS = 10_000
/** The most milliseconds for releasing everything at the end. */
const END_MS = 1500

const followedSchema = z.object({ params: FIRST_NOTICES.desktop })

/** Runs the whole program: connects, serves, ends. Exit code 7 when the desktop can't be reached. */
export async function serveDesktop(
  connect: (run: RunControl, applications: Record<string, string>) => Promise<Platform>,
): Promise<void> {
  const parent = parentLink()
  const leave = (error: unknown) =>
    parent.leave(noticeOf(DESKTOP_NOTICES, 'failed', { message: messageOf(error) }), EXIT_DESKTOP_LOST)
  const { values } = parseArgs({
    options: {
      memory: { type: 'string', default: '{}' },
      applications: { type: 'string', default: '{}' },
      'desktop-follows': { type: 'boolean', default: false },
    },
  })
  const memory = memorySchema.parse(JSON.parse(values.memory))
  const applications = z.record(z.string(), z.string()).parse(JSON.parse(values.applications))
  if (values['desktop-follows']) {
    const told = await parent.first()
    Object.assign(process.env, followedSchema.parse(told).params.env)
  }
  let platform: Platform
  try {
    using run = new RunControl({ timeoutMs: CONNECT_MS, name: 'Connecting to the desktop', clock: fairClock })
    platform = await connect(run, applications)
  } catch (error) {
    leave(error)
    return
  }
  const ocr = new OcrProgram({ env: process.env, logger: () => silentLogger, readMs: READ_MS })
  const desktop = createDesktopServer(platform, memory, ocr)
  const end = async () => {
    setTimeout(() => process.exit(1), END_MS).unref()
    await desktop[Symbol.asyncDispose]()
    await ocr[Symbol.asyncDispose]()
    await platform[Symbol.asyncDispose]()
    process.exit(0)
  }
  parent.onEnd(() => {
    end().catch(leave)
  })
  await desktop.server.connect(parent.transport)
}
