// `npm run bench -- page`: writes docs/performance.md from what was measured of each release (`bench/results/VERSION.jsonl`).
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { format } from 'oxfmt'
import { figuresIn, withFigures } from './page.ts'

const ROOT = join(import.meta.dirname, '../..')
const RESULTS = join(ROOT, 'bench/results')
const PAGE = join(ROOT, 'docs/performance.md')
const ENDING = '.jsonl'

export async function writePage(): Promise<number> {
  const files = (await readdir(RESULTS)).filter((name) => name.endsWith(ENDING))
  const { compare } = new Intl.Collator('en', { numeric: true })
  const releases = await Promise.all(
    files.toSorted(compare).map(async (name) => ({
      version: basename(name, ENDING),
      figures: figuresIn(await readFile(join(RESULTS, name), 'utf8')),
    })),
  )
  const page = withFigures(await readFile(PAGE, 'utf8'), releases)
  await writeFile(PAGE, (await format(PAGE, page)).code)
  return 0
}
