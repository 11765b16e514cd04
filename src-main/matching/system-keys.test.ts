import { expect, test } from 'vitest'
import { isMacOS, keysFor } from './system-keys.ts'

test.each([
  ['macos 25.1.0', 'Ctrl+Shift+S', 'Cmd+Shift+S'],
  ['darwin', 'Ctrl+A Delete', 'Cmd+A Delete'],
  ['linux 6.1', 'Ctrl+S', 'Ctrl+S'],
  ['windows 10.0', 'Ctrl+S', 'Ctrl+S'],
])('on %s, %s is %s', (os, keys, there) => {
  expect(keysFor(os, keys)).toBe(there)
})

test('what a device calls macOS is macOS', () => {
  expect(['macOS 15', 'Darwin 25', 'mac'].map(isMacOS)).toEqual([true, true, true])
  expect(['Linux 6.1', 'Windows 11'].map(isMacOS)).toEqual([false, false])
})
