// Lists the applications that a person could choose here, with the files that each opens.
import type { InstalledApplication } from '../../core/desktop.ts'
import { desktopEntries, type DesktopEntry } from './launch-entries.ts'
import { USUAL } from './launch-files.ts'

/**
 * A longer list would cost more in a prompt than it is worth: applications that open files, and those that open none (a calculator, a
 * terminal).
 */
const MAX_OPENING = 40
const MAX_OTHERS = 20
/** Words for what an application handles that is no file with an ending. */
const OTHERS: [type: string, words: string][] = [
  ['inode/directory', 'folders'],
  ['x-scheme-handler/https', 'web pages'],
  ['x-scheme-handler/mailto', 'mail'],
]
/** Entries that are parts of other applications; a person opens them from there. */
const IN_SETTINGS = new Set(['Settings', 'Screensaver'])

/** Lists the applications in the order of their names. */
export async function installedApplications(
  env: Record<string, string | undefined>,
): Promise<InstalledApplication[]> {
  const shown = (await desktopEntries(env)).filter(
    ({ hidden, terminal, categories }) =>
      !hidden && !terminal && !categories.some((each) => IN_SETTINGS.has(each)),
  )
  const byName = new Map(shown.map((entry) => [entry.name, { name: entry.name, opens: opensOf(entry) }]))
  const all = [...byName.values()]
  const opening = all.filter(({ opens }) => opens.length > 0).slice(0, MAX_OPENING)
  const others = all.filter(({ opens }) => opens.length === 0).slice(0, MAX_OTHERS)
  return [...opening, ...others].toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Lists the endings of common files (`csv`), and the other things that an entry declares to handle. */
function opensOf({ mimeTypes }: DesktopEntry): string[] {
  const known = new Set(mimeTypes)
  const endings = [...USUAL].filter(([, type]) => known.has(type)).map(([ending]) => ending)
  return [...endings, ...OTHERS.filter(([type]) => known.has(type)).map(([, words]) => words)]
}
