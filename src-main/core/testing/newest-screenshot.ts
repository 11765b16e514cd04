// Reads the newest screenshot of a GlobalState, as a viewer does.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GlobalState } from '../global-state.ts'

/** Gives a PNG; null where there is none. */
export async function newestScreenshot({ screenshotDir }: GlobalState): Promise<Buffer | null> {
  const names = (await readdir(screenshotDir).catch(() => [])).filter((name) => name.endsWith('.png'))
  const newest = names.toSorted().at(-1)
  return newest === undefined ? null : readFile(join(screenshotDir, newest))
}
