// Opens an address or a folder with the program that the person's desktop has for it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { UserError } from '../core/errors.ts'

/** The command that opens things on a platform; the target is a separate argument, which no shell reads. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  linux: ['xdg-open'],
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Tells whether a window can be shown to this program's person here. */
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
