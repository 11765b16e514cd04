// Says what the suite has come to: its figures, and the table of docs/applications.md.
import type { Result, Verdict } from './carry-out.ts'

type Shown = Pick<Result, 'row' | 'verdict' | 'reason'>

const COUNTED: readonly Verdict[] = ['done', 'told', 'question', 'false verdict', 'wrong']

export function figuresOf(results: readonly Shown[]): string {
  const carried = results.filter(({ verdict }) => verdict !== 'skipped')
  const count = (verdict: Verdict) => carried.filter((result) => result.verdict === verdict).length
  const programs = new Set(carried.map(({ row }) => row.program)).size
  const skipped = results.length - carried.length
  const [done, told, questions, lies, wrong] = COUNTED.map(count)
  return (
    `${carried.length} commands on ${programs} applications: ${done} done, ${told} not done and told so, ` +
    `${questions} needless questions, ${lies} false verdicts, ${wrong} wrong acts` +
    (skipped > 0 ? `; ${skipped} skipped (not installed).` : '.')
  )
}

export function asTable(results: readonly Shown[]): string {
  const rows = results.map(
    ({ row, verdict, reason }) =>
      `| ${row.title} | \`${row.command.replaceAll('|', '\\|').replaceAll('`', '').replaceAll('\n', '⏎')}\` | ${verdict}${reason === '' ? '' : `: ${inCell(reason)}`} |`,
  )
  return `# Plain commands on applications

Each row is a command as a person writes it, carried out on a virtual desktop by \`deskhand run\`, and judged from outside: by the files it
leaves, the windows of the X server, and what libatspi reads. This page is written by \`node e2e/applications/main.ts --table\` after a build.
\`told\` means: not done, and said so, with the reason. The fast ones are part of \`npm test\`.

${figuresOf(results)}

<!-- prettier-ignore-start -->

| application | command | outcome |
| --- | --- | --- |
${rows.join('\n')}

<!-- prettier-ignore-end -->
`
}

const inCell = (text: string): string => {
  const line = text
    .replace(/\s+/g, ' ')
    .replaceAll('|', '\\|')
    .replaceAll(/\/[\w/.-]*\/e2e-\w+\/home/g, '~')
    .trim()
  return line.length > 200 ? `${line.slice(0, 199)}…` : line
}
