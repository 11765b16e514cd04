import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPageFile } from './page-files.ts'

let root = ''
let pages = ''
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'deskhand-pages-'))
  pages = join(root, 'renderer')
  await mkdir(join(pages, 'assets'), { recursive: true })
  await writeFile(join(pages, 'index.html'), '<!doctype html>')
  await writeFile(join(pages, 'assets/index-Ab_1.js'), 'export {}')
  await writeFile(join(pages, 'assets/index-Ab_1.js.map'), '{}')
  await writeFile(join(root, 'secret.js'), 'secret')
})
afterAll(() => rm(root, { recursive: true, force: true }))

test('a page is read afresh, what belongs to it has a lasting name', async () => {
  expect(await readPageFile(pages, '/index.html')).toMatchObject({
    type: 'text/html; charset=utf-8',
    lasting: false,
  })
  const script = await readPageFile(pages, '/assets/index-Ab_1.js')
  expect(script).toMatchObject({ type: 'text/javascript; charset=utf-8', lasting: true })
  expect(script?.data.toString()).toBe('export {}')
})

test.each([
  '/missing.html',
  '/',
  '',
  '/assets',
  '/assets/',
  '/assets/index-Ab_1.js.map',
  '/../secret.js',
  '/assets/../../secret.js',
  '/assets/..%2f..%2fsecret.js',
  '/%2e%2e/secret.js',
  '/assets/..\\..\\secret.js',
  '//etc/passwd',
  '/assets/index-Ab_1.js\0.html',
])('%j is no file of a page', async (path) => {
  expect(await readPageFile(pages, path)).toBeNull()
})
