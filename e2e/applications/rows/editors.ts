// Text editors: a new text, an old one, its end, its beginning, a part of it.
import { all, answers, contentHas, exists, fileHas, shows, textIn, windowCalled } from '../oracles.ts'
import { saved } from '../fixtures.ts'
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

const NOTE = { 'note.txt': 'alpha\nbeta\nalpha\n' }

const TWO_LINES = { 'note.txt': 'alpha\nbeta\n' }

const FILM = { 'film.srt': '1\n00:00:01,000 --> 00:00:03,000\nHello there\n' }

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
    title: 'mousepad: one word is typed without quotes and saved',
    program: 'mousepad',
    command: 'open mousepad, type hello and save it as "~/h.txt"',
    oracle: fileHas('h.txt', 'hello'),
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
  {
    title: 'gnome-text-editor: what is typed stands at the caret of an old text',
    program: 'gnome-text-editor',
    files: { 'note.txt': 'second line' },
    command: 'open "~/note.txt" with gnome-text-editor, press Ctrl+Home, type "first line; ", press Ctrl+S',
    oracle: fileHas('note.txt', 'first line; second line'),
  },
  {
    title: 'SciTE: what is typed stands at the end of an old text',
    program: 'SciTE',
    files: { 'note.txt': 'one ' },
    command: 'open "~/note.txt" with SciTE, press Ctrl+End, type "two", press Ctrl+S',
    oracle: fileHas('note.txt', 'one two'),
  },
  {
    title: 'SciTE: a new text is saved under a name',
    program: 'SciTE',
    command: 'open SciTE, type "a short note", save as "~/letter.txt"',
    oracle: fileHas('letter.txt', 'a short note'),
  },
  {
    title: 'ghostwriter: all is made bold by its menu',
    program: 'ghostwriter',
    files: { 'note.txt': 'alpha\n' },
    command: 'open "~/note.txt" with ghostwriter, press Ctrl+A, choose Format > Bold, press Ctrl+S',
    oracle: contentHas('note.txt', /\*\*alpha/),
  },
  {
    title: 'tea: an old text is changed and saved',
    program: 'tea',
    files: { 'note.txt': 'alpha\n' },
    command: 'open "~/note.txt" with tea, press Ctrl+End, type "gamma", press Ctrl+S',
    oracle: fileHas('note.txt', 'alpha\ngamma'),
  },
  {
    title: 'openscad: a model is typed and saved',
    program: 'openscad',
    command: 'open openscad, click New, type "cube(3);", save as "~/c.scad"',
    oracle: fileHas('c.scad', 'cube(3);'),
  },
  ...(['apostrophe', 'formiko'] as const).map((program): Row => ({
    title: `${program}: a text is typed and saved`,
    program,
    command: `open ${program}, type "Dear Ada", save as "~/a.txt"`,
    oracle: fileHas('a.txt', 'Dear Ada'),
  })),
  {
    title: 'lyx: a new document is saved',
    program: 'lyx',
    command: 'open lyx, press Ctrl+N, click OK, type "Dear reader", save as "~/paper.lyx"',
    oracle: contentHas('paper.lyx', /Dear reader/),
  },
  {
    title: 'texstudio: a new text is saved under a name',
    program: 'texstudio',
    command: 'open texstudio, click OK, press Ctrl+N, type "Dear reader", save as "~/paper.tex"',
    oracle: fileHas('paper.tex', 'Dear reader'),
  },
  {
    title: 'kturtle: a program is written and saved',
    program: 'kturtle',
    command: 'open kturtle, type "forward 100", save as "~/line.turtle"',
    oracle: contentHas('line.turtle', /forward\)? 100/),
  },
  {
    title: 'ghex: a dialog for searching is opened',
    program: 'ghex',
    files: NOTE,
    command: 'open "~/note.txt" with ghex, press Ctrl+F',
    oracle: windowCalled(/note\.txt/),
  },
  {
    title: 'gnome-text-editor: a text is saved through its primary menu',
    program: 'gnome-text-editor',
    command: 'open gnome-text-editor, type "fresh", save as "~/fresh.txt"',
    oracle: fileHas('fresh.txt', 'fresh'),
  },
  {
    title: 'gedit: a search is opened from its primary menu',
    program: 'gedit',
    files: NOTE,
    command:
      'open "~/note.txt" with gedit, choose Menu > "Find and Replace…", set "Find" to "beta", set "Replace with" to "gamma", click "Replace All", click Close, press Ctrl+S',
    oracle: fileHas('note.txt', 'alpha\ngamma\nalpha'),
  },
  {
    title: 'okteta: bytes are written over those of a file',
    program: 'okteta',
    files: NOTE,
    command: 'open "~/note.txt" with okteta, type "7A", press Ctrl+S',
    oracle: fileHas('note.txt', '7Apha\nbeta\nalpha'),
  },
  {
    title: 'poedit: a text is translated',
    program: 'poedit',
    files: {
      'de.po':
        'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Hello"\nmsgstr ""\n',
    },
    command: 'open "~/de.po" with poedit, select Hello, type "Hallo" into Translation, press Ctrl+S',
    oracle: textIn('de.po', /msgstr "Hallo"/),
  },
  {
    title: 'nedit: what is typed stands at the caret of an old text',
    program: 'nedit',
    files: NOTE,
    command: 'open "~/note.txt" with nedit, press Ctrl+Home, type "first; ", press Ctrl+S',
    oracle: fileHas('note.txt', 'first; alpha\nbeta\nalpha'),
  },
  {
    title: 'bluefish: a new text is saved under a name',
    program: 'bluefish',
    command: 'open bluefish, type "<p>Grün</p>", save as "~/site.html"',
    oracle: fileHas('site.html', '<p>Grün</p>'),
  },
  {
    title: 'retext: a text is written and saved',
    program: 'retext',
    command: 'open retext, type "# Plan", save as "~/plan.md"',
    oracle: fileHas('plan.md', '# Plan'),
  },
  {
    title: 'jedit: a new text is written, and its dialog for saving opens',
    program: 'jedit',
    command: 'open jedit, wait 3 seconds, type "by jedit", press Ctrl+S, wait 2 seconds',
    oracle: windowCalled(/File Browser|Save/),
  },
  {
    title: 'kate: all is selected by its menu and replaced',
    program: 'kate',
    files: NOTE,
    command: 'open "~/note.txt" with kate, choose Selection > Select All, type "fresh", press Ctrl+S',
    oracle: fileHas('note.txt', 'fresh'),
  },
  {
    title: 'geany: text is made uppercase by its menu',
    program: 'geany',
    files: { 'note.txt': 'quiet\n' },
    command:
      'open "~/note.txt" with geany, choose Edit > Select All, choose Edit > Format > Toggle Case of Selection, press Ctrl+S',
    oracle: fileHas('note.txt', 'QUIET'),
  },
  {
    title: 'mousepad: a setting of the document is turned on',
    program: 'mousepad',
    files: NOTE,
    command:
      'open "~/note.txt" with mousepad, choose View > Line Numbers, choose Search > Find, type "beta", press Enter, press Escape, type "BETA", press Ctrl+S',
    oracle: fileHas('note.txt', 'alpha\nBETA\nalpha'),
  },
  {
    title: 'pluma: all is copied into a new tab and saved',
    program: 'pluma',
    files: NOTE,
    command:
      'open "~/note.txt" with pluma, choose Edit > Select All, choose Edit > Copy, choose File > New, choose Edit > Paste, save as "~/copy.txt"',
    oracle: fileHas('copy.txt', 'alpha\nbeta\nalpha'),
  },
  {
    title: 'featherpad: all is selected by its menu, deleted, and written anew',
    program: 'featherpad',
    files: NOTE,
    command:
      'open "~/note.txt" with featherpad, choose Edit > Select All, press Delete, type "empty", press Ctrl+S',
    oracle: fileHas('note.txt', 'empty'),
  },
  {
    title: 'gnome-text-editor: all is replaced and saved',
    program: 'gnome-text-editor',
    files: NOTE,
    command: 'open "~/note.txt" with gnome-text-editor, press Ctrl+A, type "fresh", press Ctrl+S',
    oracle: fileHas('note.txt', 'fresh'),
  },
  ...(['geany', 'bluefish'] as const).map((program): Row => ({
    title: `${program}: a changed text is saved under another name, and the old file stays`,
    program,
    files: TWO_LINES,
    command: `open "~/note.txt" with ${program}, press Ctrl+End, type "gamma", save as "~/new.txt"`,
    oracle: all(fileHas('note.txt', 'alpha\nbeta'), contentHas('new.txt', /gamma/)),
  })),
  saved('gummi', 'g.tex'),
  saved('sigil', 'b.epub'),
  saved('gaupol', 'copy.srt', {
    files: FILM,
    command: 'open "~/film.srt" with gaupol, save as "~/copy.srt"',
  }),
  {
    title: 'texworks: a new text is saved under a name',
    program: 'texworks',
    command: 'open texworks, type "Hello there", save as "~/p.tex"',
    oracle: fileHas('p.tex', 'Hello there'),
  },
  {
    title: 'glade: a form is saved from a window without menus',
    program: 'glade',
    command: 'open glade, press Ctrl+N, save as "~/form.glade"',
    oracle: exists('form.glade'),
  },
]
