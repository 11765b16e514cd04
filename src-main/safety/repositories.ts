// Says whether a repository makes git run other programs: its settings and hooks, which a command line does not show.
import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isFolder, isThere, statOf } from '../core/stat.ts'
import { partsOfGit } from './command-readers.ts'
import { pathsMeant, type Step } from './command-steps.ts'
import { entriesOf } from './place-patterns.ts'
import type { Places } from './places.ts'

/** Settings that every repository has, or that name no program. Sections and keys in lower case; the name of a part is left out. */
const PLAIN_SETTINGS =
  /^(core\.(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath)|user\.(name|email)|remote\.(url|fetch|pushurl|tagopt|prune)|branch\.(remote|merge|rebase|description)|submodule\.(url|active|branch)|init\.defaultbranch|(pull|push|color|advice|log|status|commit|gui)\.(?!template)\w+|extensions\.objectformat)$/
const MAX_CONFIG_BYTES = 64 * 1024

/** Where git goes, what its repository would run or may have been told by this run; null where it does what its words say. */
export function programOfGit(
  { words, folders }: Step,
  places: Places,
  isOfPerson: (path: string) => boolean,
): string | null {
  const { into } = partsOfGit(words.slice(1))
  const where = into.reduce<Step['folders']>((from, to) => pathsMeant(to, from, places), folders)
  for (const path of where) {
    const runs = path === null ? 'git' : programOfRepository(path, isOfPerson)
    if (runs !== null) return runs
  }
  return null
}

/** The setting or hook that would run, or may be of this run; null where git does what its words say, also outside of a repository. */
function programOfRepository(folder: string, isOfPerson: (path: string) => boolean): string | null {
  const found = repositoryOf(folder)
  if (found === null) return null
  const config = join(found, 'config')
  const size = statOf(config)?.size
  // This is a repository whose settings lie elsewhere (`.git` is a file), or are missing.
  if (size === undefined || size > MAX_CONFIG_BYTES || !isOfPerson(config)) return config
  const setting = settingsOf(readFileSync(config, 'utf8')).find((each) => !PLAIN_SETTINGS.test(each))
  if (setting !== undefined) return setting
  const index = join(found, 'index')
  // The settings of one within it count as well, and nothing is known of them.
  if (holdsRepository(index)) return index
  const hooks = entriesOf(join(found, 'hooks')).map((name) => join(found, 'hooks', name))
  // git runs this one even where it only looks.
  return hooks.find((hook) => !isOfPerson(hook) || basename(hook) === 'post-index-change') ?? null
}

/** The mode of an entry of an index that is a repository by itself, and the mark of an index in several files. */
const GITLINK = Buffer.from([0x00, 0x00, 0xe0, 0x00])
const SPLIT = Buffer.from('link')
const MAX_INDEX_BYTES = 16 * 1024 * 1024

/** True also where it can't be told. */
function holdsRepository(index: string): boolean {
  const size = statOf(index)?.size ?? 0
  if (size > MAX_INDEX_BYTES) return true
  const bytes = size === 0 ? Buffer.alloc(0) : readFileSync(index)
  return bytes.includes(GITLINK) || bytes.includes(SPLIT)
}

/** The folder with its settings: `.git` in the folder or above it, or a folder that is laid out as one. */
function repositoryOf(folder: string): string | null {
  for (let here = folder; ; here = dirname(here)) {
    const own = join(here, '.git')
    if (isThere(own)) return own
    if (isThere(join(here, 'HEAD')) && isFolder(join(here, 'objects'))) return here
    if (here === dirname(here)) return null
  }
}

/** `core.bare`; what can't be read as a setting is one by itself. */
function settingsOf(text: string): string[] {
  let section = ''
  return text.split('\n').flatMap((line) => {
    const plain = line.trim()
    if (plain === '' || /^[#;]/.test(plain)) return []
    const head = /^\[\s*([\w.-]+)(?:\s+"(?:[^"\\]|\\.)*")?\s*\]$/.exec(plain)
    if (head) {
      section = (head[1] ?? '').toLowerCase()
      return []
    }
    const key = /^([\w-]+)\s*(=|$)/.exec(plain)?.[1]
    // A continued line can hide nothing, because the next line is checked as a setting, too.
    return [key === undefined ? plain : `${section}.${key.toLowerCase()}`]
  })
}
