import { describe, expect, test } from 'vitest'
import { configSchema } from '../../src-preload/contract/config.ts'
import { recorded } from './accelerator.ts'

const press = (key: string, code: string, ...held: ('ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey')[]) => ({
  key,
  code,
  ctrlKey: held.includes('ctrlKey'),
  altKey: held.includes('altKey'),
  shiftKey: held.includes('shiftKey'),
  metaKey: held.includes('metaKey'),
})

describe('recording a shortcut', () => {
  test('writes what is held and the key as Electron does, and the configuration takes it', () => {
    const keys = [
      recorded(press(' ', 'Space', 'ctrlKey', 'altKey'), false),
      recorded(press('π', 'KeyP', 'ctrlKey', 'altKey'), true),
      recorded(press('.', 'Period', 'ctrlKey', 'altKey'), false),
      recorded(press('ArrowUp', 'ArrowUp', 'metaKey', 'shiftKey'), true),
      recorded(press('F5', 'F5', 'ctrlKey'), false),
    ].map((one) => (one.done ? one.keys : null))
    expect(keys).toEqual([
      'Control+Alt+Space',
      'Control+Alt+P',
      'Control+Alt+.',
      'Shift+Command+Up',
      'Control+F5',
    ])
    for (const pause of keys) configSchema.parse({ app: { shortcuts: { pause } } })
  })

  test('waits for a key while only modifiers are held', () => {
    expect(recorded(press('Alt', 'AltLeft', 'ctrlKey', 'altKey'), false)).toEqual({
      done: false,
      held: 'Control+Alt',
    })
  })

  test('takes no key that a person types with', () => {
    expect(recorded(press('A', 'KeyA', 'shiftKey'), false)).toEqual({ done: false, held: null })
  })
})
