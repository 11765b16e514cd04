// Makes the private folders of a virtual desktop, and shows some of the person's own settings in them.
import { copyFile, mkdir, mkdtemp, realpath, symlink, writeFile } from 'node:fs/promises'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../core/folder.ts'
import { bringProfile, noteBaseline } from './profile.ts'
import { xauthorityFile } from '../linux/x11/xauthority.ts'
import { OPENBOX_CONFIGURATION } from './window-manager.ts'
import { desktopsFolder, safeName } from './record.ts'

/** The most characters of the runtime folder's path: a socket's path may have 107, and programs name sockets in `temp` by a hash of 44. */
const MAX_RUNTIME_LENGTH = 55

const GTK_SETTINGS = `[Settings]
gtk-enable-animations=0
gtk-cursor-blink=0
gtk-recent-files-enabled=0
`

/**
 * Services of the session bus that must not start here: file choosers of portals open elsewhere, and the document portal mounts a file
 * system below the runtime folder. Files in this folder take precedence over those of the system.
 */
const UNWANTED_SERVICES = ['org.freedesktop.portal.Desktop', 'org.freedesktop.portal.Documents']

/** Makes Thunar show a list: the files of its icon view have no names in the accessibility tree. */
const THUNAR = 'config/xfce4/xfconf/xfce-perchannel-xml/thunar.xml'
const THUNAR_SETTINGS = `<?xml version="1.0" encoding="UTF-8"?>
<channel name="thunar" version="1.0"><property name="last-view" type="string" value="ThunarDetailsView"/></channel>
`

const FIRST_SETTINGS: Record<string, string> = {
  'config/gtk-3.0/settings.ini': GTK_SETTINGS,
  'config/gtk-4.0/settings.ini': GTK_SETTINGS,
  [THUNAR]: THUNAR_SETTINGS,
}

/** Writes the settings of a fresh profile; what was changed on an earlier desktop stays. */
const writeFirst = (path: string, content: string): Promise<void> =>
  writeFile(path, content, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })

interface Folders {
  folder: string
  runtime: string
}

/** Makes the desktop's folder and the place of its sockets, and nothing in them. */
export async function makeFolders(home: string, runId: string): Promise<Folders> {
  makeFolder(desktopsFolder(home))
  const folder = join(await realpath(desktopsFolder(home)), safeName(runId))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const runtime = join(folder, 'runtime')
  if (runtime.length > MAX_RUNTIME_LENGTH)
    return { folder, runtime: await mkdtemp(join(tmpdir(), 'deskhand-')) }
  await mkdir(runtime, { recursive: true, mode: 0o700 })
  return { folder, runtime }
}

/** Where programs put what they need for a while. One that runs once per person finds no other desktop's window by a socket there. */
export const tempFolder = (runtime: string): string => join(runtime, 'temp')

/** Fills the folders, with the settings of `profile` first. Returns the path of the file with the X server's cookie. */
export async function furnish(
  { folder, runtime }: Folders,
  homeMode: 'shared' | 'private',
  profile: string | null,
): Promise<string> {
  const xauthority = join(folder, 'Xauthority')
  const folders = [
    'config/gtk-3.0',
    'config/gtk-4.0',
    dirname(THUNAR),
    'cache',
    'data',
    'state',
    'home',
    'applications',
  ]
  await Promise.all(folders.map((name) => mkdir(join(folder, name), { recursive: true, mode: 0o700 })))
  await mkdir(tempFolder(runtime), { recursive: true, mode: 0o700 })
  if (profile !== null) await bringProfile(profile, folder)
  await Promise.all([
    writeFile(xauthority, xauthorityFile(randomBytes(16)), { mode: 0o600 }),
    writeFile(join(folder, 'openbox.xml'), OPENBOX_CONFIGURATION),
    ...Object.entries(FIRST_SETTINGS).map(([path, content]) => writeFirst(join(folder, path), content)),
    homeMode === 'shared' ? showOwnThings(folder) : null,
    refuseServices(join(runtime, 'dbus-1', 'services')),
  ])
  await noteBaseline(folder)
  return xauthority
}

async function refuseServices(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await Promise.all(
    UNWANTED_SERVICES.map((name) =>
      writeFile(join(folder, `${name}.service`), `[D-BUS Service]\nName=${name}\nExec=/bin/false\n`),
    ),
  )
}

/** Shares the person's named folders, file dialog bookmarks, fonts, file associations and one trash with all desktops. */
async function showOwnThings(folder: string): Promise<void> {
  const home = process.env['HOME']
  if (!home) return
  const ownConfig = process.env['XDG_CONFIG_HOME'] ?? join(home, '.config')
  const ownData = process.env['XDG_DATA_HOME'] ?? join(home, '.local', 'share')
  const copies = ['user-dirs.dirs', 'user-dirs.locale', 'mimeapps.list', 'gtk-3.0/bookmarks']
  await Promise.all([
    ...copies.map((name) => copyFile(join(ownConfig, name), join(folder, 'config', name)).catch(() => {})),
    symlink(join(ownConfig, 'fontconfig'), join(folder, 'config', 'fontconfig')).catch(() => {}),
    shareTrash(join(ownData, 'Trash'), join(folder, 'data', 'Trash')),
  ])
}

/**
 * Shares the trash, so that files moved to it on a virtual desktop do not vanish with the desktop. Where the person's home can't hold one,
 * there is none: programs then report it, or ask whether to delete for good.
 */
async function shareTrash(own: string, here: string): Promise<void> {
  await mkdir(dirname(own), { recursive: true })
    .then(() => mkdir(own, { recursive: true, mode: 0o700 }))
    .catch(() => {})
  await symlink(own, here).catch(() => {})
}
