// Gives each run of the tests a temp folder of its own, and removes it at the end with all that the tests left in it.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Short: the path of a Unix socket has at most 107 characters. */
const PREFIX = 'dh'

/** Vitest calls it before the first test, and what it returns after the last one. Programs that a test starts inherit the folder. */
export default function useOwnTempFolder(): () => void {
  const before = process.env['TMPDIR']
  const folder = mkdtempSync(join(tmpdir(), PREFIX))
  process.env['TMPDIR'] = folder
  return () => {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
    remove(folder)
  }
}

/** Tests also leave folders that nobody may write to. */
function remove(folder: string): void {
  const options = { recursive: true, force: true, maxRetries: 5 }
  try {
    rmSync(folder, options)
  } catch {
    allowAll(folder)
    rmSync(folder, options)
  }
}

function allowAll(folder: string): void {
  chmodSync(folder, 0o700)
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) allowAll(join(folder, entry.name))
}
