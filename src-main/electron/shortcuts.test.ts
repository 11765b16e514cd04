import { beforeEach, expect, test, vi } from 'vitest'
import { Shortcuts } from './shortcuts.ts'

const system = vi.hoisted(() => ({ taken: new Set<string>(), registered: new Map<string, () => void>() }))
vi.mock('electron', () => ({
  globalShortcut: {
    register: (keys: string, work: () => void) => {
      if (keys === 'Nonsense+Key') throw new TypeError('Error processing argument at index 0')
      if (system.taken.has(keys) || system.registered.has(keys)) return false
      system.registered.set(keys, work)
      return true
    },
    unregisterAll: () => system.registered.clear(),
  },
}))
beforeEach(() => {
  system.taken.clear()
  system.registered.clear()
})

const keys = { quick: 'Control+Alt+Space', pause: 'Control+Alt+P', terminate: 'Control+Alt+.' }
function start() {
  const done: string[] = []
  const work = {
    quick: () => done.push('quick'),
    pause: () => done.push('pause'),
    terminate: () => done.push('terminate'),
  }
  return { done, shortcuts: new Shortcuts(work) }
}

test('each key does its work', () => {
  const { done, shortcuts } = start()
  expect(shortcuts.apply(keys)).toBe(true)
  expect(shortcuts.registered).toEqual(keys)
  for (const press of system.registered.values()) press()
  expect(new Set(done)).toEqual(new Set(['quick', 'pause', 'terminate']))
})

test('a key that another program has, that is none, or that nobody knows, is null', () => {
  const { shortcuts } = start()
  system.taken.add(keys.quick)
  shortcuts.apply({ ...keys, pause: '', terminate: 'Nonsense+Key' })
  expect(shortcuts.registered).toEqual({ quick: null, pause: null, terminate: null })
})

test('of two with the same keys the brake has them', () => {
  const { shortcuts } = start()
  shortcuts.apply({ quick: 'Control+Alt+P', pause: 'Control+Alt+P', terminate: '' })
  expect(shortcuts.registered).toMatchObject({ quick: null, pause: 'Control+Alt+P' })
})

test('other keys replace those before; the same ones change nothing', () => {
  const { shortcuts } = start()
  shortcuts.apply(keys)
  expect(shortcuts.apply({ ...keys })).toBe(false)
  expect(shortcuts.apply({ ...keys, pause: 'Control+Alt+B' })).toBe(true)
  expect([...system.registered.keys()].toSorted()).toEqual([
    'Control+Alt+.',
    'Control+Alt+B',
    'Control+Alt+Space',
  ])
})
