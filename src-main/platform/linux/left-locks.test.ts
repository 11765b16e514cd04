import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { removeLeftLock, removeLocksOf } from './left-locks.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'locks-'))
  await mkdir(join(root, 'desktops', 'now'), { recursive: true })
  await mkdir(join(root, 'desktops', 'other run'), { recursive: true })
  await writeFile(join(root, 'a b.ods'), '')
})
afterEach(() => rm(root, { recursive: true, force: true }))

const profile = (run: string) =>
  pathToFileURL(join(root, 'desktops', run, 'applications', 'libreoffice')).href

/** Whether the lock of that machine and profile is still there after it. */
async function stays(machine: string, address: string): Promise<boolean> {
  await writeFile(join(root, '.~lock.a b.ods#'), `Ada\\, L.,ada,${machine},21.11.2026 18:02,${address};`)
  await removeLeftLock(join(root, 'a b.ods'), join(root, 'desktops', 'now'))
  return (await readdir(root)).includes('.~lock.a b.ods#')
}

describe('a lock of LibreOffice', () => {
  test('of a virtual desktop that is gone is taken away', async () => {
    expect(await stays(hostname(), profile('gone with spaces'))).toBe(false)
  })

  test.each([
    ['a desktop that lives', hostname(), () => profile('other run')],
    ['another machine', 'elsewhere', () => profile('gone')],
    ['a person’s own profile', hostname(), () => 'file:///home/ada/.config/libreoffice/4'],
    ['the folder of the desktops itself', hostname(), () => pathToFileURL(join(root, 'desktops')).href],
    ['something that is no address', hostname(), () => 'nonsense'],
  ])('of %s stays', async (_whose, machine, address) => {
    expect(await stays(machine, address())).toBe(true)
  })

  test('that is not there is nothing', async () => {
    await expect(
      removeLeftLock(join(root, 'none.ods'), join(root, 'desktops', 'now')),
    ).resolves.toBeUndefined()
  })
})

test('all locks of a desktop that ends are taken away, and no others', async () => {
  const lock = (name: string, run: string) =>
    writeFile(join(root, `.~lock.${name}#`), `Ada,ada,${hostname()},21.11.2026 18:02,${profile(run)};`)
  await Promise.all([lock('mine.odt', 'now'), lock('new.ods', 'now'), lock('theirs.odt', 'other run')])
  await removeLocksOf(join(root, 'desktops', 'now'), root)
  expect((await readdir(root)).filter((name) => name.startsWith('.~lock'))).toEqual(['.~lock.theirs.odt#'])
})
