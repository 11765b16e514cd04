import { describe, expect, it } from 'vitest'
import { isPressed, keyWords } from './keys.ts'

const press = (key: string, code: string, held: string[] = []) => ({
  key,
  code,
  ctrlKey: held.includes('ctrl'),
  altKey: held.includes('alt'),
  shiftKey: held.includes('shift'),
  metaKey: held.includes('meta'),
})

describe('keys', () => {
  it('are named as the person’s keyboard names them', () => {
    expect([
      keyWords('Control+Alt+P', false),
      keyWords('Control+Alt+P', true),
      keyWords('Escape', false),
    ]).toEqual(['Ctrl+Alt+P', '⌃⌥P', 'Esc'])
  })

  it('are known by their place when Alt changes what they write', () => {
    expect(isPressed('Control+Alt+P', press('π', 'KeyP', ['ctrl', 'alt']), false)).toBe(true)
    expect(isPressed('Control+Alt+.', press('…', 'Period', ['ctrl', 'alt']), false)).toBe(true)
    expect(isPressed('Alt+N', press('n', 'KeyN', ['alt']), false)).toBe(true)
  })

  it('are not meant when another modifier is held, or none is set', () => {
    expect(isPressed('Control+K', press('k', 'KeyK', ['ctrl', 'shift']), false)).toBe(false)
    expect(isPressed('CommandOrControl+K', press('k', 'KeyK', ['ctrl']), true)).toBe(false)
    expect(isPressed('', press('a', 'KeyA'), false)).toBe(false)
  })
})
