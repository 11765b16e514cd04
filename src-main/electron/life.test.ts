import { EventEmitter } from 'node:events'
import type { BrowserWindow } from 'electron'
import { beforeEach, expect, test, vi } from 'vitest'
import { followSystem, quitWithWindow } from './life.ts'
import type { Quit } from './quit.ts'

const system = vi.hoisted(() => ({
  app: null as unknown as EventEmitter & { quit: () => void },
  power: null as unknown as EventEmitter,
  quits: 0,
}))
vi.mock('electron', async () => {
  const events = await import('node:events')
  system.app = Object.assign(new events.EventEmitter(), { quit: () => void (system.quits += 1) })
  system.power = new events.EventEmitter()
  return { app: system.app, powerMonitor: system.power }
})
beforeEach(() => {
  system.quits = 0
  system.app.removeAllListeners()
  system.power.removeAllListeners()
})

const quitting = (isEnding = false) => {
  const said: string[] = []
  const quit = {
    isEnding,
    beforeQuit: () => said.push('before quit'),
    withoutAsking: () => said.push('without asking'),
  } as unknown as Quit
  return { said, quit }
}

test('the system’s words reach the app: show yourself, end, shut down', () => {
  const { said, quit } = quitting()
  followSystem({ quit, open: () => said.push('open'), atEnd: () => said.push('end') })
  for (const name of ['activate', 'before-quit', 'will-quit']) system.app.emit(name, {})
  system.power.emit('shutdown')
  expect(said).toEqual(['open', 'before quit', 'end', 'without asking'])
})

test('without windows the app goes on', () => {
  followSystem({ quit: quitting().quit, open: () => {}, atEnd: () => {} })
  expect(system.app.listenerCount('window-all-closed')).toBe(1)
  system.app.emit('window-all-closed')
  expect(system.quits).toBe(0)
})

test.each([
  ['is hidden, the app goes on', { hidden: true }, { kept: false, quits: 0 }],
  [
    'is closed for good, the app is asked to quit and the window stays meanwhile',
    {},
    { kept: true, quits: 1 },
  ],
  ['closes because the app ends, nothing more is asked', { ending: true }, { kept: false, quits: 0 }],
])(
  'when the main window %s',
  (_what, { hidden = false, ending = false }: { hidden?: boolean; ending?: boolean }, expected) => {
    const window = new EventEmitter()
    quitWithWindow(window as BrowserWindow, quitting(ending).quit, () => hidden)
    let kept = false
    window.emit('close', { preventDefault: () => (kept = true) })
    expect({ kept, quits: system.quits }).toEqual(expected)
  },
)
