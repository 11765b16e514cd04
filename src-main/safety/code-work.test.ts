import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { configSchema } from '../../src-preload/contract/config.ts'
import { RUN_CODE } from './code-work.ts'
import { judge, type Policy } from './policy.ts'
import { Places } from './places.ts'
import { createSurroundings } from './surroundings.ts'
import { readsForeign } from './taint.ts'
import { actOf, targetOf } from './testing/acts.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deskhand-code-work-'))
  for (const folder of ['.ssh', '.config/autostart', 'docs', 'work', 'own'])
    mkdirSync(join(home, folder), { recursive: true })
  for (const file of ['.ssh/id_ed25519', 'a.csv', 'docs/b.csv', 'work/.env', 'own/rules.json'])
    writeFileSync(join(home, file), file)
  symlinkSync(join(home, '.ssh/id_ed25519'), join(home, 'docs/harmless.txt'))
})
afterEach(() => rmSync(home, { recursive: true }))

const actWith = (parameters: Record<string, unknown>) =>
  actOf(RUN_CODE, { code: 'print(1)', ...parameters }, targetOf(null, null, { kind: 'files' }))
function judged(parameters: Record<string, unknown>, ...requests: string[]) {
  const around = createSurroundings({
    places: new Places({ homes: [home], own: [join(home, 'own')] }),
    requests: () => requests,
    since: Date.now() + 60_000,
  })
  const { safety } = configSchema.parse({})
  const policy: Policy = { ...safety, yesTo: new Set(), around, covered: () => false }
  return judge(actWith(parameters), policy)
}
const kept = (to: string) => ({ results: [{ file: 'x.csv', to }] })

describe('a script in the sandbox', () => {
  test.each([
    ['only computes', {}],
    ['calls what a formula would be called', { code: 'image(call(1), "http://e.org")' }],
    ['reads a file that it names', { files: ['~/a.csv'] }],
    ['leaves a new file', kept('~/docs/')],
  ])('that %s asks nobody', (_, parameters) => {
    expect(judged(parameters)).toMatchObject({ decision: 'allow' })
  })

  test.each([
    ['reads a secret', { files: ['~/.ssh/id_ed25519'] }, 'secret'],
    ['reads a secret by a link', { files: ['docs/harmless.txt'] }, 'secret'],
    ['reads a folder of secrets', { files: ['~/.ssh'] }, 'secret'],
    ['reads a folder in which one lies', { files: ['~/work'] }, 'secret'],
    ['reads the whole home', { files: ['~'] }, 'secret'],
    ['replaces a file', { ...kept('~/docs/b.csv'), replace: true }, 'overwrite'],
    ['writes where the session starts programs', kept('~/.config/autostart/x.desktop'), 'start_programs'],
  ])('that %s asks', (_, parameters, category) => {
    expect(judged(parameters)).toMatchObject({
      decision: 'ask',
      categories: expect.arrayContaining([category]),
    })
  })

  const changing = { files: ['~/docs/b.csv'], ...kept('~/docs/b.csv'), replace: true }
  test.each([
    [
      'a file that the request names to be changed',
      'In docs/b.csv, set the third column to 0',
      changing,
      'allow',
    ],
    ['one that it only asks about', 'What is in docs/b.csv?', changing, 'ask'],
    ['one that it means by a word', 'Sort my b', changing, 'ask'],
    ['another one', 'In docs/a.csv, set the third column to 0', changing, 'ask'],
    ['one that it names and does not read', 'Write into docs/b.csv', { ...changing, files: [] }, 'ask'],
  ])('that changes %s', (_, request, parameters, decision) => {
    expect(judged(parameters, request)).toMatchObject({ decision })
  })

  test('and a hidden file, named by its whole path, asks nobody; a known secret or starting place asks', () => {
    for (const path of ['.viewer/ui.json', '.viewer/token', '.bashrc']) {
      mkdirSync(join(home, '.viewer'), { recursive: true })
      writeFileSync(join(home, path), '{}')
    }
    const on = (file: string) => ({ files: [file], ...kept(file), replace: true })
    const decided = (file: string, request: string) => judged(on(file), request).decision
    const own = join(home, '.viewer/ui.json')
    expect(decided('~/.viewer/ui.json', `Set "theme" to dark in ${own}.`)).toBe('allow')
    expect(decided(own, 'Set "theme" to dark in ~/.viewer/ui.json')).toBe('allow')
    expect(decided(own, 'Set "theme" to dark in ui.json')).toBe('ask')
    expect(decided(own, 'Set "theme" to dark in ~/.viewer/ui.json.bak')).toBe('ask')
    expect(decided('~/.viewer/token', `Set "theme" to dark in ${own}`)).toBe('ask')
    expect(decided('~/.ssh/id_ed25519', 'Change ~/.ssh/id_ed25519')).toBe('ask')
    symlinkSync(join(home, '.ssh/id_ed25519'), join(home, '.viewer/link.json'))
    expect(decided('~/.viewer/link.json', 'Change ~/.viewer/link.json')).toBe('ask')
    expect(decided('~/.bashrc', 'Add a line to ~/.bashrc')).toBe('ask')
    expect(judged({ files: ['~/.viewer'] }, 'Tidy ~/.viewer/ui.json').decision).toBe('ask')
  })

  test('never leaves a file among Deskhand’s own', () => {
    expect(judged(kept('~/own/rules.json'))).toMatchObject({ decision: 'refuse' })
  })

  test('tells what others may have written', () => {
    expect(readsForeign(actWith({ files: ['a.csv'] }))).toBe(true)
  })
})
