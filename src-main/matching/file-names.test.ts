import { expect, test } from 'vitest'
import { namesFile } from './file-names.ts'

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
