import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SafetyCategory } from '../../src-preload/contract/safety.ts'
import type { TargetDescription } from '../core/desktop.ts'
import { RunControl } from '../core/run-control.ts'
import { actOf, controlOf, targetOf, windowOf } from './testing/acts.ts'
import { askingGate } from './testing/asking-gate.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deskhand-touched-'))
  for (const folder of ['docs', '.ssh']) mkdirSync(join(home, folder))
  for (const file of ['.bashrc', '.ssh/id_rsa', 'docs/notes.txt', 'docs/passwords.txt'])
    writeFileSync(join(home, file), 'mine\n')
  writeFileSync(join(home, 'docs/backup.sh'), '#!/bin/sh\ntrue\n')
  chmodSync(join(home, 'docs/backup.sh'), 0o755)
})
afterEach(() => rmSync(home, { recursive: true }))

type Work = [tool: string, parameters: Record<string, unknown>, target: TargetDescription]
const editor = windowOf('mousepad', 'Editor')
const asking = windowOf('mousepad', 'Save Changes', { kind: 'dialog' })
const at = (file: string) => join(home, file)
const inText = (file: string) =>
  targetOf(editor, controlOf('edit', '', ['multiline', 'editable']), { document: at(file) })
const type = (file: string): Work => ['type_text', { text: 'more' }, inText(file)]
const keys = (chords: string, file: string): Work => ['keyboard_input', { keys: chords }, inText(file)]
const choose = (item: string, file: string): Work => [
  'choose_menu',
  { path: ['File', item] },
  targetOf(editor, null, { document: at(file) }),
]
const answer = (name: string): Work => [
  'click_input',
  { id: '7', name },
  targetOf(asking, controlOf('button', name), {
    question: 'Do you want to save the changes before closing?',
  }),
]

/** Lets a run do some acts; gives, for each, the categories that it was asked about. */
async function asked(
  work: readonly Work[],
  { request = 'tell me the news', allowed = true } = {},
): Promise<SafetyCategory[][]> {
  const { gate, asked: steps } = askingGate(home, { request, allows: allowed })
  using run = new RunControl()
  const all: SafetyCategory[][] = []
  for (const [tool, parameters, target] of work) {
    steps.length = 0
    await gate.admit(actOf(tool, parameters, target), run)
    all.push(steps.flatMap(({ categories }) => categories))
  }
  return all
}
const STARTS = ['start_programs']

describe('a start-up file in a window', () => {
  test('asks at each change, since some programs save by themselves, and at the save after several', async () => {
    expect(await asked([type('.bashrc'), type('.bashrc'), keys('Ctrl+S', '.bashrc')])).toEqual([STARTS, STARTS, STARTS])
    expect(await asked([keys('Ctrl+End', '.bashrc'), keys('Ctrl+V', '.bashrc')])).toEqual([[], STARTS])
    expect(await asked([choose('Paste', '.bashrc')])).toEqual([STARTS])
  })

  test('is saved without another question right after its only change, which was allowed', async () => {
    const save = keys('Ctrl+S', '.bashrc')
    expect(await asked([type('.bashrc'), save, save])).toEqual([STARTS, [], STARTS])
    expect(await asked([type('.bashrc'), choose('Save All', '.bashrc')])).toEqual([STARTS, []])
    expect((await asked([type('.bashrc'), keys('Down', '.bashrc'), save])).at(-1)).toEqual(STARTS)
    expect((await asked([type('.bashrc'), choose('Replace…', '.bashrc'), save])).at(-1)).toEqual(STARTS)
    expect((await asked([keys('Down', '.bashrc'), type('.bashrc'), save])).at(-1)).toEqual(STARTS)
    expect((await asked([type('.bashrc'), keys('Ctrl+S', '.ssh/id_rsa')])).at(-1)).toEqual(STARTS)
    const twice = asked([type('.bashrc'), save], { allowed: false })
    expect(await twice).toEqual([STARTS, []])
  })

  test.each(['Save All', 'Save all files', 'Alle speichern'])('is saved by “%s”, also from another tab', async (item) => {
    expect((await asked([choose(item, '.bashrc')]))[0]).toContain('start_programs')
    const acts = [keys('Ctrl+End', '.bashrc'), type('docs/notes.txt'), choose(item, 'docs/notes.txt')]
    expect((await asked(acts)).at(-1)).toContain('start_programs')
  })

  test.each(['Save', 'Save All', 'Yes'])('is saved by “%s” at the question at closing', async (name) => {
    expect((await asked([keys('Ctrl+End', '.bashrc'), answer(name)])).at(-1)).toContain('start_programs')
  })

  test('is not saved by leaving, or after it was saved', async () => {
    expect((await asked([keys('Ctrl+End', '.bashrc'), answer('Cancel')])).at(-1)).toEqual([])
    expect((await asked([keys('Ctrl+End', '.bashrc'), keys('Ctrl+S', '.bashrc'), type('docs/notes.txt'), choose('Save All', 'docs/notes.txt')])).at(-1)).toEqual([])
  })
}) // prettier-ignore

