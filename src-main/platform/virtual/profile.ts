// Keeps what applications store of their settings from one virtual desktop to the next. Each desktop works on a copy of the one
// profile, because applications lock theirs; what has changed there is written back, and where two change one file, the newer counts.
import { copyFile, lstat, mkdir, readdir, readFile, rename, rm, utimes } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { withFileLock, writeFileAtomically } from '../../core/atomic-file.ts'
import { apply, changesBetween, GSETTINGS_FILE, isOfPerson, keyFileText, parseKeyFile } from './gsettings.ts'

/** Folders of a virtual desktop that are kept. Its caches, its state (what was open) and its home are not. */
const ROOTS = ['config', 'data', 'applications']
const GSETTINGS = `config/${GSETTINGS_FILE}`
/** Written afresh for each desktop, or the person’s own, or no setting. */
const NOT_KEPT =
  /^(config\/(user-dirs\.(dirs|locale)|mimeapps\.list|dconf|gtk-[34]\.0\/bookmarks|pulse)|data\/(Trash|recently-used\.xbel|RecentDocuments|gvfs-metadata))(\/|$)/
/** An application that stores one of these has a person’s cookies, passwords or keys: nothing of it is kept. */
const HOLDS_SECRETS =
  /^(cookies(\.(sqlite|db|txt))?|login data.*|logins\.json|key[34]\.db|accounts\.(conf|ini|json)|.*\.(keyring|keystore|kwl|kdbx))$/i
/**
 * Folders and files of what is carried out: what one run was talked into planting must not run on the next desktop. `[^/]+/` is the root
 * of what is kept.
 */
const IS_RUN_FOLDER =
  /^[^/]+\/(.*\/)?(autostart(-scripts)?|applications|systemd|environment\.d|plugins?|extensions?|add-?ons?|scripts?|macros|basic|uno_packages|startup|bin|site-(lisp|packages))$/i
const IS_RUN_FILE = /\.(desktop|sh|bash|py|pyc|pl|rb|lua|so|jar|el|scm|xpi|service|xba|xlb|js|mjs)$/i
/** Settings of programs that are a program themselves: shells, editors and window managers that carry out what stands there. */
const IS_RUN_CONFIG =
  /^config\/(git|nvim|vim|emacs|tmux|nano|pip|micro|helix|ranger|lf|mc|mpv|direnv|fish|zsh|powershell|nushell|elvish|kitty|alacritty|openbox|i3|sway|bspwm|sxhkd|awesome)(\/|$)/
/**
 * Settings that name what is carried out: folders of plug-ins and modules (GIMP, GTK), commands of builds and menus (Geany, Thunar), and
 * which macros of documents run (LibreOffice). A file with one stays with its desktop.
 */
const NAMES_CODE =
  /plug-?in-path|script-fu-path|module-path|interpreter-path|gtk-modules|^(?:EX|FT|NF)_\d+_CM=|<command>|vnd\.sun\.star\.script:|MacroSecurityLevel|DisableMacrosExecution|SecureURL|TrustedAuthors/m

/** What a running application leaves so that no second one starts with its profile. */
const IS_LOCK = /^\.?(parent)?lock$|\.(lock|pid|tmp)$|^Singleton/i
/** Bytes of a file above which it is no setting. */
const MAX_FILE = 8 * 1024 * 1024
/** Files of one application above which they are no settings. */
const MAX_FILES = 2_000

export const profileFolder = (home: string): string => join(home, 'profile')

/** Path below the desktop's folder → its size and time, by which a change is seen. */
type Stamps = Map<string, string>

const baselineSchema = z.object({
  stamps: z.array(z.tuple([z.string(), z.string()])).transform((all): Stamps => new Map(all)),
  gsettings: z.string(),
})
type Baseline = z.infer<typeof baselineSchema>

const BASELINE = 'profile-before.json'
const stampOf = ({ size, mtimeMs }: { size: number; mtimeMs: number }): string => `${size} ${mtimeMs}`

/** Copies the profile to a fresh desktop. */
export async function bringProfile(profile: string, folder: string): Promise<void> {
  for (const [path, { mtime }] of await filesBelow(profile))
    await copyAs(join(profile, path), join(folder, path), mtime)
}

/** Notes how the desktop's files are, before an application has changed any. */
export async function noteBaseline(folder: string): Promise<void> {
  const files = await filesBelow(folder)
  const gsettings = await readFile(join(folder, GSETTINGS), 'utf8').catch(() => '')
  await writeBaseline(folder, {
    stamps: new Map([...files].map(([path, file]) => [path, file.stamp])),
    gsettings,
  })
}

