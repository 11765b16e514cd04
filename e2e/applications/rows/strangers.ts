// Commands as a stranger words them, on applications that nothing was built for.
import { createHash } from 'node:crypto'
import {
  all,
  answers,
  contentHas,
  documentHas,
  exists,
  fileHas,
  missing,
  nothingCalled,
  shows,
  textIn,
  windowCalled,
} from '../oracles.ts'
import type { Row } from '../row.ts'
import { CHINESE, GERMAN } from './languages.ts'
import { PDF, PICTURE } from './launches.ts'

const NOTE = { 'note.txt': 'alpha\nbeta\nalpha\n' }

const DOCS = { 'docs/alpha.txt': 'a\n', 'docs/beta.txt': 'b\n', 'docs/inner/x.txt': 'x\n' }

/** A page whose controls tell in its title what was done to them. */
const SHOP = `<!doctype html><meta charset="utf-8"><title>Shop</title><script>const t=(k,v)=>document.title=k+'='+v</script>
<label>Volume <input type="range" value="20" oninput="t('volume',this.value)"></label>
<label><input type="radio" onchange="t('ship','express')">Express</label>
<details ontoggle="t('details',this.open)"><summary>More details</summary></details>
<button role="switch" aria-checked="false" onclick="this.ariaChecked='true';t('night','on')">Night mode</button>
<div role="combobox" tabindex="0" aria-label="Country" aria-expanded="false" aria-controls="countries"
 onclick="countries.hidden=false;this.ariaExpanded='true'">Choose…</div>
<ul role="listbox" id="countries" hidden>${['Austria', 'Japan']
  .map(
    (name) =>
      `<li role="option" onclick="document.querySelector('[role=combobox]').textContent='${name}';countries.hidden=true;t('country','${name}')">${name}</li>`,
  )
  .join('')}</ul>
<table><tr onclick="t('row','pear')"><td>Pear</td><td>5</td></tr></table>`
const shop = (what: string, command: string, title: RegExp): Row => ({
  title: `chromium: ${what}`,
  program: 'chromium',
  files: { 'shop.html': SHOP },
  command: `open "~/shop.html", ${command}`,
  oracle: windowCalled(title),
})

