// Lists the applications that a person could choose here, with the files that each opens.
import type { InstalledApplication } from '../../core/desktop.ts'
import { desktopEntries, type DesktopEntry } from './launch-entries.ts'
import { applicationFor, USUAL } from './launch-files.ts'

/** Words for what an application handles that is no file with an ending. */
const OTHERS: [type: string, words: string][] = [
  ['inode/directory', 'folders'],
  ['x-scheme-handler/https', 'web pages'],
  ['x-scheme-handler/mailto', 'mail'],
]
/** Entries that are parts of other applications; a person opens them from there. */
const IN_SETTINGS = new Set(['Settings', 'Screensaver'])

/** Lists the applications by their names, first those that open files where nobody says with what. */
export async function installedApplications(
  env: Record<string, string | undefined>,
): Promise<InstalledApplication[]> {
  const shown = (await desktopEntries(env)).filter(
    ({ hidden, terminal, categories }) =>
      !hidden && !terminal && !categories.some((each) => IN_SETTINGS.has(each)),
  )
  const usual = await usualNames(shown, env)
  const byName = new Map(shown.map((entry) => [entry.name, { name: entry.name, opens: opensOf(entry) }]))
  return [...byName.values()].toSorted(
    (a, b) => Number(usual.has(b.name)) - Number(usual.has(a.name)) || (a.name < b.name ? -1 : 1),
  )
}

/** Names the applications that the person or the system has chosen for the files that people have. */
async function usualNames(
  entries: DesktopEntry[],
  env: Record<string, string | undefined>,
): Promise<Set<string>> {
  const types = [...new Set([...USUAL.values(), ...OTHERS.map(([type]) => type)])]
  const found = await Promise.all(types.map((type) => applicationFor(type, entries, env)))
  return new Set(found.flatMap((entry) => (entry ? [entry.name] : [])))
}

/** Lists the endings of common files (`csv`), and the other things that an entry declares to handle. */
function opensOf({ mimeTypes }: DesktopEntry): string[] {
  const known = new Set(mimeTypes)
  const endings = [...USUAL].filter(([, type]) => known.has(type)).map(([ending]) => ending)
  return [...endings, ...OTHERS.filter(([type]) => known.has(type)).map(([, words]) => words)]
}
