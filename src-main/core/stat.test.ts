import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isFolder, isThere, isWithin, statOf } from './stat.ts'

test('what can’t be a path is not there, and breaks nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-stat-'))
  try {
    writeFileSync(join(folder, 'file'), 'text')
    symlinkSync(join(folder, 'gone'), join(folder, 'link'))
    expect([statOf(join(folder, 'file'))?.size, isFolder(folder), isThere(join(folder, 'link'))]).toEqual([
      4,
      true,
      true,
    ])
    expect([isFolder(join(folder, 'file')), isFolder(join(folder, 'link'))]).toEqual([false, false])
    for (const path of ['file/x', 'x'.repeat(5000), 'a\0b', 'missing'].map((name) => join(folder, name)))
      expect([statOf(path), isFolder(path), isThere(path)]).toEqual([null, false, false])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a folder holds itself and what is in it, not what only begins like it', () => {
  const within = ['/a', '/a/b', '/ab', '/'].map((path) => isWithin(path, '/a'))
  expect([within, isWithin('/a', '/')]).toEqual([[true, true, false, false], true])
})
