// Loads and changes `DESKHAND_HOME/config.yaml`. A file that can't be read is left exactly as it is.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isCollection, isMap, isScalar, parse, type Document } from 'yaml'
import type { z } from 'zod'
import { configSchema, type Config } from '../../src-preload/contract/config.ts'
import { wantedWords } from '../../src-preload/contract/issue-words.ts'
import { writeFileAtomically } from '../core/atomic-file.ts'
import { messageOf, UserError } from '../core/errors.ts'
import { isRecord } from '../core/record.ts'
import { changeFile } from './change.ts'
import {
  faultError,
  parseConfigText,
  readConfigText,
  unknownKey,
  type ConfigDocument,
  type ConfigFault,
} from './document.ts'
import { ROLE_SECTIONS, withoutFaults } from './mending.ts'
import { isConfigPath, type ConfigPath } from './keys.ts'
import { nearest } from '../matching/nearest.ts'

export interface LoadOptions {
  home: string
  /** Values that override the file's, in its structure: options of the command line. */
  overrides?: unknown
  /** Names that `models` may have; others are refused. Without them any name is taken. */
  roles?: readonly string[]
}

export const configPath = (home: string): string => join(home, 'config.yaml')

/**
 * Loads the configuration: defaults, the file, overrides. Throws UserError with one line per fault, each with file, line, key and
 * what to do.
 */
export async function loadConfig({ home, overrides = {}, roles }: LoadOptions): Promise<Config> {
  const file = configPath(home)
  const parsed = parseConfigText(await readText(file), file)
  const faults = faultsOf(parsed.document.toJS(), parsed.where, roles)
  if (faults.length > 0) throw faultError(faults)
  const values = merge(parsed.document.toJS(), overrides)
  const wrong = faultsOf(values, () => 'command line', undefined)
  if (wrong.length > 0) throw faultError(wrong)
  return whole(configSchema.parse(values))
}

/** The part of the file that can be used, and all its faults. */
export interface ReadConfig {
  /** The values, with defaults for the wrong ones. */
  values: Config
  /** The file's own values, without defaults. */
  own: unknown
  faults: ConfigFault[]
}

/** Reads a file that may be broken, to show and correct it. Throws UserError only where the file can't be read at all. */
export async function readConfig({ home, overrides = {}, roles }: LoadOptions): Promise<ReadConfig> {
  const file = configPath(home)
  const read = readConfigText(await readText(file), file)
  const own: unknown = read.document.toJS()
  const values = withoutFaults(merge(own, overrides), roles)
  return { values: whole(values), own, faults: allFaults(read, roles) }
}

/**
 * Sets one key in the file and keeps its comments; `value` is written as YAML, and null is a value, which removes nothing. Throws
 * UserError, and changes nothing, when the file is no YAML or the new value would not load. Returns the other faults of the file, as lines.
 */
export async function setConfigValue(
  home: string,
  path: ConfigPath,
  value: unknown,
  roles?: readonly string[],
): Promise<string[]> {
  const { remaining } = await changeConfig(home, path, roles, (document) => {
    if (!isConfigPath(path)) throw new UserError(noKey(path), { key: path.join('.') })
    const present = document.getIn(path, true)
    // The node is changed in place, so that its comment stays.
    if (isScalar(present) && !isCollection(document.createNode(value))) present.value = value
    else document.setIn(path, document.createNode(value))
    return true
  })
  return remaining
}

/**
 * Removes one key from the file, also an unknown one, and the sections that become empty; its default applies from now on. Returns false
 * when the file does not set it. Throws UserError like `setConfigValue`.
 */
export async function unsetConfigValue(home: string, path: ConfigPath): Promise<boolean> {
  const { changed } = await changeConfig(home, path, undefined, (document) => {
    if (!document.hasIn(path)) {
      if (!isConfigPath(path)) throw new UserError(noKey(path), { key: path.join('.') })
      return false
    }
    document.deleteIn(path)
    const parents = path.map((_, index) => path.slice(0, index)).filter((parent) => parent.length > 0)
    for (const parent of parents.toReversed()) {
      if (isBare(document, parent)) document.deleteIn(parent)
    }
    return true
  })
  return changed
}

/** Changes the file; `edit` tells whether it has changed anything. */
async function changeConfig(
  home: string,
  path: ConfigPath,
  roles: readonly string[] | undefined,
  edit: (document: Document) => boolean,
): Promise<{ changed: boolean; remaining: string[] }> {
  const file = configPath(home)
  let changed = false
  let remaining: ConfigFault[] = []
  await changeFile(file, async () => {
    const before = readConfigText(await readText(file), file)
    if (before.broken) throw faultError(before.faults)
    const known = allFaults(before, roles)
    const { document } = before
    changed = edit(document)
    if (!changed) return
    if (isCollection(document.contents) && document.contents.items.length === 0) document.contents = null
    const text = document.contents === null ? commentsOf(document) : document.toString({ lineWidth: 110 })
    remaining = allFaults(readConfigText(text, file), roles)
    const fresh = remaining.filter(
      (fault) => isAt(fault, path) || !known.some(({ text }) => text === fault.text),
    )
    // The lines are left out, because they would be those of a file that is never written.
    if (fresh.length > 0) throw faultError(fresh, false)
    await writeFileAtomically(file, text)
  })
  return { changed, remaining: remaining.map(({ where, text }) => `${where}: ${text}`) }
}

