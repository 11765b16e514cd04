import { expect, test } from 'vitest'
import type { Translate } from '../matching/catalogues.ts'
import { MeantCommands } from './meant.ts'

const german: Translate = (label) =>
  /^show hidden files$/i.test(label) ? ['versteckte dateien anzeigen'] : []
const made = () =>
  new MeantCommands({
    of: (window) => Promise.resolve(window?.process_name === 'dolphin' ? german : () => []),
  })
function meantBy(request: string): string[] {
  const meant = made()
  void meant.hear(request)
  return meant.all
}

test('a command presses what only Deskhand knows, and what its clauses say', () => {
  expect(meantBy('go to line two, type "X"')).toEqual(
    expect.arrayContaining(['go to line two', 'press "Enter"', 'type "X"']),
  )
  for (const command of ['type "5" into B3', 'set B3 to "5"', 'clear B3', 'select B3', 'read B3'])
    expect(meantBy(command)).toContain('press "Enter"')
  for (const command of ['set Name to "5"', 'select Name', 'read Name'])
    expect(meantBy(command)).not.toContain('press "Enter"')
  expect(meantBy('type "5" into Name')).not.toContain('press "Enter"')
  expect(meantBy('replace all "cat" with "dog"')).toContain('press "In Document"')
  expect(meantBy('create a folder called docs')).toEqual(
    expect.arrayContaining(['press Enter', 'press "New Folder"']),
  )
})

test('what is no plain command presses nothing', () => {
  const words = 'please tidy up everything in my house'
  expect(meantBy(words)).toEqual([words])
})

test('what an application calls it in another language is meant there, whichever comes first', async () => {
  const pressed = 'press "versteckte dateien anzeigen"'
  const heardFirst = made()
  await heardFirst.hear('show hidden files')
  await heardFirst.see({ process_name: 'thunar' })
  expect(heardFirst.all).not.toContain(pressed)
  await heardFirst.see({ process_name: 'dolphin' })
  expect(heardFirst.all).toContain(pressed)
  const seenFirst = made()
  await seenFirst.see({ process_name: 'dolphin' })
  await seenFirst.hear('show hidden files')
  expect(seenFirst.all).toContain(pressed)
})

test('what a click, a menu or saving names is meant under its name in another language', async () => {
  const words: Record<string, string[]> = { 'Save As': ['speichern unter'], Delete: ['löschen'] }
  const translate: Translate = (label) => words[label] ?? []
  for (const [request, pressed] of [
    ['save as "~/a.txt"', 'press "speichern unter"'],
    ['click Delete', 'press "löschen"'],
    ['choose File > Save As', 'press "speichern unter"'],
  ] as const) {
    const meant = new MeantCommands({ of: () => Promise.resolve(translate) })
    await meant.hear(request)
    await meant.see({ process_name: 'pen' })
    expect(meant.all).toContain(pressed)
  }
})
