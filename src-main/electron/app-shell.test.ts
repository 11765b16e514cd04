import { expect, test, vi } from 'vitest'
import type { Caller } from '../bridge/handler.ts'
import { appShell, systemLocale } from './app-shell.ts'
import type { WindowKind } from './window-table.ts'

const system = vi.hoisted(() => ({ languages: [] as string[], quits: 0 }))
vi.mock('electron', () => ({
  app: {
    getVersion: () => '1.2.3',
    getLocale: () => 'de',
    getPreferredSystemLanguages: () => system.languages,
    quit: () => (system.quits += 1),
  },
  shell: {},
  screen: {},
}))

function start(kind: WindowKind | null) {
  const said: unknown[] = []
  const window = { close: () => said.push(`close ${String(kind)}`) }
  const shell = appShell({
    windows: { find: () => window } as never,
    chat: { open: (...given: unknown[]) => said.push(given) } as never,
    overlay: { drag: (drag: unknown) => said.push(drag) } as never,
    shortcuts: { registered: { quick: null, pause: 'Control+Alt+P', terminate: null } } as never,
    kindOf: () => kind,
  })
  return { said, shell }
}
const caller = { id: 'c' } as Caller

test('tells which keys work, and its version', () => {
  const { shell } = start('chat')
  expect(shell.version).toBe('1.2.3')
  expect(shell.shortcuts()).toEqual({ quick: null, pause: 'Control+Alt+P', terminate: null })
})

test('a view is shown in the main window, whichever window asks for it', () => {
  const { shell, said } = start('quick')
  shell.openView('run', 'first', caller)
  shell.closeWindow(caller)
  expect(said).toEqual([['run', 'first'], 'close quick'])
})

test('only the pill is dragged by its page', () => {
  const drag = { dx: 3, dy: 4, done: false }
  const pill = start('pill')
  pill.shell.dragWindow(caller, drag)
  expect(pill.said).toEqual([drag])
  expect(() => start('chat').shell.dragWindow(caller, drag)).toThrow('moved by its frame')
})

test('the language is the first that the system has, and none of Linux’s names for no language', () => {
  system.languages = ['zh-Hans-CN', 'en-US']
  expect(systemLocale()).toBe('zh-Hans-CN')
  system.languages = ['C']
  expect(systemLocale()).toBe('de')
})
