// Starts an application so that it outlives the process that starts it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { messageOf, ToolError } from '../core/errors.ts'
import { fairTime } from './fair-time.ts'
import type { LaunchPlan } from './operating-system.ts'
import type { LaunchResult } from './platform.ts'

/** How an application ended that did not end well. */
export interface Crash {
  application: string
  /** `SIGSEGV`, `exit code 1`. */
  how: string
  signal: boolean
}

let crash: (Crash & { at: number }) | null = null

/** Returns the last crash of an application that this process has started; null for none after a moment (`fairTime`). */
export function crashSince(moment: number): Crash | null {
  if (crash === null || crash.at < moment) return null
  const { application, how, signal } = crash
  return { application, how, signal }
}

/**
 * Returns as soon as the application runs; its window may take longer. No shell. What it writes goes to the file `output`, or nowhere.
 * Throws ToolError where it can't be started.
 */
export async function startDetached(
  { application, command, args, cwd, env, takesNoFiles, byKeyword }: LaunchPlan,
  output: string | null = null,
): Promise<LaunchResult> {
  await using file = output === null ? null : await open(output, 'a', 0o600)
  const out = file?.fd ?? 'ignore'
  // Some programs take their folder from PWD, which would be the one that Deskhand was started in.
  const own = { ...env, PWD: cwd, OLDPWD: undefined }
  // The program gets a session of its own, and no pipe that could fill up.
  const child = spawn(command, args, { cwd, env: own, detached: true, stdio: ['ignore', out, out] })
  try {
    await once(child, 'spawn')
  } catch (error) {
    throw new ToolError(`“${application}” could not be started: ${messageOf(error)}`)
  }
  child.once('exit', (code, signal) => {
    if (code !== 0)
      crash = {
        application,
        how: signal ?? `exit code ${code}`,
        signal: signal !== null,
        at: fairTime(),
      }
  })
  child.unref()
  return {
    application,
    pid: child.pid ?? null,
    ...(output !== null && { output }),
    ...(takesNoFiles && { takesNoFiles }),
    ...(byKeyword && { byKeyword }),
  }
}
