import { expect, test } from 'vitest'
import { listed, theItem } from './names.ts'

test('of many names those are listed that are nearest to what was wanted', () => {
  const names = Array.from({ length: 30 }, (_, index) => `Filter ${index}`)
  expect(listed([...names, 'Blur', 'Guassian Blur…'], 'Gaussian Blur')).toMatch(
    /^“Blur”, “Guassian Blur…”, .+ …$/,
  )
  expect(listed(['B', 'A', 'B'], 'A')).toBe('“B”, “A”')
})

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
  ["Don't Save", 'Don’t Save'],
  ['Inbox', 'Inbox (3)'],
  ['另存为', '另存为(A)...'],
  ['7', '7 7'],
])('“%s” is “%s”, as its toolkit writes it', (asked, name) => {
  expect(theItem([{ name: 'Other' }, { name }], asked)).toEqual({ name })
})

test.each([
  ['24', '24 pt'],
  ['24', '24pt'],
  ['100', '100%'],
  ['1,5', '1,5 cm'],
])('“%s” is “%s”: a number may have its unit', (asked, name) => {
  expect(theItem([{ name: '4 pt' }, { name: '240 pt' }, { name }], asked)).toEqual({ name })
})

test('a number comes before the same with a unit, and of two units none is meant', () => {
  expect(theItem([{ name: '24 pt' }, { name: '24' }], '24')).toEqual({ name: '24' })
  expect(theItem([{ name: '24 pt' }, { name: '24 px' }], '24')).toBeNull()
})

test('what is called so comes before what has a key or a count behind it', () => {
  expect(theItem([{ name: 'copy (1)' }, { name: 'copy' }], 'copy')).toEqual({ name: 'copy' })
})

test.each([
  ['Save', 'Save and Send'],
  ['Save', 'Save (all)'],
  ['Log', 'Log in'],
  ['Save', 'Save All'],
  ['Save', "Don't Save"],
  ['保存', '不保存'],
  ['red', 'dark red'],
  ['2', '2nd'],
  ['8', '8 pm'],
  ['24', '24 pages left'],
  ['24', '240 pt'],
  ['', 'Save'],
])('“%s” is not “%s”', (asked, name) => {
  expect(theItem([{ name }], asked)).toBeNull()
})

test('a type of file is called by its extension: one that has it first, else any', () => {
  const types = ['Text (*.txt)', 'OpenDocument (.ott, .odt)', 'Flat (.odt)'].map((name) => ({ name }))
  expect(theItem(types, '*.odt')?.name).toBe('Flat (.odt)')
  expect(theItem(types, '*.ott')?.name).toBe('OpenDocument (.ott, .odt)')
  expect(theItem(types, '*.od')).toBeNull()
})

const FORMATS = [
  'PowerPoint 2007–365 (*.pptx)',
  'PowerPoint 2007–365 VBA (*.pptm)',
  'PowerPoint 97–2003 (*.ppt)',
]

test('a name that is spelled with other punctuation means the item', () => {
  const items = FORMATS.map((name) => ({ name }))
  expect(theItem(items, 'PowerPoint 2007-365 (.pptx)')).toEqual({ name: FORMATS[0] })
  expect(theItem(items, 'PowerPoint 2007-365')).toBeNull()
})

test.each([
  ['C++ file', ['C file', 'C# file']],
  ['-100', ['100', '1:00']],
  ['1.50', ['150']],
  ['150', ['1:50']],
  ['re-sign', ['resign', 're sign']],
])('punctuation that tells items apart is heeded: %s', (asked, names) => {
  expect(
    theItem(
      names.map((name) => ({ name })),
      asked,
    ),
  ).toBeNull()
})
