import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { configSchema } from '../../src-preload/contract/config.ts'
import { judge, type Policy } from './policy.ts'
import { Places } from './places.ts'
import { createSurroundings } from './surroundings.ts'
import { readsForeign } from './taint.ts'
import { actOf, targetOf } from './testing/acts.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deskhand-work-'))
  for (const folder of ['.ssh', '.config/autostart', 'bin', 'docs', 'own'])
    mkdirSync(join(home, folder), { recursive: true })
  for (const file of ['.ssh/id_ed25519', 'a.txt', 'docs/b.txt', 'own/rules.json'])
    writeFileSync(join(home, file), file)
  symlinkSync(join(home, '.ssh'), join(home, 'keys'))
})
afterEach(() => rmSync(home, { recursive: true }))

function judged(tool: string, parameters: Record<string, unknown>, requests: string[] = []) {
  const around = createSurroundings({
    places: new Places({ homes: [home], own: [join(home, 'own')] }),
    requests: () => requests,
    tainted: () => false,
    // What lies there was there before.
    since: Date.now() + 60_000,
  })
  const { safety } = configSchema.parse({})
  const policy: Policy = { ...safety, yesTo: new Set(), around, covered: () => false }
  return judge(actOf(tool, parameters, targetOf(null, null, { kind: 'files' })), policy)
}
const at = (name: string) => join(home, name)

describe('what is allowed', () => {
  test.each([
    ['list_folder', { path: '~' }],
    ['read_file', { path: 'docs/b.txt' }],
    ['copy_files', { files: ['a.txt'], to: 'docs' }],
    ['make_folder', { path: 'docs/new' }],
  ])('%s of ordinary files that replaces nothing asks nobody', (tool, parameters) => {
    expect(judged(tool, parameters).decision).toBe('allow')
  })
})

describe('files that leave their name or folder', () => {
  const rename = ['rename_files', { folder: 'docs', names: [{ from: 'b.txt', to: 'c.txt' }] }] as const
  const move = ['move_files', { files: ['docs/b.txt'], to: 'new/' }] as const
  test.each([
    'rename all files in docs so that they begin with trip-',
    'move what is in docs into a folder for each month',
    'tidy up my documents',
    'put all text files into the folder new',
    'open docs and give b.txt another name',
    'räume meinen Ordner auf',
    '把文件移动到新文件夹',
  ])('go where a request asks for it: %s', (request) => {
    for (const [tool, parameters] of [rename, move])
      expect(judged(tool, parameters, [request]).decision).toBe('allow')
  })
  test.each(['', 'read my notes', 'type "move it away" in Mousepad', 'open other.txt'])(
    'are asked about where none does: %s',
    (request) => {
      for (const [tool, parameters] of [rename, move])
        expect(judged(tool, parameters, [request])).toMatchObject({ decision: 'ask', categories: ['delete'] })
    },
  )
})

test('a file that a build carries out is written where a request names it, else it asks', () => {
  const put = (request: string) => judged('copy_files', { files: ['a.txt'], to: 'docs/Makefile' }, [request])
  expect(put('copy a.txt to docs as Makefile').decision).toBe('allow')
  expect(put('put a.txt in order')).toMatchObject({ decision: 'ask', categories: ['start_programs'] })
})

describe('what asks', () => {
  test.each([
    ['reads a secret', 'read_file', { path: '.ssh/id_ed25519' }, 'secret'],
    ['reads a secret behind a link', 'read_file', { path: '~/keys/id_ed25519' }, 'secret'],
    ['lists a folder of secrets', 'list_folder', { path: '.ssh' }, 'secret'],
    ['copies a secret out', 'copy_files', { files: ['file:///HOME/.ssh/id_ed25519'], to: 'docs' }, 'secret'],
    ['puts a program where the session starts it', 'copy_files', { files: ['a.txt'], to: '.config/autostart/a.desktop' }, 'start_programs'],
    ['replaces a start-up file', 'move_files', { files: ['a.txt'], to: '.bashrc' }, 'start_programs'],
    ['puts a program on the path', 'copy_files', { files: ['a.txt'], to: 'bin/' }, 'start_programs'],
    ['renames to a start-up file', 'rename_files', { folder: '~', names: [{ from: 'a.txt', to: '.profile' }] }, 'start_programs'],
    ['replaces a file', 'copy_files', { files: ['a.txt'], to: 'docs/b.txt', replace: true }, 'overwrite'],
    ['puts to the trash', 'trash_files', { files: ['a.txt'] }, 'delete'],
  ])('%s', (_, tool, parameters, category) => {
    const given = JSON.parse(JSON.stringify(parameters).replaceAll('/HOME', home)) as Record<string, unknown>
    expect(judged(tool, given)).toMatchObject({ decision: 'ask', categories: expect.arrayContaining([category]) })
  }) // prettier-ignore
})

test.each([
  ['copy_files', { files: ['a.txt'], to: 'own/rules.json', replace: true }],
  ['move_files', { files: ['own/rules.json'], to: 'docs' }],
  ['trash_files', { files: ['own'] }],
  ['rename_files', { folder: 'own', names: [{ from: 'rules.json', to: 'x' }] }],
  ['make_folder', { path: 'docs/../own/new' }],
])('%s never changes a file of Deskhand itself', (tool, parameters) => {
  expect(judged(tool, parameters).decision).toBe('refuse')
})

test.each([
  ['through a file', 'a.txt/x'],
  ['too long', 'x'.repeat(5000)],
  ['with a zero byte', 'a\0b'],
  ['of another type', 7],
])('a path %s is judged and breaks nothing', (_, path) => {
  expect(() => judged('copy_files', { files: [path], to: path })).not.toThrow()
  expect(() => judged('read_file', { path })).not.toThrow()
})

test('what is read is not what the person wrote', () => {
  const act = (tool: string) => actOf(tool, { path: at('a.txt') }, targetOf(null, null, { kind: 'files' }))
  expect(readsForeign(act('read_file'))).toBe(true)
  expect(readsForeign(act('list_folder'))).toBe(true)
  expect(readsForeign(act('make_folder'))).toBe(false)
})
