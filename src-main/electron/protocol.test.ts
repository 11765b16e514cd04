import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { answer } from './protocol.ts'

vi.mock('electron', () => ({ protocol: {}, session: {} }))

function places() {
  const home = mkdtempSync(join(tmpdir(), 'deskhand-app-'))
  const pages = join(home, 'pages')
  const run = join(home, 'logs', 'first')
  for (const folder of [join(pages, 'assets'), run]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(pages, 'index.html'), '<!doctype html>')
  writeFileSync(join(pages, 'assets', 'index-1a.js'), 'export {}')
  writeFileSync(join(run, 'action_step1.png'), 'a picture')
  writeFileSync(join(run, 'events.jsonl'), 'private')
  writeFileSync(join(home, 'config.yaml'), 'private')
  return { home, pages }
}
const ask = (path: string, given: RequestInit = {}, host = 'deskhand') =>
  answer(new Request(`app://${host}${path}`, given), places())

test('a page comes with a policy that lets no inline script, no eval and no other origin in', async () => {
  for (const path of ['/', '/index.html']) {
    const page = await ask(path)
    expect(page.status).toBe(200)
    expect(await page.text()).toBe('<!doctype html>')
    expect(page.headers.get('Content-Type')).toContain('text/html')
    const policy = page.headers.get('Content-Security-Policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe-eval')
    expect(page.headers.get('X-Content-Type-Options')).toBe('nosniff')
  }
})

test('scripts of the build and pictures of a run are served with their types', async () => {
  expect((await ask('/assets/index-1a.js')).headers.get('Content-Type')).toContain('text/javascript')
  const picture = await ask('/files/first/action_step1.png')
  expect(picture.headers.get('Content-Type')).toBe('image/png')
  expect(picture.headers.get('Content-Length')).toBe('9')
  expect(await picture.text()).toBe('a picture')
})

test.each([
  '/files/first/events.jsonl',
  '/files/first/..%2f..%2fconfig.yaml',
  '/files/..%2f..%2fconfig.yaml',
  '/files/first/%2e%2e/%2e%2e/config.yaml',
  '/assets/..%2findex.html',
  '/assets/../../config.yaml',
  '/config.yaml',
  '/nothing.html',
])('%s is not there', async (path) => {
  const found = await ask(path)
  expect(found.status).toBe(404)
  expect(await found.text()).toBe('')
})

test('another host, another method, a query and a foreign page get nothing', async () => {
  expect((await ask('/index.html', {}, 'elsewhere')).status).toBe(403)
  expect((await ask('/index.html', { method: 'POST' })).status).toBe(403)
  expect((await ask('/index.html?x=1')).status).toBe(403)
  const foreign = Object.assign(new Request('app://deskhand/index.html'), {
    initiatorOrigin: 'https://example.org',
  })
  expect((await answer(foreign, places())).status).toBe(403)
  const own = Object.assign(new Request('app://deskhand/index.html'), { initiatorOrigin: 'app://deskhand' })
  expect((await answer(own, places())).status).toBe(200)
})
