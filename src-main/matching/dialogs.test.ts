import { expect, test } from 'vitest'
import { announcedByKeys, announces } from './dialogs.ts'

test.each([
  ['About Kid3', { title: 'Kid3', says: 'Kid3 3.9.3 Audio Tag Editor' }, true],
  ['About', { title: 'Gpick', says: 'Version 0.2' }, true],
  ['About Notes', { title: 'About Notes', says: null }, true],
  ['About Kid3', { title: 'Error', says: 'The file is gone.' }, false],
  ['Save As…', { title: 'Where to?', says: null }, true],
  ['Export', { title: 'Export', says: 'The file is there already.' }, false],
])('“%s” announces %j: %s', (label, dialog, announced) => {
  expect(announces(label, dialog)).toBe(announced)
})

test.each([
  ['alt+enter', 'Image Properties', true],
  ['alt+enter', 'Error', false],
  ['f1', 'Keyboard shortcuts help', true],
  ['ctrl+s', 'Save', false],
])('%s announces a dialog with the title “%s”: %s', (chord, title, announced) => {
  expect(announcedByKeys(chord, { title, says: 'Name: logo.png' })).toBe(announced)
})
