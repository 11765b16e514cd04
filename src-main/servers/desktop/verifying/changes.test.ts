import { expect, test } from 'vitest'
import { testWindow } from '../../../core/testing/desktop.ts'
import { kindOf } from './changes.ts'

test('a window is told by its title, and one without a title without empty quotes', () => {
  const dialog = testWindow({ kind: 'dialog', title: ' ' })
  expect([
    kindOf(dialog),
    kindOf({ ...dialog, title: 'Save As' }),
    kindOf({ ...dialog, kind: 'popup' }),
  ]).toEqual(['a dialog without a title', 'the dialog “Save As”', 'a pop-up'])
})
