// Runs the example of another program for real: it starts Deskhand, an application computes, and it prints the result.
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const REQUEST = 'open galculator, click 7, click "*", click 6, click "=", read display'

test('another program asks for a sum, is told of each effect, and is given what the application shows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'example-'))
  try {
    const home = join(folder, 'home')
    await mkdir(home)
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ['examples/other-program/ask-deskhand.mjs', REQUEST, process.execPath, 'src-main/terminal/main.ts'],
      {
        cwd: root,
        env: { PATH: process.env['PATH'], HOME: home, DESKHAND_HOME: join(folder, 'data') },
        encoding: 'utf8',
      },
    )
    expect(stdout, stderr).toMatch(/^confirmed: .*galculator.* has opened\./)
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('completed: 42')
    expect(status).toBe(0)
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})
