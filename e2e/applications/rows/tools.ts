// soundconverter ksystemlog Tools for files that are compared, for sounds, for data, and for the system itself.
import { PICTURE, TAR } from '../fixtures.ts'
import { shows, windowCalled } from '../oracles.ts'
import type { Row } from '../row.ts'

const PAIR = { 'a.txt': 'one\ntwo\n', 'b.txt': 'one\nzwei\n' }

export const TOOLS: readonly Row[] = [
  {
    title: 'gitk: a program without a desktop entry is opened',
    program: 'gitk',
    command: 'open gitk',
    oracle: windowCalled(/gitk|Error|not a git/i),
  },
  {
    title: 'hardinfo: a page is selected in its tree',
    program: 'hardinfo',
    command: 'open hardinfo, select "Kernel Modules"',
    oracle: shows(/Kernel Modules[^\n]*selected/),
  },
  {
    title: 'kompare: two files are compared',
    program: 'kompare',
    files: PAIR,
    command:
      'open kompare, set "Source" to "{home}/a.txt", set "Destination" to "{home}/b.txt", click Compare',
    oracle: windowCalled(/a\.txt|b\.txt/),
  },
  {
    title: 'kdiff3: two files are named in its dialog and compared',
    program: 'kdiff3',
    files: { 'a.txt': 'one\n', 'b.txt': 'two\n' },
    command: 'open kdiff3, set "A (Base)" to "{home}/a.txt", set B to "{home}/b.txt", click OK',
    oracle: windowCalled(/a\.txt.*b\.txt|a\.txt/),
  },
  {
    title: 'audacity: a dialog is opened and read',
    program: 'audacity',
    command: 'open audacity, click OK, choose Edit > Preferences..., click Cancel',
    oracle: windowCalled(/Audacity/),
  },
  {
    title: 'gnome-system-monitor: another page is shown',
    program: 'gnome-system-monitor',
    command: 'open gnome-system-monitor, click "File Systems"',
    oracle: shows(/File Systems\t.*(selected|checked)/),
  },
  {
    title: 'mate-system-monitor: a page is shown by its tab',
    program: 'mate-system-monitor',
    command: 'open mate-system-monitor, click Resources',
    oracle: shows(/Resources\t.*selected/),
  },
  {
    title: 'xfce4-taskmanager: a row is selected',
    program: 'xfce4-taskmanager',
    command: 'open xfce4-taskmanager, select openbox',
    oracle: shows(/openbox.*selected/),
  },
  {
    title: 'dconf-editor: its warning is answered',
    program: 'dconf-editor',
    command: 'open dconf-editor, click "I’ll be careful."',
    oracle: shows(/\borg\b|Browse/),
  },
  {
    title: 'xfce4-appfinder: a search field is typed into',
    program: 'xfce4-appfinder',
    command: 'open xfce4-appfinder, type "calc"',
    oracle: shows(/Calc/),
  },
  {
    title: 'meld: the choice of what is compared',
    program: 'meld',
    command: 'open meld, click "File", click "Blank comparison"',
    oracle: shows(/^drawing area\t.*showing/m),
  },
  {
    title: 'gtick: a slider whose label stands beside it is set',
    program: 'gtick',
    command: 'open gtick, set Speed to 90',
    oracle: shows(/\b90\b/),
  },
  {
    title: 'kid3: about is shown',
    program: 'kid3-qt',
    command: 'open kid3-qt, choose Help > About Kid3',
    oracle: shows(/Audio Tag Editor/),
  },
  {
    title: 'sqlitebrowser: a database is made of a statement',
    program: 'sqlitebrowser',
    files: { 'numbers.csv': 'a,b\n1,2\n' },
    command: 'open sqlitebrowser, click "Execute SQL", choose Help > About',
    oracle: windowCalled(/About/),
  },
  {
    title: 'soundconverter: its preferences are opened',
    program: 'soundconverter',
    command: 'open soundconverter, click Preferences',
    oracle: windowCalled(/Preferences/),
  },
  {
    title: 'mediainfo: what is told of a file is shown as text',
    program: 'mediainfo-gui',
    files: { 'red.ppm': PICTURE },
    command: 'open "~/red.ppm" with mediainfo-gui, choose View > Text',
    oracle: shows(/Complete name|Format/),
  },
  {
    title: 'lxqt-archiver: the entries of an archive are shown',
    program: 'lxqt-archiver',
    files: { 'a.tar': TAR },
    command: 'open "~/a.tar" with lxqt-archiver',
    oracle: shows(/note\.txt/),
  },
  {
    title: 'xchm: about is shown by an item with two dots',
    program: 'xchm',
    command: 'open xchm, choose Help > About',
    oracle: windowCalled(/About/),
  },
  {
    title: 'easytag: its preferences are opened',
    program: 'easytag',
    command: 'open easytag, choose Edit > Preferences',
    oracle: windowCalled(/Preferences/),
  },
  {
    title: 'tkremind: its message comes before its window',
    program: 'tkremind',
    command: 'open tkremind',
    oracle: windowCalled(/TkRemind/i),
  },
]
