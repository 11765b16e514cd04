import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, it } from 'vitest'
import { RunControl } from '../../core/run-control.ts'
import { linux } from '../linux/linux.ts'
import type { Platform } from '../platform.ts'
import type { VirtualDesktop } from '../virtual-desktop.ts'
import { startVirtualDesktop } from '../virtual/start.ts'
import { carryOut, CHECKS } from './testing/contract.ts'

const run = new RunControl()
let home: string
let desktop: VirtualDesktop
let platform: Platform

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'contract-'))
  const size = { width: 1280, height: 800 }
  desktop = await startVirtualDesktop(
    { home, runId: 'contract', ...size, homeMode: 'private', log: () => {} },
    run,
  )
  platform = await linux.connect(desktop.env, run, {})
})

afterAll(async () => {
  await platform[Symbol.asyncDispose]()
  await desktop[Symbol.asyncDispose]()
  await rm(home, { recursive: true, force: true })
})

const end = (pid: number) => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Ended by itself.
  }
}

it.each(CHECKS)('the Linux driver $title', (check) => carryOut(check, { platform, editor: 'mousepad', end }))
