import { expect, test } from 'vitest'
import { isMacOS, keysOn, type KeyPlace } from './system-keys.ts'

test.each<[said: string, place: KeyPlace, linux: string, windows: string, macos: string]>([
  ['Ctrl+S', 'text', 'Ctrl+S', 'Ctrl+S', 'Cmd+S'],
  ['{CTRL}+S', 'text', '{CTRL}+S', '{CTRL}+S', 'Cmd+S'],
  ['Cmd+S', 'other', 'Ctrl+S', 'Ctrl+S', 'Cmd+S'],
  ['strg+Shift+s', 'other', 'strg+Shift+s', 'strg+Shift+s', 'Cmd+Shift+s'],
  ['Ctrl+A Delete', 'text', 'Ctrl+A Delete', 'Ctrl+A Delete', 'Cmd+A Delete'],
  ['Ctrl++', 'other', 'Ctrl++', 'Ctrl++', 'Cmd+Plus'],
  ['Ctrl+Home', 'text', 'Ctrl+Home', 'Ctrl+Home', 'Cmd+Up'],
  ['Ctrl+Home', 'other', 'Ctrl+Home', 'Ctrl+Home', 'Cmd+Home'],
  ['Shift+Ctrl+Left', 'text', 'Shift+Ctrl+Left', 'Shift+Ctrl+Left', 'Shift+Alt+Left'],
  ['Ctrl+Y', 'text', 'Ctrl+Y', 'Ctrl+Y', 'Cmd+Shift+Z'],
  ['Cmd+Shift+Z', 'text', 'Ctrl+Shift+Z', 'Ctrl+Y', 'Cmd+Shift+Z'],
  ['Ctrl+H', 'text', 'Ctrl+H', 'Ctrl+H', 'Cmd+Alt+F'],
  ['Ctrl+Shift+Tab', 'other', 'Ctrl+Shift+Tab', 'Ctrl+Shift+Tab', 'Ctrl+Shift+Tab'],
  ['Ctrl+Shift+3', 'other', 'Ctrl+Shift+3', 'Ctrl+Shift+3', 'Ctrl+Shift+3'],
  ['Ctrl+Alt+Backspace', 'other', 'Ctrl+Alt+Backspace', 'Ctrl+Alt+Backspace', 'Ctrl+Alt+Backspace'],
  ['Ctrl+Shift+Q', 'other', 'Ctrl+Shift+Q', 'Ctrl+Shift+Q', 'Cmd+Q'],
  ['Ctrl+Shift+Delete', 'other', 'Ctrl+Shift+Delete', 'Ctrl+Shift+Delete', 'Shift+Alt+Delete'],
  ['Cmd+Q', 'other', 'Ctrl+Q', 'Alt+F4', 'Cmd+Q'],
  ['Alt+F4', 'other', 'Alt+F4', 'Alt+F4', 'Cmd+W'],
  ['Shift+Insert', 'text', 'Shift+Insert', 'Shift+Insert', 'Cmd+V'],
  // Spelled out for a system.
  ['Control+A', 'text', 'Control+A', 'Control+A', 'Control+A'],
  ['Super+E', 'other', 'Super+E', 'Super+E', 'Super+E'],
  ['Option+Left', 'text', 'Option+Left', 'Option+Left', 'Option+Left'],
  ['Enter', 'text', 'Enter', 'Enter', 'Enter'],
  // In a terminal Ctrl+C interrupts everywhere.
  ['Ctrl+C', 'terminal', 'Ctrl+C', 'Ctrl+C', 'Ctrl+C'],
  ['Ctrl+Shift+C', 'terminal', 'Ctrl+Shift+C', 'Ctrl+Shift+C', 'Cmd+C'],
  ['Cmd+C', 'terminal', 'Ctrl+Shift+C', 'Ctrl+Shift+C', 'Cmd+C'],
  ['Ctrl+Left', 'terminal', 'Ctrl+Left', 'Ctrl+Left', 'Ctrl+Left'],
])('%s in a place of kind %s is %s on Linux, %s on Windows, %s on macOS', (said, place, ...there) => {
  expect(
    ['linux 6.1', 'windows 10.0', 'macos 25.1.0'].map((os) => keysOn(os, said, place).toLowerCase()),
  ).toEqual(there.map((keys) => keys.toLowerCase()))
})

test('what is pressed as it is said is written as it is said', () => {
  expect(keysOn('linux', 'ctrl+s  Enter', 'text')).toBe('ctrl+s  Enter')
})

test('what a device calls macOS is macOS', () => {
  expect(['macOS 15', 'Darwin 25', 'mac'].map(isMacOS)).toEqual([true, true, true])
  expect(['Linux 6.1', 'Windows 11'].map(isMacOS)).toEqual([false, false])
})
