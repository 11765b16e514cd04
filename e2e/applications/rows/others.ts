// Terminals, viewers, tools, and applications of other kinds.
import { all, answers, exists, fileHas, nothingCalled, shows, windowCalled } from '../oracles.ts'
import type { Row } from '../row.ts'
import { PICTURE } from './launches.ts'

export const OTHERS: readonly Row[] = [
  {
    title: 'xfce4-terminal: a command line is carried out',
    program: 'xfce4-terminal',
    command: 'open xfce4-terminal, type "echo hello > ~/t.txt", press Enter',
    allows: ['run_command'],
    oracle: fileHas('t.txt', 'hello'),
  },
  {
    title: 'lxterminal: a command line is carried out',
    program: 'lxterminal',
    command: 'open lxterminal, type "echo hello > ~/t.txt", press Enter',
    allows: ['run_command'],
    oracle: fileHas('t.txt', 'hello'),
  },
  {
    title: 'xterm: a command line is carried out',
    program: 'xterm',
    command: 'open xterm, type "echo hello > ~/t.txt", press Enter',
    allows: ['run_command'],
    oracle: fileHas('t.txt', 'hello'),
  },
  {
    title: 'gimp: a picture is exported by its dialogs',
    program: 'gimp',
    files: { 'red.ppm': PICTURE },
    command:
      'open "~/red.ppm" with gimp, wait 2 seconds, press Ctrl+Shift+E, press Ctrl+A, type "{home}/out.png", press Enter, wait 1 second, press Enter, wait 2 seconds',
    oracle: exists('out.png'),
  },
  {
    title: 'gimp: a menu is chosen, and what its dialog says is done',
    program: 'gimp',
    files: { 'red.ppm': PICTURE },
    command: 'open "~/red.ppm" with gimp, choose Image > Canvas Size…, click Cancel',
    oracle: windowCalled(/red/),
  },
  {
    title: 'filezilla: a dialog is opened and closed again',
    program: 'filezilla',
    command: 'open filezilla, click OK, choose Edit > Settings...',
    oracle: windowCalled(/Settings/),
  },
  {
    title: 'xarchiver: the entries of an archive are shown',
    program: 'xarchiver',
    files: {},
    command: 'open xarchiver, choose Help > About',
    oracle: windowCalled(/About/),
  },
  {
    title: 'engrampa: about is shown',
    program: 'engrampa',
    command: 'open engrampa, choose Help > About',
    oracle: windowCalled(/About/),
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
    title: 'hexchat: is started with its dialogs',
    program: 'hexchat',
    command: 'open hexchat',
    // It refuses to work for root, and says so.
    ...(process.getuid?.() === 0
      ? { told: /Running IRC as root/, oracle: nothingCalled(/HexChat/) }
      : { oracle: windowCalled(/HexChat/) }),
  },
  {
    title: 'galculator and mousepad: a result is carried over',
    program: 'galculator',
    command:
      'open galculator, type "12*12", press Enter, press Ctrl+C, open mousepad, press Ctrl+V, save as "~/r.txt", read document',
    oracle: all(fileHas('r.txt', '144'), answers(/^144/)),
    fast: true,
  },
]
