import { expect, test } from 'vitest'
import { evidenceWords } from '../../../../src-preload/contract/evidence.ts'
import { testWindow } from '../../../core/testing/desktop.ts'
import type { PlatformWindow } from '../../../platform/platform.ts'
import { scriptedElement as element } from '../../../platform/testing/scripted.ts'
import { changesBetween, hasOpened } from './changes.ts'

test('a window is told by its title, and one without a title without empty quotes', () => {
  const dialog = testWindow({ kind: 'dialog', title: ' ' })
  const windows = [dialog, { ...dialog, title: 'Save As' }, { ...dialog, kind: 'popup' as const }]
  expect(windows.map((window) => evidenceWords([hasOpened(window, null)]))).toEqual([
    'A dialog without a title has opened.',
    'The dialog “Save As” has opened.',
    'A pop-up has opened.',
  ])
})

test('controls that are made anew, the same in the same place, are no change', () => {
  const window = { ...testWindow(), handle: 'w' } as unknown as PlatformWindow
  const bounds = (y: number) => ({ x: 10, y, width: 80, height: 20 })
  const rows = (names: string[]) =>
    names.map((name, index) => element('cell', name, { bounds: bounds(20 * index) }))
  const change = (before: string[], after: string[]) => {
    const [old, now] = [before, after].map((names) => ({ window, elements: rows(names), limited: null }))
    const { appeared, gone } = changesBetween(old ?? null, now ?? null, [], [], new Set())
    return { appeared: appeared.map(({ name }) => name), gone: gone.map(({ name }) => name) }
  }
  expect(change(['a', 'b', 'b'], ['a', 'b', 'b'])).toEqual({ appeared: [], gone: [] })
  expect(change(['a', 'b'], ['a', 'c'])).toEqual({ appeared: ['c'], gone: ['b'] })
  expect(change(['a', 'b'], ['b', 'a'])).toEqual({ appeared: ['b', 'a'], gone: ['a', 'b'] })
})

test.each([
  ['tab', 'People', 'People - Memory usage - 23.4 MB', false],
  ['tab', 'A - B - Memory usage - 9 MB', 'A - B - Memory usage - 1.234,5 MB', false],
  ['tab', 'Leute', 'Leute – Arbeitsspeichernutzung: 23,4 MB', false],
  ['tab', 'People', 'Places', true],
  ['tab', 'People', 'People - Audio playing', true],
  ['tab', 'Report - Draft - 2 pages', 'Report - Draft - 3 pages', true],
  ['text', 'Used - Memory usage - 23.4 MB', 'Used - Memory usage - 24 MB', true],
] as const)('what a browser measures of a %s is no effect: “%s”, then “%s”: %s', (role, was, is, changed) => {
  const window = { ...testWindow(), handle: 'w' } as unknown as PlatformWindow
  const [old, now] = [was, is].map((name) => ({
    window,
    elements: [{ ...element(role, name), ref: 'one' }],
    limited: null,
  }))
  expect(changesBetween(old ?? null, now ?? null, [], [], new Set()).changed).toHaveLength(changed ? 1 : 0)
})
