import { expect, test } from 'vitest'
import en from '../../resources/locales/en.json' with { type: 'json' }
import { EVIDENCE_CODES, evidenceWords, isUnwritten, mostTelling, seen, writtenFiles } from './evidence.ts'

test('what was seen is said in English, in its order', () => {
  const told = [
    seen('checked', { role: 'toggle button', name: '7', states: 'checked' }),
    seen('now', { role: 'edit', value: '7', was: '0' }),
    seen('opened', { kind: 'dialog', name: 'Save. As', says: 'Replace it?' }),
    seen('opened', { kind: 'dialog', name: '' }),
    seen('files_there', { count: '2', name: 'a', folder: '/b' }),
  ]
  expect(evidenceWords(told)).toBe(
    'The toggle button “7” is checked. The edit is now “7”, it was “0”. ' +
      'The dialog “Save. As” has opened. It says: “Replace it?”. A dialog without a title has opened. ' +
      '2 files are in “/b”.',
  )
})

test('every code has words in the windows', () => {
  expect(EVIDENCE_CODES.filter((code) => !Object.hasOwn(en.evidence, code))).toEqual([])
})

test('a person is told what says most; a code of another version says nothing', () => {
  const unknown = { code: 'of_tomorrow', parameters: {} }
  const now = seen('now', { role: 'edit', value: '42', was: '6' })
  expect(
    mostTelling([seen('checked', { role: 'toggle button', name: '=', states: 'checked' }), unknown, now]),
  ).toBe(now)
  expect(mostTelling([unknown])).toBeNull()
  expect(evidenceWords([unknown])).toBe('')
})

test('files that were written are told once each, also beside other news', () => {
  const one = seen('file_written', { path: '/tmp/a b.txt' })
  expect(writtenFiles([one, seen('menu_closed'), one, seen('file_written', { path: '/x.pdf' })])).toEqual([
    '/tmp/a b.txt',
    '/x.pdf',
  ])
})

test.each(['file_not_new', 'file_asked', 'file_kept'] as const)(
  '%s says that a file was not written',
  (code) => {
    expect(isUnwritten([seen('menu_closed'), seen(code, { path: '/a' })])).toBe(true)
    expect(isUnwritten([seen('file_written', { path: '/a' })])).toBe(false)
  },
)
