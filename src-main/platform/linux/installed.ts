// Lists the applications that a person could choose here, with the files that each opens.
import type { InstalledApplication } from '../../core/desktop.ts'
import { desktopEntries, type DesktopEntry } from './launch-entries.ts'
import { applicationsFor, USUAL } from './launch-files.ts'

/** Words for what an application handles that is no file with an ending. */
const OTHERS: [type: string, words: string][] = [
  ['inode/directory', 'folders'],
  ['x-scheme-handler/https', 'web pages'],
  ['x-scheme-handler/mailto', 'mail'],
]
/** Entries that are parts of other applications; a person opens them from there. */
const IN_SETTINGS = new Set(['Settings', 'Screensaver'])

/** Lists the applications by their names, first those that are meant where nobody names one. */
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

/** What people ask for by its kind, though it opens no file: “the calculator”, “a terminal”. */
const BY_KIND = new Set(['Calculator', 'TerminalEmulator', 'Email', 'Calendar', 'Clock', 'Chat', 'Player'])

/** Names the applications that are chosen for the files that people have, and those of a kind that people ask for. */
async function usualNames(
  entries: DesktopEntry[],
  env: Record<string, string | undefined>,
): Promise<Set<string>> {
  const types = [...new Set([...USUAL.values(), ...OTHERS.map(([type]) => type)])]
  const found = await applicationsFor(types, entries, env)
  const ofKind = entries.filter(({ categories }) => categories.some((each) => BY_KIND.has(each)))
  return new Set([...found.filter((entry) => entry !== null), ...ofKind].map(({ name }) => name))
}

/** As an array, because it is gone through for each application. */
const USUAL_TYPES = [...USUAL]

/** Lists the endings of common files (`csv`), and the other things that an entry declares to handle. */
function opensOf({ mimeTypes }: DesktopEntry): string[] {
  const known = new Set(mimeTypes)
  const endings = USUAL_TYPES.filter(([, type]) => known.has(type)).map(([ending]) => ending)
  return [...endings, ...OTHERS.filter(([type]) => known.has(type)).map(([, words]) => words)]
}
