// Commands on applications that came after the suite had 316 of them, and one that overwrote an old file before.
import { all, answers, contentHas, exists, fileHas, shows, windowCalled } from '../oracles.ts'
import type { Row } from '../row.ts'
import { CHINESE, GERMAN } from './languages.ts'

const NOTE = { 'note.txt': 'alpha\nbeta\n' }
const FILM = { 'film.srt': '1\n00:00:01,000 --> 00:00:03,000\nHello there\n' }

/** A document of the application, saved under a name. */
const saved = (program: string, file: string, more: Partial<Row> = {}): Row => ({
  title: `${program}: a document is saved under a name`,
  program,
  command: `open ${program}, save as "~/${file}"`,
  oracle: exists(file),
  ...more,
})

export const VISITORS: readonly Row[] = [
  ...(['geany', 'bluefish'] as const).map((program): Row => ({
    title: `${program}: a changed text is saved under another name, and the old file stays`,
    program,
    files: NOTE,
    command: `open "~/note.txt" with ${program}, press Ctrl+End, type "gamma", save as "~/new.txt"`,
    oracle: all(fileHas('note.txt', 'alpha\nbeta'), contentHas('new.txt', /gamma/)),
  })),
  {
    title: 'basket: a text that its tree does not take is told',
    program: 'basket',
    command: 'open basket, type "Buy milk"',
    told: /to be seen nowhere/,
    oracle: () => 'done',
  },
  {
    title: 'qalculate-gtk: a result that is drawn is read',
    program: 'qalculate-gtk',
    command: 'open qalculate-gtk, type "6*7", press Enter, read result',
    oracle: answers(/42/),
  },
  saved('gummi', 'g.tex'),
  saved('sigil', 'b.epub'),
  saved('xournal', 'x.xoj'),
  saved('xournal', 'x.xoj', { title: 'xournal in Chinese: a document is saved under a name', env: CHINESE }),
  saved('gaupol', 'copy.srt', {
    files: FILM,
    command: 'open "~/film.srt" with gaupol, save as "~/copy.srt"',
  }),
  saved('gaupol', 'kopie.srt', {
    title: 'gaupol in German: subtitles are saved under a name',
    files: FILM,
    command: 'open "~/film.srt" with gaupol, save as "~/kopie.srt"',
    env: GERMAN,
  }),
  {
    title: 'gnome-nettool: an address is typed',
    program: 'gnome-nettool',
    command: 'open gnome-nettool, click Ping, type "127.0.0.1" into "Network address"',
    oracle: shows(/127\.0\.0\.1/),
  },
  {
    title: 'putty: a host is typed',
    program: 'putty',
    command: 'open putty, type "example.org" into "Host Name (or IP address)"',
    oracle: shows(/example\.org/),
  },
  {
    title: 'simple-scan: its preferences are opened',
    program: 'simple-scan',
    command: 'open simple-scan, choose Menu > Preferences',
    oracle: shows(/Preferences/),
  },
  {
    title: 'mcomix: its preferences are opened',
    program: 'mcomix',
    command: 'open mcomix, choose Edit > Preferences',
    oracle: windowCalled(/Preferences/),
  },
  {
    title: 'soundconverter: its preferences are opened',
    program: 'soundconverter',
    command: 'open soundconverter, click Preferences',
    oracle: windowCalled(/Preferences/),
  },
  {
    title: 'ksystemlog in Chinese: its about box',
    program: 'ksystemlog',
    command: 'open ksystemlog, choose 帮助 > 关于 KSystemLog',
    env: CHINESE,
    oracle: windowCalled(/关于/),
  },
  {
    title: 'librecad: a drawing is saved behind its first dialog',
    program: 'librecad',
    command: 'open librecad, click OK, save as "~/d.dxf"',
    oracle: exists('d.dxf'),
  },
]
