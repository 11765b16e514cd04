// Finds the applications that are installed: the folders that end in `.app`, by what each says of itself in its Info.plist.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { InstalledApplication } from '../../core/desktop.ts'
import type { Environment } from '../operating-system.ts'
import { isRecord, readPropertyList, type Property } from './plist.ts'

/** Folder → how deep applications lie in it. */
const FOLDERS: readonly [string, number][] = [
  ['/Applications', 2],
  ['/System/Applications', 2],
  ['/System/Cryptexes/App/System/Applications', 1],
  ['/System/Library/CoreServices', 1],
]
/** The desktop's own program, the only one among the system's services that people call by name. */
const SERVICES = /\/CoreServices\/(?!Finder\.app$)/
/** Address scheme → what a person calls what it leads to. */
const SCHEMES: Record<string, string> = { https: 'web pages', mailto: 'mail' }

export interface Application {
  name: string
  /** `TextEdit.app` without its ending, which is not translated. */
  file: string
  path: string
  /** `com.apple.TextEdit`. */
  id: string
  opens: string[]
}

/** Lists what is installed, by name. `root` is where the folders of the system begin. */
export async function applications(env: Environment, root = '/'): Promise<Application[]> {
  const own: [string, number][] = env['HOME'] ? [[join(env['HOME'], 'Applications'), 2]] : []
  const found = await Promise.all([
    ...FOLDERS.map(([folder, depth]) => inFolder(join(root, folder), depth)),
    ...own.map(([folder, depth]) => inFolder(folder, depth)),
  ])
  const byId = new Map<string, Application>()
  for (const application of found.flat()) if (!byId.has(application.id)) byId.set(application.id, application)
  return [...byId.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

export const installedApplications = async (env: Environment, root = '/'): Promise<InstalledApplication[]> =>
  (await applications(env, root)).map(({ name, opens }) => ({ name, opens }))

async function inFolder(folder: string, depth: number): Promise<Application[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found = await Promise.all(
    entries.map(async (entry): Promise<Application[]> => {
      const path = join(folder, entry.name)
      if (!entry.isDirectory() && !entry.isSymbolicLink()) return []
      if (entry.name.endsWith('.app')) return SERVICES.test(path) ? [] : ((await described(path)) ?? [])
      return depth > 1 && entry.isDirectory() ? inFolder(path, depth - 1) : []
    }),
  )
  return found.flat()
}

async function described(path: string): Promise<Application[] | null> {
  const bytes = await readFile(join(path, 'Contents', 'Info.plist')).catch(() => null)
  const info = bytes && readPropertyList(bytes)
  if (!isRecord(info)) return null
  const text = (key: string): string => (typeof info[key] === 'string' ? info[key] : '')
  // A program without windows of its own, which nobody starts.
  if (info['LSBackgroundOnly'] === true || info['LSBackgroundOnly'] === '1') return null
  const file = (path.split('/').at(-1) ?? '').slice(0, -'.app'.length)
  const name = text('CFBundleDisplayName') || text('CFBundleName') || file
  return [{ name, file, path, id: text('CFBundleIdentifier') || path, opens: opensOf(info) }]
}

/** Lists the endings that it opens, and kinds of addresses. */
function opensOf(info: Record<string, Property>): string[] {
  const endings = listed(info['CFBundleDocumentTypes']).flatMap((type) =>
    texts(type['CFBundleTypeExtensions']),
  )
  const schemes = listed(info['CFBundleURLTypes'])
    .flatMap((type) => texts(type['CFBundleURLSchemes']))
    .flatMap((scheme) => SCHEMES[scheme] ?? [])
  return [...new Set([...endings.filter((ending) => /^\w{1,8}$/.test(ending)), ...schemes])]
}

const listed = (value: Property | undefined): Record<string, Property>[] =>
  Array.isArray(value) ? value.filter((one) => isRecord(one)) : []
const texts = (value: Property | undefined): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []
