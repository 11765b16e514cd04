// All rows of the suite.
import type { Row } from './row.ts'
import { CALCULATORS } from './rows/calculators.ts'
import { EDITORS } from './rows/editors.ts'
import { FILE_MANAGERS } from './rows/file-managers.ts'
import { FURTHER } from './rows/further.ts'
import { LANGUAGES } from './rows/languages.ts'
import { LAUNCHES } from './rows/launches.ts'
import { LATEST } from './rows/latest.ts'
import { LATER } from './rows/later.ts'
import { NEWCOMERS } from './rows/newcomers.ts'
import { OFFICE } from './rows/office.ts'
import { OTHERS } from './rows/others.ts'
import { PAGES } from './rows/pages.ts'
import { STRANGERS } from './rows/strangers.ts'
import { VISITORS } from './rows/visitors.ts'
import { WIDGETS } from './rows/widgets.ts'

export const ROWS: readonly Row[] = [
  ...EDITORS,
  ...CALCULATORS,
  ...OFFICE,
  ...FILE_MANAGERS,
  ...LAUNCHES,
  ...PAGES,
  ...OTHERS,
  ...FURTHER,
  ...LANGUAGES,
  ...STRANGERS,
  ...NEWCOMERS,
  ...LATER,
  ...LATEST,
  ...WIDGETS,
  ...VISITORS,
]
