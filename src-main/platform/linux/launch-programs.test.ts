import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { windowProgram } from './launch-programs.ts'

const ELF = '\x7fELF\x02\x01'

test('a program without a desktop entry is known by the library with which it draws windows', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'programs-'))
  const programs: Record<string, string> = {
    xcalc: `${ELF}\0libXaw.so.7\0libc.so.6\0`,
    qtool: `${ELF}\0libQt5Widgets.so.5\0`,
    gitk: '#!/bin/sh\n# Tcl ignores the next line -*- tcl -*- \\\nexec wish "$0" -- "$@"\n',
    sort: `${ELF}\0libc.so.6\0`,
    poweroff: '#!/bin/sh\nhalt\n',
    'notes.txt': 'exec wish\n',
  }
  for (const [name, content] of Object.entries(programs))
    await writeFile(join(folder, name), content, 'latin1')
  const found = await Promise.all(Object.keys(programs).map((name) => windowProgram(name, ['/none', folder])))
  expect(found).toEqual(
    ['xcalc', 'qtool', 'gitk'].map((name) => join(folder, name)).concat(Array(3).fill(null)),
  )
  expect(await windowProgram('../xcalc', [join(folder, 'below')])).toBeNull()
})
