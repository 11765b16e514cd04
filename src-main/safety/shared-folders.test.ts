import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { configSchema } from '../../src-preload/contract/config.ts'
import { Places } from './places.ts'
import { judge } from './policy.ts'
import { sharedBy } from './shared-folders.ts'
import { createSurroundings } from './surroundings.ts'
import { actOf, controlOf, targetOf, windowOf } from './testing/acts.ts'

const HOMES = ['/home/ada']

test.each([
  ['/home/ada/Dropbox/a.txt', ['Dropbox']],
  ['/home/ada/Dropbox (Work)/team/a.txt', ['Dropbox (Work)', 'team']],
  ['/home/ada/work/Nextcloud/a.txt', ['Nextcloud']],
  ['/home/ada/public_html/a.html', ['public_html']],
  ['/home/ada/Public/a.txt', ['Public']],
  [
    '/run/user/1000/gvfs/smb-share:server=evil.example,share=x/a.txt',
    ['smb-share:server=evil.example,share=x'],
  ],
  ['/net/evil.example/x/a.txt', ['evil.example', 'x']],
  ['//evil.example/x/a.txt', ['evil.example', 'x']],
  ['\\\\evil.example\\x\\a.txt', ['evil.example', 'x']],
])('others get what is written to %s', (path, folders) => {
  expect(sharedBy(path, HOMES)).toEqual(folders)
})

test.each([
  '/home/ada/notes/Public/a.txt',
  '/home/ada/Documents/a.txt',
  '/home/ada/Dropbox',
  '/home/ada/Documents/Dropbox.txt',
  'C:\\Users\\ada\\OneDrive\\Documents\\a.txt',
])('%s stays here', (path) => {
  expect(sharedBy(path, [...HOMES, 'C:\\Users\\ada'])).toBeNull()
})

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deskhand-shared-'))
  for (const folder of ['Dropbox/team', 'docs']) mkdirSync(join(home, folder), { recursive: true })
  for (const file of ['docs/a.txt', 'Dropbox/old.txt']) writeFileSync(join(home, file), file)
})
afterEach(() => rmSync(home, { recursive: true }))

function judged(act: ReturnType<typeof actOf>, request: string) {
  const around = createSurroundings({
    places: new Places({ homes: [home], own: [join(home, 'own')] }),
    requests: () => [request],
    since: Date.now() + 60_000,
  })
  const { safety } = configSchema.parse({})
  return judge(act, { ...safety, yesTo: new Set(['run_command']), around, covered: () => false })
}
const pad = windowOf('mousepad', 'Save As', { kind: 'dialog', modal: true })
const WAYS: [string, () => ReturnType<typeof actOf>][] = [
  [
    'a tool for files',
    () =>
      actOf(
        'copy_files',
        { files: ['~/docs/a.txt'], to: '~/Dropbox/team/' },
        targetOf(null, null, { kind: 'files' }),
      ),
  ],
  [
    'a dialog',
    () =>
      actOf(
        'click_input',
        { id: '7', name: 'Save' },
        targetOf(pad, controlOf('button', 'Save'), { writes: join(home, 'Dropbox/team/a.txt') }),
      ),
  ],
  [
    'a command',
    () =>
      actOf(
        'execute_command',
        { command: 'cp docs/a.txt Dropbox/team/', cwd: home },
        targetOf(null, null, { kind: 'command' }),
      ),
  ],
]

test.each(WAYS)('%s asks before it gives others a new file', (_, act) => {
  const { decision, categories } = judged(act(), 'copy a.txt to a safe place')
  expect(decision).toBe('ask')
  expect(categories).toContain('send')
})

test.each(WAYS)('%s asks nothing where the request names the shared folder', (_, act) => {
  for (const request of ['copy a.txt to Dropbox', 'put a.txt into the team folder'])
    expect(judged(act(), request).decision, request).toBe('allow')
})

test('a file that is shared already is saved without a question', () => {
  const editor = windowOf('mousepad', 'old.txt - Mousepad')
  const save = actOf(
    'keyboard_input',
    { keys: 'Ctrl+S' },
    targetOf(editor, controlOf('edit', '', ['multiline']), {
      kind: 'focus',
      document: join(home, 'Dropbox/old.txt'),
    }),
  )
  expect(judged(save, 'add a line').decision).toBe('allow')
})
