// Tells what the files are that a file manager pastes, in the folder where they come to lie.
import { basename, join } from 'node:path'
import { isFolder } from '../core/stat.ts'
import { isFileManager } from './applications.ts'
import { filesBelow } from './command-outputs.ts'
import type { Facts } from './facts.ts'
import type { Place } from './places.ts'

/** Whether it adds copied files to the folder that a file manager shows. Before it replaces any, that asks. */
export const pastesFiles = ({ window, dialog, act: { target } }: Facts): boolean =>
  !dialog && isFileManager(window?.process_name ?? '') && (target.pasted?.files ?? []).length > 0

/**
 * The places of the files that a file manager pastes; a folder brings along what is in it. What lies at a place of the same kind already, as the
 * hooks in a copied project, begins nothing new.
 */
export function pastedPlaces({ act: { target }, around: { places }, pressed }: Facts): Place[] {
  const { folders, items, pasted } = target
  // “Paste Into Folder” means a folder that is chosen.
  const chosen = pressed === null ? [] : (items ?? []).filter(isFolder)
  const shown = [...(folders?.length ? folders : [places.absolute('~') ?? '/']), ...chosen]
  const files = (pasted?.files ?? []).flatMap((file) =>
    ['', ...filesBelow(file)].map((below) => ({
      file: join(file, below),
      name: join(basename(file), below),
    })),
  )
  return shown.flatMap((folder) =>
    files.flatMap(({ file, name }) => {
      const [from, to] = [places.at(file), places.at(join(folder, name))]
      const isSame = from.startsPrograms === to.startsPrograms && from.secret === to.secret
      return isSame && to.own === null ? [] : [{ ...to, built: null }]
    }),
  )
}
