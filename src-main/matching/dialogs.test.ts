import { expect, test } from 'vitest'
import { announces } from './dialogs.ts'

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
