import { expect, test } from 'vitest'
import { theItem } from './names.ts'

test.each([
  ['Save As', 'Save As…      '],
  ['save', 'Save  Ctrl+S'],
  ['Find', 'Find\tCtrl+Shift+F'],
  ['保存', '保存(S)'],
  ['Next', 'Next [F3]'],
  ['Open', '_Open...'],
])('“%s” is “%s”: keys and dots behind a name do not count', (asked, name) => {
  expect(theItem([{ name: 'Other' }, { name }], asked)).toEqual({ name })
})

test.each([
  ['Save', 'Save and Send'],
  ['Save', 'Save All'],
  ['Save', "Don't Save"],
  ['保存', '不保存'],
  ['red', 'dark red'],
  ['', 'Save'],
])('“%s” is not “%s”', (asked, name) => {
  expect(theItem([{ name }], asked)).toBeNull()
})
