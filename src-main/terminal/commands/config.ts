// `deskhand config`: shows and changes config.yaml.
import {
  configPath,
  loadConfig,
  parseValue,
  readConfig,
  setConfigValue,
  unsetConfigValue,
} from '../../config/config.ts'
import { deskhandHome } from '../../config/home.ts'
import { descriptionAt, knownKeys } from '../../config/keys.ts'
import { UserError } from '../../core/errors.ts'
import { isRecord } from '../../core/record.ts'
import { MODEL_KEYS } from '../../models/roles.ts'
import type { Shell } from '../shell.ts'
import { cut, inkFor, plain, roomOf, widthOf, wrap } from '../output/text.ts'

const pathOf = (key: string) => key.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

/** Values at the ends of the tree, with their keys; a list is one value. */
function leaves(value: unknown, path: string[] = []): { path: string[]; value: unknown }[] {
  if (!isRecord(value) || Object.keys(value).length === 0) return path.length > 0 ? [{ path, value }] : []
  return Object.entries(value).flatMap(([key, item]) => leaves(item, [...path, key]))
}

const at = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (found, part) => (found as Record<string | number, unknown> | null | undefined)?.[part],
    value,
  )

export function configPathCommand(shell: Shell): void {
  shell.stdout.write(`${configPath(deskhandHome(shell.env))}\n`)
}

/** Every value with what it is for; what the file sets is marked with `*`. */
export async function configListCommand(shell: Shell, options: { json?: boolean }): Promise<void> {
  const home = deskhandHome(shell.env)
  const config = await loadConfig({ home })
  if (options.json) return void shell.stdout.write(`${JSON.stringify(config, null, 2)}\n`)
  const { own } = await readConfig({ home })
  const ink = inkFor(shell.stdout, shell.env)
  const room = roomOf(shell.stdout)
  const write = (path: string[], value: string) => {
    const mine = at(own, path) !== undefined
    const line = cut(`${mine ? '*' : ' '} ${path.join('.')}${value}`, room)
    shell.stdout.write((mine ? ink.strong(line) : line) + ink.dim(meaning(path, room, widthOf(line))) + '\n')
  }
  for (const { path, value } of leaves(config)) {
    write(path, ` = ${plain(JSON.stringify(value))}`)
    // What an entry of a section of free names may hold.
    const entry = [...path, 'NAME']
    if (isRecord(value)) for (const key of knownKeys(entry)) write([...entry, key], '')
  }
}

/** What a key is for: beside its line, or below where there is no room. */
function meaning(path: string[], room: number, used: number): string {
  const words = descriptionAt(path)
  if (words === null) return ''
  if (used + 3 + widthOf(words) <= room) return `   ${words}`
  return wrap(words, room - 6)
    .map((part) => `\n      ${part}`)
    .join('')
}

export async function configGetCommand(shell: Shell, key: string): Promise<void> {
  const path = pathOf(key)
  const config = await loadConfig({ home: deskhandHome(shell.env) })
  const value = at(config, path)
  if (value === undefined) {
    throw new UserError(`${plain(key)} is no key. \`deskhand config list\` shows all keys.`)
  }
  shell.stdout.write(`${typeof value === 'string' ? value : JSON.stringify(value)}\n`)
}

export async function configSetCommand(shell: Shell, key: string, text: string): Promise<void> {
  const others = await setConfigValue(deskhandHome(shell.env), pathOf(key), parseValue(text), MODEL_KEYS)
  if (others.length > 0) shell.stderr.write(`This is still wrong:\n${others.map(plain).join('\n')}\n`)
}

/** The default counts again. */
export async function configUnsetCommand(shell: Shell, key: string): Promise<void> {
  const home = deskhandHome(shell.env)
  if (await unsetConfigValue(home, pathOf(key))) return
  shell.stderr.write(`${plain(key)} is not set in ${configPath(home)}: nothing was changed.\n`)
}
