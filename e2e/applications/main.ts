// Carries out the rows whose titles contain one of the words given (all without words), prints each outcome, and with
// `--table` writes docs/applications.md.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { carryOut, type Result } from './carry-out.ts'
import { ROWS } from './rows.ts'
import { asTable, figuresOf } from './report.ts'

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const has = (flag: string) => process.argv.includes(flag)
const rows = ROWS.filter(
  ({ title, fast }) =>
    (words.length === 0 || words.some((word) => title.toLowerCase().includes(word.toLowerCase()))) &&
    (!has('--fast') || fast),
)
const results: Result[] = []
for (const row of rows) {
  const result = await carryOut(row)
  results.push(result)
  const { verdict, reason, seconds, story } = result
  console.log(
    `${verdict.padEnd(13)} ${seconds.toFixed(0).padStart(3)} s  ${row.title}${reason === '' ? '' : `\n    ${reason.replaceAll('\n', ' ')}`}`,
  )
  if (has('--story') || (has('--faults') && verdict !== 'done' && verdict !== 'skipped')) console.log(story)
}
console.log(figuresOf(results))
if (has('--table')) await writeFile(join(import.meta.dirname, '../../docs/applications.md'), asTable(results))