/** Lists all faults; a line with a wrong form is listed once. */
function allFaults(read: ConfigDocument, roles: readonly string[] | undefined): ConfigFault[] {
  const told = new Set(read.faults.map(({ where }) => where))
  const values = faultsOf(read.document.toJS(), read.where, roles).filter(({ where }) => !told.has(where))
  return [...read.faults, ...values]
}

/** Tells whether a fault lies in the changed value. */
function isAt({ key }: ConfigFault, path: ConfigPath): boolean {
  const at = path.join('.')
  return key !== null && (key === at || key.startsWith(`${at}.`))
}

/** Says whether a section has neither keys nor a person's comments. */
function isBare(document: Document, path: ConfigPath): boolean {
  const section: unknown = document.getIn(path)
  const around: unknown = path.length > 1 ? document.getIn(path.slice(0, -1)) : document.contents
  if (!isCollection(section) || section.items.length > 0 || section.comment || !isMap(around)) return false
  const key = around.items.find((pair) => isScalar(pair.key) && pair.key.value === path.at(-1))?.key
  return isScalar(key) && !key.commentBefore
}

/** Returns the comments of a file without keys, which must stay. */
const commentsOf = (document: Document): string =>
  [document.commentBefore, document.comment]
    .flatMap((comment) => comment?.split('\n') ?? [])
    .map((line) => `#${line}\n`)
    .join('')

const noKey = (path: ConfigPath): string => unknownKey(path.slice(0, -1), String(path.at(-1) ?? ''))

/** Parses a value as a person types it at the command line: `true`, `12`, `[a, b]`, else text. */
export function parseValue(text: string): unknown {
  try {
    const value: unknown = parse(text)
    return value
  } catch {
    return text
  }
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw new UserError(`${file} can't be read: ${messageOf(error)}. Mend its permissions, or move it away.`)
  }
}

type Where = ConfigDocument['where']

/** Adds the built-in servers of agents that the file leaves out. */
const whole = (config: Config): Config => ({
  ...config,
  mcp: { ...configSchema.parse({}).mcp, ...config.mcp },
})

/** Lists the faults of values, in the order of their lines. */
function faultsOf(values: unknown, where: Where, roles: readonly string[] | undefined): ConfigFault[] {
  const result = configSchema.safeParse(values)
  const faults = result.success
    ? []
    : result.error.issues.flatMap((issue) => faultsOfIssue(issue, where, values))
  const lineOf = (fault: ConfigFault) => Number(/:(\d+)$/.exec(fault.where)?.[1] ?? 0)
  return [...faults, ...roleFaults(values, where, roles)].toSorted((a, b) => lineOf(a) - lineOf(b))
}

function faultsOfIssue(issue: z.core.$ZodIssue, where: Where, values: unknown): ConfigFault[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)))
  const faultAt = (at: ConfigPath, text: string): ConfigFault => ({
    key: at.length > 0 ? at.join('.') : null,
    where: where(at),
    text,
  })
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => faultAt([...path, key], unknownKey(path, key)))
  }
  const name = path.join('.') || 'the file'
  const given = path.reduce<unknown>(
    (value, part) => (value as Record<string | number, unknown> | null | undefined)?.[part],
    values,
  )
  const shown = given === undefined ? 'it is missing' : `it is ${JSON.stringify(given)}`
  return [faultAt(path, `${name}: ${wantedWords(issue)}; ${shown}.`)]
}

/** Lists unknown roles: a misspelt role would silently use the default model, or the usual prompt. */
function roleFaults(values: unknown, where: Where, roles: readonly string[] | undefined): ConfigFault[] {
  if (!roles || !isRecord(values)) return []
  return ROLE_SECTIONS.flatMap((section) => {
    const named = values[section]
    if (!isRecord(named)) return []
    return Object.keys(named)
      .filter((role) => !roles.includes(role))
      .map((role) => {
        const [meant] = nearest(role, roles)
        const hint =
          meant === undefined ? `The roles are: ${roles.join(', ')}.` : `Did you mean ${section}.${meant}?`
        return {
          key: `${section}.${role}`,
          where: where([section, role]),
          text: `${section}.${role} is no role. ${hint}`,
        }
      })
  })
}

function merge(base: unknown, over: unknown): unknown {
  if (!isRecord(base) || !isRecord(over)) return over === undefined ? base : over
  const keys = new Set([...Object.keys(base), ...Object.keys(over)])
  // A key may have the name of an inherited property: `toString`.
  const own = (record: Record<string, unknown>, key: string) =>
    Object.hasOwn(record, key) ? record[key] : undefined
  return Object.fromEntries([...keys].map((key) => [key, merge(own(base, key), own(over, key))]))
}
