// Lists the applications that a person could choose here, with the files that each opens.
import type { InstalledApplication } from '../../core/desktop.ts'
import { desktopEntries, type DesktopEntry } from './launch-entries.ts'
import { USUAL } from './launch-files.ts'

/** More would cost a prompt more than they tell: those that open files, and those that open none (a calculator, a terminal). */
const MAX_OPENING = 40
const MAX_OTHERS = 20
/** What an application handles that is no file with an ending. */
const OTHERS: [type: string, words: string][] = [
  ['inode/directory', 'folders'],
  ['x-scheme-handler/https', 'web pages'],
  ['x-scheme-handler/mailto', 'mail'],
]
/** Parts of other applications, which a person opens from there. */
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

/** Endings of the files that people have, `csv`, and what else it says that it handles. */
function opensOf({ mimeTypes }: DesktopEntry): string[] {
  const known = new Set(mimeTypes)
  const endings = [...USUAL].filter(([, type]) => known.has(type)).map(([ending]) => ending)
  return [...endings, ...OTHERS.filter(([type]) => known.has(type)).map(([, words]) => words)]
}