export const STRANGERS: readonly Row[] = [
  shop('a slider is set', 'set Volume to 70', /volume=70/),
  shop('a radio button is checked', 'check Express', /ship=express/),
  shop('a part that is folded is opened', 'click "More details"', /details=true/),
  shop('a switch is turned on', 'turn on "Night mode"', /night=on/),
  shop('an item is chosen in a list that the page draws', 'choose Japan in Country', /country=Japan/),
  shop('a row of a table is clicked', 'click Pear', /row=pear/),
  {
    title: 'pcmanfm-qt: a file is renamed',
    program: 'pcmanfm-qt',
    files: DOCS,
    command:
      'open "~/docs" with pcmanfm-qt, select "beta.txt", press F2, press Ctrl+A, type "gamma.txt", press Enter',
    oracle: all(exists('docs/gamma.txt'), missing('docs/beta.txt')),
  },
  {
    title: 'pcmanfm-qt: a file is copied by its context menu',
    program: 'pcmanfm-qt',
    files: DOCS,
    command:
      'open "~/docs" with pcmanfm-qt, right-click "alpha.txt", click Copy, double-click inner, press Ctrl+V',
    oracle: exists('docs/inner/alpha.txt'),
  },
  {
    title: 'dolphin: a file is renamed by its context menu',
    program: 'dolphin',
    files: DOCS,
    command:
      'open "~/docs" with dolphin, right-click "beta.txt", choose "Rename...", press Ctrl+A, type "gamma.txt", press Enter',
    oracle: exists('docs/gamma.txt'),
  },
  {
    title: 'gtkhash: the hash of a file is read',
    program: 'gtkhash',
    files: { 'note.txt': 'alpha\n' },
    command: 'open "~/note.txt" with gtkhash, click Hash, wait 1 second, read MD5',
    oracle: answers(new RegExp(createHash('md5').update('alpha\n').digest('hex'))),
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
    title: 'treesheets: a sheet is saved',
    program: 'treesheets',
    command: 'open treesheets, press Ctrl+N, click OK, save as "~/x.cts"',
    oracle: exists('x.cts'),
  },
  {
    title: 'kfind in German: a file is searched by its name',
    program: 'kfind',
    env: GERMAN,
    files: { 'deep/needle.txt': 'x' },
    command: 'open kfind, set Name to "needle*", click Suchen, wait 2 seconds',
    oracle: shows(/needle\.txt/),
  },
  {
    title: 'juffed in Chinese: saved under a name',
    program: 'juffed',
    env: CHINESE,
    command: 'open juffed, type "你好", save as "~/xin.txt"',
    oracle: fileHas('xin.txt', '你好'),
  },
  {
    title: 'LibreOffice Writer: a style is chosen in its tool bar',
    program: 'lowriter',
    command:
      'open LibreOffice Writer, type "Chapter", choose "Heading 1" in "Paragraph Style", save as "~/h.fodt"',
    oracle: contentHas('h.fodt', /<text:h [^>]*outline-level="1"[^>]*>Chapter/),
  },
  {
    title: 'LibreOffice Writer: the size of the font is set in its tool bar',
    program: 'lowriter',
    command: 'open LibreOffice Writer, set "Font Size" to 20, type "Big words", save as "~/size.fodt"',
    oracle: contentHas('size.fodt', /font-size="20pt"[\s\S]*Big words/),
  },
  {
    title: 'LibreOffice Writer: the words are counted and read',
    program: 'lowriter',
    command: 'open LibreOffice Writer, choose Tools > Word Count..., read Words',
    oracle: answers(/^0$/),
  },
  {
    title: 'LibreOffice Impress: a slide is added',
    program: 'loimpress',
    command: 'open LibreOffice Impress, press Escape, choose Slide > New Slide, save as "~/two.fodp"',
    oracle: contentHas('two.fodp', /<draw:page [\s\S]*<draw:page /),
  },
  {
    title: 'LibreOffice Impress: nothing goes into the dialog for templates that was not meant',
    program: 'loimpress',
    command: 'open LibreOffice Impress, type "My talk"',
    oracle: nothingCalled(/Special Characters/),
    told: /Select a Template/,
  },
  {
    title: 'LibreOffice Math: a formula is saved',
    program: 'lomath',
    command: 'open LibreOffice Math, type "a over b", save as "~/f.odf"',
    oracle: documentHas('f.odf', 'content.xml', /a over b/),
  },
  {
    title: 'atril: two pages side by side are turned on',
    program: 'atril',
    files: { 'page.pdf': PDF },
    command: 'open "~/page.pdf" with atril, choose View > Dual, choose View > Fullscreen, press F11',
    oracle: windowCalled(/page/i),
  },
  {
    title: 'bluefish: a new text is saved under a name',
    program: 'bluefish',
    command: 'open bluefish, type "<p>Grün</p>", save as "~/site.html"',
    oracle: fileHas('site.html', '<p>Grün</p>'),
  },
  {
    title: 'catfish: a file is searched by its name',
    program: 'catfish',
    files: { 'deep/er/needle.txt': 'x\n', 'deep/hay.txt': 'x\n' },
    command: 'open catfish, type "needle", press Enter, wait 2 seconds',
    oracle: shows(/needle\.txt/),
  },
  {
    title: 'gcolor3: a colour is picked by its number',
    program: 'gcolor3',
    command: 'open gcolor3, set Red to 255, set Green to 128, set Blue to 0',
    oracle: shows(/#?ff8000/i),
  },
  {
    title: 'gpick: about is shown',
    program: 'gpick',
    command: 'open gpick, choose Help > About',
    oracle: windowCalled(/About/),
  },
  {
    title: 'dia: a new diagram is saved',
    program: 'dia',
    command: 'open dia, press Ctrl+N, save as "~/plan.dia"',
    oracle: exists('plan.dia'),
  },
  {
    title: 'planner: a project is saved under a name',
    program: 'planner',
    command: 'open planner, choose Actions > Insert Task, save as "~/work.planner"',
    oracle: exists('work.planner'),
  },
  {
    title: 'sqlitebrowser: a database is made of a statement',
    program: 'sqlitebrowser',
    files: { 'numbers.csv': 'a,b\n1,2\n' },
    command: 'open sqlitebrowser, click "Execute SQL", choose Help > About',
    oracle: windowCalled(/About/),
  },
  {
    title: 'retext: a text is written and saved',
    program: 'retext',
    command: 'open retext, type "# Plan", save as "~/plan.md"',
    oracle: fileHas('plan.md', '# Plan'),
  },
  {
    title: 'gthumb: a picture is shown and zoomed',
    program: 'gthumb',
    files: { 'red.ppm': PICTURE },
    command: 'open "~/red.ppm" with gthumb, press Ctrl+Plus, press F11, press F11',
    oracle: windowCalled(/red/),
  },
  {
    title: 'transmission-gtk: its preferences are changed',
    program: 'transmission-gtk',
    command:
      'open transmission-gtk, click "I Agree", choose Edit > Preferences, click Speed, turn on "Upload (kB/s)"',
    allows: ['send', 'change_setting'],
    oracle: shows(/check box\tUpload \(kB\/s\).*checked/),
  },
  {
    title: 'tkcon: a line is computed',
    program: 'tkcon',
    command: 'open tkcon, type "set f [open ~/out.txt w]; puts $f 42; close $f", press Enter',
    allows: ['run_command'],
    oracle: fileHas('out.txt', '42'),
  },
  {
    title: 'jedit: a new text is written, and its dialog for saving opens',
    program: 'jedit',
    command: 'open jedit, wait 3 seconds, type "by jedit", press Ctrl+S, wait 2 seconds',
    oracle: windowCalled(/File Browser|Save/),
  },
  {
    title: 'qterminal: a command line is carried out',
    program: 'qterminal',
    command: 'open qterminal, type "echo hello > ~/t.txt", press Enter',
    allows: ['run_command'],
    oracle: fileHas('t.txt', 'hello'),
  },
  {
    title: 'gnome-calendar: another view is shown',
    program: 'gnome-calendar',
    command: 'open gnome-calendar, click "Week"',
    oracle: windowCalled(/Calendar/),
  },
  {
    title: 'liferea: is started, and its preferences are shown',
    program: 'liferea',
    command: 'open liferea, choose Tools > Preferences',
    oracle: windowCalled(/Preferences/),
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
  {
    title: 'galculator: scientific mode, and a root',
    program: 'galculator',
    command: 'open galculator, choose View > Scientific Mode, type "144", click "sqrt", read display',
    oracle: answers(/^12\b/),
  },
  {
    title: 'kcalc: statistics are turned on by its menu',
    program: 'kcalc',
    command: 'open kcalc, choose Settings > Science Mode, type "7*6", press Enter, read display',
    oracle: answers(/^42$/),
  },
  {
    title: 'gnome-calculator: another mode is chosen',
    program: 'gnome-calculator',
    command: 'open gnome-calculator, press Ctrl+Alt+A, type "7*6", press Enter, read display',
    oracle: answers(/^42$/),
  },
  {
    title: 'LibreOffice Calc: a sum is computed and read',
    program: 'localc',
    command:
      'open LibreOffice Calc, set A1 to 5, set A2 to 6, set A3 to "=SUM(A1:A2)", read A3, save as "~/sum.ods"',
    oracle: all(answers(/^11$/), exists('sum.ods')),
  },
  {
    title: 'LibreOffice Calc: a formula cell is set anew',
    program: 'localc',
    command: 'open LibreOffice Calc, set A1 to 5, set A2 to "=A1*2", set A2 to "=A1*3", read A2',
    oracle: answers(/^15$/),
  },
  {
    title: 'LibreOffice Writer: what AutoCorrect makes of a text is told',
    program: 'lowriter',
    command: 'open LibreOffice Writer, type "strong words", save as "~/strong.fodt"',
    oracle: missing('strong.fodt'),
    told: /changed what was typed/,
  },
  {
    title: 'LibreOffice Writer: bold is turned on by its tool bar',
    program: 'lowriter',
    command: 'open LibreOffice Writer, click Bold, type "Strong words", save as "~/bold.fodt"',
    oracle: textIn('bold.fodt', /Strong words/),
  },
  {
    title: 'LibreOffice Writer: all is replaced by its dialog',
    program: 'lowriter',
    command:
      'open LibreOffice Writer, type "The cat and a cat", choose Edit > Find and Replace..., type "cat" into Find, type "dog" into Replace, click "Replace All", click Close, save as "~/pets.fodt"',
    oracle: textIn('pets.fodt', /The dog and a dog/),
  },
  {
    title: 'abiword: a text is saved as plain text',
    program: 'abiword',
    command: 'open abiword, type "plain words", save as "~/plain.txt"',
    oracle: fileHas('plain.txt', 'plain words'),
  },
  {
    title: 'gnumeric: cells are saved in the format that the name says',
    program: 'gnumeric',
    command: 'open gnumeric, type "6", press Enter, type "=A1*7", press Enter, save as "~/book.ods"',
    oracle: documentHas('book.ods', 'content.xml', /42/),
  },
  {
    title: 'gnumeric: a cell is set and read',
    program: 'gnumeric',
    command: 'open gnumeric, type "6", press Enter, type "=A1*7", press Enter, save as "~/book.gnumeric"',
    oracle: exists('book.gnumeric'),
  },
  {
    title: 'zim: a page is written and saved',
    program: 'zim',
    command: 'open zim, click OK, type "Buy milk", press Ctrl+S',
    oracle: windowCalled(/Notes|Zim/i),
  },
  {
    title: 'okular: the next page and the settings',
    program: 'okular',
    files: { 'page.pdf': PDF },
    command: 'open "~/page.pdf" with okular, choose View > Zoom In, choose Settings > Show Sidebar',
    oracle: windowCalled(/page/i),
  },
  {
    title: 'evince: zoomed by its keys, and its properties are shown',
    program: 'evince',
    files: { 'page.pdf': PDF },
    command: 'open "~/page.pdf" with evince, press Ctrl+Plus, press Alt+Enter',
    oracle: windowCalled(/Properties/),
  },
  {
    title: 'engrampa: an archive is made of a folder',
    program: 'engrampa',
    files: { 'docs/a.txt': 'a\n' },
    command: 'open engrampa, choose Archive > New..., type "{home}/pack.tar", press Enter',
    oracle: windowCalled(/pack\.tar/),
  },
  {
    title: 'pcmanfm: a folder is made by its menu',
    program: 'pcmanfm',
    files: { 'docs/a.txt': 'a\n' },
    command: 'open "~/docs" with pcmanfm, press Ctrl+Shift+N, press Ctrl+A, type "new place", press Enter',
    oracle: exists('docs/new place'),
  },
  {
    title: 'thunar: a folder is made by its menu',
    program: 'thunar',
    files: { 'docs/a.txt': 'a\n' },
    command:
      'open "~/docs" with thunar, choose File > Create Folder..., press Ctrl+A, type "new place", click Create',
    oracle: exists('docs/new place'),
  },
  {
    title: 'dolphin: a folder is made',
    program: 'dolphin',
    files: { 'docs/a.txt': 'a\n' },
    command: 'open "~/docs" with dolphin, press F10, press Ctrl+A, type "new place", press Enter',
    oracle: exists('docs/new place'),
  },
  {
    title: 'caja: hidden files are turned on',
    program: 'caja',
    files: { 'docs/.secret': 'a\n', 'docs/seen.txt': 'b\n' },
    command: 'open "~/docs" with caja, choose View > Show Hidden Files, select ".secret"',
    oracle: shows(/\.secret/),
  },
  {
    title: 'gucharmap: a script is chosen in its list',
    program: 'gucharmap',
    command: 'open gucharmap, select "Greek"',
    oracle: shows(/\tGreek\t.*selected/),
  },
  {
    title: 'filezilla: a setting is turned off',
    program: 'filezilla',
    command: 'open filezilla, click OK, choose View > Message log, choose View > Transfer queue',
    oracle: windowCalled(/FileZilla/),
  },
  {
    title: 'kate in German: all is replaced through its menu',
    program: 'kate',
    files: NOTE,
    env: GERMAN,
    command: 'open "~/note.txt" with kate, choose Auswahl > Alles auswählen, type "neu", press Ctrl+S',
    oracle: fileHas('note.txt', 'neu'),
  },
  {
    title: 'pluma in Chinese: saved under a name',
    program: 'pluma',
    env: CHINESE,
    command: 'open pluma, type "你好", save as "~/xin.txt"',
    oracle: fileHas('xin.txt', '你好'),
  },
  {
    title: 'mousepad in German: a menu is chosen by its name',
    program: 'mousepad',
    files: NOTE,
    env: GERMAN,
    command: 'open "~/note.txt" with mousepad, choose Bearbeiten > Alles auswählen, type "neu", press Ctrl+S',
    oracle: fileHas('note.txt', 'neu'),
  },
  {
    title: 'LibreOffice Calc in Chinese: cells are set and saved as csv',
    program: 'localc',
    env: CHINESE,
    command: 'open LibreOffice Calc, set A1 to "水果", set B1 to 3, save as "~/biao.csv"',
    oracle: fileHas('biao.csv', '水果,3'),
  },
]
