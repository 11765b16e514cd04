import { expect, test } from 'vitest'
import { mostTelling, toldBy, writtenFiles } from './evidence.ts'

test('sentences are read as codes with what stands in them', () => {
  expect(toldBy('The toggle button “7” is checked. The edit is now “7”, it was “0”.')).toEqual([
    { code: 'checked', parameters: { name: '7' } },
    { code: 'now', parameters: { value: '7' } },
  ])
  expect(toldBy('The edit “Name:” has “/tmp/a.b c.txt”.')).toEqual([
    { code: 'has', parameters: { name: 'Name:', value: '/tmp/a.b c.txt' } },
  ])
  expect(toldBy('The dialog “Save. As” has opened. It says: “Replace it?”.')).toEqual([
    { code: 'opened', parameters: { name: 'Save. As' } },
  ])
})

test.each([
  'There is no new file /a b.txt.',
  'The file /a b.txt is not written: a dialog asks first.',
  'The file /a b.txt is not written: it is as it was before.',
])('“%s” says that a file was not written', (evidence) => {
  expect(toldBy(evidence)).toMatchObject([{ code: 'file_not_written' }])
})

test('a person is told what says most, and never a half of what is not known', () => {
  expect(mostTelling('The toggle button “=” is checked. The edit is now “42”, it was “6”.')).toEqual({
    code: 'now',
    parameters: { value: '42' },
  })
  expect(toldBy('The edit has “x”. Something new is the case.')).toBeNull()
  expect(toldBy('')).toBeNull()
})

test('files that were written are told once each, also beside other news', () => {
  const evidences = ['The file /tmp/a b.txt was written.', null, 'no', 'The file /tmp/a b.txt was written.']
  expect(writtenFiles([...evidences, 'The file /x.pdf was written. The menu has closed.'])).toEqual([
    '/tmp/a b.txt',
    '/x.pdf',
  ])
})
