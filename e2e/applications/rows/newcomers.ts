// Commands on applications of further kinds: two that were on no list before, in the words of one who has just installed them.
import {
  all,
  answers,
  contentHas,
  documentHas,
  exists,
  fileHas,
  nothingCalled,
  shows,
  textIn,
  windowCalled,
} from '../oracles.ts'
import type { Row } from '../row.ts'
import { CHINESE, GERMAN } from './languages.ts'
import { PDF, PICTURE } from './launches.ts'

const NOTE = { 'note.txt': 'alpha\nbeta\nalpha\n' }

/** A page whose controls tell in its title what was done to them. */
const FORM = `<!doctype html><meta charset="utf-8"><title>Form</title><script>const t=(k,v)=>document.title=k+'='+v</script>
<h1>Book a room</h1>
<label>Name <input oninput="t('name',this.value)"></label>
<label>Guests <input type="number" value="1" oninput="t('guests',this.value)"></label>
<label>Arrival <input type="date" onchange="t('arrival',this.value)"></label>
<label>Time <input type="time" onchange="t('time',this.value)"></label>
<label>Room <select onchange="t('room',this.value)">${Array.from({ length: 60 }, (_, index) => `<option>Room ${index + 1}</option>`).join('')}</select></label>
<label><input type="checkbox" onchange="t('breakfast',this.checked)">Breakfast</label>
<textarea aria-label="Wishes" oninput="t('wishes',this.value.replaceAll('\\n','/'))"></textarea>
<div role="tablist"><button role="tab" aria-selected="true">Room</button><button role="tab" onclick="t('tab','price')">Price</button></div>
<a href="#" onclick="t('link','terms')">Terms and conditions</a>
<button onclick="t('button','more')">Show more</button>
<p>Total: <output aria-label="Total">120 €</output></p>`

const form = (browser: string, what: string, command: string, oracle: RegExp | Row['oracle']): Row => ({
  title: `${browser}: ${what}`,
  program: browser,
  files: { 'form.html': FORM },
  command: `open "~/form.html" with ${browser}, ${command}`,
  oracle: oracle instanceof RegExp ? windowCalled(oracle) : oracle,
})

