import { expect, test } from 'vitest'
import { evidenceWords } from '../../../../src-preload/contract/evidence.ts'
import { testWindow } from '../../../core/testing/desktop.ts'
import { hasOpened } from './changes.ts'

test('a window is told by its title, and one without a title without empty quotes', () => {
  const dialog = testWindow({ kind: 'dialog', title: ' ' })
  const windows = [dialog, { ...dialog, title: 'Save As' }, { ...dialog, kind: 'popup' as const }]
  expect(windows.map((window) => evidenceWords([hasOpened(window, null)]))).toEqual([
    'A dialog without a title has opened.',
    'The dialog “Save As” has opened.',
    'A pop-up has opened.',
  ])
})
