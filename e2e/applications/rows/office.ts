// Documents, sheets, slides: written, filled in, saved in several formats, opened again.
import {
  all,
  answers,
  contentHas,
  documentHas,
  exists,
  fileHas,
  missing,
  nothingCalled,
  textIn,
  windowCalled,
} from '../oracles.ts'
import type { Row } from '../row.ts'

const TABLE = 'Fruit,Number\nApple,3\nPear,5\n'

export const OFFICE: readonly Row[] = [
  {
    title: 'scribus: a new document is saved',
    program: 'scribus',
    command: 'open scribus, click OK, save as "~/flyer.sla"',
    oracle: exists('flyer.sla'),
  },
  {
    title: 'LibreOffice Impress: lines are typed into the outline',
    program: 'loimpress',
    command:
      'open LibreOffice Impress, click Close, choose View > Outline, type "My talk\nfirst\nsecond", save as "~/talk.fodp"',
    oracle: textIn('talk.fodp', /My talk[\s\S]*first[\s\S]*second/),
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
    title: 'LibreOffice Writer: a letter is saved as odt',
    program: 'lowriter',
    command: 'open LibreOffice Writer, type "Dear Ms Grün", save as "~/letter.odt"',
    oracle: documentHas('letter.odt', 'content.xml', /Dear Ms Grün/),
    fast: true,
  },
  {
    title: 'LibreOffice Writer: a letter is saved as docx',
    program: 'lowriter',
    command: 'open LibreOffice Writer, type "Dear Ms Grün", save as "~/letter.docx"',
    oracle: documentHas('letter.docx', 'word/document.xml', /Dear Ms Grün/),
  },
  {
    title: 'LibreOffice Writer: a text file is opened, changed and saved in its format',
    program: 'lowriter',
    files: { 'plain.txt': 'world\n' },
    command:
      'open "~/plain.txt" with LibreOffice Writer, press Ctrl+Home, type "Hello ", press Ctrl+S, click "Use Text Format"',
    oracle: async (seen) => {
      const outcome = await fileHas('plain.txt', 'Hello world')(seen)
      return outcome === 'done' ? outcome : fileHas('plain.txt', '\ufeffHello world')(seen)
    },
  },
  {
    title: 'LibreOffice Calc: cells are set by their names and saved as csv',
    program: 'localc',
    command:
      'open LibreOffice Calc, set A1 to "Fruit", set B1 to "Number", set A2 to "Apple", set B2 to 3, save as "~/t.csv"',
    oracle: fileHas('t.csv', 'Fruit,Number\nApple,3'),
  },
  {
    title: 'LibreOffice Calc: the import dialog of a csv is told, answered, and a cell read',
    program: 'localc',
    files: { 't.csv': TABLE },
    command: 'open "~/t.csv" with LibreOffice Calc, click OK, read B3',
    oracle: all(answers(/^5$/), windowCalled(/t\.csv/)),
  },
  {
    title: 'LibreOffice Calc: a formula is entered in a cell far off',
    program: 'localc',
    command: 'open LibreOffice Calc, set A1 to 6, set A2 to 7, click A3, type "=A1*A2", press Enter, read A3',
    oracle: answers(/^42$/),
  },
  {
    title: 'LibreOffice Impress: a presentation is saved',
    program: 'loimpress',
    command: 'open LibreOffice Impress, click Close, save as "~/slides.odp"',
    oracle: exists('slides.odp'),
  },
  {
    title: 'LibreOffice Draw: a drawing is saved',
    program: 'lodraw',
    command: 'open LibreOffice Draw, save as "~/drawing.odg"',
    oracle: exists('drawing.odg'),
  },
  {
    // It writes no csv under “Save As”: by its name alone, the file would hold another format.
    title: 'gnumeric: a format that it does not save is told',
    program: 'gnumeric',
    command:
      'open gnumeric, type "Fruit", press Tab, type "Number", press Enter, type "Apple", press Tab, type "3", press Enter, save as "~/t.csv"',
    oracle: missing('t.csv'),
    told: /does not match the chosen file type/,
  },
  {
    title: 'abiword: a letter is saved',
    program: 'abiword',
    command: 'open abiword, type "Dear Ms Grün", save as "~/letter.abw"',
    oracle: async (seen) => {
      const { readFile } = await import('node:fs/promises')
      const text = await readFile(`${seen.home}/letter.abw`, 'utf8').catch(() => '')
      return text === ''
        ? 'not done'
        : /Dear Ms Grün/.test(text.replaceAll(/<[^>]*>/g, ''))
          ? 'done'
          : 'wrong: another text'
    },
  },
  {
    title: 'zim: a first page is written',
    program: 'zim',
    command: 'open zim',
    oracle: windowCalled(/zim|notebook/i),
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
    title: 'LibreOffice Writer: the words are counted, and read with what they are of',
    program: 'lowriter',
    command: 'open LibreOffice Writer, type "One two", choose Tools > Word Count..., read Words',
    oracle: answers(/^Selection\n0\nDocument\n2$/),
  },
  {
    title: 'LibreOffice Writer: a header is inserted and written, and a word gets its size',
    program: 'lowriter',
    command:
      'open writer, type "Big news today", set the font size of the word news to 30, insert a header, type "Secret", save as "~/head.fodt"',
    oracle: contentHas(
      'head.fodt',
      /<style:header>[\s\S]*Secret[\s\S]*Big <text:span[^>]*>news<\/text:span>/,
    ),
  },
  {
    title: 'LibreOffice Impress: a slide is added',
    program: 'loimpress',
    command: 'open LibreOffice Impress, press Escape, choose Slide > New Slide, save as "~/two.fodp"',
    oracle: contentHas('two.fodp', /<draw:page [\s\S]*<draw:page /),
  },
  {
    title: 'LibreOffice Impress: what is typed goes into the title, and not into the dialog for templates',
    program: 'loimpress',
    command: 'open LibreOffice Impress, type "My talk", save as "~/talk.odp"',
    oracle: all(nothingCalled(/Special Characters/), documentHas('talk.odp', 'content.xml', /My talk/)),
  },
  {
    title: 'LibreOffice Math: a formula is saved',
    program: 'lomath',
    command: 'open LibreOffice Math, type "a over b", save as "~/f.odf"',
    oracle: documentHas('f.odf', 'content.xml', /a over b/),
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
    title: 'calligrawords: a document of a template is saved',
    program: 'calligrawords',
    command: 'open calligrawords, click "Use This Template", type "Hello there", save as "~/w.odt"',
    oracle: documentHas('w.odt', 'content.xml', /Hello there/),
  },
]
