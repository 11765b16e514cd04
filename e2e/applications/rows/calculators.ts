// Calculators: by keys, by buttons, and what their display says.
import { answers } from '../oracles.ts'
import type { Row } from '../row.ts'

/** 9876 × 5432, however the digits are grouped. */
const PRODUCT = /53[\s.,'  ]?646[\s.,'  ]?432/
const SUM = /\b579\b/

const CALCULATING: readonly [string, boolean][] = [
  ['galculator', true],
  ['gnome-calculator', true],
  ['mate-calc', false],
  ['kcalc', false],
  ['qalculate-gtk', false],
  ['speedcrunch', false],
]

export const CALCULATORS: readonly Row[] = CALCULATING.flatMap(([program, fast]): Row[] => [
  {
    title: `${program}: what is typed is computed`,
    program,
    command: `open ${program}, type "9876*5432", press Enter, read display`,
    oracle: answers(PRODUCT),
    ...(fast && { fast }),
  },
  ...(program === 'speedcrunch'
    ? []
    : [
        {
          title: `${program}: its buttons are clicked`,
          program,
          command: `open ${program}, click 1, click 2, click 3, click "+", click 4, click 5, click 6, click "=", read display`,
          oracle: answers(SUM),
        },
      ]),
])
