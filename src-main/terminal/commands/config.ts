// Carries out `deskhand config`: shows and changes config.yaml.
import { userFault } from '../fault.ts'
import type { Speech } from '../output/speech.ts'
import { plain } from '../output/plain.ts'
import { tell } from '../output/table.ts'
import { cut, inkFor, roomOf, widthOf, wrap } from '../output/text.ts'
import type { Shell } from '../shell.ts'
import { withBridge } from '../with-bridge.ts'

type Descriptions = Record<string, string>

const pathOf = (key: string) => key.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Lists the leaves of the tree with their keys; a list is one value. */
function leaves(value: unknown, path: string[] = []): { path: string[]; value: unknown }[] {
  if (!isRecord(value) || Object.keys(value).length === 0) return path.length > 0 ? [{ path, value }] : []
  return Object.entries(value).flatMap(([key, item]) => leaves(item, [...path, key]))
}

const at = (value: unknown, path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>(
    (found, part) => (found as Record<string | number, unknown> | null | undefined)?.[part],
    value,
  )

export const configPathCommand = (shell: Shell): Promise<void> =>
  withBridge(shell, async (bridge) => {
    const { path } = await bridge.call('read_config', {})
    shell.stdout.write(`${path}\n`)
  })

/** Lists every value and its purpose; marks with `*` the values that the file sets. */
export const configListCommand = (shell: Shell, options: { json?: boolean }): Promise<void> =>
  withBridge(shell, async (bridge) => {
    const { values, own, descriptions } = await bridge.call('read_config', { strict: true })
    if (options.json) {
      shell.stdout.write(`${JSON.stringify(values, null, 2)}\n`)
      return
    }
    const ink = inkFor(shell.stdout, shell.env)
    const room = roomOf(shell.stdout)
    const speech = await shell.speech()
    const write = (path: string[], value: string) => {
      const mine = at(own, path) !== undefined
      const line = cut(`${mine ? '*' : ' '} ${path.join('.')}${value}`, room)
      const meaning = meaningOf(descriptionOf(path, descriptions, speech), room, widthOf(line))
      shell.stdout.write(`${mine ? ink.strong(line) : line}${ink.dim(meaning)}\n`)
    }
    for (const { path, value } of leaves(values)) {
      write(path, ` = ${plain(JSON.stringify(value))}`)
      // These are the keys of an entry in a section with free names.
      const entry = [...path, 'NAME']
      if (isRecord(value)) for (const key of keysUnder(entry, descriptions)) write([...entry, key], '')
    }
  })

/** Gives the description of a key, some of whose parts may be free names; in another language the words that the settings have for it. */
function descriptionOf(
  path: readonly string[],
  descriptions: Descriptions,
  { say, translate, sentence }: Speech,
): string | null {
  if (translate !== null) {
    // locales: settings.fields.*
    // locales: settings.model.*
    const [section = '', name, ...key] = path
    const place =
      section === 'models' && name === 'NAME' ? `model.${key.join('.')}` : `fields.${path.join('.')}`
    const [label = '', help = ''] = ['label', 'help'].map((part) => say(`settings.${place}.${part}`))
    if (label !== '') return [label, help].filter(Boolean).join('：')
  }
  const known = Object.keys(descriptions).find((key) => {
    const parts = key.split('.')
    return (
      parts.length === path.length && parts.every((part, index) => part === path[index] || part === 'NAME')
    )
  })
  const words = descriptions[path.join('.')] ?? (known === undefined ? null : (descriptions[known] ?? null))
  return words === null ? null : sentence(words)
}

function keysUnder(path: readonly string[], descriptions: Descriptions): string[] {
  const head = `${path.join('.')}.`
  const below = Object.keys(descriptions).filter((key) => key.startsWith(head))
  return [...new Set(below.map((key) => key.slice(head.length).split('.')[0] ?? ''))]
}

/** Writes the purpose of a key beside its line, or below where there is no room. */
function meaningOf(words: string | null, room: number, used: number): string {
  if (words === null) return ''
  if (used + 3 + widthOf(words) <= room) return `   ${words}`
  return wrap(words, room - 6)
    .map((part) => `\n      ${part}`)
    .join('')
}

export const configGetCommand = (shell: Shell, key: string): Promise<void> =>
  withBridge(shell, async (bridge) => {
    const { values } = await bridge.call('read_config', { strict: true })
    const value = at(values, pathOf(key))
    if (value === undefined) {
      throw userFault(`${plain(key)} is no key. \`deskhand config list\` shows all keys.`)
    }
    shell.stdout.write(`${typeof value === 'string' ? value : JSON.stringify(value)}\n`)
  })

export const configSetCommand = (shell: Shell, key: string, value: string): Promise<void> =>
  withBridge(shell, async (bridge) => {
    const { still_wrong: wrong } = await bridge.call('set_config', { key: pathOf(key), value, typed: true })
    if (wrong.length === 0) return
    await tell(shell, 'This is still wrong:', shell.stderr)
    const { sentence } = await shell.speech()
    for (const fault of wrong) shell.stderr.write(`${plain(sentence(fault))}\n`)
  })

/** Removes a value, so that its default applies again. */
export const configUnsetCommand = (shell: Shell, key: string): Promise<void> =>
  withBridge(shell, async (bridge) => {
    const { changed } = await bridge.call('unset_config', { key: pathOf(key) })
    if (changed) return
    const { path } = await bridge.call('read_config', {})
    await tell(shell, `${plain(key)} is not set in ${path}: nothing was changed.`, shell.stderr)
  })
