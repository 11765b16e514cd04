// Editors, pictures and tools of further kinds: GTK 4, Scintilla, sticky notes, accounts, characters.
import { answers, exists, fileHas, shows, windowCalled } from '../oracles.ts'
import type { Row } from '../row.ts'
import { PICTURE } from './launches.ts'

export const FURTHER: readonly Row[] = [
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
    title: 'kolourpaint: a picture is saved under another name',
    program: 'kolourpaint',
    files: { 'red.ppm': PICTURE },
    command: 'open "~/red.ppm" with kolourpaint, save as "~/copy.png"',
    oracle: exists('copy.png'),
  },
  {
    title: 'qimgv: opens red.ppm',
    program: 'qimgv',
    files: { 'red.ppm': PICTURE },
    command: 'open "~/red.ppm" with qimgv',
    oracle: windowCalled(/red\.ppm/),
  },
  {
    title: 'gucharmap: a character is searched and read',
    program: 'gucharmap',
    command:
      'open gucharmap, choose Search > Find, type "SNOWMAN", press Enter, press Escape, read status bar',
    oracle: answers(/SNOWMAN/),
  },
  {
    title: 'xpad: a sticky note is called by its first line',
    program: 'xpad',
    command: 'open xpad, type "Buy milk"',
    oracle: windowCalled(/Buy milk/),
  },
  {
    title: 'homebank: about is shown',
    program: 'homebank',
    command: 'open homebank, click Close, choose Help > About',
    oracle: windowCalled(/About/),
  },
  {
    title: 'cherrytree: about is shown',
    program: 'cherrytree',
    command: 'open cherrytree, choose Help > About',
    oracle: windowCalled(/About/),
  },
  {
    title: 'gnome-clocks: another page is shown',
    program: 'gnome-clocks',
    command: 'open gnome-clocks, click "Timer"',
    oracle: shows(/Timer\t.*(checked|selected)/),
  },
]
