// File managers: folders are opened, files found, selected, renamed and moved by name.
import { createHash } from 'node:crypto'
import { all, answers, exists, fileHas, missing, shows, windowCalled } from '../oracles.ts'
import type { Row } from '../row.ts'

const MANAGERS: readonly [string, boolean][] = [
  ['pcmanfm', true],
  ['thunar', true],
  ['nemo', false],
  ['caja', false],
  ['dolphin', false],
]

const FILES = { 'docs/alpha.txt': 'a\n', 'docs/beta.txt': 'b\n', 'docs/inner/deep.txt': 'd\n' }

const FOLDER = { 'docs/alpha.txt': 'a', 'docs/beta.txt': 'b' }

const DOCS = { 'docs/alpha.txt': 'a\n', 'docs/beta.txt': 'b\n', 'docs/inner/x.txt': 'x\n' }

export const FILE_MANAGERS: readonly Row[] = [
  ...MANAGERS.flatMap(([program, fast]): Row[] => [
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
  ]),
  {
    title: 'doublecmd: a folder is made by its key and Enter',
    program: 'doublecmd',
    command: 'open "{home}" with doublecmd, press F7, type "fresh", press Enter',
    oracle: exists('fresh'),
  },
  {
    title: 'mate-search-tool: a file is found by its name',
    program: 'mate-search-tool',
    files: FOLDER,
    command: 'open mate-search-tool, set "Name contains" to "beta", click Find',
    oracle: shows(/beta\.txt/),
  },
  {
    title: 'baobab: about is shown from its primary menu',
    program: 'baobab',
    command: 'open baobab, choose Menu > "About Disk Usage Analyzer"',
    oracle: shows(/GNU|version 3|43|44/i),
  },
  {
    title: 'xarchiver: the entries of an archive are shown',
    program: 'xarchiver',
    files: {},
    command: 'open xarchiver, choose Help > About',
    oracle: windowCalled(/About/),
  },
  {
    title: 'engrampa: about is shown',
    program: 'engrampa',
    command: 'open engrampa, choose Help > About',
    oracle: windowCalled(/About/),
  },
  {
    title: 'pcmanfm-qt: a file is renamed',
    program: 'pcmanfm-qt',
    files: DOCS,
    command:
      'open "~/docs" with pcmanfm-qt, select "beta.txt", press F2, press Ctrl+A, type "gamma.txt", press Enter',
    oracle: all(exists('docs/gamma.txt'), missing('docs/beta.txt')),
  },
  {
    title: 'pcmanfm-qt: a file is copied by its context menu',
    program: 'pcmanfm-qt',
    files: DOCS,
    command:
      'open "~/docs" with pcmanfm-qt, right-click "alpha.txt", click Copy, double-click inner, press Ctrl+V',
    oracle: exists('docs/inner/alpha.txt'),
  },
  {
    title: 'dolphin: a file is renamed by its context menu',
    program: 'dolphin',
    files: DOCS,
    command:
      'open "~/docs" with dolphin, right-click "beta.txt", choose "Rename...", press Ctrl+A, type "gamma.txt", press Enter',
    oracle: exists('docs/gamma.txt'),
  },
  {
    title: 'gtkhash: the hash of a file is read',
    program: 'gtkhash',
    files: { 'note.txt': 'alpha\n' },
    command: 'open "~/note.txt" with gtkhash, click Hash, wait 1 second, read MD5',
    oracle: answers(new RegExp(createHash('md5').update('alpha\n').digest('hex'))),
  },
  {
    title: 'catfish: a file is searched by its name',
    program: 'catfish',
    files: { 'deep/er/needle.txt': 'x\n', 'deep/hay.txt': 'x\n' },
    command: 'open catfish, type "needle", press Enter, wait 2 seconds',
    oracle: shows(/needle\.txt/),
  },
  {
    title: 'engrampa: an archive is made of a folder',
    program: 'engrampa',
    files: { 'docs/a.txt': 'a\n' },
    command: 'open engrampa, choose Archive > New..., type "{home}/pack.tar", press Enter',
    oracle: windowCalled(/pack\.tar/),
  },
  {
    title: 'pcmanfm: a folder is made by its menu',
    program: 'pcmanfm',
    files: { 'docs/a.txt': 'a\n' },
    command: 'open "~/docs" with pcmanfm, press Ctrl+Shift+N, press Ctrl+A, type "new place", press Enter',
    oracle: exists('docs/new place'),
  },
  {
    title: 'thunar: a folder is made by its menu',
    program: 'thunar',
    files: { 'docs/a.txt': 'a\n' },
    command:
      'open "~/docs" with thunar, choose File > Create Folder..., press Ctrl+A, type "new place", click Create',
    oracle: exists('docs/new place'),
  },
  {
    title: 'dolphin: a folder is made',
    program: 'dolphin',
    files: { 'docs/a.txt': 'a\n' },
    command: 'open "~/docs" with dolphin, press F10, press Ctrl+A, type "new place", press Enter',
    oracle: exists('docs/new place'),
  },
  {
    title: 'caja: hidden files are turned on',
    program: 'caja',
    files: { 'docs/.secret': 'a\n', 'docs/seen.txt': 'b\n' },
    command: 'open "~/docs" with caja, choose View > Show Hidden Files, select ".secret"',
    oracle: shows(/\.secret/),
  },
]
