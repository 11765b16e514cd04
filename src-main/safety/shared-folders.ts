// Recognises folders of which others get a copy of what is put there: of a service that syncs, of this machine's web server, of another machine.
import { isWithin, withSlashes } from '../core/stat.ts'

/** Folders of services that sync, and those that are served to others, by the names that their programs give them. */
const IN_HOME =
  /^(?:Public|public_html|Sync|Syncthing|Box(?: Sync)?|Insync|MEGA(?:sync)?)$|^(?:Dropbox|Nextcloud|ownCloud|OneDrive|Google ?Drive|My Drive|iCloud ?Drive|pCloud ?Drive|Proton ?Drive|Seafile|Tresorit|Yandex\.Disk)(?: ?[-–(].*)?$/
/** A home's first level has all of them; deeper ones have the names that mean nothing else. */
const ANYWHERE = /^(?:Dropbox|Nextcloud|ownCloud|OneDrive|GoogleDrive|public_html)$/
/** What Windows itself may keep in such a folder: everything that a person saves lies there. */
const EVERYDAY = /^(?:Desktop|Documents|Pictures)$/
/** Where other machines' folders appear among the files of this one. */
const OF_MACHINES = /^\/(?:run\/user\/\d+\/gvfs|net)\/(.+)$|^\/{2}(?!\/)(.+)$/

/**
 * Gives the names of the folders, from the shared one on, in which a file lies; null where nothing says that others get it. `homes` are
 * absolute paths.
 */
export function sharedBy(path: string, homes: readonly string[]): string[] | null {
  const slashed = withSlashes(path)
  const [, mounted, named] = OF_MACHINES.exec(slashed) ?? []
  const away = mounted ?? named
  if (away !== undefined) return foldersOf(away)
  const home = homes.find((each) => isWithin(path, each))
  if (home === undefined) return null
  const folders = foldersOf(slashed.slice(home.length).replace(/^\//, ''))
  const at = folders.findIndex((name, index) => (index === 0 ? IN_HOME : ANYWHERE).test(name))
  return at < 0 || EVERYDAY.test(folders[at + 1] ?? '') ? null : folders.slice(at)
}

const foldersOf = (path: string): string[] => path.split('/').slice(0, -1)
