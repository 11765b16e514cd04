// What people say without having read anything: lines, texts, settings, tabs, folders, in applications of several toolkits.
import {
  all,
  answers,
  contentHas,
  documentHas,
  exists,
  fileHas,
  missing,
  shows,
  windowCalled,
} from '../oracles.ts'
import { pagesOf, PDF } from '../fixtures.ts'
import type { Row } from '../row.ts'

const said = (program: string, what: string, row: Omit<Row, 'title' | 'program'>): Row => ({
  title: `${program}, as it is said: ${what}`,
  program,
  ...row,
})

const CATS = { 'note.txt': 'alpha\nbeta\ncat and cat\n' }

/** Editors by the names that people use, each with its own dialog, bar or popover for a line and for replacing. */
const EDITORS = ['mousepad', 'gedit', 'featherpad', 'kate', 'geany', 'gnome-text-editor']

const replaced = (program: string): Row =>
  said(program, 'a text is replaced everywhere', {
    files: CATS,
    command: `open "~/note.txt" with ${program}, replace all "cat" with "dog", press Ctrl+S`,
    oracle: fileHas('note.txt', 'alpha\nbeta\ndog and dog'),
  })

const gone = (program: string): Row =>
  said(program, 'a line is gone to by its number', {
    files: CATS,
    command: `Could you please open "~/note.txt" with ${program}, go to line two, type "X" and then press Ctrl S`,
    oracle: fileHas('note.txt', 'alpha\nXbeta\ncat and cat'),
  })

const TABLE = { 't.csv': 'Fruit,Number\nApple,3\n' }
const FOLDER = { 'docs/a.txt': 'a\n', 'docs/inner/b.txt': 'b\n' }

const LINKED = (title: string, link = ''): string =>
  `<!doctype html><meta charset="utf-8"><title>${title}</title><label>Name <input oninput="document.title='name='+this.value"></label>
<p><label>Street <input oninput="document.title='street='+this.value"></label></p>${link}`

/** A PDF with the words one, two and three on a page each. */
const THREE_PAGES = pagesOf(['one', 'two', 'three'])

