// Opens an address or a folder with the program that the person's desktop has for it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { UserError } from '../core/errors.ts'

/** The command that opens things on a platform; the target is one argument of its own, no shell reads it. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  linux: ['xdg-open'],
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Tells whether a window of this program's person can be shown here. */
export const hasScreen = (env: NodeJS.ProcessEnv, platform: NodeJS.Platform = process.platform): boolean =>
  platform !== 'linux' || Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])

/** Returns when the program has started. Throws UserError where there is no screen, or no such program. */
export async function openOutside(
  target: string,
  env: NodeJS.ProcessEnv,
  platform: NodeJS.Platform = process.platform,
): Promise<void> {
  if (!hasScreen(env, platform)) throw new UserError('There is no screen here to open it on.')
  const [command, ...args] = OPENERS[platform] ?? ['xdg-open']
  const child = spawn(command, [...args, target], { env, stdio: 'ignore', detached: true })
  try {
    await once(child, 'spawn')
  } catch {
    throw new UserError(`There is no ${command} here to open it with.`)
  }
  child.unref()
}
