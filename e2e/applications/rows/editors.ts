// Text editors: a new text, an old one, its end, its beginning, a part of it.
import { all, answers, fileHas, shows } from '../oracles.ts'
import type { Row } from '../row.ts'

/** Program, as a person calls it, whether it is one of the fast ones. */
const WRITERS: readonly [string, string, boolean][] = [
  ['mousepad', 'mousepad', true],
  ['gedit', 'gedit', true],
  ['featherpad', 'featherpad', true],
  ['kate', 'kate', false],
  ['kwrite', 'kwrite', false],
  ['geany', 'geany', true],
  ['l3afpad', 'l3afpad', false],
  ['pluma', 'pluma', false],
  ['focuswriter', 'focuswriter', false],
]

/** Show a page of welcome before there is a document. */
const WELCOMES = new Set(['kate', 'kwrite'])
const TEXT = 'Größe 你好: 3 > 2 & "so"'

const saves = ([program, name, fast]: (typeof WRITERS)[number]): Row => ({
  title: `${program}: a new text is saved under a name`,
  program,
  command: `open ${name}, ${WELCOMES.has(program) ? 'press Ctrl+N, ' : ''}type '${TEXT}', save as "~/letter.txt"`,
  oracle: fileHas('letter.txt', TEXT),
  ...(fast && { fast }),
})

const adds = ([program, name]: (typeof WRITERS)[number]): Row => ({
  title: `${program}: what is typed stands at the caret of an old text`,
  program,
  files: { 'note.txt': 'second line\n' },
  command: `open "~/note.txt" with ${name}, press Ctrl+Home, type "first line; ", press Ctrl+S`,
  oracle: fileHas('note.txt', 'first line; second line'),
})

export const EDITORS: readonly Row[] = [
  ...WRITERS.map(saves),
  ...WRITERS.filter(([program]) => program !== 'focuswriter').map(adds),
  {
    title: 'mousepad: a file that is there is replaced where the person has allowed it',
    program: 'mousepad',
    files: { 'old.txt': 'old\n' },
    command: 'open mousepad, type "new", save as "~/old.txt"',
    allows: ['overwrite'],
    oracle: fileHas('old.txt', 'new'),
  },
  {
    title: 'featherpad: a file that is there is replaced where the person has allowed it',
    program: 'featherpad',
    files: { 'old.txt': 'old\n' },
    command: 'open featherpad, type "new", save as "~/old.txt"',
    allows: ['overwrite'],
    oracle: fileHas('old.txt', 'new'),
  },
  {
    title: 'mousepad: all that is selected is replaced by what is typed',
    program: 'mousepad',
    files: { 'note.txt': 'one\ntwo\n' },
    command: 'open "~/note.txt", press Ctrl+A, type "three", press Ctrl+S',
    oracle: fileHas('note.txt', 'three'),
    fast: true,
  },
  {
    title: 'kate: all that is selected is replaced by what is typed',
    program: 'kate',
    files: { 'note.txt': 'one\ntwo\n' },
    command: 'open "~/note.txt" with kate, press Ctrl+A, type "three", press Ctrl+S',
    oracle: fileHas('note.txt', 'three'),
  },
  {
    title: 'mousepad: a word is replaced everywhere by its dialog',
    program: 'mousepad',
    files: { 'note.txt': 'cat and cat\n' },
    command:
      'open "~/note.txt", choose Search > Find and Replace, set "Search for" to "cat", set "Replace with" to "dog", check "Replace all in", click "Replace All", press Escape, press Ctrl+S',
    oracle: fileHas('note.txt', 'dog and dog'),
  },
  {
    title: 'geany: a word is replaced everywhere by its dialog',
    program: 'geany',
    files: { 'note.txt': 'cat and cat\n' },
    command:
      'open "~/note.txt" with geany, press Ctrl+H, set "Search for" to "cat", set "Replace with" to "dog", click "Replace All", click "In Document", press Escape, press Ctrl+S',
    oracle: fileHas('note.txt', 'dog and dog'),
  },
  {
    title: 'geany: keys that save nothing are told',
    program: 'geany',
    files: { 'note.txt': 'cat and cat\n' },
    command: 'open "~/note.txt" with geany, press Ctrl+S',
    told: /is not written: it is as it was before/,
    oracle: fileHas('note.txt', 'cat and cat'),
  },
  {
    title: 'gedit: the status bar tells what it says',
    program: 'gedit',
    files: { 'note.txt': 'one\ntwo\nthree' },
    command: 'open "~/note.txt" with gedit, press Ctrl+End, read "Ln"',
    oracle: answers(/\b3\b/),
  },
  {
    title: 'mousepad: the document is read',
    program: 'mousepad',
    files: { 'note.txt': 'one\ntwo\n' },
    command: 'open "~/note.txt", read document',
    oracle: answers(/^one\ntwo\s*$/),
    fast: true,
  },
  {
    title: 'featherpad: the document is read',
    program: 'featherpad',
    files: { 'note.txt': 'one\ntwo\n' },
    command: 'open "~/note.txt" with featherpad, read the document',
    oracle: answers(/^one\ntwo\s*$/),
  },
  {
    title: 'mousepad: a setting of a menu is switched on',
    program: 'mousepad',
    command: 'open mousepad, choose View > Toolbar, choose View > Statusbar',
    oracle: all(shows(/^tool bar\t.*showing/m), shows(/^status bar\t.*showing/m)),
  },
]
