// Follows the links between the pages: each leads to a file that is there, and to a heading that it has.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const SKIPPED = new Set(['node_modules', 'out', '.runtime'])
const pages = globSync('**/*.md', { cwd: root, exclude: (name) => SKIPPED.has(name) })

/** As code hosts make the address of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** A page without its blocks of code. */
const textOf = (page: string): string =>
  readFileSync(join(root, page), 'utf8').replaceAll(/^```.*?^```/gms, '')

function faultOf(page: string, link: string): string | null {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(root, target))) return `${page}: there is no ${target}`
  if (anchor === undefined) return null
  const headings = [...textOf(target).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading ?? ''))
  return headings.includes(anchor) ? null : `${page}: ${target} has no heading #${anchor}`
}

test('every link between the pages leads somewhere', () => {
  const links = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link]) => link ?? '')
      .filter((link) => !/^[a-z]+:/.test(link))
      .map((link) => faultOf(page, link)),
  )
  expect(links.length).toBeGreaterThan(50)
  expect(links.filter((fault) => fault !== null)).toEqual([])
})

test('the check finds a file and a heading that are not there', () => {
  expect(faultOf('README.md', 'docs/nothing.md')).toContain('there is no docs/nothing.md')
  expect(faultOf('docs/using.md', '#nothing')).toContain('has no heading #nothing')
  expect(faultOf('docs/using.md', '#the-app')).toBeNull()
})
