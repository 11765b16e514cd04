import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { expect, test, vi } from 'vitest'
import { silentLogger } from '../core/logger.ts'
import { reloadAfterCrash } from './crash.ts'

vi.mock('electron', () => ({ app: {} }))

function start(again = false) {
  let time = 0
  let reloads = 0
  let destroyed = false
  const webContents = Object.assign(new EventEmitter(), {
    reload: () => (reloads += 1),
    getURL: () => 'app://x',
  })
  const window = { webContents, isDestroyed: () => destroyed, destroy: () => (destroyed = true) }
  const ask = vi.fn(() => Promise.resolve(again))
  reloadAfterCrash(window as unknown as BrowserWindow, { logger: () => silentLogger, ask, now: () => time })
  const crash = (reason = 'crashed') => webContents.emit('render-process-gone', {}, { reason, exitCode: 1 })
  return { crash, ask, wait: (ms: number) => (time += ms), reloads: () => reloads, isGone: () => destroyed }
}

test('a page that crashes is loaded again', () => {
  const { crash, reloads, ask } = start()
  crash()
  crash('oom')
  expect(reloads()).toBe(2)
  expect(ask).not.toHaveBeenCalled()
})

test('one that ends in order is left alone', () => {
  const { crash, reloads } = start()
  crash('clean-exit')
  expect(reloads()).toBe(0)
})

test('one that crashes again and again is not loaded for ever: a person decides', async () => {
  const { crash, reloads, ask, isGone } = start(false)
  for (let times = 0; times < 4; times++) crash()
  expect(reloads()).toBe(3)
  expect(ask).toHaveBeenCalledOnce()
  await vi.waitFor(() => expect(isGone()).toBe(true))
})

test('a person may have it tried again', async () => {
  const { crash, reloads, isGone } = start(true)
  for (let times = 0; times < 4; times++) crash()
  await vi.waitFor(() => expect(reloads()).toBe(4))
  expect(isGone()).toBe(false)
})

test('crashes that lie far apart do not count together', () => {
  const { crash, reloads, wait, ask } = start()
  for (let times = 0; times < 8; times++) {
    crash()
    wait(30_000)
  }
  expect(reloads()).toBe(8)
  expect(ask).not.toHaveBeenCalled()
})
