// Reads docs/defects.md: every defect has a test, and every test that it names exists.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const HEAD = '| defect | here | test |'

function faultsOf(page: string): string[] {
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('|') && line !== HEAD && !/^\|[ |-]+$/.test(line))
  return rows.flatMap((row) => {
    const [defect, here, tests, ...more] = row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim())
    if (!defect || !here || !tests || more.length > 0) return [`no row of three cells: ${row}`]
    const named = [...tests.matchAll(/`([^`]+\.(?:test|e2e)\.ts): ([^`]+)`/g)]
    if (named.length === 0) return [`${defect}: names no test`]
    return named.flatMap(([, path = '', title = '']) =>
      hasTest(path, title) ? [] : [`${defect}: ${path} has no “${title}”`],
    )
  })
}

/** The beginning of a title, as it stands in the source of a test or group that is not skipped. */
function hasTest(path: string, title: string): boolean {
  if (!existsSync(join(root, path))) return false
  const escaped = title.replace(/[$()*+./?[\\\]^{|}-]/g, '\\$&')
  const call = String.raw`(?:\b(?:test|it|describe)(?:\.(?!skip|todo)\w+)*|\))\(\s*['"\`]`
  return new RegExp(call + escaped).test(readFileSync(join(root, path), 'utf8'))
}

test('every defect of the page has a test that exists', () => {
  const page = readFileSync(join(root, 'docs/defects.md'), 'utf8')
  expect(page.split('\n').filter((line) => line.startsWith('|')).length).toBeGreaterThan(10)
  expect(faultsOf(page)).toEqual([])
})

test.each([
  ['a test that is not there', '| a | b | `docs/defects.test.ts: no such test` |'],
  ['a file that is not there', '| a | b | `docs/none.test.ts: every defect` |'],
  ['a row without a test', '| a | b | later |'],
  ['a row without all cells', '| a | `docs/defects.test.ts: every defect` |'],
])('%s is found', (_what, row) => {
  expect(faultsOf(`${HEAD}\n| --- | --- | --- |\n${row}`)).toHaveLength(1)
})
