import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const STATIC = /^(?:import|export)\s(?!type\s)(?:[^'"();]*?\sfrom\s)?'([^']+)'/gm

/** What is loaded with a file, before anything is called: our own files by their path, packages by their name. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  const path = relative(ROOT, file)
  if (seen.has(path)) return seen
  seen.add(path)
  if (!file.endsWith('.ts')) return seen
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(STATIC)) {
    if (name.startsWith('.')) loadedWith(join(dirname(file), name), seen)
    else seen.add(name)
  }
  return seen
}

test('help waits for no command: of packages it loads what reads a command line', () => {
  const loaded = [...loadedWith(join(import.meta.dirname, 'main.ts'))]
  expect(loaded).toContain('src-main/terminal/declarations/follow.ts')
  const packages = loaded.filter((name) => !name.startsWith('src-') && !name.startsWith('node:'))
  expect(packages.toSorted()).toEqual(['commander', 'fastest-levenshtein', 'package.json'])
})
