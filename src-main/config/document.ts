// Reads config.yaml as a document: renames keys to Deskhand's names in place, so that comments stay and faults have lines.
import {
  isMap,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
} from 'yaml'
import { messageOf, UserError } from '../core/errors.ts'
import { knownKeys, refusedKey, type ConfigPath } from './keys.ts'
import { nearest } from '../matching/nearest.ts'

/** One fault of the file. */
export interface ConfigFault {
  /** The dotted key at fault; null when it is the whole file. */
  key: string | null
  /** `config.yaml:12`, or the file alone. */
  where: string
  /** The fault and the correction. */
  text: string
}

export interface ConfigDocument {
  document: Document
  /** Returns `config.yaml:12` for a path of keys; the file alone where there is no line. */
  where: (path: ConfigPath) => string
  /** The faults of its form and its names; values are checked elsewhere. */
  faults: ConfigFault[]
  /** Whether it is no YAML mapping; the readable part is then given, but must not be written. */
  broken: boolean
}

/** Removes the key's name from a fault, for a place that shows the key. */
export function withoutKey(text: string, key: string | null): string {
  const bare = key !== null && text.startsWith(`${key}: `) ? text.slice(key.length + 2) : text
  return bare.charAt(0).toUpperCase() + bare.slice(1)
}

/** Makes one error of the faults, with a line for each. */
export function faultError(faults: readonly ConfigFault[], located = true): UserError {
  const lines = faults.map(({ where, text }) => (located ? `${where}: ${text}` : text))
  return new UserError(lines.join('\n'), { key: faults.find(({ key }) => key !== null)?.key ?? null })
}

/** Throws UserError for a file that is no YAML mapping, and for keys of the originals that are not accepted. */
export function parseConfigText(text: string, file: string): ConfigDocument {
  const read = readConfigText(text, file)
  if (read.faults.length > 0) throw faultError(read.faults)
  return read
}

/** Returns the plain value; null for an empty file. Throws UserError for one that contains itself, also as a key. */
function written(document: Document): unknown {
  visit(document, {
    Alias: (_key, alias, path) => {
      const anchor: unknown = alias.resolve(document)
      if (path.some((holder) => holder === anchor))
        throw new UserError('an alias stands within its own anchor')
    },
  })
  return (document.toJS() as unknown) ?? null
}

/** Reads the file as far as possible. */
export function readConfigText(text: string, file: string): ConfigDocument {
  const lines = new LineCounter()
  const document: Document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error',
  })
  const at = (offset: number | undefined) =>
    offset === undefined ? file : `${file}:${Math.max(1, lines.linePos(offset).line)}`
  const faults: ConfigFault[] = document.errors.map((error) => ({
    key: null,
    where: at(error.pos[0]),
    text: `${error.message.replace(/\s+/g, ' ')}. Mend this line; nothing was changed.`,
  }))
  let broken = faults.length > 0
  try {
    if (written(document) === null) document.contents = document.createNode({})
  } catch (error) {
    // The cause is an alias without its anchor, too many aliases, or an alias within its own anchor.
    if (!broken)
      faults.push({ key: null, where: file, text: `${messageOf(error)}. Mend it; nothing was changed.` })
    broken = true
    document.contents = document.createNode({})
  }
  if (!isMap(document.contents)) {
    if (!broken) {
      faults.push({
        key: null,
        where: file,
        text: 'the file must hold keys and values, such as `system:`.',
      })
    }
    broken = true
    document.contents = document.createNode({})
  }
  const root: unknown = document.contents
  if (isMap(root)) {
    rename(root, [], at, faults)
    if (isRearranged(root)) writeOutAliases(document)
    moveFlatKeys(document, root, at, faults)
    fillEmptySections(document, root)
  }
  return { document, where: (path) => at(isMap(root) ? offsetOf(root, path) : undefined), faults, broken }
}

type At = (offset: number | undefined) => string
const keyOf = (pair: Pair): string => String(isScalar(pair.key) ? pair.key.value : pair.key)
const offsetOfKey = (pair: Pair): number | undefined => (isScalar(pair.key) ? pair.key.range?.[0] : undefined)
const pairOf = (map: YAMLMap, key: string): Pair | undefined => map.items.find((pair) => keyOf(pair) === key)

