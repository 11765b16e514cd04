// What people say in words of their own that the grammar did not know when they were first tried.
import { all, answers, contentHas, exists, fileHas, missing, shows } from '../oracles.ts'
import { pagesOf } from '../fixtures.ts'
import type { Row } from '../row.ts'

const inOwnWords = (program: string, what: string, row: Omit<Row, 'title' | 'program'>): Row => ({
  title: `${program}, in words of its own: ${what}`,
  program,
  ...row,
})

const HOTEL = `<!doctype html><meta charset="utf-8"><title>Hotel</title><h2>Booking</h2>
<label>Nights <input type=number id=n min=1 max=9 value=1></label>
<fieldset><legend>Room</legend><label><input type=radio name=r value=S>Single</label><label><input type=radio name=r value=D>Double</label></fieldset>
<button type=button onclick="o.textContent=n.value+document.querySelector(':checked').value">Check price</button><p>Result: <output id=o>none</output></p>`

export const OWN_WORDS: Row[] = [
  inOwnWords('sweeper', 'a box in a row of a list is unchecked', {
    command: 'open sweeper, uncheck "Cookies"',
    // It was checked before, and every box still is beside it.
    oracle: shows(/^(?!.*\bchecked\b).*\bCookies(?![ \w])/m),
  }),
  inOwnWords('dolphin', 'a folder is renamed by the menu of its item', {
    files: { 'Photos/x.txt': 'x' },
    command: 'open dolphin, rename the folder Photos to Pictures',
    oracle: all(exists('Pictures/x.txt'), missing('Photos')),
  }),
  inOwnWords('caja', 'what was selected is renamed', {
    files: { 'b.txt': 'b' },
    command: 'open caja, select b.txt, rename it to c.txt',
    oracle: all(exists('c.txt'), missing('b.txt')),
  }),
  inOwnWords('thunar', 'two files are copied into a folder of the home, which opens in the same program', {
    files: { 'Music/.keep': '', 'a.txt': 'a', 'b.txt': 'b' },
    command: 'open thunar, select a.txt and b.txt, copy them, open the folder Music, paste',
    oracle: all(exists('Music/a.txt'), exists('Music/b.txt')),
  }),
  inOwnWords('kcalc', 'a part of a number is computed', {
    command: 'open kcalc, calculate 15 percent of 80',
    oracle: answers(/^12$/m),
  }),
  inOwnWords('galculator', 'numbers are divided', {
    command: 'open galculator, divide 144 by 12',
    oracle: answers(/^12$/m),
  }),
  inOwnWords('mousepad', 'what was found is written in capitals', {
    files: { 'n.txt': 'alpha\nbeta\n' },
    command:
      'open n.txt in mousepad, search for "beta" in the text, make the selected text uppercase, save it',
    oracle: fileHas('n.txt', 'alpha\nBETA'),
  }),
  inOwnWords('localc', 'a table of a file is opened by its proposal', {
    files: { 'p.csv': 'name,age\nBob,3\n' },
    command: 'open p.csv in localc',
    oracle: shows(/Bob/),
  }),
  inOwnWords('lowriter', 'a list has its items', {
    command:
      'open libreoffice writer, type "Shopping", press enter, make a bulleted list, type "milk", press enter, type "eggs", save it as "~/list.fodt"',
    oracle: contentHas('list.fodt', /Shopping.*<text:list[ >].*milk.*eggs/s),
  }),
  inOwnWords('lodraw', 'a page is renamed', {
    command: 'open libreoffice draw, add a page, rename the page to Sketch, save as "~/d.fodg"',
    oracle: contentHas('d.fodg', /draw:name="Sketch"/),
  }),
  inOwnWords('atril', 'the number of the page is read', {
    files: { 'p.pdf': pagesOf(['one', 'two', 'three']) },
    command: 'open p.pdf with atril, go to the last page, fit the width, read the page number',
    oracle: answers(/3 of 3/),
  }),
  inOwnWords('chromium', 'a choice is said as what it is for, and the result of the page is read', {
    files: { 'hotel.html': HOTEL },
    command:
      'open hotel.html in chromium, set nights to 4, choose Double as the room, click Check price, read the result',
    oracle: answers(/4D/),
  }),
  {
    title: 'pluma: saved beside a search that stays open',
    program: 'pluma',
    files: { 'a.txt': 'ala\nela\n' },
    command: 'open "~/a.txt" with pluma, type "X", find "ela", save',
    oracle: fileHas('a.txt', 'Xala\nela'),
  },
  {
    title: 'nemo: an icon is renamed by keys that are named',
    program: 'nemo',
    files: { 'docs/x.txt': 'x' },
    command: 'open "~/docs" with nemo, select "x.txt", press F2, type "y", press Enter',
    oracle: all(exists('docs/y.txt'), missing('docs/x.txt')),
  },
  {
    title: 'gnumeric: cells are set by their names',
    program: 'gnumeric',
    command: 'open gnumeric, set A1 to "5", set B2 to "7", save as "~/s.gnumeric"',
    oracle: exists('s.gnumeric'),
  },
]