/** Beside the places at the side, in a view of icons: its last one, by what the status bar says of the selection. */
const lastOne = (program: string): Row =>
  said(program, 'the last item is one of the files', {
    files: { 'docs/a.txt': 'a\n', 'docs/zebra.txt': 'z\n' },
    command: `open "{home}/docs" with ${program}, select the last item`,
    oracle: shows(/zebra\.txt["”]? .*(?:selected|bytes|file)/),
  })

/** More files than a view shows at once. */
const MANY = Object.fromEntries(
  Array.from({ length: 200 }, (_, index) => [`docs/f${String(index + 1).padStart(3, '0')}.txt`, 'x\n']),
)

const lastOfMany = (program: string): Row =>
  said(program, 'the last item is the last one of a folder that goes on', {
    files: MANY,
    command: `open "{home}/docs" with ${program}, select the second item, select the last item`,
    oracle: shows(/f200\.txt["”]? .*(?:selected|bytes|byte|text|plain)/),
  })

/** File managers that say where they rename and make folders by a menu bar, another menu, or that of an item. */
const MANAGERS = ['thunar', 'caja', 'pcmanfm-qt', 'dolphin', 'nautilus']

const renamed = (program: string): Row =>
  said(program, 'a file gets another name', {
    files: FOLDER,
    command: `open "{home}/docs" with ${program}, rename a.txt to c.txt`,
    oracle: all(exists('docs/c.txt'), missing('docs/a.txt')),
  })

const withFolder = (program: string): Row =>
  said(program, 'a new folder is made', {
    files: FOLDER,
    command: `open "{home}/docs" with ${program}, create a folder called fresh`,
    oracle: exists('docs/fresh'),
  })

const intoFolder = (program: string): Row =>
  said(program, 'two files are copied into a folder in sight', {
    files: { ...FOLDER, 'docs/c.txt': 'c\n' },
    command: `open "{home}/docs" with ${program}, select a.txt and c.txt, copy it, open the folder inner, paste`,
    oracle: all(exists('docs/inner/a.txt'), exists('docs/inner/c.txt')),
  })

const movedInto = (program: string): Row =>
  said(program, 'a file is moved into a folder in sight', {
    files: FOLDER,
    command: `open the folder docs in ${program}, move a.txt into the folder inner`,
    oracle: all(exists('docs/inner/a.txt'), missing('docs/a.txt')),
  })

export const SPOKEN: readonly Row[] = [
  ...['thunar', 'nemo', 'pcmanfm-qt'].map(lastOne),
  ...['thunar', 'caja', 'pcmanfm-qt', 'dolphin'].map(lastOfMany),
  ...MANAGERS.map(renamed),
  ...MANAGERS.map(withFolder),
  ...['thunar', 'nautilus', 'dolphin'].map(intoFolder),
  ...['thunar', 'caja', 'dolphin'].map(movedInto),
  said('libreoffice', 'a table has as many columns and rows as it is told', {
    command:
      'open libreoffice writer, insert a table with 3 columns and 4 rows, type Hello, save it as "~/t.fodt", press Enter',
    oracle: contentHas('t.fodt', /number-columns-repeated="3"[\s\S]*Hello/),
  }),
  said('libreoffice', 'a sheet is sorted by a column', {
    files: { 'c.csv': 'cherry,3\napple,1\nbanana,2\n' },
    command: 'open c.csv in libreoffice calc, click OK, sort by column A, save as "~/sorted.csv"',
    oracle: contentHas('sorted.csv', /^apple,1\r?\nbanana,2\r?\ncherry,3/),
  }),
  said('kate', 'a text is exported in a format', {
    files: CATS,
    command: 'open note.txt in kate, export as HTML to "~/note.html"',
    oracle: contentHas('note.html', /cat and cat/),
  }),
  said('chromium', 'a text of a page is found beside its fields', {
    files: { 'form.html': '<title>Form</title><label>Name <input></label><p>needle and needle</p>' },
    command: 'open form.html in chromium, find "needle"',
    oracle: shows(/Find in page|Find\t/),
  }),
  said('chromium', 'a proposal is chosen, and a date is said in words', {
    files: {
      'trip.html': `<!doctype html><title>Trip</title><label>City <input list=c id=i></label><datalist id=c><option>Bern<option>Vienna</datalist>
<label>Day <input type=date id=d></label><button onclick="document.title=i.value+' '+d.value">Show</button>`,
    },
    command: 'open trip.html in chromium, choose Vienna in City, set the day to 24 December 2001, click Show',
    oracle: windowCalled(/Vienna 2001-12-24/),
  }),
  said('texmaker', 'a new text is saved under a name by the menu alone', {
    command: 'open texmaker, choose File > New, type hello, save as "~/x.tex"',
    oracle: fileHas('x.tex', 'hello'),
  }),
  said('texmaker', 'a field is called by the label beside it', {
    command:
      'open texmaker, choose "Options > Configure Texmaker", click Editor, set "Tab width" to 8, read "Tab width"',
    allows: ['change_setting'],
    oracle: answers(/^8$/),
  }),
  said('gnome-tweaks', 'what is set is read in its row', {
    command: 'open gnome-tweaks, click Fonts, read Monospace Text',
    oracle: answers(/Monospace/),
  }),
  said('gnumeric', 'cells are written by their names', {
    command: 'open gnumeric, type "1" into A1, type "2" into B2, type "=A1+B2" into C3, save as "~/sum.ods"',
    oracle: documentHas('sum.ods', 'content.xml', /\b1\b.*\b2\b.*\b3\b/),
  }),
  said('cherrytree', 'the title of a frame is the label of its field', {
    command: 'open cherrytree, choose "Tree > Add Node", type "Ideas" into "Node Name", click OK',
    oracle: shows(/Ideas/),
  }),
  said('scite', 'a line is gone to by its number', {
    files: CATS,
    command: 'open "~/note.txt" with scite, go to line 2, type "X", save',
    oracle: fileHas('note.txt', 'alpha\nXbeta\ncat and cat'),
  }),
  said('chromium', 'one of a few is chosen', {
    files: {
      'size.html':
        '<!doctype html><title>Size</title><label><input type=radio name=s onchange="document.title=\'small\'"> Small</label><label><input type=radio name=s onchange="document.title=\'large\'"> Large</label>',
    },
    command: 'open "~/size.html" with chromium, choose Large',
    oracle: windowCalled(/large/),
  }),
  ...EDITORS.map(replaced),
  ...EDITORS.map(gone),
  said('mousepad', 'a word is selected and taken away', {
    files: CATS,
    command: 'open "~/note.txt", delete the word beta, press Ctrl+S',
    oracle: fileHas('note.txt', 'alpha\n\ncat and cat'),
    fast: true,
  }),
  said('featherpad', 'a text that is not there is not replaced, and told so', {
    files: CATS,
    command: 'open "~/note.txt" with featherpad, replace all "bird" with "dog"',
    told: /does not stand there|may not stand there/,
    oracle: fileHas('note.txt', CATS['note.txt'].trimEnd()),
  }),
  said('geany', 'a part of the window is hidden by its menu', {
    files: CATS,
    command: 'open "~/note.txt" with geany, hide the toolbar',
    oracle: ({ texts }) => (/^tool bar\t.*showing/m.test(texts) ? 'not done' : 'done'),
  }),
  said('mousepad', 'a setting whose item does not tell its state is not pressed', {
    files: CATS,
    command: 'open "~/note.txt", turn on line numbers',
    told: /Say: choose View > Line Numbers/,
    oracle: fileHas('note.txt', CATS['note.txt'].trimEnd()),
  }),
  said('lowriter', 'a word becomes bold', {
    command: 'open writer, type "Alpha beta gamma", make the word beta bold, save as "~/w.fodt"',
    oracle: contentHas('w.fodt', /Alpha <text:span[^>]*>beta<\/text:span> gamma/),
  }),
  said('lowriter', 'a text is replaced everywhere', {
    command: 'open writer, type "Cat and cat", replace all "cat" with "dog", save as "~/w.fodt"',
    oracle: contentHas('w.fodt', /<text:p[^>]*>dog and dog<\/text:p>/),
  }),
  said('localc', 'a cell far away is gone to and written into', {
    command: 'open calc, go to cell C60, type 9, press Enter, write 5 into B7, save as "~/t.csv"',
    oracle: contentHas('t.csv', /^(?:[^\n]*\n){6},5[^\n]*\n(?:[^\n]*\n){52},,9$/m),
  }),
  said('localc', 'the cell that was just written is selected and made bold', {
    command: 'open calc, set A1 to 5, set A2 to 6, select A1, make it bold, save as "~/b.fods"',
    // A column of which all is like its first cell says so by a style of its own, and what differs names the usual one.
    oracle: contentHas(
      'b.fods',
      /<style:style style:name="ce\d+"(?:(?!<\/style:style>)[\s\S])*font-weight="bold"[\s\S]*table:style-name="Default" office:value-type="float" office:value="6"/,
    ),
  }),
  said('lowriter', 'a text is exported as PDF under a name', {
    command: 'open writer, type "Hello", export as pdf "~/x.pdf"',
    oracle: contentHas('x.pdf', /^%PDF-/),
  }),
  said('localc', 'a row is inserted above the chosen cell', {
    files: TABLE,
    command:
      'open "~/t.csv" with calc, click OK, go to cell A2, insert a row, press Ctrl+S, click "Use Text CSV Format!"',
    oracle: contentHas('t.csv', /^Fruit,Number\n,\nApple,3/),
  }),
  said('pcmanfm', 'a folder is made', {
    files: FOLDER,
    command: 'open "~/docs" with pcmanfm, create a folder called Invoices',
    oracle: exists('docs/Invoices'),
  }),
  said('thunar', 'a folder is made', {
    files: FOLDER,
    command: 'open "~/docs" with thunar, create a folder called Invoices',
    oracle: exists('docs/Invoices'),
  }),
  said('pcmanfm', 'a file is dragged into a folder', {
    files: FOLDER,
    command: 'open "~/docs" with pcmanfm, drag a.txt to inner',
    oracle: all(exists('docs/inner/a.txt'), missing('docs/a.txt')),
  }),
  said('mousepad', 'files are made, moved, copied and renamed by their paths', {
    files: { ...FOLDER, 'n.txt': 'n\n' },
    command:
      'create the folder "~/docs/new", move "~/docs/a.txt" to "~/docs/new", copy "~/n.txt" to "~/docs", rename "~/n.txt" to "m.txt", then open mousepad',
    oracle: all(exists('docs/new/a.txt'), missing('docs/a.txt'), exists('docs/n.txt'), exists('m.txt')),
    fast: true,
  }),
  said('chromium', 'an address is gone to, and back', {
    files: { 'one.html': LINKED('Page one'), 'two.html': LINKED('Page two') },
    command: 'open "~/one.html" with chromium, go to "file://{home}/two.html", wait 1 second, go back',
    oracle: windowCalled(/Page one/),
  }),
  said('chromium', 'tabs are opened and changed', {
    files: { 'one.html': LINKED('Page one') },
    command: 'open "~/one.html" with chromium, open a new tab, wait 1 second, go to the previous tab',
    oracle: windowCalled(/Page one/),
  }),
  said('chromium', 'a field is called by what stands above it', {
    files: { 'one.html': LINKED('Page one') },
    command: 'open "~/one.html" with chromium, type "Oslo" into the field below Name',
    oracle: windowCalled(/street=Oslo/),
  }),
  said('firefox', 'an address is gone to', {
    files: { 'one.html': LINKED('Page one'), 'two.html': LINKED('Page two') },
    command: 'open "~/one.html" with firefox, go to "file://{home}/two.html"',
    oracle: windowCalled(/Page two/),
  }),
  said('evince', 'a page is magnified by its menu', {
    files: { 'page.pdf': PDF },
    command: 'open "~/page.pdf" with evince, zoom in',
    oracle: shows(/1[1-9]\d%|[2-9]\d\d%/),
  }),
  said('atril', 'a page is magnified by its menu', {
    files: { 'page.pdf': PDF },
    command: 'open "~/page.pdf" with atril, zoom in',
    oracle: shows(/1[1-9]\d%|[2-9]\d\d%/),
  }),
  said('gnome-calculator', 'what it shows is read', {
    command: 'please open gnome-calculator, type 6*7, hit enter and read the display',
    oracle: answers(/42/),
  }),
  said('kate', 'a selected word is replaced where it stands', {
    files: CATS,
    command: 'open "~/note.txt" with kate, select the word beta, type "XYZ", press Ctrl+S',
    oracle: fileHas('note.txt', 'alpha\nXYZ\ncat and cat'),
  }),
  ...['mousepad', 'kate', 'featherpad'].map((program) =>
    said(program, 'a line is deleted by its number', {
      files: CATS,
      command: `open "~/note.txt" with ${program}, delete line 2, press Ctrl+S`,
      oracle: fileHas('note.txt', 'alpha\ncat and cat'),
    }),
  ),
  said('mousepad', 'lines are selected by their numbers and replaced', {
    files: CATS,
    command: 'open "~/note.txt" with mousepad, select lines 1 to 2, type "X", press Ctrl+S',
    oracle: fileHas('note.txt', 'X\ncat and cat'),
  }),
  said('featherpad', 'a setting is turned on whose menu tells only what is on', {
    files: CATS,
    command: 'open "~/note.txt" with featherpad, turn on line numbers',
    oracle: shows(/^menu item\tLine Numbers\t.*checked/m),
  }),
  ...['evince', 'okular', 'qpdfview'].map((program) =>
    said(program, 'a page is gone to by its number', {
      files: { 'p.pdf': THREE_PAGES },
      command: `open "~/p.pdf" with ${program}, go to page 2`,
      oracle: shows(/\t2(?: \(?(?:of|\/)|$)/m),
    }),
  ),
  ...['evince', 'okular'].map((program) =>
    said(program, 'a page that a document has not is told', {
      files: { 'p.pdf': THREE_PAGES },
      command: `open "~/p.pdf" with ${program}, go to page 9`,
      told: /shows 1, and not 9|has taken 3 for 9/,
      oracle: () => 'done',
    }),
  ),
  said('lowriter', 'the zoom is set by its number', {
    command: 'open writer, type "abc", zoom to 150%',
    oracle: shows(/\b150\s?%/),
  }),
  said('mousepad', '“the line” is the one that was gone to', {
    files: CATS,
    command: 'open "~/note.txt" with mousepad, go to line 2, delete the line, save',
    oracle: fileHas('note.txt', 'alpha\ncat and cat'),
  }),
  said('galculator', 'its window is maximized, and signs are said in words', {
    command: 'open galculator, maximize the window, click 7, click plus, click 8, click equals, read display',
    oracle: answers(/\b15\b/),
  }),
  said('thunar', 'its view is switched by its menu', {
    files: FOLDER,
    command: 'open "{home}/docs" with thunar, switch to list view',
    oracle: shows(/\tDate Modified\t|Date Modified$/m),
  }),
  said('lowriter', 'a page break is inserted by its menu or button', {
    command: 'open writer, type "one", insert a page break, type "two", save as "~/two.odt"',
    oracle: documentHas('two.odt', 'content.xml', /one.*two/),
  }),
  said('lowriter', 'a table is not inserted while its dialog still asks', {
    command: 'open writer, insert a table',
    told: /Insert Table/,
    oracle: () => 'done',
  }),
  said('quadrapassel', 'a game is started and paused', {
    command: 'open quadrapassel, start a new game, pause the game',
    oracle: shows(/Unpause/),
  }),
  said('gnome-dictionary', 'its only field takes what is searched for', {
    command: 'open gnome-dictionary, search for "apple"',
    oracle: windowCalled(/apple/),
  }),
  said('kgeography', 'an item at the edge of a list is selected', {
    command: 'open kgeography, select Austria, click OK',
    oracle: shows(/Austria/),
  }),
  said('audacity', 'what a dialog has not is not taken from behind it', {
    command: 'open audacity, choose Generate > Tone..., click OK',
    told: /no control “OK”/,
    oracle: () => 'done',
  }),
]
