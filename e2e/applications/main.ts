// Carries out the rows whose titles contain one of the words given (all without words), prints each outcome, and with
// `--table` writes docs/applications.md. RESULTS names a file that keeps the outcomes, so that some rows can be run again.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { carryOut, type Result, type Verdict } from './carry-out.ts'
import { ROWS } from './rows.ts'
import { asTable, figuresOf } from './report.ts'

const words = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const has = (flag: string) => process.argv.includes(flag)
const rows = ROWS.filter(
  ({ title, fast }) =>
    (words.length === 0 || words.some((word) => title.toLowerCase().includes(word.toLowerCase()))) &&
    (!has('--fast') || fast),
)
/** Side by side: applications are waited for most of the time. */
const JOBS = Number(process.env['JOBS'] ?? 2)
const results: Result[] = []
const left = rows.entries()
await Promise.all(
  Array.from({ length: JOBS }, async () => {
    for (const [index, row] of left) {
      const result = await carryOut(row)
      results[index] = result
      const { verdict, reason, seconds, story } = result
      console.log(`${verdict.padEnd(13)} ${seconds.toFixed(0).padStart(3)} s  ${row.title}`)
      if (reason !== '') console.log(`    ${reason.replaceAll('\n', ' ')}`)
      const isFault = verdict !== 'done' && verdict !== 'skipped'
      if (has('--story') || (has('--faults') && isFault)) console.log(story)
    }
  }),
)
const { RESULTS } = process.env
const before =
  RESULTS === undefined
    ? []
    : await readFile(RESULTS, 'utf8').then(
        (text) => JSON.parse(text) as Outcome[],
        () => [],
      )
const ran = new Map(
  results.map(({ row, verdict, reason }) => [row.title, { title: row.title, verdict, reason }]),
)
const known = new Map([...before.map((one) => [one.title, one] as const), ...ran])
if (RESULTS !== undefined) await writeFile(RESULTS, JSON.stringify([...known.values()]))
const shown = ROWS.flatMap((row) => {
  const outcome = known.get(row.title)
  return outcome ? [{ row, ...outcome }] : []
})
console.log(figuresOf(shown))
if (has('--table')) await writeFile(join(import.meta.dirname, '../../docs/applications.md'), asTable(shown))

interface Outcome {
  title: string
  verdict: Verdict
  reason: string
}
