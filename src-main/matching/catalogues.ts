// Finds what an application calls its labels in the person's language, in the message catalogues that it and its toolkit have installed.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WindowInfo } from '../core/desktop.ts'
import { statOf } from '../core/stat.ts'
import { plainLabel } from './label.ts'
import {
  labelsIn,
  labelsInQt,
  labelsInRegistries,
  namesInRegistry,
  type Catalogue,
} from './catalogue-files.ts'

/** Gives what an English label is called there, as plain labels, the likeliest first; empty for an English interface. */
export type Translate = (label: string) => readonly string[]

/** What the labels of an interface are called in two languages. */
export interface Words {
  translate: Translate
  /** Gives the plain English labels that what stands there may have, as the application means them. */
  english: Translate
  /** Whether the application's own catalogues were found: else its words may be others than those of the toolkits. */
  isOwn: boolean
}

const NO_WORDS: Words = { translate: () => [], english: () => [], isOwn: false }

/** Catalogues of the toolkits, which hold the names of their standard items. */
const OF_TOOLKITS = [
  'gtk40',
  'gtk30',
  'gtk20',
  'kconfigwidgets5',
  'kxmlgui5',
  'kio5',
  'ktexteditor5',
  'wxstd',
  'libadwaita',
]
/** Those of Qt and KDE in its own format, without the language in their names. */
const OF_QT = ['qt6/translations/qtbase', 'qt5/translations/qtbase']
const OF_KDE = ['kconfig5_qt', 'kwidgetsaddons5_qt']
/** Folders of a program's own data in which its catalogues of Qt are: `/usr/share/focuswriter/translations`. */
const FOLDERS_OF_QT = ['translations', 'i18n', 'l10n', 'locale', 'lang', 'languages', '.']
const OFFICE = /^soffice(?:\.bin)?$/
const OFFICE_NAMES = ['main', 'writer', 'calc', 'impress', 'draw']
/** Catalogues of LibreOffice's dialogs. */
const OFFICE_DIALOGS = ['sfx', 'fwk', 'vcl', 'fps', 'svx', 'cui', 'sw', 'sc', 'sd']
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

/** Folders of a system in which programs keep their words. */
interface Installed {
  share: string
  office: string
}

type Program = Pick<WindowInfo, 'process_name' | 'application'>

/** The catalogues of the languages that the environment names. */
export const cataloguesFor = (env: NodeJS.ProcessEnv): Catalogues => new Catalogues(languagesOf(env))

/** Reads the catalogues of a window's application as they are needed. */
export class Catalogues {
  readonly #languages: readonly string[]
  readonly #folders: string[]
  readonly #installed: Installed

  constructor(
    languages: readonly string[],
    installed: Installed = { share: '/usr/share', office: '/usr/lib/libreoffice' },
  ) {
    this.#languages = languages
    this.#installed = installed
    this.#folders = languages.map((language) => join(installed.share, 'locale', language, 'LC_MESSAGES'))
  }

  /** The language that the person prefers; `''` for English. */
  get language(): string {
    return this.#languages[0] ?? ''
  }

  async of(window: Program | null): Promise<Translate> {
    return (await this.wordsOf(window)).translate
  }

  async wordsOf(window: Program | null): Promise<Words> {
    if (this.#folders.length === 0 || window === null) return NO_WORDS
    const [own, ofToolkits] = await Promise.all([this.#own(window), this.#ofToolkits()])
    return wordsIn(own, ofToolkits)
  }

  async #own(window: Program): Promise<Catalogue[]> {
    const called = calledAs(window)
    const [domains, ofQt, office] = await Promise.all([
      this.#domains(called),
      this.#ownOfQt(called),
      OFFICE.test(window.process_name) ? this.#office() : [],
    ])
    return [...(await Promise.all(domains.map((domain) => this.#read(domain)))), ...ofQt, ...office]
  }

  #ofToolkits(): Promise<Catalogue[]> {
    return Promise.all([
      ...OF_TOOLKITS.map((domain) => this.#read(domain)),
      ...OF_KDE.map((name) => this.#first(this.#folders.map((folder) => join(folder, `${name}.qm`)))),
      ...OF_QT.map((name) => this.#firstOfQt(join(this.#installed.share, name))),
    ])
  }

  /** The catalogues that are called as the program or the application is: `org.gnome.Nautilus` has `nautilus`. */
  async #domains(called: ReadonlySet<string>): Promise<string[]> {
    const files = await Promise.all(this.#folders.map(filesIn))
    const domains = files.flat().map((file) => file.replace(/\.mo$/, ''))
    return [
      ...new Set(
        domains.filter((domain) => [domain, withoutVersion(domain)].some((each) => called.has(bare(each)))),
      ),
    ]
  }

  async #ownOfQt(called: ReadonlySet<string>): Promise<Catalogue[]> {
    const { share } = this.#installed
    const programs = (await filesIn(share)).filter((name) => called.has(bare(name)))
    const folders = programs.flatMap((name) => FOLDERS_OF_QT.map((folder) => join(share, name, folder)))
    return Promise.all(
      folders.map(async (folder) => {
        const files = (await filesIn(folder)).filter((file) => file.endsWith('.qm'))
        const named = this.#languages.flatMap((language) =>
          files.filter((file) => file === `${language}.qm` || file.endsWith(`_${language}.qm`)),
        )
        return this.#first(named.map((file) => join(folder, file)))
      }),
    )
  }

  async #office(): Promise<Catalogue[]> {
    const { office } = this.#installed
    const read = (domain: string) =>
      this.#first(
        this.#languages.map((language) =>
          join(office, 'program', 'resource', language, 'LC_MESSAGES', `${domain}.mo`),
        ),
      )
    const registry = join(office, 'share', 'registry')
    const language = this.#languages
      .map((each) => each.replace('_', '-'))
      .find((each) => statOf(join(registry, 'res', `registry_${each}.xcd`)) !== null)
    const names = language === undefined ? [] : [namesInOffice(registry, language)]
    return Promise.all([...names, ...OFFICE_DIALOGS.map(read)])
  }

  #read(domain: string): Promise<Catalogue> {
    return this.#first(this.#folders.map((folder) => join(folder, `${domain}.mo`)))
  }

  #firstOfQt(name: string): Promise<Catalogue> {
    return this.#first(this.#languages.map((language) => `${name}_${language}.qm`))
  }

  async #first(paths: readonly string[]): Promise<Catalogue> {
    for (const path of paths) {
      const labels = kept(path, (bytes) => (path.endsWith('.qm') ? labelsInQt(bytes) : labelsIn(bytes)))
      if (labels !== null) return labels
    }
    return NO_LABELS
  }
}
const NO_LABELS: Catalogue = new Map()

