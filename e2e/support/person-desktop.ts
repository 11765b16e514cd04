// A desktop that stands for a person's own: an X server, a window manager and its buses, which Deskhand did not start for a run.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { RunControl } from '../../src-main/core/run-control.ts'
import { startVirtualDesktop } from '../../src-main/platform/virtual/start.ts'
import type { Place } from './deskhand.ts'

const exec = promisify(execFile)

export const personDesktop = (where: Place) =>
  startVirtualDesktop(
    { home: where.home, runId: 'person', width: 1440, height: 900, homeMode: 'shared', log: () => {} },
    new RunControl(),
  )

/** What a person does, through another X client: `xdotool(env, 'mousemove', '5', '5', 'click', '1')`. */
export async function xdotool(env: Record<string, string>, ...args: string[]): Promise<string> {
  return (await exec('xdotool', args, { env: { ...process.env, ...env } })).stdout.trim()
}
