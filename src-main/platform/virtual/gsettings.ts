// Reads, compares and writes the key file of GSettings, in which the applications of a virtual desktop keep their settings.

/** `group` → key → value, as they are written. A group is a path without its slashes at the ends. */
export type KeyFile = Map<string, Map<string, string>>

/** The environment's name of the back end that writes a key file: dconf's database can't be put together of two. */
export const GSETTINGS_BACKEND = 'keyfile'
/** Where that back end writes, below XDG_CONFIG_HOME. */
export const GSETTINGS_FILE = 'glib-2.0/settings/keyfile'

/** What was open or used last, which is no setting: restored on another desktop, it would open documents nobody asked for. */
const IS_HISTORY = /(^|[-/])(state|sessions?|recent|history)([-/]|$)/
/** Where a window was, which an application writes without being asked. */
const IS_GEOMETRY =
  /(^|[-/])(windows?|width|height|maximi[sz]ed|fullscreen|position|geometry|toolkit-accessibility)([-/]|$)/

export function parseKeyFile(text: string): KeyFile {
  const file: KeyFile = new Map()
  let group = new Map<string, string>()
  for (const line of text.split('\n')) {
    const head = /^\[(.+)\]\s*$/.exec(line)
    const entry = /^([^#=\s][^=]*)=(.*)$/.exec(line)
    if (head) file.set(head[1] ?? '', (group = file.get(head[1] ?? '') ?? new Map<string, string>()))
    else if (entry) group.set(entry[1] ?? '', entry[2] ?? '')
  }
  return file
}

export const keyFileText = (file: KeyFile): string =>
  [...file]
    .filter(([, keys]) => keys.size > 0)
    .map(([group, keys]) => [`[${group}]`, ...[...keys].map(([key, value]) => `${key}=${value}`), ''])
    .flat()
    .join('\n')

interface Change {
  group: string
  key: string
  /** Null where it was set back to its default. */
  value: string | null
}

/** Lists what is different in `now`, without what is no setting. */
export function changesBetween(before: KeyFile, now: KeyFile): Change[] {
  const changes: Change[] = []
  for (const group of new Set([...before.keys(), ...now.keys()])) {
    const [old, fresh] = [before.get(group), now.get(group)]
    for (const key of new Set([...(old?.keys() ?? []), ...(fresh?.keys() ?? [])])) {
      const value = fresh?.get(key) ?? null
      if (value !== (old?.get(key) ?? null) && !IS_HISTORY.test(`${group}/${key}`))
        changes.push({ group, key, value })
    }
  }
  return changes
}

/** Carries changes out on another key file. */
export function apply(file: KeyFile, changes: readonly Change[]): void {
  for (const { group, key, value } of changes) {
    const keys = file.get(group) ?? new Map<string, string>()
    file.set(group, keys)
    if (value === null) keys.delete(key)
    else keys.set(key, value)
  }
}

/** Whether a person would call the change one of a setting, and not of a window's place. */
export const isOfPerson = ({ group, key }: Change): boolean => !IS_GEOMETRY.test(`${group}/${key}`)
