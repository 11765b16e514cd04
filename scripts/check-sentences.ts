// The lint of sentences: what the terminal says, and what the program refuses, is known in Chinese; nothing is written past the
// person's language.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor, type ESTree } from 'vite'
import { inChinese } from '../src-preload/contract/sentences.ts'

const root = join(import.meta.dirname, '..')
const read = (name: string): Record<string, string> =>
  JSON.parse(readFileSync(join(root, 'resources/sentences', name), 'utf8')) as Record<string, string>
const known = { ...read('zh-tables.json'), ...read('zh-help.json') }

/** Two words of small letters: what has fewer is a key, a name or a flag. */
const SENTENCE = /(?:^|[^\w.-])[A-Za-z’]+,? [a-z’]{2,}|^[A-Z][a-z]+: \{\}/
/** What a person is to type, which is English in every language: options with their values, requests, command lines. */
const TYPED = /^(?:-{1,2}[\w-]+ [<[].*|\[options\] .*|(?:open|deskhand) .*| *--display virtual)$/
/** Said in another way: by the patterns of refusals. */
const APART = /^error: /
/** A place that the program fills, in a sentence. */
const FILLED = 'Xx'

const isKnown = (text: string): boolean =>
  text
    .split('\n')
    .map((line) => line.trim())
    .every((line) => {
      if (!SENTENCE.test(line) || TYPED.test(line) || APART.test(line) || Object.hasOwn(known, line))
        return true
      if (Object.keys(known).some((begun) => begun.endsWith('{1}') && line.startsWith(begun.slice(0, -3))))
        return true
      return inChinese(line.replaceAll('{}', FILLED)) !== null
    })

/** What a text or a template says; null for anything else. */
const saidBy = (node: ESTree.Node): string | null =>
  node.type === 'Literal' && typeof node.value === 'string'
    ? node.value
    : node.type === 'TemplateLiteral'
      ? node.quasis.map((part) => part.value.cooked).join('{}')
      : null

const WRITES = new Set(['write', 'print', 'live'])
/** Errors whose message a person reads; a `ToolError` is for models as well, and an `Error` for programmers alone. */
const REFUSALS = new Set(['UserError', 'StoppedError', 'ModelError'])
const isNamed = (node: ESTree.Node, names: ReadonlySet<string>): boolean =>
  node.type === 'Identifier' && names.has(node.name)

/** Gives the faults in what a file of the program refuses. */
export function faultsOfRefusals(path: string, source: string): string[] {
  const faults: string[] = []
  new Visitor({
    NewExpression({ callee, arguments: all }) {
      if (!isNamed(callee, REFUSALS)) return
      for (const node of all) {
        const text = saidBy(node)
        if (text !== null && !isKnown(text)) faults.push(unknown(path, source, node, text))
      }
    },
  }).visit(parseSync(path, source).program)
  return faults
}

const placeOf = (path: string, source: string, node: ESTree.Node): string =>
  `${path}:${source.slice(0, node.start).split('\n').length}`
const unknown = (path: string, source: string, node: ESTree.Node, text: string): string =>
  `${placeOf(path, source, node)}: not known in Chinese: “${text.trim()}”`

/** Gives the faults of one file of the terminal. */
export function faultsOf(path: string, source: string): string[] {
  const faults: string[] = []
  const internal = new Set<ESTree.Node>()
  const look = (node: ESTree.Node) => {
    if (internal.has(node)) return
    const text = saidBy(node)
    if (text !== null && !isKnown(text)) faults.push(unknown(path, source, node, text))
  }
  new Visitor({
    NewExpression({ callee, arguments: all }) {
      if (isNamed(callee, new Set(['Error']))) for (const node of all) internal.add(node)
    },
    Literal: look,
    TemplateLiteral: look,
    CallExpression({ callee, arguments: [first] }) {
      if (first === undefined || callee.type !== 'MemberExpression') return
      if (callee.property.type !== 'Identifier' || !WRITES.has(callee.property.name)) return
      const text = saidBy(first)
      if (text !== null && SENTENCE.test(text))
        faults.push(
          `${placeOf(path, source, first)}: written in English alone; \`tell\` says it: “${text.trim()}”`,
        )
    },
  }).visit(parseSync(path, source).program)
  return faults
}

if (import.meta.main) {
  const faults = readdirSync(join(root, 'src-main'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|testing/.test(path))
    .flatMap((path) => {
      const source = readFileSync(join(root, 'src-main', path), 'utf8')
      return path.startsWith('terminal') ? faultsOf(path, source) : faultsOfRefusals(path, source)
    })
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  process.exit(faults.length === 0 ? 0 : 1)
}
