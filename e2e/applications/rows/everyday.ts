// What people do with players, archives, games, dictionaries and settings, in their own words, with dialogs of a first start in the way.
import { all, answers, contentHas, documentHas, shows, windowCalled } from '../oracles.ts'
import { TAR } from '../fixtures.ts'
import type { Row } from '../row.ts'

const said = (program: string, what: string, row: Omit<Row, 'title' | 'program'>): Row => ({
  title: `${program}, every day: ${what}`,
  program,
  ...row,
})

/** Twenty seconds of silence. */
const SOUND = silence(20)

function silence(seconds: number): Buffer {
  const [rate, samples] = [8000, 8000 * seconds]
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples, 40)
  return Buffer.concat([head, Buffer.alloc(samples, 128)])
}

const ARCHIVE = { 'note.tar': TAR }

export const EVERYDAY: readonly Row[] = [
  said('rhythmbox', 'a new playlist gets its name in the list', {
    command: 'open rhythmbox, create a new playlist called "Road trip"',
    oracle: shows(/^[^\n]*\tRoad trip\t/m),
  }),
  said('rhythmbox', 'the volume is set as a percentage', {
    command: 'open rhythmbox, set the volume to 30, read "Volume"',
    oracle: answers(/^0\.3/),
  }),
  said('quodlibet', 'an offer of the first start waits, and the volume is set', {
    command: 'open quodlibet, set the volume to 30, read "Volume"',
    oracle: answers(/^0\.3/),
  }),
  said('grsync', 'a new session gets its name in a dialog', {
    command: 'open grsync, create a new session called Backup',
    oracle: windowCalled(/Grsync: Backup/),
  }),
  said('grsync', 'a box is checked and a field is filled', {
    command: 'open grsync, check "Preserve permissions", type "/tmp/a" into Source',
    oracle: all(shows(/^check box\tPreserve permissions\t.*checked/m), shows(/\t\/tmp\/a$/m)),
  }),
  said('loimpress', 'its templates are put off, and a slide is made', {
    command: 'open loimpress, insert a new slide, save as "~/deck.fodp"',
    oracle: contentHas('deck.fodp', /(?:<draw:page [\s\S]*){2}/),
  }),
  said('lomath', 'a formula is written and saved', {
    command: 'open lomath, type "a^2 + b^2 = c^2", save as "~/f.odf"',
    oracle: documentHas('f.odf', 'content.xml', /a\^2 \+ b\^2 = c\^2/),
  }),
  said('file-roller', 'it is searched by the button that says so', {
    files: ARCHIVE,
    command: 'open "~/note.tar" with file-roller, search for note',
    oracle: shows(/\tnote$/m),
  }),
  said('ark', 'a file of an archive is selected', {
    files: ARCHIVE,
    command: 'open "~/note.tar" with ark, select note.txt',
    oracle: shows(/note\.txt\t.*selected/),
  }),
  said('mate-screenshot', 'a delay is said with its unit', {
    command: 'open mate-screenshot, set the delay to 3 seconds, check "Include pointer"',
    oracle: all(shows(/^check box\tInclude pointer\t.*checked/m), shows(/^spin button\t.*\t3$/m)),
  }),
  said('mate-dictionary', 'a part of its window is shown', {
    command: 'open mate-dictionary, show the sidebar',
    oracle: shows(/\tAvailable dictionaries|Similar words/),
  }),
  said('kiten', 'a word is looked up', {
    command: 'open kiten, look up "water"',
    oracle: shows(/Found [\d,]+ results/),
  }),
  said('kalzium', 'an element is searched for', {
    command: 'open kalzium, search for oxygen',
    oracle: shows(/\toxygen$/m),
  }),
  said('hitori', 'a game is started by its menu', {
    command: 'open hitori, start a new game',
    oracle: shows(/\t00.{1,3}0\d/),
  }),
  said('sol', 'a game of cards is started', {
    command: 'open sol, start a new game',
    oracle: windowCalled(/Klondike/),
  }),
  said('iagno', 'its game is started', {
    command: 'open iagno, click "Start Game"',
    oracle: shows(/New Game/),
  }),
  said('kreversi', 'the game of its first dialog is started', {
    command: 'open kreversi, start a new game',
    oracle: shows(/root: 2|turn/),
  }),
  said('zeal', 'its preferences are left as they are', {
    command: 'open zeal, choose Edit > Preferences, click Cancel',
    oracle: windowCalled(/Zeal/),
  }),
  said('smplayer', 'its preferences are left as they are', {
    command: 'open smplayer, choose Options > Preferences, click Cancel',
    oracle: windowCalled(/SMPlayer$/),
  }),
  said('ktimer', 'a timer is added by the button that says only “New”', {
    command: 'open ktimer, add a timer',
    oracle: shows(/0:01:40/),
  }),
  said('filelight', 'a folder is scanned', {
    files: { 'docs/a.txt': 'a\n' },
    command: 'open filelight, scan the home folder',
    oracle: shows(/\/home/),
  }),
  said('xfburn', 'what is composed is new, behind the notice of its start', {
    command: 'open xfburn, add a new data composition',
    oracle: shows(/Data composition 1/),
  }),
  said('setzer', 'a document is made by its menu', {
    command: 'open setzer, create a new latex document',
    oracle: shows(/\.tex|Untitled/),
  }),
  said('krename', 'a notice of its start is put off', {
    files: { 'docs/a.txt': 'a\n' },
    command: 'open krename, click Close',
    // Its last window is closed, so that nothing is to be read any more.
    oracle: ({ texts }) => (/krename/i.test(texts) ? 'not done' : 'done'),
  }),
  said('grsync', 'a session is made and a page of it shown', {
    command: 'open grsync, create a new session called "Photos", switch to the "Extra options" tab',
    oracle: all(windowCalled(/Grsync: Photos/), shows(/^page tab\tExtra options\t.*selected/m)),
  }),
  said('copyq', 'a tab is made by its name', {
    command: 'open copyq, create a new tab called Work',
    oracle: shows(/\tWork\b/),
  }),
  said('zeal', 'its documents are searched', {
    command: 'open zeal, search for python',
    oracle: shows(/\tpython$/m),
  }),
  said('parole', 'the volume of what plays is set', {
    files: { 'note.wav': SOUND },
    command: 'open "~/note.wav" with parole, set the volume to 20, read "Volume"',
    oracle: answers(/^0\.2/),
  }),
  said('lxinput', 'its second page is shown', {
    command: 'open lxinput, switch to the second tab',
    oracle: shows(/Repeat interval:\t\tshowing/),
  }),
  said('xfce4-dict', 'one of its ways to look up is picked', {
    command: 'open xfce4-dict, pick "Spell Checker"',
    oracle: shows(/^radio button\tSpell Checker\t.*checked/m),
  }),
  said('setzer', 'its preferences are opened', {
    command: 'open setzer, open the preferences',
    oracle: windowCalled(/Preferences/),
  }),
  said('gpodder', 'its first window is left, and a dialog is opened by its menu', {
    command: 'open gpodder, click Cancel, choose Subscriptions > "Add podcast via URL"',
    oracle: windowCalled(/Add a new podcast/),
  }),
]
