// Says which toolkits of this machine can't show their controls, because the bridge to the accessibility bus is not installed.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { JAVA_BRIDGE } from './launch-environment.ts'

export interface MissingBridge {
  toolkit: string
  /** Debian packages that have the bridge. */
  packages: string[]
}

/** Files that are looked for; a part of a path may be `*`. */
interface Toolkit {
  name: string
  installed: readonly string[]
  bridges: Readonly<Record<string, readonly string[]>>
}

const LIBRARIES = ['/usr/lib', '/usr/lib/*', '/usr/lib64']
const inLibraries = (path: string): string[] => LIBRARIES.map((folder) => `${folder}/${path}`)

const TOOLKITS: readonly Toolkit[] = [
  {
    name: 'GTK 2',
    installed: inLibraries('libgtk-x11-2.0.so.0'),
    bridges: {
      'libgail-common': inLibraries('gtk-2.0/modules/libgail.so'),
      'libatk-adaptor': inLibraries('gtk-2.0/modules/libatk-bridge.so'),
    },
  },
  {
    name: 'Java',
    installed: ['/usr/lib/jvm/*/lib/libawt_xawt.so'],
    bridges: { 'libatk-wrapper-java': [JAVA_BRIDGE] },
  },
]

/** Takes the start of the file system in `root`, for tests. */
export function missingBridges(root = '/'): MissingBridge[] {
  const some = (patterns: readonly string[]) =>
    patterns.some((pattern) => isThere(root, pattern.split('/').filter(Boolean)))
  return TOOLKITS.filter(({ installed }) => some(installed)).flatMap(({ name, bridges }) => {
    const packages = Object.entries(bridges).flatMap(([name, paths]) => (some(paths) ? [] : [name]))
    return packages.length === 0 ? [] : [{ toolkit: name, packages }]
  })
}

function isThere(folder: string, [first, ...rest]: string[]): boolean {
  if (first === undefined) return existsSync(folder)
  return first === '*'
    ? entriesOf(folder).some((name) => isThere(join(folder, name), rest))
    : isThere(join(folder, first), rest)
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
