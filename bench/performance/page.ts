// Writes the figures of each release into docs/performance.md, between its two marks: the newest whole, those before as columns.
import type { Figure } from '../measure.ts'

/** What was measured of a release. */
export interface Release {
  version: string
  figures: Figure[]
}

const BEGIN = '<!-- figures: begin -->'
const END = '<!-- figures: end -->'

/** Puts the figures into the text of the page. Throws where it has no place for them. */
export function withFigures(page: string, releases: readonly Release[]): string {
  const from = page.indexOf(BEGIN)
  const to = page.indexOf(END)
  if (from < 0 || to < from) throw new Error(`The page has no place for figures: ${BEGIN} … ${END}`)
  return [page.slice(0, from + BEGIN.length), '', tableOf(releases), '', page.slice(to)].join('\n')
}

/** `releases`: the oldest first. */
function tableOf(releases: readonly Release[]): string {
  const newest = releases.at(-1)
  if (!newest) return 'Nothing was measured yet.'
  const before = releases.slice(0, -1).toReversed()
  const head = [
    'figure',
    newest.version,
    'beside',
    'ratio',
    'goal',
    'n',
    ...before.map(({ version }) => version),
  ]
  const rows = newest.figures.map((figure) => [
    `\`${figure.name}\``,
    withUnit(figure.value, figure),
    figure.baseline === null ? '' : withUnit(figure.baseline, figure),
    figure.ratio === null ? '' : String(figure.ratio),
    `${figure.goal}${figure.ok ? '' : ' **missed**'}`,
    String(figure.n),
    ...before.map(({ figures }) => earlier(figures.find(({ name }) => name === figure.name))),
  ])
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

const withUnit = (value: number, { unit }: Figure) => `${value} ${unit}`

/** A ratio is comparable between machines, a value is not. */
function earlier(figure: Figure | undefined): string {
  if (!figure) return ''
  return figure.ratio === null ? withUnit(figure.value, figure) : `ratio ${figure.ratio}`
}

/** Reads what `npm run bench` has printed. */
export const figuresIn = (lines: string): Figure[] =>
  lines
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Figure)
