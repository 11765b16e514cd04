import { expect, test } from 'vitest'
import { pathsIn, withoutPath, withPaths } from './attachments.ts'

test('paths stand where the caret was, with a space on each side and nowhere else', () => {
  expect(withPaths('open and save', 4, ['/a b.ods']).text).toBe('open "/a b.ods" and save')
  expect(withPaths('', 0, ['/a', '/b']).text).toBe('"/a" "/b"')
  expect(withPaths('open , save', 5, ['/a']).text).toBe('open "/a", save')
})

test('what is quoted and no path is no file of the request', () => {
  expect(pathsIn('type "Hello", open "/home/ana/a b.ods" and "~/x.txt", again "~/x.txt"')).toEqual([
    '/home/ana/a b.ods',
    '~/x.txt',
  ])
  expect(withoutPath('open "/a b" and "/c"', '/a b')).toBe('open and "/c"')
})

test('a path with quotation marks stands in others, and has its chip', () => {
  const { text } = withPaths('open', 4, ['/a "b".ods'])
  expect(text).toBe('open “/a "b".ods”')
  expect(pathsIn(text)).toEqual(['/a "b".ods'])
  expect(withoutPath(`${text} now`, '/a "b".ods')).toBe('open now')
})