export const NEWCOMERS: readonly Row[] = [
  form('firefox-esr', 'a field is filled', 'type "Ada" into Name', /name=Ada/),
  form('firefox-esr', 'a number is set', 'set Guests to 4', /guests=4/),
  form('firefox-esr', 'an item of a long list is selected', 'select "Room 48" from Room', /room=Room 48/),
  form('firefox-esr', 'a box is checked', 'check Breakfast', /breakfast=true/),
  {
    ...form(
      'firefox-esr',
      'a date whose parts say nothing is told',
      'set Arrival to "2027-03-14"',
      () => 'done',
    ),
    told: /made of parts/,
    oracle: nothingCalled(/arrival=/),
  },
  form('firefox-esr', 'a tab of the page is clicked', 'click Price', /tab=price/),
  form('firefox-esr', 'a value is read', 'read Total', answers(/120 €/)),
  form('chromium', 'a number field is set', 'set Guests to 4', /guests=4\b/),
  form('chromium', 'a date is set', 'set Arrival to "2027-03-14"', /arrival=2027-03-14/),
  form('chromium', 'a time is set', 'set Time to "14:30"', /time=14:30/),
  form('chromium', 'a link is clicked', 'click "Terms and conditions"', /link=terms/),
  form('chromium', 'lines are typed into a text area', 'type "one\ntwo" into Wishes', /wishes=one\/two/),
  {
    title: 'netsurf: a page is opened by its address',
    program: 'netsurf-gtk',
    files: {
      'form.html': '<title>First</title><a href="b.html">Second</a>',
      'b.html': '<title>Second page</title>x',
    },
    command: 'open netsurf, press Ctrl+L, type "file://{home}/b.html", press Enter',
    oracle: windowCalled(/Second page/),
  },
  {
    title: 'dillo: a page is opened',
    program: 'dillo',
    files: { 'b.html': '<title>Second page</title>x' },
    command: 'open "~/b.html" with dillo',
    oracle: windowCalled(/Second page/),
  },
  {
    title: 'xournalpp: notes are saved under a name',
    program: 'xournalpp',
    command: 'open xournalpp, choose Journal > New Page After, save as "~/notes.xopp"',
    oracle: exists('notes.xopp'),
  },
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
    title: 'kdiff3: two files are named in its dialog and compared',
    program: 'kdiff3',
    files: { 'a.txt': 'one\n', 'b.txt': 'two\n' },
    command: 'open kdiff3, set "A (Base)" to "{home}/a.txt", set B to "{home}/b.txt", click OK',
    oracle: windowCalled(/a\.txt.*b\.txt|a\.txt/),
  },
  {
    title: 'kcharselect: a character is searched',
    program: 'kcharselect',
    command: 'open kcharselect, type "snowman" into the search field, press Enter',
    oracle: shows(/2603|SNOWMAN/i),
  },
  {
    title: 'audacity: a dialog is opened and read',
    program: 'audacity',
    command: 'open audacity, click OK, choose Edit > Preferences..., click Cancel',
    oracle: windowCalled(/Audacity/),
  },
  {
    title: 'gnome-characters: a character is searched',
    program: 'gnome-characters',
    command: 'open gnome-characters, click "Math"',
    oracle: windowCalled(/Characters/),
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
    title: 'baobab: about is shown from its primary menu',
    program: 'baobab',
    command: 'open baobab, choose Menu > "About Disk Usage Analyzer"',
    oracle: shows(/GNU|version 3|43|44/i),
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
    title: 'scribus: a new document is saved',
    program: 'scribus',
    command: 'open scribus, click OK, save as "~/flyer.sla"',
    oracle: exists('flyer.sla'),
  },
  {
    title: 'labplot: a project is saved',
    program: 'labplot2',
    command: 'open labplot, press Ctrl+N, save as "~/p.lml"',
    oracle: exists('p.lml'),
  },
  {
    title: 'geeqie: a picture is opened, and its file is copied',
    program: 'geeqie',
    files: { 'red.ppm': PICTURE },
    command: 'open "~/red.ppm" with geeqie',
    oracle: windowCalled(/red\.ppm/),
  },
  {
    title: 'lximage-qt: a picture is turned and saved under another name',
    program: 'lximage-qt',
    files: { 'red.ppm': PICTURE },
    command: 'open "~/red.ppm" with lximage-qt, save as "~/copy.png"',
    oracle: exists('copy.png'),
  },
  {
    title: 'rednotebook: a day is written and saved',
    program: 'rednotebook',
    command: 'open rednotebook, type "Dear diary", press Ctrl+S',
    oracle: shows(/Dear diary/),
  },
  {
    title: 'treeline: a new tree is saved',
    program: 'treeline',
    command: 'open treeline, click OK, save as "~/tree.trln"',
    oracle: exists('tree.trln'),
  },
  {
    title: 'vym in German: a map is saved under a name',
    program: 'vym',
    env: GERMAN,
    command: 'open vym, save as "~/karte.vym"',
    oracle: exists('karte.vym'),
  },
  {
    title: 'okteta: bytes are written over those of a file',
    program: 'okteta',
    files: NOTE,
    command: 'open "~/note.txt" with okteta, type "7A", press Ctrl+S',
    oracle: fileHas('note.txt', '7Apha\nbeta\nalpha'),
  },
  {
    title: 'LibreOffice Impress: lines are typed into the outline',
    program: 'loimpress',
    command:
      'open LibreOffice Impress, click Close, choose View > Outline, type "My talk\nfirst\nsecond", save as "~/talk.fodp"',
    oracle: textIn('talk.fodp', /My talk[\s\S]*first[\s\S]*second/),
  },
  {
    title: 'kbruch: a kind of exercise is chosen in its settings',
    program: 'kbruch',
    command: 'open kbruch, choose Help > About KBruch',
    oracle: windowCalled(/About/),
  },
  {
    title: 'kwordquiz: words are entered into its table',
    program: 'kwordquiz',
    command:
      'open kwordquiz, press Ctrl+N, type "house", press Tab, type "Haus", press Enter, save as "~/words.kvtml"',
    oracle: contentHas('words.kvtml', /house[\s\S]*Haus/),
  },
  {
    title: 'goldendict: a word is looked up',
    program: 'goldendict',
    command: 'open goldendict, type "house", press Enter',
    oracle: shows(/house/),
  },
  {
    title: 'osmo: a task is added',
    program: 'osmo',
    command: 'open osmo, click Tasks, click "New task", type "Buy milk" into Summary, click OK',
    oracle: shows(/Buy milk/),
  },
  {
    title: 'mupdf: a page is opened and magnified',
    program: 'mupdf',
    files: { 'page.pdf': PDF },
    command: 'open "~/page.pdf" with mupdf, press plus',
    oracle: windowCalled(/page\.pdf/),
  },
  {
    title: 'xpdf: a page is opened',
    program: 'xpdf',
    files: { 'page.pdf': PDF },
    command: 'open "~/page.pdf" with xpdf, press plus',
    oracle: windowCalled(/page\.pdf/),
  },
  {
    title: 'tilix: a command line is carried out',
    program: 'tilix',
    command: 'open tilix, type "echo hello > ~/t.txt", press Enter',
    allows: ['run_command'],
    oracle: fileHas('t.txt', 'hello'),
  },
  {
    title: 'LibreOffice Calc: a cell is reached by the Name Box',
    program: 'localc',
    command:
      'open LibreOffice Calc, type "C7" into "Name Box", press Enter, type "seven", press Enter, save as "~/far.fods"',
    oracle: textIn('far.fods', /seven/),
  },
  {
    title: 'LibreOffice Writer: a table is inserted by its dialog',
    program: 'lowriter',
    command:
      'open LibreOffice Writer, choose Table > Insert Table..., set Columns to 3, set Rows to 4, click Insert, save as "~/table.fodt"',
    oracle: contentHas('table.fodt', /number-columns-repeated="3"|(<table:table-column[^>]*\/>\s*){3}/),
  },
  {
    title: 'LibreOffice Writer: the size of the font is chosen in its list',
    program: 'lowriter',
    command: 'open LibreOffice Writer, choose 24 in "Font Size", type "Big words", save as "~/size.fodt"',
    oracle: contentHas('size.fodt', /font-size="24pt"[\s\S]*Big words/),
  },
  {
    title: 'LibreOffice Writer: the page is turned by its dialog',
    program: 'lowriter',
    command:
      'open LibreOffice Writer, choose Format > Page Style..., click the Page tab, check Landscape, click OK, save as "~/wide.fodt"',
    oracle: contentHas('wide.fodt', /print-orientation="landscape"/),
  },
  {
    title: 'LibreOffice Calc: a sheet is renamed by its context menu',
    program: 'localc',
    command:
      'open LibreOffice Calc, right-click Sheet1, click "Rename Sheet...", press Ctrl+A, type "Prices", press Enter, save as "~/named.fods"',
    oracle: contentHas('named.fods', /table:name="Prices"/),
  },
  {
    title: 'LibreOffice Calc in German: a sum is computed and saved',
    program: 'localc',
    env: GERMAN,
    command: 'open LibreOffice Calc, set A1 to 5, set A2 to "=A1*2", read A2, save as "~/zahl.csv"',
    oracle: all(answers(/^10$/), fileHas('zahl.csv', '5\n10')),
  },
  {
    title: 'LibreOffice Draw in Chinese: saved under a name',
    program: 'lodraw',
    env: CHINESE,
    command: 'open LibreOffice Draw, save as "~/tu.odg"',
    oracle: documentHas('tu.odg', 'content.xml', /./),
  },
]