test('an ordinary document asks nothing', async () => {
  const file = 'docs/notes.txt'
  for (const end of [keys('Ctrl+S', file), choose('Save All', file), answer('Save')])
    expect(await asked([type(file), end])).toEqual([[], []])
})

test('a document that was given up is lost by “Save All”, too', async () => {
  const file = 'docs/notes.txt'
  const acts = [keys('Ctrl+A', file), keys('Delete', file), choose('Save All', file)]
  expect(await asked(acts)).toEqual([[], ['overwrite'], []])
})

test('a save after a tool has changed a document in its window asks, unless the request means the file', async () => {
  const office = windowOf('soffice.bin', 'notes.odt - LibreOffice Writer')
  const inFile = targetOf(office, null, { kind: 'focus', document: at('docs/notes.txt') })
  const change: Work = [
    'replace_text',
    { find: 'mine', replace: '' },
    targetOf(null, null, { kind: 'files' }),
  ]
  const save: Work = ['keyboard_input', { keys: 'Ctrl+S' }, inFile]
  expect(await asked([change, save, save])).toEqual([[], ['overwrite'], []])
  expect(await asked([save])).toEqual([[]])
  expect(await asked([change, save], { request: 'tidy up notes.txt' })).toEqual([[], []])
  const read: Work = ['read_document', {}, targetOf(null, null, { kind: 'files' })]
  expect(await asked([read, save])).toEqual([[], []])
})

test('a script of the person that is marked as a program is changed where the request names it', async () => {
  const acts = [type('docs/backup.sh'), keys('Ctrl+S', 'docs/backup.sh')]
  expect(await asked(acts)).toEqual([[], STARTS])
  expect(await asked(acts, { request: 'add a line to backup.sh and save it' })).toEqual([[], []])
})

describe('keys and lists of passwords are read by', () => {
  const page = windowOf('chromium', 'Index of /home')
  const link = (file: string) => targetOf(page, controlOf('link', 'a'), { within: [{ role: 'web page', name: '' }], page: 'file:///home', address: `file://${at(file)}` })
  const row = (name: string) => targetOf(windowOf('meld', 'docs — other'), controlOf('row', name))

  test.each(['.ssh/id_rsa', 'docs/passwords.txt'])('a link of a list of files: %s', async (file) => {
    expect((await asked([['click_input', { id: '7', name: 'a' }, link(file)]]))[0]).toContain('secret')
    expect(await asked([['click_input', { id: '7', name: 'a' }, link('docs/notes.txt')]])).toEqual([[]])
  })

  test('a row or item that is called after the file', async () => {
    for (const name of ['passwords.txt', 'id_rsa', 'server.pem', '.env'])
      expect((await asked([['click_input', { id: '7', name, double: true }, row(name)]]))[0], name).toContain('secret')
    for (const name of ['notes.txt', 'Cookies', 'Shadow', 'Keys'])
      expect(await asked([['click_input', { id: '7', name, double: true }, row(name)]]), name).toEqual([[]])
  })

  test('a search in all files of a folder that holds them', async () => {
    const search = windowOf('geany', 'Find in Files', { kind: 'dialog' })
    const typed = (folder: string): Work => ['set_edit_text', { id: '7', text: at(folder) }, targetOf(search, controlOf('edit', 'Directory:', ['editable']))]
    expect((await asked([typed('')]))[0]).toContain('secret')
    const find = targetOf(search, controlOf('button', 'Find'), { opens: at('docs') })
    expect((await asked([['click_input', { id: '7', name: 'Find' }, find]]))[0]).toContain('secret')
    rmSync(at('docs/passwords.txt'))
    expect(await asked([typed('docs')])).toEqual([[]])
  })
}) // prettier-ignore
