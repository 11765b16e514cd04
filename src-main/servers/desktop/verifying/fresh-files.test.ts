import { mkdirSync, mkdtempSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scriptedElement } from '../../../platform/testing/scripted-parts.ts'
import { filesSince, isCutIn } from './fresh-files.ts'

const folder = (): string => mkdtempSync(join(tmpdir(), 'deskhand-fresh-'))
const LETTER = 'Dear Ada, the meeting is on Monday at ten. Please bring the numbers.'

test('what was written since is listed, but what programs keep for themselves', () => {
  const home = folder()
  for (const each of ['Documents', '.cache', 'own']) mkdirSync(join(home, each))
  for (const each of ['old.txt', 'Documents/new.txt', '.cache/shader', 'own/log', 'recently-used.xbel'])
    writeFileSync(join(home, each), 'x')
  utimesSync(join(home, 'old.txt'), 1, 1)
  expect(filesSince(home, Date.now() - 60_000, join(home, 'own'))).toEqual([join(home, 'Documents/new.txt')])
})

test('what was written shortly before is not listed, but where files have whole seconds', () => {
  const home = folder()
  const at = (name: string, ms: number) => {
    writeFileSync(join(home, name), 'x')
    utimesSync(join(home, name), ms / 1000, ms / 1000)
  }
  at('before.txt', 1_700_000_000_300)
  at('tick.txt', 1_700_000_000_490)
  at('second.txt', 1_700_000_000_000)
  expect(filesSince(home, 1_700_000_000_500, '')?.toSorted()).toEqual(
    ['second.txt', 'tick.txt'].map((name) => join(home, name)),
  )
})

test('a home of too many files tells nothing', () => {
  const home = folder()
  for (let number = 0; number < 5001; number++) writeFileSync(join(home, String(number)), '')
  expect(filesSince(home, 0, '')).toBeNull()
})

test.each<[string, shown: string, written: string, isCut: boolean]>([
  ['all of a text', LETTER, `${LETTER}\n`, false],
  ['half of a text', LETTER, LETTER.slice(0, 40), true],
  ['half of a text among others', LETTER, `{"to": "Bob", "text": "${LETTER.slice(0, 40)}"}`, true],
  ['half of a short text', 'Ada Lovelace', 'Ada Lo', true],
  ['another text that begins like a short one', 'Ada Lovelace', 'Ada Lowell was here', false],
  ['a text in lines of its own', LETTER, LETTER.replaceAll(' ', '\n'), false],
  [
    'a text as JSON has it',
    'He said "now or never", and it was so.',
    '"He said \\"now or never\\", and it was so."',
    false,
  ],
  [
    'a text as a page has it',
    'Salt & pepper, and all the other things',
    '<p>Salt &amp; pepper, <b>and</b> all the other things</p>',
    false,
  ],
  [
    'a text with backslashes',
    'C:\\new\\table and the other long folders',
    'C:\\new\\table and the other long folders',
    false,
  ],
  ['something else', LETTER, 'The settings of this program', false],
  ['nothing', LETTER, '', false],
  ['a format of its own', LETTER, `\0\0${LETTER.slice(0, 40)}`, false],
])('a file that has %s', (_what, shown, written, isCut) => {
  const path = join(folder(), 'a.txt')
  writeFileSync(path, written)
  expect(isCutIn(path, [scriptedElement('edit', 'Note', { value: shown })])).toBe(isCut)
})
