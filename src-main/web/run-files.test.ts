import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runFileAddress } from '../../src-preload/contract/bridge.ts'
import { findRunFile } from './run-files.ts'

let home = ''
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'deskhand-files-'))
  const run = join(home, 'logs/first')
  await mkdir(join(run, 'ui_trees/ui 1'), { recursive: true })
  await mkdir(join(run, 'folder.png'))
  for (const name of [
    'action_step1.png',
    'ui_trees/ui 1/ü#?.json',
    'report.html',
    'events.jsonl',
    '.hidden.png',
  ])
    await writeFile(join(run, name), name)
  await writeFile(join(home, 'keys.json'), 'secret')
  await writeFile(join(home, 'logs/beside.png'), 'secret')
  await symlink(join(home, 'keys.json'), join(run, 'link.json'))
  await symlink(home, join(run, 'up'))
  await symlink(run, join(home, 'logs/linked'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

test('a picture is shown, a document is saved and can run nothing', async () => {
  const picture = await findRunFile(home, `/${runFileAddress('first', 'action_step1.png')}`)
  expect(picture).toMatchObject({ size: 16, headers: { 'Content-Type': 'image/png' } })
  expect(picture?.headers).not.toHaveProperty('Content-Disposition')
  const report = await findRunFile(home, '/files/first/report.html')
  expect(report?.headers['Content-Disposition']).toBe("attachment; filename*=UTF-8''report.html")
  expect(report?.headers['Content-Security-Policy']).toMatch(/default-src 'none'.*sandbox/)
})

test('a name is decoded once, whatever is in it', async () => {
  const found = await findRunFile(home, `/${runFileAddress('first', 'ui_trees/ui 1/ü#?.json')}`)
  expect(found?.headers['Content-Disposition']).toBe("attachment; filename*=UTF-8''%C3%BC%23%3F.json")
  expect(await findRunFile(home, '/files/first/ui_trees/ui%25201/%C3%BC%23%3F.json')).toBeNull()
})

test.each([
  '/files/first/missing.png',
  '/files/first',
  '/files/first/',
  '/files/none/action_step1.png',
  '/first/action_step1.png',
  // Another kind of file, or a folder.
  '/files/first/events.jsonl',
  '/files/first/folder.png',
  '/files/first/.hidden.png',
  // Outside, in every spelling.
  '/files/first/../../keys.json',
  '/files/first/%2e%2e/%2e%2e/keys.json',
  '/files/first/..%2f..%2fkeys.json',
  '/files/first/..%5c..%5ckeys.json',
  '/files/first/%252e%252e/%252e%252e/keys.json',
  '/files/../keys.json',
  '/files/../logs/beside.png',
  '/files/%2e%2e/keys.json',
  '/files/first%2f..%2f../keys.json',
  '/files//keys.json',
  '/files/first//action_step1.png',
  '/files/first/./action_step1.png',
  '/files/first/action_step1.png%00.png',
  '/files/first/%E0%A4%A.png',
  // By a link.
  '/files/first/link.json',
  '/files/first/up/keys.json',
  '/files/linked/action_step1.png',
])('%s can not be seen', async (path) => {
  expect(await findRunFile(home, path)).toBeNull()
})
