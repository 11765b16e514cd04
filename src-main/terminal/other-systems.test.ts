import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

const program = fileURLToPath(new URL('main.ts', import.meta.url))
const fake = new URL('testing/fake-system.mjs', import.meta.url).href
// Bounds, not measures: each starts programs, several at once.
vi.setConfig({ testTimeout: 150_000 })
let home: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'other-system-'))
})
afterAll(() => rm(home, { recursive: true, force: true }))

/** What a command says, and its exit code, on a machine that Deskhand takes for one of this system, with nothing in its home. */
async function on(system: string, ...args: string[]): Promise<{ code: number; text: string }> {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...kept } = process.env
  // The key store is that of the true system.
  const folder = await mkdtemp(join(home, 'one-'))
  const own = { DESKHAND_HOME: folder, DESKHAND_KEYS: 'file', FAKE_SYSTEM: system }
  const env = { ...kept, ...own, NODE_OPTIONS: `--import=${fake}` }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...args],
      { env, timeout: 120_000 },
      (_error, out, err) => {
        // The folder's random name may hold any word (it has held “Xvfb”).
        const text = `${out}${err}`.replaceAll(folder, 'FOLDER').replace(/\s+/g, ' ')
        resolve({ code: child.exitCode ?? -1, text })
      },
    )
    child.stdin?.end()
  })
}

const OF_LINUX = /DISPLAY|X11|Xvfb|Wayland|apt-get|AT-SPI|defect/

describe.each([
  { system: 'win32', title: 'Windows' },
  { system: 'darwin', title: 'macOS' },
])('on $title', ({ system, title }) => {
  it.concurrent.each([[['doctor']], [['windows']], [['run', 'open notepad']]])(
    '%j says nothing of what only Linux has',
    async (args) => {
      const { code, text } = await on(system, ...args)
      expect(code).toBe(1)
      expect(text).toContain(title)
      expect(text).not.toMatch(OF_LINUX)
    },
  )

  it.concurrent('says that there are no virtual desktops, and what to do', async () => {
    const { code, text } = await on(system, 'run', 'open notepad', '--display', 'virtual')
    expect(code).toBe(1)
    expect(text).toContain(
      `virtual desktops on Linux only; this is ${title}. Leave \`--display virtual\` out`,
    )
  })

  it.concurrent.each([[['runs']], [['stop']], [['config', 'path']]])(
    '%j works as everywhere',
    async (args) => {
      const { code, text } = await on(system, ...args)
      expect(text).not.toMatch(OF_LINUX)
      expect(code).toBe(args[0] === 'stop' ? 1 : 0)
    },
  )
})

it.concurrent('a system without a driver is named, with those that have one', async () => {
  const { code, text } = await on('freebsd', 'windows')
  expect(code).toBe(1)
  expect(text).toContain('Deskhand drives desktops of Linux, Windows and macOS; this is freebsd.')
})