const bare = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
/** Both the program `gimp-2.10` and its catalogue `gimp20` are GIMP's. */
const withoutVersion = (name: string): string => name.replace(/[-.]?\d+(?:\.\d+)*$/, '')
const calledAs = ({ process_name, application }: Program): ReadonlySet<string> =>
  new Set(
    [process_name, application, process_name.split('.').at(-1) ?? '', withoutVersion(process_name)]
      .map(bare)
      .filter((name) => name !== ''),
  )
const filesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

function wordsIn(own: readonly Catalogue[], ofToolkits: readonly Catalogue[]): Words {
  const back = (catalogues: readonly Catalogue[], label: string): string[] => [
    ...new Set(catalogues.flatMap((each) => backwards(each).get(label) ?? [])),
  ]
  // What the application itself says counts: its “Löschen” is “Delete”, though a toolkit has it for “Clear”.
  const isOtherwise = (there: string, plain: string): boolean => {
    const meant = back(own, there)
    return meant.length > 0 && !meant.includes(plain)
  }
  const direct = (label: string): string[] => {
    const plain = plainLabel(label)
    return [
      ...own.flatMap((each) => each.get(plain) ?? []),
      ...ofToolkits.flatMap((each) => each.get(plain) ?? []).filter((there) => !isOtherwise(there, plain)),
    ]
  }
  return {
    translate: (label) => {
      const whole = direct(label)
      // “New archive” is “New” in the menu “Archive”, whose words are translated one by one.
      const [, first = '', rest = ''] = /^(\S+) (.+)$/.exec(label) ?? []
      const parts =
        rest === '' ? [] : direct(first).flatMap((verb) => direct(rest).map((name) => `${verb} ${name}`))
      return [...new Set([...whole, ...parts.slice(0, MAX_PARTS)])]
    },
    english: (label) => {
      const plain = plainLabel(label)
      const meant = back(own, plain)
      return meant.length > 0 ? meant : back(ofToolkits, plain)
    },
    isOwn: own.some(({ size }) => size > 0),
  }
}
const MAX_PARTS = 12

/** Catalogue → its plain translations, and the English labels of each. */
const BACKWARDS = new WeakMap<Catalogue, Catalogue>()

function backwards(catalogue: Catalogue): Catalogue {
  const known = BACKWARDS.get(catalogue)
  if (known) return known
  const labels = new Map<string, string[]>()
  for (const [label, translations] of catalogue)
    for (const there of translations) {
      const meant = labels.get(there)
      if (meant) meant.push(label)
      else labels.set(there, [label])
    }
  BACKWARDS.set(catalogue, labels)
  return labels
}

/** Path → what was read of its file, and when that was changed: the interpreter and the gate need the same ones. */
const KEPT = new Map<string, { changed: number; read: Promise<Catalogue> }>()

/** Reads a file once; null where there is none, or a far too large one. */
function kept(
  path: string,
  read: (bytes: Buffer) => Catalogue | Promise<Catalogue>,
): Promise<Catalogue> | null {
  const file = statOf(path)
  if (file === null || file.size > MAX_BYTES) return null
  const known = KEPT.get(path)
  if (known?.changed === file.mtimeMs) return known.read
  const labels = readFile(path)
    .then(read)
    .catch(() => NO_LABELS)
  KEPT.set(path, { changed: file.mtimeMs, read: labels })
  return labels
}

/** Reads what LibreOffice calls the items of its menus. */
function namesInOffice(registry: string, language: string): Promise<Catalogue> {
  const there = join(registry, 'res', `registry_${language}.xcd`)
  const read = async (bytes: Buffer): Promise<Catalogue> => {
    const english = await Promise.all(
      OFFICE_NAMES.map((name) => readFile(join(registry, `${name}.xcd`), 'utf8').catch(() => '')),
    )
    return labelsInRegistries(
      english.map((xml) => namesInRegistry(xml, 'en-US')),
      namesInRegistry(bytes.toString('utf8'), language),
    )
  }
  return kept(there, read) ?? Promise.resolve(NO_LABELS)
}
