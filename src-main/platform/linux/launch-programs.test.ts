import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandBehind, windowProgram } from './launch-programs.ts'

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

test('a wrapper is the application that it hands its arguments on to', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'programs-'))
  const suite = join(folder, 'suite')
  const programs: Record<string, string> = {
    suite: '#!/bin/sh\nexec ./program.bin\n',
    sh: `${ELF}\0libc.so.6\0`,
    drawer: `${ELF}\0libXt.so.6\0`,
    'browser-esr': `${ELF}\0libc.so.6\0`,
    browser: '#!/bin/sh\n[ -x "$X.real" ] && exec "$X.real" "$@"\n\nexec browser-esr "$@"\n',
    writer: `#!/bin/sh\n${suite} --writer "$@"\n`,
    draw: '#!/bin/bash\nX=1\nexec drawer "$@"\n',
    runner: '#!/bin/sh\nexec sh "$@"\n',
    cleaner: `#!/bin/sh\n# like ${suite} "$@"\nrm -rf /tmp/x\n${suite} --clean\n`,
  }
  for (const [name, content] of Object.entries(programs))
    await writeFile(join(folder, name), content, 'latin1')
  const commands = [
    ['Writer', ['suite', '--writer']],
    ['Browser', [join(folder, 'browser-esr')]],
    ['A script', ['sh', '-c', 'x']],
  ] as const
  const of = (name: string) => commandBehind(name, commands, [folder])
  expect(await Promise.all(['writer', 'browser'].map(of))).toEqual(['Writer', 'Browser'])
  expect(await Promise.all(['runner', 'cleaner', 'draw', 'suite', '../writer'].map(of))).toEqual(
    Array(5).fill(null),
  )
  expect(await windowProgram('draw', [folder])).toBe(join(folder, 'draw'))
  expect(await Promise.all(['runner', 'cleaner'].map((name) => windowProgram(name, [folder])))).toEqual([
    null,
    null,
  ])
})