/** Writes to the profile what applications have changed on this desktop since it was last done. */
export async function keepProfile(folder: string, profile: string): Promise<void> {
  await withFileLock(join(profile, 'profile'), async () => {
    const before = await readBaseline(folder)
    if (before === null) return
    const now = await filesBelow(folder, (application) =>
      rm(join(profile, application), { recursive: true, force: true }),
    )
    for (const [path, { stamp, mtime }] of now) {
      if (before.stamps.get(path) === stamp || path === GSETTINGS) continue
      if (NAMES_CODE.test(await readFile(join(folder, path), 'latin1').catch(() => ''))) continue
      const kept = await lstat(join(profile, path)).catch(() => null)
      if (kept === null || kept.mtimeMs <= mtime.getTime())
        await copyAs(join(folder, path), join(profile, path), mtime)
    }
    for (const [path, stamp] of before.stamps) {
      const kept = now.has(path) ? null : await lstat(join(profile, path)).catch(() => null)
      // Another desktop may have written it since.
      if (kept !== null && stampOf(kept) === stamp) await rm(join(profile, path), { force: true })
    }
    const gsettings = await readFile(join(folder, GSETTINGS), 'utf8').catch(() => before.gsettings)
    await keepGsettings(join(profile, GSETTINGS), before.gsettings, gsettings)
    await writeBaseline(folder, {
      stamps: new Map([...now].map(([path, file]) => [path, file.stamp])),
      gsettings,
    })
  })
}

async function keepGsettings(kept: string, before: string, now: string): Promise<void> {
  const changes = changesBetween(parseKeyFile(before), parseKeyFile(now))
  if (changes.length === 0) return
  const file = parseKeyFile(await readFile(kept, 'utf8').catch(() => ''))
  apply(file, changes)
  await mkdir(dirname(kept), { recursive: true, mode: 0o700 })
  await writeFileAtomically(kept, keyFileText(file), 0o600)
}

/** Names the settings that were changed on this desktop since its start, as `org.xfce.mousepad… font-name`. */
export async function changedSettings(folder: string): Promise<string[]> {
  const before = await readBaseline(folder)
  const now = await readFile(join(folder, GSETTINGS), 'utf8').catch(() => '')
  return changesBetween(parseKeyFile(before?.gsettings ?? ''), parseKeyFile(now))
    .filter(isOfPerson)
    .map(({ group, key }) => `${group.replaceAll('/', '.')} ${key}`)
}

async function readBaseline(folder: string): Promise<Baseline | null> {
  const text = await readFile(join(folder, BASELINE), 'utf8').catch(() => null)
  return text === null ? null : baselineSchema.parse(JSON.parse(text))
}

const writeBaseline = (folder: string, { stamps, gsettings }: Baseline): Promise<void> =>
  writeFileAtomically(join(folder, BASELINE), JSON.stringify({ stamps: [...stamps], gsettings }), 0o600)

interface File {
  stamp: string
  mtime: Date
}

/** Finds the files to keep, by their paths below `folder`. `onSecret` gets each application of which nothing is kept. */
async function filesBelow(
  folder: string,
  onSecret: (application: string) => Promise<void> = () => Promise.resolve(),
): Promise<Map<string, File>> {
  const found = new Map<string, File>()
  for (const root of ROOTS)
    for (const name of await readdir(join(folder, root)).catch(() => [])) {
      const application = `${root}/${name}`
      const files = await filesOf(folder, application)
      if (files === null) await onSecret(application)
      else for (const [path, file] of files) found.set(path, file)
    }
  return found
}

/** Null for an application that stores secrets, or too much. */
async function filesOf(folder: string, application: string): Promise<Map<string, File> | null> {
  const found = new Map<string, File>()
  const left = [application]
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if ([NOT_KEPT, IS_RUN_CONFIG, IS_RUN_FOLDER, IS_RUN_FILE].some((those) => those.test(path))) continue
    const file = await lstat(join(folder, path)).catch(() => null)
    if (file?.isDirectory())
      for (const name of await readdir(join(folder, path)).catch(() => [])) {
        if (HOLDS_SECRETS.test(name)) return null
        if (!IS_LOCK.test(name)) left.push(`${path}/${name}`)
      }
    else if (file?.isFile() && file.size <= MAX_FILE && (file.mode & 0o111) === 0)
      found.set(path, { stamp: stampOf(file), mtime: file.mtime })
    if (found.size > MAX_FILES) return null
  }
  return found
}

/** Copies as a whole, with its time, by which a later change is seen. The file may be gone meanwhile. */
async function copyAs(from: string, to: string, mtime: Date): Promise<void> {
  const temporary = `${to}.${randomUUID()}.tmp`
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await copyFile(from, temporary)
    await utimes(temporary, mtime, mtime)
    await rename(temporary, to)
  } catch (error) {
    await rm(temporary, { force: true })
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
