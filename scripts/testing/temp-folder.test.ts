import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import useOwnTempFolder from './temp-folder.ts'

const ROOT = join(import.meta.dirname, '../..')

test('the tests of a run have a temp folder of their own, with a short path', () => {
  expect(basename(tmpdir())).toMatch(/^dh\w{6}$/)
})

test('what the tests of a run leave behind goes with it, also what nobody may write to', () => {
  const before = tmpdir()
  const leave = useOwnTempFolder()
  const folder = tmpdir()
  expect(dirname(folder)).toBe(before)
  mkdirSync(join(folder, 'left/behind'), { recursive: true })
  writeFileSync(join(folder, 'left/behind/a.txt'), '')
  chmodSync(join(folder, 'left/behind'), 0o500)
  chmodSync(join(folder, 'left'), 0o500)
  leave()
  expect(existsSync(folder)).toBe(false)
  expect(tmpdir()).toBe(before)
})

test('no test makes a folder that is not below the temp folder of its run', () => {
  const places = [
    'src-main',
    'src-preload',
    'src-renderer',
    'e2e',
    'examples',
    'assurance',
    'scripts',
    'bench',
  ]
  const faults = places
    .flatMap((place) =>
      readdirSync(join(ROOT, place), { recursive: true, encoding: 'utf8' }).map((name) => join(place, name)),
    )
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
    .filter((name) =>
      /(mkdtemp|mkdir)(Sync)?\(\s*['"`]\/(tmp|var)/.test(readFileSync(join(ROOT, name), 'utf8')),
    )
  expect(faults).toEqual([])
})
