import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createEngine } from '../../engine.ts'
import { createBridge } from '../create-bridge.ts'
import { silentShell } from '../testing/shell.ts'
import { MemoryWindow } from '../testing/window.ts'

test('where no desktop is named and there is none, looking says so and what to do, and starts no empty one', async () => {
  const home = await mkdtemp(join(tmpdir(), 'looking-'))
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, XDG_SESSION_TYPE: _type, ...env } = process.env
  const engine = await createEngine({ home, env, printLog: () => {} })
  using bridge = createBridge({ engine, shell: silentShell, checkOutput: true })
  const window = new MemoryWindow(bridge)
  try {
    for (const look of [{}, { display: null }, { display: 'auto' as const }]) {
      await expect(window.call('list_windows', look)).rejects.toThrow(
        /There is no desktop here.*`--display virtual`/,
      )
      await expect(window.call('read_tree', { ...look, window: null })).rejects.toThrow(
        /There is no desktop here/,
      )
    }
  } finally {
    await engine[Symbol.asyncDispose]()
    await rm(home, { recursive: true, force: true })
  }
})
