// Copies files, moves or renames them, one after the other, and says of a failure what was done before it.
import { cp, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { ToolError } from '../../core/errors.ts'
import { isThere } from '../../core/stat.ts'
import type { FileWork } from '../../safety/file-work.ts'

/** Does the work for one after the other. If it fails in the middle, it says what was done. */
export async function eachOf(
  pairs: FileWork['pairs'],
  signal: AbortSignal,
  act: (pair: FileWork['pairs'][number]) => Promise<void>,
): Promise<string[]> {
  const done: string[] = []
  for (const pair of pairs) {
    try {
      signal.throwIfAborted()
      await act(pair)
    } catch (error) {
      const before = done.length === 0 ? 'Nothing was done.' : `Done before it: ${done.join(', ')}.`
      throw new ToolError(`${pair.from} → ${pair.to}: ${String(error)} ${before}`)
    }
    done.push(pair.to)
  }
  return done
}

/** Copies a symbolic link as a link, because its target may be a secret. */
export const copy = (from: string, to: string, replace: boolean): Promise<void> =>
  cp(from, to, {
    recursive: true,
    force: replace,
    errorOnExist: !replace,
    preserveTimestamps: true,
    verbatimSymlinks: true,
  })

export async function move(from: string, to: string, replace: boolean): Promise<void> {
  try {
    if (!replace && isThere(to)) throw new ToolError('It is there already.')
    await rename(from, to)
  } catch (error) {
    // The target lies on another disk.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await copy(from, to, replace)
    await rm(from, { recursive: true })
  }
}

/** Renames through free names, so that two files can exchange their names. */
export async function renameAll(pairs: FileWork['pairs']): Promise<string[]> {
  const steps: { from: string; by: string; to: string }[] = []
  try {
    for (const [index, { from, to }] of pairs.entries()) {
      const by = join(dirname(from), `.${basename(from)}.${process.pid}-${index}.renaming`)
      await rename(from, by)
      steps.push({ from, by, to })
    }
    for (const { by, to } of steps) await rename(by, to)
  } catch (error) {
    for (const { from, by, to } of steps.toReversed()) {
      await rename(isThere(by) ? by : to, from)
    }
    throw new ToolError(`Nothing was renamed: ${String(error)}`)
  }
  return pairs.map(({ to }) => to)
}
