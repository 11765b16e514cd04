// All rows of the suite, by what their applications are for.
import type { Row } from './row.ts'
import { CALCULATORS } from './rows/calculators.ts'
import { EDITORS } from './rows/editors.ts'
import { EVERYDAY } from './rows/everyday.ts'
import { FILE_MANAGERS } from './rows/file-managers.ts'
import { LANGUAGES } from './rows/languages.ts'
import { LAUNCHES } from './rows/launches.ts'
import { NETWORK } from './rows/network.ts'
import { NOTES } from './rows/notes.ts'
import { OFFICE } from './rows/office.ts'
import { OWN_WORDS } from './rows/own-words.ts'
import { PAGES } from './rows/pages.ts'
import { PICTURES } from './rows/pictures.ts'
import { SCIENCE } from './rows/science.ts'
import { SPOKEN } from './rows/spoken.ts'
import { TERMINALS } from './rows/terminals.ts'
import { TOOLS } from './rows/tools.ts'
import { VIEWERS } from './rows/viewers.ts'
import { WIDGETS } from './rows/widgets.ts'

export const ROWS: readonly Row[] = [
  ...EDITORS,
  ...CALCULATORS,
  ...OFFICE,
  ...FILE_MANAGERS,
  ...LAUNCHES,
  ...PAGES,
  ...WIDGETS,
  ...PICTURES,
  ...VIEWERS,
  ...NOTES,
  ...SCIENCE,
  ...TERMINALS,
  ...NETWORK,
  ...TOOLS,
  ...LANGUAGES,
  ...SPOKEN,
  ...OWN_WORDS,
  ...EVERYDAY,
]
