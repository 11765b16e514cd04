import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ScriptedPlatform } from '../../../platform/testing/scripted.ts'
import type { Platform } from '../../../platform/platform.ts'
import { editingKeys, keysFault, parseHeld, parseKeys, pressesButton } from './keys.ts'

const platform = new ScriptedPlatform()
const parse = (keys: string) => parseKeys(keys, platform)

test.each([
  ['Ctrl+S', [['Control', 's']]],
  ['ctrl+shift+T', [['Control', 'Shift', 'T']]],
  ['Ctrl+A Delete', [['Control', 'a'], ['Delete']]],
  ['Ctrl++', [['Control', '+']]],
  ['+', [['+']]],
  ['{ENTER}', [['Enter']]],
  ['Alt+F4', [['Alt', 'F4']]],
  ['pgdn', [['PageDown']]],
  ['Esc', [['Escape']]],
  ['*', [['*']]],
])('%s is pressed as %j', (keys, chords) => {
  expect(parse(keys)).toEqual(chords)
})

test('a word that is no key is refused with the nearest ones', () => {
  expect(() => parse('Ctrl+Entr')).toThrow(/“Entr”.*enter/)
  expect(() => parse('  ')).toThrow(/No keys/)
})

test.each([
  ['keyboard_input', { keys: 'NOPE' }, /“NOPE” in “NOPE” is no key/],
  ['keyboard_input', { keys: 'Ctrl', key_hold: 'Ctrl' }, /can't be pressed while Ctrl is held/],
  ['keyboard_input', { keys: 'Ctrl+S Enter' }, null],
  ['click_input', { id: '7', key_hold: 'Hyper' }, /“Hyper”.* is no key/],
  ['wheel_mouse_input', { wheel_dist: 1, key_hold: 'Ctrl' }, null],
  ['click_input', { id: '7', key_hold: null }, null],
])('what is wrong with the keys of %s %j is known before the act', (tool, parameters, fault) => {
  const found = keysFault(tool, parameters, platform)
  if (fault) expect(found).toMatch(fault)
  else expect(found).toBeNull()
})

test('no text of keys does anything but give chords of known keys or a plain refusal', () => {
  fc.assert(
    fc.property(fc.string(), (keys) => {
      try {
        for (const chord of parse(keys)) for (const key of chord) expect(platform.knowsKey(key)).toBe(true)
      } catch (error) {
        expect(error).toHaveProperty('name', 'ToolError')
      }
    }),
  )
})

test('Enter is recognised in every chord that presses it', () => {
  expect(pressesButton(parse('Tab Enter'))).toBe(true)
  expect(pressesButton(parse('Ctrl+Return'))).toBe(true)
  expect(pressesButton(parse('Alt+D'))).toBe(true)
  expect(pressesButton(parse('Ctrl+E'))).toBe(false)
  expect(pressesButton(parse('Alt+Left'))).toBe(false)
})

const keyboardOf = (name: Platform['name']) => ({ name, knowsKey: (key: string) => platform.knowsKey(key) })

test('a text is selected and left by the keys of its system', () => {
  const elsewhere = { all: ['Control', 'a'], end: ['Control', 'End'], lineEnd: ['End'] }
  for (const name of ['linux', 'windows', 'scripted'] as const)
    expect(editingKeys(keyboardOf(name))).toEqual(elsewhere)
  expect(editingKeys(keyboardOf('macos'))).toEqual({
    all: ['Super', 'a'],
    end: ['Super', 'Down'],
    lineEnd: ['Super', 'Right'],
  })
})

test('keys that are held go down with what is pressed there, and a chord of other keys is pressed whole', () => {
  const macos = keyboardOf('macos')
  expect(parseHeld('Ctrl', 'c v', macos, 'text')).toEqual({ held: ['Super'], chords: [['c'], ['v']] })
  expect(parseHeld('Ctrl', 'Left', macos, 'text')).toEqual({ held: [], chords: [['Alt', 'Left']] })
})
