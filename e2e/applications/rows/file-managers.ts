// File managers: folders are opened, files found, selected, renamed and moved by name.
import { all, exists, fileHas, missing, windowCalled } from '../oracles.ts'
import type { Row } from '../row.ts'

const FILES = { 'docs/alpha.txt': 'a\n', 'docs/beta.txt': 'b\n', 'docs/inner/deep.txt': 'd\n' }

const MANAGERS: readonly [string, boolean][] = [
  ['pcmanfm', true],
  ['thunar', true],
  ['nemo', false],
  ['caja', false],
  ['dolphin', false],
]

export const FILE_MANAGERS: readonly Row[] = MANAGERS.flatMap(([program, fast]): Row[] => [
  {
    title: `${program}: a folder is opened by a double click`,
    program,
    files: FILES,
    command: `open "~/docs" with ${program}, double-click "inner"`,
    oracle: windowCalled(/inner/),
    ...(fast && { fast }),
  },
  {
    title: `${program}: a file is renamed`,
    program,
    files: FILES,
    command: `open "~/docs" with ${program}, select "beta.txt", press F2, press Ctrl+A, type "gamma.txt", press Enter`,
    oracle: all(fileHas('docs/gamma.txt', 'b'), missing('docs/beta.txt'), fileHas('docs/alpha.txt', 'a')),
  },
  {
    title: `${program}: a file is copied into a folder`,
    program,
    files: FILES,
    command: `open "~/docs" with ${program}, select "alpha.txt", press Ctrl+C, double-click "inner", press Ctrl+V`,
    oracle: all(exists('docs/inner/alpha.txt'), exists('docs/alpha.txt')),
  },
])
