// Diagrams, functions and exercises.
import { contentHas, exists, shows, windowCalled } from '../oracles.ts'
import type { Row } from '../row.ts'

export const SCIENCE: readonly Row[] = [
  {
    title: 'qelectrotech: a project is saved',
    program: 'qelectrotech',
    command: 'open qelectrotech, choose File > New, save as "~/e.qet"',
    oracle: exists('e.qet'),
  },
  {
    title: 'umbrello: a diagram is saved',
    program: 'umbrello5',
    command: 'open umbrello, save as "~/u.xmi"',
    oracle: exists('u.xmi'),
  },
  {
    title: 'kig: a construction is saved',
    program: 'kig',
    command: 'open kig, save as "~/k.kig"',
    oracle: exists('k.kig'),
  },
  {
    title: 'labplot: a project is saved',
    program: 'labplot2',
    command: 'open labplot, press Ctrl+N, save as "~/p.lml"',
    oracle: exists('p.lml'),
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
    title: 'treesheets: a sheet is saved',
    program: 'treesheets',
    command: 'open treesheets, press Ctrl+N, click OK, save as "~/x.cts"',
    oracle: exists('x.cts'),
  },
  {
    title: 'dia: a new diagram is saved',
    program: 'dia',
    command: 'open dia, press Ctrl+N, save as "~/plan.dia"',
    oracle: exists('plan.dia'),
  },
  {
    title: 'librecad: a drawing is saved behind its first dialog',
    program: 'librecad',
    command: 'open librecad, click OK, save as "~/d.dxf"',
    oracle: exists('d.dxf'),
  },
  {
    title: 'geogebra: a value is computed',
    program: 'geogebra',
    command: 'open geogebra, type "a=6*7" into Input, press Enter',
    oracle: shows(/a = 42/),
  },
  {
    title: 'josm: its own window opens behind its splash',
    program: 'josm',
    command: 'open josm',
    oracle: windowCalled(/^Java OpenStreetMap Editor/),
  },
  {
    title: 'golly: about is shown',
    program: 'golly',
    command: 'open golly, choose Help > "About Golly"',
    oracle: windowCalled(/About/),
  },
  {
    title: 'gpsprune: about is shown',
    program: 'gpsprune',
    command: 'open gpsprune, choose Help > "About GpsPrune"',
    oracle: windowCalled(/About/),
  },
  {
    title: 'wxmaxima: a session is saved under a name',
    program: 'wxmaxima',
    command: 'open wxmaxima, save as "~/w.wxm"',
    oracle: exists('w.wxm'),
  },
  {
    title: 'fluid: a form is saved under a name',
    program: 'fluid',
    command: 'open fluid, save as "~/f.fl"',
    oracle: exists('f.fl'),
  },
  {
    title: 'gnome-sudoku: a board is begun',
    program: 'gnome-sudoku',
    command: 'open gnome-sudoku, click Easy',
    oracle: shows(/Undo/),
  },
  {
    title: 'gnome-mines: a board is called by the first line of its button',
    program: 'gnome-mines',
    command: 'open gnome-mines, click "8 × 8"',
    oracle: shows(/Pause|Start Over|Hint/),
  },
]
