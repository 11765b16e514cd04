// Commands on applications that were on no list before the suite had 112 of them: in the words of one who has just installed them.
import { contentHas, exists, fileHas, shows, windowCalled } from '../oracles.ts'
import type { Row } from '../row.ts'
import { CHINESE, GERMAN } from './languages.ts'
import { PDF, PICTURE } from './launches.ts'

const NAMED = `<title>Form</title><label>Name <input oninput="document.title='name='+this.value"></label>`

export const LATER: readonly Row[] = [
  {
    title: 'falkon: a field of a page is filled',
    program: 'falkon',
    files: { 'form.html': NAMED },
    command: 'open "~/form.html" with falkon, type "Ada" into Name',
    oracle: windowCalled(/name=Ada/),
  },
  {
    title: 'kalgebra: a product is computed',
    program: 'kalgebra',
    command: 'open kalgebra, type "3*14", press Enter',
    oracle: shows(/\b42\b/),
  },
  {
    title: 'ghostwriter: all is made bold by its menu',
    program: 'ghostwriter',
    files: { 'note.txt': 'alpha\n' },
    command: 'open "~/note.txt" with ghostwriter, press Ctrl+A, choose Format > Bold, press Ctrl+S',
    oracle: contentHas('note.txt', /\*\*alpha/),
  },
  {
    title: 'gitk: a program without a desktop entry is opened',
    program: 'gitk',
    command: 'open gitk',
    oracle: windowCalled(/gitk|Error|not a git/i),
  },
  {
    title: 'eog: a picture is turned and saved under another name',
    program: 'eog',
    files: { 'red.ppm': PICTURE },
    command: 'open "~/red.ppm" with eog, press Ctrl+R, save as "~/turned.png"',
    oracle: exists('turned.png'),
  },
  {
    title: 'pdfarranger: pages are saved under another name',
    program: 'pdfarranger',
    files: { 'page.pdf': PDF },
    command: 'open "~/page.pdf" with pdfarranger, save as "~/copy.pdf"',
    oracle: exists('copy.pdf'),
  },
  {
    title: 'kcolorchooser: a colour is set by its code',
    program: 'kcolorchooser',
    command: 'open kcolorchooser, set "HTML" to "#ff8800"',
    oracle: shows(/#ff8800/i),
  },
  {
    title: 'gtimelog: an entry is made',
    program: 'gtimelog',
    command: 'open gtimelog, type "arrived", press Enter',
    oracle: shows(/arrived/),
  },
  {
    title: 'hardinfo: a page is selected in its tree',
    program: 'hardinfo',
    command: 'open hardinfo, select "Kernel Modules"',
    oracle: shows(/Kernel Modules[^\n]*selected/),
  },
  {
    title: 'tellico: a collection is saved beside its tip of the day',
    program: 'tellico',
    command: 'open tellico, save as "~/books.tc"',
    oracle: exists('books.tc'),
  },
  {
    title: 'gnote in German: a note is written',
    program: 'gnote',
    command: 'open gnote, press Ctrl+N, type "Einkaufsliste"',
    env: GERMAN,
    oracle: shows(/Einkaufsliste/),
  },
  {
    title: 'kmplot in Chinese: functions are saved under a name',
    program: 'kmplot',
    command: 'open kmplot, save as "~/tu.fkt"',
    env: CHINESE,
    oracle: exists('tu.fkt'),
  },
  {
    title: 'doublecmd: a folder is made by its key and Enter',
    program: 'doublecmd',
    command: 'open "{home}" with doublecmd, press F7, type "fresh", press Enter',
    oracle: exists('fresh'),
  },
  {
    title: 'tea: an old text is changed and saved',
    program: 'tea',
    files: { 'note.txt': 'alpha\n' },
    command: 'open "~/note.txt" with tea, press Ctrl+End, type "gamma", press Ctrl+S',
    oracle: fileHas('note.txt', 'alpha\ngamma'),
  },
]
