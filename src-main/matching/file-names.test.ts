import { expect, test } from 'vitest'
import { namesFile, typesNamed } from './file-names.ts'

test.each<[string, boolean]>([
  ['letter.txt', true],
  ['*letter.txt - Editor', true],
  ['“letter.txt”', true],
  ['~/papers/letter.txt - Editor', true],
  ['letter.txt.odt - Writer', false],
  ['newsletter.txt - Editor', false],
  ['newsletter.txt, letter.txt', true],
  ['my-letter.txt', false],
  ['letter', false],
])('“%s” names letter.txt: %j', (title, is) => {
  expect(namesFile(title, 'letter.txt')).toBe(is)
})

test.each<[string, string[]]>([
  ['Text (*.csv)', ['csv']],
  ['OpenDocument (.odt, .OTT)', ['odt', 'ott']],
  ['AbiWord (.abw, .zabw, abw.gz)', ['abw', 'zabw']],
  ['All Files (*.*)', []],
  ['Version 1.2 of it.', []],
])('“%s” names the types %j', (text, types) => {
  expect(typesNamed(text)).toEqual(types)
})