/** Returns the position of a key, or of the nearest of its parents. */
function offsetOf(root: YAMLMap, path: ConfigPath): number | undefined {
  let map: unknown = root
  let offset: number | undefined
  for (const part of path) {
    if (!isMap(map)) return offset
    const pair = pairOf(map, String(part))
    if (!pair) return offset
    offset = offsetOfKey(pair) ?? offset
    map = pair.value
  }
  return offset
}

/** Renames `MAX_STEP` to `max_step` in sections with fixed keys; free keys (roles, applications) are a person's own words. */
function rename(map: YAMLMap, path: ConfigPath, at: At, faults: ConfigFault[]): void {
  const known = knownKeys(path)
  for (const pair of map.items) {
    const key = keyOf(pair)
    const name = key.toLowerCase()
    const system = path.length === 0 && knownKeys(['system']).includes(name)
    if (isScalar(pair.key) && key !== name && (known.includes(name) || system)) {
      if (pairOf(map, name)) {
        faults.push({
          key: [...path, name].join('.'),
          where: at(offsetOfKey(pair)),
          text: `${key} and ${name} are the same key: keep one.`,
        })
      }
      pair.key.value = name
    }
    const value: unknown = pair.value
    if (isMap(value)) rename(value, [...path, keyOf(pair)], at, faults)
  }
}

const flatKeys = (root: YAMLMap): Pair[] =>
  root.items.filter(
    (pair) => !knownKeys([]).includes(keyOf(pair)) && knownKeys(['system']).includes(keyOf(pair)),
  )

const isEmptySection = (pair: Pair): boolean =>
  (pair.value === null || (isScalar(pair.value) && pair.value.value === null)) &&
  knownKeys([]).includes(keyOf(pair))

/** True where sections are moved or made, because an anchor may then come after its alias, or be lost. */
const isRearranged = (root: YAMLMap): boolean =>
  flatKeys(root).length > 0 || root.items.some((pair) => isEmptySection(pair))

/** Replaces each alias by the value of its anchor. */
function writeOutAliases(document: Document): void {
  visit(document, {
    Alias: (_key, alias) => (alias.resolve(document)?.clone() as Node | undefined) ?? undefined,
  })
}

/** Moves keys of `system` into their section; the originals keep them at the top level, and so may this file. */
function moveFlatKeys(document: Document, root: YAMLMap, at: At, faults: ConfigFault[]): void {
  for (const pair of flatKeys(root)) {
    const key = keyOf(pair)
    let system: unknown = pairOf(root, 'system')?.value
    if (!isMap(system)) {
      system = document.createNode({})
      root.set('system', system)
    }
    if (!isMap(system)) continue
    if (pairOf(system, key)) {
      faults.push({
        key: `system.${key}`,
        where: at(offsetOfKey(pair)),
        text: `${key} is given twice, here and under system: keep one.`,
      })
      continue
    }
    root.items.splice(root.items.indexOf(pair), 1)
    system.items.push(pair)
  }
}

/** Makes `system:` with nothing under it (all its keys are comments) a section without keys. */
function fillEmptySections(document: Document, root: YAMLMap): void {
  for (const pair of root.items) {
    const value: unknown = pair.value
    if (!isEmptySection(pair)) continue
    const section = document.createNode({})
    section.comment = isScalar(value) ? value.comment : null
    pair.value = section
  }
}

/** Says what to do about a key that is not in any section. */
export function unknownKey(path: ConfigPath, key: string): string {
  const instead = refusedKey(key)
  const name = [...path, key].join('.')
  if (instead !== null) return `${name} is not used by Deskhand: ${instead}.`
  const known = knownKeys(path)
  const elsewhere = path.length === 0 ? knownKeys(['system']) : []
  const [meant] = nearest(key, known)
  if (meant !== undefined) return `${name} is no key. Did you mean ${[...path, meant].join('.')}?`
  const [far] = nearest(key, elsewhere)
  if (far !== undefined) return `${name} is no key. Did you mean system.${far}?`
  const list = known.join(', ')
  return path.length === 0
    ? `${name} is no key. The sections are: ${list}.`
    : `${name} is no key. The keys of ${path.join('.')} are: ${list}.`
}
