// Says what lies at a path: something of Deskhand's own, something that starts programs, a secret, or nothing special.
import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, normalize, resolve } from 'node:path'
import { isWithin } from '../core/stat.ts'
import { OWN_FILES, PLACE_ROWS, type PlaceRow } from './place-table.ts'

/** Each is what lies there, in words that end a sentence (`a start-up file of the shell`), or null. */
export interface Place {
  /** Absolute path without symbolic links, as far as it exists; the name as it was given where no folder is known. */
  path: string
  own: string | null
  startsPrograms: string | null
  secret: string | null
}

export interface PlacesOptions {
  /** Home folders: the person's, and that of the desktop where it is another one. The first one stands for `~`. */
  homes: readonly string[]
  /** Folders of Deskhand itself (DESKHAND_HOME). */
  own: readonly string[]
}

/** Knows of every path what lies there. It reads nothing but symbolic links. */
export class Places {
  readonly #homes: string[]
  readonly #own: string[]

  constructor({ homes, own }: PlacesOptions) {
    this.#homes = homes.flatMap((home) => [normalize(home), realPath(home)])
    this.#own = own.flatMap((folder) => [normalize(folder), realPath(folder)])
  }

  /**
   * What the path that `text` means is, as it is written and behind its symbolic links. `cwd` is the folder that a
   * relative path starts from; without it, a relative path is judged by its name alone.
   */
  at(text: string, cwd: string | null = null): Place {
    const written = this.absolute(text, cwd)
    if (written === null) return this.#byName(text.trim())
    const behind = realPath(written)
    return written === behind ? this.#of(behind) : joined([this.#of(written), this.#of(behind)], behind)
  }

  /** The absolute path that a text means (`~`, `$HOME`, `file:`), null for a relative one without a folder. */
  absolute(text: string, cwd: string | null = null): string | null {
    const home = this.#homes[0] ?? '/'
    const path = withoutScheme(text.trim())
      .replace(/^~(?=\/|$)/, home)
      .replace(/^\$(HOME\b|\{HOME\})/, home)
    if (isAbsolute(path)) return normalize(path)
    return cwd === null || path === '' ? null : resolve(cwd, path)
  }

  /** A name whose folder is not known may lie in any of the places that have such a name. */
  #byName(name: string): Place {
    const folders = this.#homes.flatMap((home) => [home, join(home, '.ssh')])
    const places = folders.map((folder) => this.#of(resolve(folder, name)))
    // In `.ssh` everything is a secret; a plain name is none for that.
    const hidden = name.startsWith('.') || name.includes('/')
    const place = joined(hidden ? places : places.map((each) => ({ ...each, secret: null })), name)
    const plain = this.#of(name)
    const secret = place.secret ?? this.#of(`/${basename(name)}`).secret ?? plain.secret
    const startsPrograms = place.startsPrograms ?? plain.startsPrograms
    return {
      ...place,
      startsPrograms,
      secret,
      own: OWN_FILES.has(basename(name)) ? 'a file of Deskhand itself' : place.own,
    }
  }

  #of(path: string): Place {
    // The private home of a virtual desktop lies in Deskhand's folder, and is the person's.
    const inPrivateHome = this.#homes.some(
      (home) => isWithin(path, home) && this.#own.some((folder) => isWithin(home, folder)),
    )
    const isOwn = !inPrivateHome && this.#own.some((folder) => isWithin(path, folder))
    const own = isOwn ? 'a folder of Deskhand itself' : null
    const inHome = this.#homes
      .filter((home) => isWithin(path, home))
      .map((home) => path.slice(home.length).replace(/^\//, ''))
    const holds = (row: PlaceRow) =>
      row.in === 'home' ? inHome.some((rest) => row.pattern.test(rest)) : row.pattern.test(path)
    const found = PLACE_ROWS.filter(holds)
    const whatOf = (kind: PlaceRow['kind']) => found.find((row) => row.kind === kind)?.what ?? null
    // A hidden path of the home is a secret until the table says otherwise.
    const hidden = found.length === 0 && inHome.some((rest) => rest.startsWith('.'))
    return {
      path,
      own,
      startsPrograms: whatOf('starts programs'),
      secret: whatOf('secret') ?? (hidden ? 'a hidden file of the home folder' : null),
    }
  }
}

const joined = (places: Place[], path: string): Place => ({
  path,
  own: places.find((place) => place.own !== null)?.own ?? null,
  startsPrograms: places.find((place) => place.startsPrograms !== null)?.startsPrograms ?? null,
  secret: places.find((place) => place.secret !== null)?.secret ?? null,
})

/** `file:///tmp/a%2Esh` is `/tmp/a.sh`; what can't be decoded stays as it is. */
export function withoutScheme(text: string): string {
  if (!/^file:/i.test(text)) return text
  const path = text.replace(/^file:(\/\/[^/]*)?/i, '').replace(/[?#].*$/, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Follows symbolic links as far as the path exists; the rest is appended. */
function realPath(path: string): string {
  let existing = normalize(path)
  let rest = ''
  for (;;) {
    try {
      return join(realpathSync(existing), rest)
    } catch {
      const parent = dirname(existing)
      if (parent === existing) return normalize(path)
      rest = join(basename(existing), rest)
      existing = parent
    }
  }
}
