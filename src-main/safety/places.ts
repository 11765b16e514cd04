// Says what lies at a path: something of Deskhand's own, something that starts programs, a secret, or nothing special.
import { readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, normalize, resolve } from 'node:path'
import { isWithin, statOf, withSlashes } from '../core/stat.ts'
import { entriesOf, fittingPaths, MAX_PATHS } from './place-patterns.ts'
import { sharedBy } from './shared-folders.ts'
import { BRANCHES, HIDDEN, HOOKS, OWN_FILES, PLACE_ROWS, type PlaceRow } from './place-table.ts'

/** Describes a place. Each field has words that end a sentence (`a start-up file of the shell`), or null. */
export interface Place {
  /** Absolute path without symbolic links, as far as it exists; the given name where no folder is known. */
  path: string
  own: string | null
  startsPrograms: string | null
  /** What tools for building software carry out. Unlike the others it is not guarded where the person has named it. */
  built: string | null
  secret: string | null
  /** Whether it is a secret for being hidden alone: no row of the table knows it. */
  unlisted: boolean
  /** What lies somewhere below it: Deskhand's own files, or a home folder or the hidden data of all programs. */
  holds: 'own' | 'home' | null
}

/** Folders of a home whose files may have a second name (a hard link) elsewhere that does not show what they are. */
const WITH_TWINS = ['', '.ssh', '.gnupg', '.aws', '.config/autostart', '.local/share/applications']

export interface PlacesOptions {
  /** Home folders: the person's, and the desktop's where it has another one. The first one stands for `~`. */
  homes: readonly string[]
  /** Folders of Deskhand itself (DESKHAND_HOME). */
  own: readonly string[]
}

/** Classifies paths. It reads nothing but symbolic links. */
export class Places {
  readonly #homes: string[]
  readonly #own: string[]

  constructor({ homes, own }: PlacesOptions) {
    this.#homes = homes.flatMap((home) => [normalize(home), realPath(home)])
    this.#own = own.flatMap((folder) => [normalize(folder), realPath(folder)])
  }

  /**
   * Classifies the path that `text` means, both as it is written and with its symbolic links followed. `cwd` is the folder for a
   * relative path; without it, a relative path is judged by its name alone.
   */
  at(text: string, cwd: string | null = null): Place {
    const written = this.absolute(text, cwd)
    if (written === null) return this.#byName(text.trim())
    const behind = realPath(written)
    const twins = this.#twinsOf(behind)
    const names = [...new Set([behind, written, ...this.meant(text, cwd), ...twins])]
    const place = joined(
      names.map((name) => this.#of(name)),
      behind,
    )
    const found = statOf(behind)
    // What is not found of its names may be any place.
    const isElsewhere = found?.isFile() === true && found.nlink > Math.max(twins.length, 1)
    return isElsewhere
      ? { ...place, startsPrograms: place.startsPrograms ?? 'a file that has another name elsewhere' }
      : place
  }

  /** Gives the folders of which others get a copy and in which the path lies; null for none. */
  sharedBy(path: string): string[] | null {
    return sharedBy(path, this.#homes)
  }

  /** Finds the other names of a file (hard links), because the file is also what those names say. */
  #twinsOf(path: string): string[] {
    const found = statOf(path)
    if (!found?.isFile() || found.nlink < 2) return []
    const folders = [
      dirname(path),
      ...this.#own,
      ...this.#homes.flatMap((home) => WITH_TWINS.map((each) => join(home, each))),
    ]
    return [...new Set(folders)]
      .flatMap((folder) => entriesOf(folder).map((name) => join(folder, name)))
      .filter((each) => {
        const other = statOf(each)
        return other?.ino === found.ino && other.dev === found.dev
      })
  }

  /**
   * Lists every path that a word of a command may mean: with its wildcards, with `..` before and after a link is followed, and in
   * a folder called `~` or `$HOME`, as in quotes. It gives the word itself where its folder is unknown.
   */
  meant(word: string, cwd: string | null): string[] {
    const quoted = cwd !== null && /^[~$].*\/\.\./.test(word) ? [`${cwd}/${word}`] : []
    const paths = [this.#whole(word, cwd) ?? [], quoted].flat()
    if (paths.length === 0) return [word]
    return [...new Set(paths.flatMap((path) => [...fittingPaths(normalize(path)), ...behindLinks(path)]))]
  }

  /** Gives the absolute path of a text (`~`, `~ada`, `$HOME`, `file:`); null for a relative one without a folder. */
  absolute(text: string, cwd: string | null = null): string | null {
    const whole = this.#whole(text, cwd)
    return whole === null ? null : normalize(whole)
  }

  #whole(text: string, cwd: string | null): string | null {
    const home = this.#homes[0] ?? '/'
    const path = withoutScheme(text.trim())
      .replace(/^~(?=\/|$)/, home)
      .replace(/^(?:~\+|\$PWD\b|\$\{PWD\})(?=\/|$)/, cwd ?? home)
      .replace(/^~([\w.-]+)(?=\/|$)/, (_, user: string) => join(dirname(home), user))
      .replace(/^\$(HOME\b|\{HOME(?::?[-=][^}]*)?\})/, home)
      .replace(/\$(USER|LOGNAME)\b|\$\{(USER|LOGNAME)\}/g, basename(home))
    if (isAbsolute(path)) return path
    return cwd === null || path === '' ? null : `${resolve(cwd)}/${path}`
  }

