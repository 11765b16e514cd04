import { mkdir, mkdtemp, rm, rmdir, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { filesBelow, makeFolder } from './folder.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'folder-'))
})
afterEach(() => rm(root, { recursive: true }))

test('makes every folder on the way, for its owner alone, and leaves one that is there', async () => {
  const path = join(root, 'a', 'b', 'c')
  makeFolder(path)
  makeFolder(path)
  const made = await Promise.all([join(root, 'a'), path].map((folder) => stat(folder)))
  expect(made.map((one) => [one.isDirectory(), one.mode & 0o777])).toEqual([
    [true, 0o700],
    [true, 0o700],
  ])
})

test('says what is wrong where a file stands in the way', async () => {
  await writeFile(join(root, 'file'), '')
  expect(() => makeFolder(join(root, 'file'))).toThrow('EEXIST')
  expect(() => makeFolder(join(root, 'file', 'deeper'))).toThrow('ENOTDIR')
})

test.each(['/proc/deskhand', '/proc/deskhand/a/b', '/proc/self/a'])(
  'returns where the system takes no folder at all: %s',
  (path) => {
    expect(() => makeFolder(path)).toThrow(/ENOENT|EPERM|EACCES/)
  },
)

test('lists the files below a folder, without links, while other folders come and go', async () => {
  makeFolder(join(root, '.a', 'b'))
  const files = [join(root, '.a', 'b', 'deep'), join(root, 'top')]
  for (const file of files) await writeFile(file, '')
  await symlink(files[1] ?? '', join(root, 'link'))
  const over = new AbortController()
  const come = Array.from({ length: 20 }, async (_, n) => {
    const folder = join(root, `${n}.lock`)
    while (!over.signal.aborted) {
      await mkdir(folder)
      await rmdir(folder)
    }
  })
  try {
    for (let n = 0; n < 300; n++) expect((await filesBelow(root)).toSorted()).toEqual(files)
  } finally {
    over.abort()
    await Promise.all(come)
  }
  await expect(filesBelow(join(root, 'none'))).rejects.toThrow('ENOENT')
})
