import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { installedApplications } from './installed.ts'

const entry = (name: string, more: string[] = []) =>
  ['[Desktop Entry]', 'Type=Application', `Name=${name}`, `Exec=${name.toLowerCase()} %F`, ...more].join('\n')

test('Calculators and terminals come before what else opens no files', async () => {
  const data = await mkdtemp(join(tmpdir(), 'deskhand-installed-'))
  const folder = join(data, 'applications')
  await mkdir(folder)
  const games = Array.from({ length: 30 }, (_, count) => [`Game ${count}`, 'Game;'])
  const all = [...games, ['Zcalc', 'Utility;Calculator;'], ['Xterm', 'System;TerminalEmulator;']]
  for (const [name = '', categories] of all)
    await writeFile(join(folder, `${name}.desktop`), entry(name, [`Categories=${categories}`]))
  try {
    const known = await installedApplications({ HOME: data, XDG_DATA_HOME: data, XDG_DATA_DIRS: data })
    expect(known.slice(0, 2).map(({ name }) => name)).toEqual(['Xterm', 'Zcalc'])
  } finally {
    await rm(data, { recursive: true, force: true })
  }
})

test('The applications that a person has chosen for files come first', async () => {
  const data = await mkdtemp(join(tmpdir(), 'deskhand-installed-'))
  const folder = join(data, 'applications')
  await mkdir(folder)
  for (let count = 0; count < 90; count++)
    await writeFile(join(folder, `${count}.desktop`), entry(`Editor ${count}`, ['MimeType=text/plain;']))
  await mkdir(join(data, '.config'))
  const chosen = [17, 55, 83].map((count) => `${count}.desktop`)
  await writeFile(
    join(data, '.config', 'mimeapps.list'),
    `[Default Applications]\ntext/plain=${chosen[0]}\ntext/csv=${chosen[1]}\ninode/directory=${chosen[2]}\n`,
  )
  try {
    const known = await installedApplications({ HOME: data, XDG_DATA_HOME: data, XDG_DATA_DIRS: data })
    const usual = known.slice(0, 3).map(({ name }) => name)
    expect(usual).toEqual(['Editor 17', 'Editor 55', 'Editor 83'])
  } finally {
    await rm(data, { recursive: true, force: true })
  }
})

test('Installed applications are told with what they open, without what a person does not start', async () => {
  const data = await mkdtemp(join(tmpdir(), 'deskhand-installed-'))
  const folder = join(data, 'applications')
  await mkdir(folder)
  const entries = {
    sheets: entry('Sheets', ['MimeType=text/csv;application/vnd.oasis.opendocument.spreadsheet;']),
    folders: entry('Folders', ['MimeType=inode/directory;']),
    clock: entry('Clock'),
    hidden: entry('Hidden', ['NoDisplay=true']),
    top: entry('Top', ['Terminal=true']),
    mouse: entry('Mouse', ['Categories=GTK;Settings;']),
  }
  for (const [id, text] of Object.entries(entries)) await writeFile(join(folder, `${id}.desktop`), text)
  try {
    const env = { HOME: data, XDG_DATA_HOME: data, XDG_DATA_DIRS: data }
    const known = (await installedApplications(env)).filter(({ name }) =>
      Object.values(entries).some((text) => text.includes(`Name=${name}\n`)),
    )
    expect(known).toEqual([
      { name: 'Folders', opens: ['folders'] },
      { name: 'Sheets', opens: ['csv', 'ods'] },
      { name: 'Clock', opens: [] },
    ])
  } finally {
    await rm(data, { recursive: true, force: true })
  }
})
