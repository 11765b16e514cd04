// Calculators: by keys, by buttons, and what their display says.
import { all, answers, fileHas, shows } from '../oracles.ts'
import type { Row } from '../row.ts'

const CALCULATING: readonly [string, boolean][] = [
  ['galculator', true],
  ['gnome-calculator', true],
  ['mate-calc', false],
  ['kcalc', false],
  ['qalculate-gtk', false],
  ['speedcrunch', false],
]

/** 9876 × 5432, however the digits are grouped. */
const PRODUCT = /53[\s.,'  ]?646[\s.,'  ]?432/

const SUM = /\b579\b/

export const CALCULATORS: readonly Row[] = [
  ...CALCULATING.flatMap(([program, fast]): Row[] => [
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
  ]),
  {
    title: 'kalgebra: a product is computed',
    program: 'kalgebra',
    command: 'open kalgebra, type "3*14", press Enter',
    oracle: shows(/\b42\b/),
  },
  {
    title: 'galculator and mousepad: a result is carried over',
    program: 'galculator',
    command:
      'open galculator, type "12*12", press Enter, press Ctrl+C, open mousepad, press Ctrl+V, save as "~/r.txt", read document',
    oracle: all(fileHas('r.txt', '144'), answers(/^144/)),
    fast: true,
  },
  {
    title: 'tkcon: a line is computed',
    program: 'tkcon',
    command: 'open tkcon, type "set f [open ~/out.txt w]; puts $f 42; close $f", press Enter',
    allows: ['run_command'],
    oracle: fileHas('out.txt', '42'),
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
    title: 'qalculate-gtk: a result that is drawn is read',
    program: 'qalculate-gtk',
    command: 'open qalculate-gtk, type "6*7", press Enter, read result',
    oracle: answers(/42/),
  },
  {
    title: 'xcalc: keys without a tree are clicked by their texts on the picture',
    program: 'xcalc',
    command: 'open xcalc, click 7, click 8, read 78',
    oracle: answers(/^78$/),
  },
]
