// Reads what an application calls its labels in the person's language, from the message catalogues that it and its toolkit have installed:
// https://www.gnu.org/software/gettext/manual/html_node/MO-Files.html
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WindowInfo } from '../core/desktop.ts'
import { statOf } from '../core/stat.ts'
import { plainLabel } from '../matching/label.ts'

/** Gives what an English label is called there, as plain labels, the likeliest first; empty for an English interface. */
export type Translate = (label: string) => readonly string[]

/** Plain English label → its plain translations. */
type Catalogue = ReadonlyMap<string, readonly string[]>

/** Catalogues of the toolkits, which hold the names of their standard items. */
const OF_TOOLKITS = [
  'gtk40',
  'gtk30',
  'gtk20',
  'kconfigwidgets5',
  'kxmlgui5',
  'ktexteditor5',
  'wxstd',
  'libadwaita',
]
/** Characters of the longest label; what is longer is a sentence. */
const MAX_LABEL = 60
const MAX_BYTES = 8_000_000

/** The languages that a person prefers, in order: `de_DE`, `de`. Empty for English, and where the system has none. */
export function languagesOf(env: NodeJS.ProcessEnv): string[] {
  const locale = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  if (/^(?:$|C\b|POSIX$)/.test(locale)) return []
  const named = [...(env['LANGUAGE'] ?? '').split(':'), locale].filter((each) => each !== '')
  const [first = ''] = named
  if (/^en\b/.test(first.replace('_', '-'))) return []
  return [
    ...new Set(
      named.flatMap((each) => {
        const plain = each.replace(/[.@].*$/, '')
        return [plain, plain.replace(/_.*$/, '')]
      }),
    ),
  ]
}

/** Reads the catalogues of a window's application as they are needed. */
export class Catalogues {
  readonly #folders: string[]

  constructor(languages: readonly string[], root = '/usr/share/locale') {
    this.#folders = languages.map((language) => join(root, language, 'LC_MESSAGES'))
  }

  async of(window: Pick<WindowInfo, 'process_name' | 'application'> | null): Promise<Translate> {
    if (this.#folders.length === 0 || window === null) return () => []
    const own = await this.#domainsOf(window)
    const all = await Promise.all([...own, ...OF_TOOLKITS].map((domain) => this.#read(domain)))
    const direct = (label: string): string[] => all.flatMap((each) => each.get(plainLabel(label)) ?? [])
    return (label) => {
      const whole = direct(label)
      // “New archive” is “New” in the menu “Archive”, whose words are translated one by one.
      const [, first = '', rest = ''] = /^(\S+) (.+)$/.exec(label) ?? []
      const parts =
        rest === '' ? [] : direct(first).flatMap((verb) => direct(rest).map((name) => `${verb} ${name}`))
      return [...new Set([...whole, ...parts.slice(0, MAX_PARTS)])]
    }
  }

  /** The catalogues that are called as the program or the application is: `org.gnome.Nautilus` has `nautilus`. */
  async #domainsOf({
    process_name,
    application,
  }: Pick<WindowInfo, 'process_name' | 'application'>): Promise<string[]> {
    const bare = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
    const called = new Set([process_name, application, process_name.split('.').at(-1) ?? ''].map(bare))
    const files = await Promise.all(this.#folders.map((folder) => readdir(folder).catch(() => [])))
    const domains = files.flat().map((file) => file.replace(/\.mo$/, ''))
    return [
      ...new Set(
        domains.filter((domain) =>
          [domain, domain.replace(/[-.]?\d+(?:\.\d+)*$/, '')].some((each) => called.has(bare(each))),
        ),
      ),
    ]
  }

  async #read(domain: string): Promise<Catalogue> {
    for (const folder of this.#folders) {
      const labels = labelsOf(join(folder, `${domain}.mo`))
      if (labels !== null) return labels
    }
    return new Map()
  }
}
const MAX_PARTS = 12

/** Path → the labels of its file, and when that was changed: the interpreter and the gate need the same ones. */
const KEPT = new Map<string, { changed: number; labels: Promise<Catalogue> }>()

/** Reads the labels of a file once; null where there is none, or a far too large one. */
function labelsOf(path: string): Promise<Catalogue> | null {
  const file = statOf(path)
  if (file === null || file.size > MAX_BYTES) return null
  const known = KEPT.get(path)
  if (known?.changed === file.mtimeMs) return known.labels
  const labels = readFile(path).then(labelsIn, () => new Map())
  KEPT.set(path, { changed: file.mtimeMs, labels })
  return labels
}

const MAGIC = 0x950412de

/** Reads the labels of a catalogue; none of what is no catalogue. */
export function labelsIn(bytes: Buffer): Catalogue {
  const labels = new Map<string, string[]>()
  if (bytes.length < 20) return labels
  const isLittle = bytes.readUInt32LE(0) === MAGIC
  if (!isLittle && bytes.readUInt32BE(0) !== MAGIC) return labels
  const number = (at: number): number =>
    at + 4 > bytes.length ? 0 : isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
  const text = (table: number, index: number): string => {
    const [length, start] = [number(table + 8 * index), number(table + 8 * index + 4)]
    // Only the first form of what has a plural is a label.
    return bytes.toString('utf8', start, Math.min(start + length, bytes.length)).split('\0')[0] ?? ''
  }
  const count = Math.min(number(8), bytes.length / 16)
  const [originals, translations] = [number(12), number(16)]
  for (let index = 0; index < count; index++) {
    const original = text(originals, index).split('\u0004').at(-1) ?? ''
    if (original === '' || original.length > MAX_LABEL || /[\n%]/.test(original)) continue
    const translated = text(translations, index)
    const label = plainLabel(original)
    if (translated === '' || /[\n%]/.test(translated) || label === plainLabel(translated)) continue
    labels.set(label, [...new Set([...(labels.get(label) ?? []), plainLabel(translated)])])
  }
  return labels
}
