// Reads a path that a person has typed into a window.
import { isAbsolute, resolve } from 'node:path'
import { UserError } from '../core/errors.ts'

/**
 * Resolves a typed path. In a window it can be relative only to the person's home folder (`~`). Throws UserError, which names the
 * field `key`.
 */
export function typedPath(path: string, env: Record<string, string>, key = 'path'): string {
  const home = env['HOME'] ?? env['USERPROFILE']
  if (home !== undefined && /^~(?=$|[/\\])/.test(path)) return resolve(home, `.${path.slice(1)}`)
  if (isAbsolute(path)) return path
  throw new UserError('Give the whole path.', { key })
}
