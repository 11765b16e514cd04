import { mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSurroundings } from './surroundings.ts'

test('a file that was written in the millisecond in which the run began is the person’s', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'surroundings-')), 'notes.txt')
  writeFileSync(path, 'mine')
  const began = Math.floor(statSync(path).ctimeMs)
  expect(createSurroundings({ since: began }).isOfPerson(path)).toBe(true)
  expect(createSurroundings({ since: began - 1 }).isOfPerson(path)).toBe(false)
})
