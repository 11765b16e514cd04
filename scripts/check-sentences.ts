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

/** What a text, a template, or several of them joined by `+`, say; null for anything else. */
function saidBy(node: ESTree.Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null
  if (node.type === 'TemplateLiteral') return node.quasis.map((part) => part.value.cooked).join('{}')
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return null
  const [left, right] = [saidBy(node.left), saidBy(node.right)]
  return left === null || right === null ? null : left + right
}

const isNamed = (node: ESTree.Node, names: ReadonlySet<string>): boolean =>
  node.type === 'Identifier' && names.has(node.name)

const WRITES = new Set(['write', 'print', 'live'])
/** Errors whose message a person reads, a `ToolError` beside its step; an `Error` is for programmers alone. */
const REFUSALS = new Set(['UserError', 'StoppedError', 'ModelError', 'ToolError'])
const INTERNAL = new Set(['Error'])
/** What begins and ends as a sentence does. */
const WHOLE = /^\s*[A-Z“{].{13,}[.?]$/s

/**
 * What is looked at: of the terminal all that it says, of the interpreter its whole sentences (its other texts are patterns), of the rest of
 * the program what it refuses.
 */
type Kind = 'all' | 'whole' | 'refusals'

/** Gives the faults of one file. */
export function faultsOf(path: string, source: string, kind: Kind = 'all'): string[] {
  const faults: string[] = []
  const passed = new Set<ESTree.Node>()
  const tell = (node: ESTree.Node, fault: string) =>
    faults.push(`${path}:${source.slice(0, node.start).split('\n').length}: ${fault}`)
  const look = (node: ESTree.Node) => {
    const text = saidBy(node)
    if (passed.has(node) || text === null) return
    if (node.type === 'BinaryExpression') for (const part of [node.left, node.right]) passed.add(part)
    if (kind === 'whole' && !WHOLE.test(text)) return
    if (!isKnown(text)) tell(node, `not known in Chinese: “${text.trim()}”`)
  }
  const anywhere = kind === 'refusals' ? {} : { BinaryExpression: look, Literal: look, TemplateLiteral: look }
  new Visitor({
    NewExpression({ callee, arguments: all }) {
      if (isNamed(callee, INTERNAL)) for (const node of all) passed.add(node)
      if (kind === 'refusals' && isNamed(callee, REFUSALS)) for (const node of all) look(node)
    },
    CallExpression({ callee, arguments: [first] }) {
      if (kind !== 'all' || first === undefined || callee.type !== 'MemberExpression') return
      const text = isNamed(callee.property, WRITES) ? saidBy(first) : null
      if (text !== null && SENTENCE.test(text))
        tell(first, `written in English alone; \`tell\` says it: “${text.trim()}”`)
    },
    ...anywhere,
  }).visit(parseSync(path, source).program)
  return faults
}

const kindOf = (path: string): Kind =>
  path.startsWith('terminal/') ? 'all' : path.startsWith('interpreter/') ? 'whole' : 'refusals'
/** The one says in other languages that plain commands are English, the other has the words of a library beside their Chinese. */
const OWN_LANGUAGES = new Set(['interpreter/foreign.ts', 'terminal/output/help-words.ts'])

if (import.meta.main) {
  const faults = readdirSync(join(root, 'src-main'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|testing/.test(path) && !OWN_LANGUAGES.has(path))
    .flatMap((path) => faultsOf(path, readFileSync(join(root, 'src-main', path), 'utf8'), kindOf(path)))
  for (const fault of faults) process.stderr.write(`${fault}\n`)
  process.exit(faults.length === 0 ? 0 : 1)
}
