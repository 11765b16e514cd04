// Checks that `prettier-ignore` stands on tables alone: at the end of at least two rows that a person has set in columns, each with
// several entries, which the formatter (oxfmt, which knows Prettier's mark) would tear apart. What it would only break in another way
// is left to it: `--fix` takes the other marks away.
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './setup.mjs'

const FILES = '{src-main,src-preload,src-renderer,scripts,e2e,bench,docs}/**/*.{ts,tsx,mjs}'
const MARK = /\/\/ prettier-ignore$/
const indentOf = (line) => line.search(/\S/)
const isRow = (line) => (line.match(/[,|:]/g) ?? []).length >= 2

/** The rows above a closing bracket, or a list of alternatives with its last line; empty where it is neither. */
function rowsBefore(lines, end) {
  const last = lines[end]
  const isEndOf = /^\s*[)}\]]/.test(last)
    ? (line) => line.trim() !== '' && indentOf(line) <= indentOf(last)
    : (line) => !/^\s*\|/.test(line)
  let begin = end - 1
  while (begin >= 0 && !isEndOf(lines[begin])) begin--
  return lines
    .slice(begin + 1, /^\s*\|/.test(last) ? end + 1 : end)
    .filter((line) => !/^\s*(\/\/|$)/.test(line))
}

const fixes = process.argv.includes('--fix')
let faults = 0
for (const file of globSync(FILES, { cwd: root }).toSorted()) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n')
  for (const [index, line] of lines.entries()) {
    if (!MARK.test(line)) continue
    const rows = rowsBefore(lines, index)
    if (rows.length >= 2 && rows.filter(isRow).length * 2 > rows.length) continue
    if (fixes) {
      lines[index] = line.replace(MARK, '').trimEnd()
      continue
    }
    faults++
    process.stderr.write(`${file}:${index + 1}: no table ends here; leave it to the formatter.\n`)
  }
  if (fixes) writeFileSync(join(root, file), lines.join('\n'))
}
process.exit(faults === 0 ? 0 : 1)
