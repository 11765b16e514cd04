import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { UserError } from '../../core/errors.ts'
import { filesOf, pack, unpack, writeFiles } from './bundle.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'bundle-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const MIB = 1024 * 1024

it('files come out as they went in, below the folder that they belong to', async () => {
  await mkdir(join(root, 'from/deep'), { recursive: true })
  const bytes = Buffer.from([0, 255, 10, 13])
  await writeFile(join(root, 'from/deep/a b.bin'), bytes)
  await writeFile(join(root, 'from/empty.txt'), '')
  await symlink('/etc/passwd', join(root, 'from/link'))
  const files = await unpack(await pack(await filesOf(join(root, 'from'), 'files'), 1, 'It'), 1)
  expect([...files.keys()].toSorted()).toEqual(['files/deep/a b.bin', 'files/empty.txt'])
  await writeFiles(files, 'files', join(root, 'to'))
  await writeFiles(files, 'run', join(root, 'run'))
  expect(await readFile(join(root, 'to/deep/a b.bin'))).toEqual(bytes)
  expect(await readFile(join(root, 'to/empty.txt'), 'utf8')).toBe('')
  await expect(readFile(join(root, 'run/empty.txt'))).rejects.toThrow('ENOENT')
})

const packed = (files: Record<string, string>) => promisify(gzip)(JSON.stringify({ v: 1, files }))

it.each(['../a', 'files/../../a', '/etc/a', 'files//a', '..', 'files\\..\\a', 'a\0b', ''])(
  'a name that leads elsewhere is refused: “%s”',
  async (name) => {
    await expect(unpack(await packed({ [name]: '' }), 1)).rejects.toThrow(UserError)
  },
)

it('what is no bundle is refused, also one that would fill the memory', async () => {
  await expect(unpack(Buffer.from('nothing'), 1)).rejects.toThrow(UserError)
  await expect(unpack(await packed({ a: '%' }), 1)).rejects.toThrow(UserError)
  await expect(unpack(await packed({ a: 'A'.repeat(8 * MIB) }), 1)).rejects.toThrow(UserError)
})

it('more than may travel is told, with what to do', async () => {
  const files = new Map([['files/a', new Uint8Array(MIB + 1)]])
  await expect(pack(files, 1, 'The task “t”')).rejects.toThrow(/The task “t” has 2 MiB .*--shared DIR/)
  expect((await unpack(await pack(files, 2, ''), 2)).size).toBe(1)
})
