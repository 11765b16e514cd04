import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { silentLogger } from '../core/logger.ts'
import { Updates } from './updates.ts'

const system = vi.hoisted(() => ({
  app: { isPackaged: true },
  checks: 0,
  downloaded: (_info: { version: string }): void => {},
  settings: {} as Record<string, unknown>,
}))
vi.mock('electron', () => ({ app: system.app }))
vi.mock('electron-updater', () => ({
  default: {
    autoUpdater: Object.assign(system.settings, {
      removeAllListeners: () => {},
      once: (_name: string, listener: typeof system.downloaded) => (system.downloaded = listener),
      checkForUpdates: () => {
        system.checks += 1
        return Promise.resolve()
      },
    }),
  },
}))
afterEach(() => vi.unstubAllGlobals())

function start({ published = true, packaged = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'deskhand-updates-'))
  if (published) writeFileSync(join(folder, 'app-update.yml'), 'provider: generic\n')
  Object.defineProperty(process, 'resourcesPath', { value: folder, configurable: true })
  system.app.isPackaged = packaged
  system.checks = 0
  const ready: string[] = []
  return {
    ready,
    updates: new Updates({ logger: () => silentLogger, onReady: (version) => ready.push(version) }),
  }
}

test('looks for a new version when it is wanted, never downward, and tells the one that is ready', async () => {
  const { updates, ready } = start()
  updates.apply(true)
  updates.apply(true)
  await vi.waitFor(() => expect(system.checks).toBe(1))
  expect(system.settings).toMatchObject({
    autoDownload: true,
    autoInstallOnAppQuit: true,
    allowDowngrade: false,
  })
  system.downloaded({ version: '2.0.0' })
  expect(ready).toEqual(['2.0.0'])
  updates.apply(false)
})

test.each([
  ['it is not wanted', {}, false],
  ['the package does not say where from', { published: false }, true],
  ['it runs from a checkout', { packaged: false }, true],
])('asks nobody when %s', async (_why, given, wanted) => {
  const { updates } = start(given)
  updates.apply(wanted)
  await new Promise((resolve) => setTimeout(resolve, 30))
  expect(system.checks).toBe(0)
})