  /** Classifies a name without a folder: it may lie in any of the places that have such a name. */
  #byName(name: string): Place {
    const folders = this.#homes.flatMap((home) => [home, join(home, '.ssh')])
    const places = folders.map((folder) => this.#of(resolve(folder, name)))
    // In `.ssh` every name would be a secret, so a plain name does not count as one of its files, nor one below it, as titles have it.
    const hidden = /^\.|(^|\/)\.\.(\/|$)/.test(name)
    const place = joined(hidden ? places : places.map((each) => ({ ...each, secret: null })), name)
    const plain = this.#of(name)
    const secret = place.secret ?? this.#of(`/${basename(name)}`).secret ?? plain.secret
    const startsPrograms =
      place.startsPrograms ?? plain.startsPrograms ?? (HOOKS.test(name) ? 'a hook of a repository' : null)
    return {
      ...place,
      startsPrograms,
      secret,
      unlisted: false,
      own: OWN_FILES.has(basename(name)) ? 'a file of Deskhand itself' : (place.own ?? plain.own),
    }
  }

  #of(path: string): Place {
    const slashed = withSlashes(path)
    // The private home of a virtual desktop lies in Deskhand's folder, but it belongs to the person.
    const inPrivateHome = this.#homes.some(
      (home) => isWithin(path, home) && this.#own.some((folder) => isWithin(home, folder)),
    )
    const isOwn = !inPrivateHome && this.#own.some((folder) => isWithin(path, folder))
    const own = isOwn ? 'a folder of Deskhand itself' : null
    const inHome = this.#homes
      .filter((home) => isWithin(path, home))
      .map((home) => slashed.slice(home.length).replace(/^\//, ''))
    const holds = (row: PlaceRow) =>
      row.in === 'home' ? inHome.some((rest) => row.pattern.test(rest)) : row.pattern.test(slashed)
    const found = PLACE_ROWS.filter(holds)
    const whatOf = (kind: PlaceRow['kind']) => found.find((row) => row.kind === kind)?.what ?? null
    const isKnown = found.some(({ kind }) => kind !== 'built')
    // A private home lies in a hidden folder of the other one.
    const inOwnHome = inHome.toSorted((a, b) => a.length - b.length)[0]
    // A hidden path of the home counts as a secret unless the table says otherwise.
    const hidden = !isKnown && inOwnHome?.startsWith('.') === true
    const setting = !isKnown && HIDDEN.test(inOwnHome ?? slashed)
    const holdsOwn = !inPrivateHome && this.#own.some((folder) => isWithin(folder, path))
    const holdsHome =
      this.#homes.some((home) => isWithin(home, path)) || inHome.some((rest) => BRANCHES.includes(rest))
    const ofOthers = inHome.length === 0 && OTHER_HOME.test(slashed)
    return {
      path,
      own,
      unlisted: hidden && !ofOthers,
      holds: holdsOwn ? 'own' : holdsHome ? 'home' : null,
      startsPrograms:
        whatOf('starts programs') ??
        (setting && !hidden ? 'a hidden file, which programs read as a setting' : null),
      built: whatOf('built'),
      secret:
        whatOf('secret') ??
        (hidden ? 'a hidden file of the home folder' : null) ??
        (ofOthers ? 'the home folder of another person' : null),
    }
  }
}

/** A file in a home folder. Whose it is, the folder's name tells. */
const OTHER_HOME = /^(?:[a-z]:)?\/(?:home|Users)\/(?!(?:shared|public|default)\/)[^/]+\/|^\/root\//i

const joined = (places: Place[], path: string): Place => ({
  path,
  own: places.find((place) => place.own !== null)?.own ?? null,
  startsPrograms: places.find((place) => place.startsPrograms !== null)?.startsPrograms ?? null,
  built: places.find((place) => place.built !== null)?.built ?? null,
  secret: places.find((place) => place.secret !== null)?.secret ?? null,
  unlisted:
    places.some(({ unlisted }) => unlisted) &&
    places.every(({ secret, unlisted }) => secret === null || unlisted),
  holds: places.find((place) => place.holds !== null)?.holds ?? null,
})

/** Makes `/tmp/a.sh` of `file:///tmp/a%2Esh`, also as the administrator (`admin:`); leaves what can't be decoded as it is. */
export function withoutScheme(text: string): string {
  if (!/^(?:file|admin):/i.test(text)) return text
  const path = text.replace(/^\w+:(\/\/[^/]*)?/, '').replace(/[?#].*$/, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Follows links before `..`, like programs do: `a/link/../b` is `b` beside the link's target. Empty without a `..`. */
function behindLinks(path: string): string[] {
  const up = path.search(/\/\.\.(\/|$)/)
  if (up < 0) return []
  return fittingPaths(path.slice(0, up) || '/')
    .flatMap((before) => {
      const beside = `${dirname(realPath(before))}${path.slice(up + 3)}`
      return /\/\.\.(\/|$)/.test(beside) ? behindLinks(beside) : fittingPaths(normalize(beside))
    })
    .slice(0, MAX_PATHS)
}

/** Symbolic links that are followed where they lead to nothing yet; a chain of more is a loop. */
const MAX_LINKS = 40

/**
 * Follows symbolic links as far as the path exists; the rest is appended. A link to a file that is not there yet is followed too, because
 * what is written to the link makes that file.
 */
function realPath(path: string): string {
  let existing = normalize(path)
  let rest = ''
  for (let links = 0; ;) {
    try {
      return join(realpathSync(existing), rest)
    } catch {
      const target = links < MAX_LINKS ? linkOf(existing) : null
      if (target !== null) {
        links++
        existing = resolve(realPath(dirname(existing)), target)
        continue
      }
      const parent = dirname(existing)
      if (parent === existing) return normalize(path)
      rest = join(basename(existing), rest)
      existing = parent
    }
  }
}

/** The text of a symbolic link; null for anything else. */
function linkOf(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}
