// Remembers which folders the run has opened, in whatever program: an item of a comparison, tree or side pane is a file in one of them, and its
// name does not say whether it is a link to a key.
import { basename, dirname, extname, join } from 'node:path'
import { isFolder, isThere } from '../core/stat.ts'
import { filesBelow } from './command-outputs.ts'
import type { Facts } from './facts.ts'
import { readPlaces } from './reach.ts'

/** The most folders to remember; the newest count. */
const MAX_FOLDERS = 10

export class OpenedFolders {
  #folders: readonly string[] = []

  /** Adds an act that the gate has admitted. */
  add(facts: Facts): void {
    const { document } = facts.act.target
    const opened = [
      ...readPlaces(facts)
        .map(({ path }) => path)
        .filter(isFolder),
      ...(document?.startsWith('/') ? [dirname(document)] : []),
    ]
    this.#folders = [...new Set([...this.#folders, ...opened])].slice(-MAX_FOLDERS)
  }

  /** The file in an opened folder that a title tells by its name alone (“Home - Notes”, of a notebook); null for none, or for several. */
  fileShownAs(title: string): string | null {
    const parts = new Set(
      title.split(/ [-–—:] /).map((part) => part.replace(/^[*•●]\s*|\s*[*•●]$/g, '').trim()),
    )
    const found = this.#folders.flatMap((folder) =>
      filesIn(folder, (file) =>
        [basename(file), basename(file, extname(file))].some((name) => parts.has(name)),
      ),
    )
    const files = [...new Set(found)]
    return files.length === 1 ? (files[0] ?? null) : null
  }

  /** Lists the files of this name in the folders that were opened, and below them. */
  filesCalled(name: string): string[] {
    if (name === '' || name.includes('/')) return []
    const found = this.#folders.flatMap((folder) => [
      join(folder, name),
      ...filesIn(folder, (file) => basename(file) === name),
    ])
    return [...new Set(found)].filter(isThere)
  }
}

/** The paths of those files in and below a folder. */
const filesIn = (folder: string, isMeant: (below: string) => boolean): string[] =>
  filesBelow(folder)
    .filter(isMeant)
    .map((below) => join(folder, below))
