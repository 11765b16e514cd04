import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RunControl } from '../core/run-control.ts'
import type { Act } from './gate.ts'
import { actOf, controlOf, targetOf, windowOf } from './testing/acts.ts'
import { askingGate } from './testing/asking-gate.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deskhand-opened-'))
  for (const folder of ['.ssh', 'docs', 'docs/deep', 'other']) mkdirSync(join(home, folder))
  for (const file of ['.ssh/id_rsa', 'docs/plain.txt', 'other/notes.txt'])
    writeFileSync(join(home, file), 'x')
  for (const link of ['docs/notes.txt', 'docs/deep/todo', 'docs/notes'])
    symlinkSync(join(home, '.ssh/id_rsa'), join(home, link))
})
afterEach(() => rmSync(home, { recursive: true }))

const launch = (folder: string): Act =>
  actOf(
    'launch_application',
    { name: 'meld', arguments: [join(home, folder)] },
    targetOf(null, null, { kind: 'application', text: 'meld', program: 'meld' }),
  )
const open = (name: string, role: 'row' | 'tree item' = 'row'): Act =>
  actOf(
    'click_input',
    { id: '7', name, double: true },
    targetOf(windowOf('meld', 'a — b'), controlOf(role, name)),
  )
const show = (document: string): Act =>
  actOf(
    'keyboard_input',
    { keys: 'Down' },
    targetOf(windowOf('kate', 'x'), controlOf('document', ''), { document: join(home, document) }),
  )

/** The categories that a question about the last of these acts has; null where nobody is asked. */
async function asked(...acts: Act[]) {
  const { gate, asked: steps } = askingGate(home, { request: 'compare the folders', allows: true })
  using run = new RunControl()
  for (const act of acts) {
    steps.length = 0
    await gate.admit(act, run)
  }
  return steps[0]?.categories ?? null
}

test('an item that is a link to a key in an opened folder asks, whatever it is called', async () => {
  expect(await asked(launch('docs'), open('notes.txt'))).toEqual(['secret'])
  expect(await asked(launch('docs'), open('notes'))).toEqual(['secret'])
  expect(await asked(launch('docs'), open('todo', 'tree item'))).toEqual(['secret'])
  expect(await asked(show('docs/plain.txt'), open('notes.txt', 'tree item'))).toEqual(['secret'])
})

test('a page of a notebook that is emptied is the file that its title names', async () => {
  writeFileSync(join(home, 'docs/Home.md'), 'mine')
  const page = windowOf('zim', 'Home - Notes')
  const press = (keys: string) =>
    actOf('keyboard_input', { keys }, targetOf(page, controlOf('edit', '', ['multiline', 'editable'])))
  expect(await asked(launch('docs'), press('Ctrl+A'), press('Delete'))).toEqual(['overwrite'])
  expect(await asked(launch('other'), press('Ctrl+A'), press('Delete'))).toBeNull()
  expect(await asked(launch('docs'), press('Ctrl+A'), press('Ctrl+C'))).toBeNull()
})

test('other items of opened folders do not', async () => {
  expect(await asked(launch('docs'), open('plain.txt'))).toBeNull()
  expect(await asked(launch('other'), open('notes.txt'))).toBeNull()
  expect(await asked(open('notes.txt'))).toBeNull()
})
