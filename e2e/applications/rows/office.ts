// Documents, sheets, slides: written, filled in, saved in several formats, opened again.
import { answers, documentHas, exists, fileHas, all, missing, windowCalled } from '../oracles.ts'
import type { Row } from '../row.ts'

const TABLE = 'Fruit,Number\nApple,3\nPear,5\n'

export const OFFICE: readonly Row[] = [
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
]
