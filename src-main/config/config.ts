// Loads and changes `DESKHAND_HOME/config.yaml`. A file that can't be read is left exactly as it is.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isCollection, isMap, isScalar, parse, type Document } from 'yaml'
import type { z } from 'zod'
import { configSchema, type Config } from '../../src-preload/contract/config.ts'
import { writeFileAtomically } from '../core/atomic-file.ts'
import { messageOf, UserError } from '../core/errors.ts'
import { isRecord } from '../core/record.ts'
import { changeFile } from './change.ts'
import { parseConfigText, unknownKey, type ConfigDocument } from './document.ts'
import { isConfigPath, type ConfigPath } from './keys.ts'
import { nearest } from './nearest.ts'

export interface LoadOptions {
  home: string
  /** Values that win over the file's, in its shape: options of the command line. */
  overrides?: unknown
  /** Names that `models` may have; others are refused. Without them any name is taken. */
  roles?: readonly string[]
}

export const configPath = (home: string): string => join(home, 'config.yaml')

/**
 * The configuration: defaults, the file, overrides. Throws UserError with one line per fault, each with file, line, key and
 * what to do.
 */
export async function loadConfig({ home, overrides = {}, roles }: LoadOptions): Promise<Config> {
  const file = configPath(home)
  const text = await readText(file)
  const parsed = parseConfigText(text, file)
  const fromFile = toConfig(parsed.document.toJS(), parsed.where)
  const values = merge(parsed.document.toJS(), overrides)
  const config = toConfig(values, () => 'command line')
  checkRoles(fromFile, roles, parsed)
  return config
}

/** What the file itself says, without defaults: for showing which values are a person's own. */
export async function ownValues(home: string): Promise<unknown> {
  const file = configPath(home)
  return parseConfigText(await readText(file), file).document.toJS()
}

/**
 * Sets one key in the file and keeps its comments; `value` is written as YAML, null removes nothing but is a value. Throws
 * UserError, and changes nothing, when the file or the new value would not load.
 */
export async function setConfigValue(home: string, path: ConfigPath, value: unknown): Promise<void> {
  await changeConfig(home, (document) => {
    if (!isConfigPath(path)) throw new UserError(noKey(path))
    const present = document.getIn(path, true)
    // A value that is changed in place keeps the comment beside it.
    if (isScalar(present) && !isCollection(document.createNode(value))) present.value = value
    else document.setIn(path, document.createNode(value))
    return true
  })
}

/**
 * Takes one key out of the file, also one that is no key, with the sections that are empty then; its default counts from
 * now on. Returns false when the file does not set it. Throws UserError like `setConfigValue`.
 */
export function unsetConfigValue(home: string, path: ConfigPath): Promise<boolean> {
  return changeConfig(home, (document) => {
    if (!document.hasIn(path)) {
      if (!isConfigPath(path)) throw new UserError(noKey(path))
      return false
    }
    document.deleteIn(path)
    const parents = path.map((_, index) => path.slice(0, index)).filter((parent) => parent.length > 0)
    for (const parent of parents.toReversed()) {
      if (isBare(document, parent)) document.deleteIn(parent)
    }
    return true
  })
}

/** `edit` says whether it has changed anything. */
async function changeConfig(home: string, edit: (document: Document) => boolean): Promise<boolean> {
  const file = configPath(home)
  let changed = false
  await changeFile(file, async () => {
    const { document } = parseConfigText(await readText(file), file)
    changed = edit(document)
    if (!changed) return
    if (isCollection(document.contents) && document.contents.items.length === 0) document.contents = null
    const text = document.contents === null ? commentsOf(document) : document.toString({ lineWidth: 110 })
    const written = parseConfigText(text, file)
    toConfig(written.document.toJS(), written.where)
    await writeFileAtomically(file, text)
  })
  return changed
}

/** A section with neither keys nor a person's comments. */
function isBare(document: Document, path: ConfigPath): boolean {
  const section: unknown = document.getIn(path)
  const around: unknown = path.length > 1 ? document.getIn(path.slice(0, -1)) : document.contents
  if (!isCollection(section) || section.items.length > 0 || section.comment || !isMap(around)) return false
  const key = around.items.find((pair) => isScalar(pair.key) && pair.key.value === path.at(-1))?.key
  return isScalar(key) && !key.commentBefore
}

/** What is left of a file without keys. */
const commentsOf = (document: Document): string =>
  [document.commentBefore, document.comment]
    .flatMap((comment) => comment?.split('\n') ?? [])
    .map((line) => `#${line}\n`)
    .join('')

const noKey = (path: ConfigPath): string => unknownKey(path.slice(0, -1), String(path.at(-1) ?? ''))

/** A value as a person types it at the command line: `true`, `12`, `[a, b]`, else text. */
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

function toConfig(values: unknown, where: Where): Config {
  const result = configSchema.safeParse(values)
  if (!result.success) {
    const faults = result.error.issues.flatMap((issue) => faultsOf(issue, where, values))
    const lineOf = (fault: string) => Number(/:(\d+): /.exec(fault)?.[1] ?? 0)
    throw new UserError(faults.toSorted((a, b) => lineOf(a) - lineOf(b)).join('\n'))
  }
  // Who names the servers of one agent keeps the built-in ones of the others.
  return { ...result.data, mcp: { ...configSchema.parse({}).mcp, ...result.data.mcp } }
}

function faultsOf(issue: z.core.$ZodIssue, where: Where, values: unknown): string[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)))
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => `${where([...path, key])}: ${unknownKey(path, key)}`)
  }
  const name = path.join('.') || 'the file'
  const given = path.reduce<unknown>(
    (value, part) => (value as Record<string | number, unknown> | null | undefined)?.[part],
    values,
  )
  const shown = given === undefined ? 'it is missing' : `it is ${JSON.stringify(given)}`
  return [`${where(path)}: ${name}: ${wish(issue)}; ${shown}.`]
}

/** What a value should be, in words. */
function wish(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_value':
      return `use one of ${issue.values.map(String).join(', ')}`
    case 'invalid_type':
      return `give a ${issue.expected === 'record' || issue.expected === 'object' ? 'section of keys' : issue.expected}`
    case 'too_small':
      return `use ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}`
    case 'too_big':
      return `use ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}`
    default:
      return issue.message
  }
}

/** A role that is misspelt would silently use the default model. */
function checkRoles(config: Config, roles: readonly string[] | undefined, parsed: ConfigDocument): void {
  if (!roles) return
  const faults = Object.keys(config.models)
    .filter((role) => !roles.includes(role))
    .map((role) => {
      const meant = nearest(role, roles)
      const hint = meant === null ? `The roles are: ${roles.join(', ')}.` : `Did you mean models.${meant}?`
      return `${parsed.where(['models', role])}: models.${role} is no role. ${hint}`
    })
  if (faults.length > 0) throw new UserError(faults.join('\n'))
}

function merge(base: unknown, over: unknown): unknown {
  if (!isRecord(base) || !isRecord(over)) return over === undefined ? base : over
  const keys = new Set([...Object.keys(base), ...Object.keys(over)])
  return Object.fromEntries([...keys].map((key) => [key, merge(base[key], over[key])]))
}
