import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { consequenceWords } from '../../src-preload/contract/safety.ts'
import { consequenceOf } from './consequence.ts'
import { factsOf } from './facts.ts'
import { findingsOf } from './policy.ts'
import { actOf, aroundOf, controlOf, HOME, targetOf, windowOf } from './testing/acts.ts'

const browser = windowOf('chromium', 'Shop - Chromium')
const page = { within: [{ role: 'web page' as const, name: 'Shop' }], page: 'https://shop.example/form' }
const wordsOf = (act: ReturnType<typeof actOf>, now = Date.now()) => {
  const around = aroundOf([], true)
  const categories = findingsOf(act, around).findings.map(({ category }) => category)
  const found = consequenceOf(factsOf(act, around), categories, now)
  return found === null ? null : consequenceWords(found)
}
const click = (target: Parameters<typeof actOf>[2]) => actOf('click_input', { id: '7', name: '' }, target)

test('a question names the file that is replaced, its size and its age', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'consequence-')), 'March.pdf')
  writeFileSync(file, 'x'.repeat(12_000))
  const dialog = windowOf('evince', 'Save As', { kind: 'dialog', modal: true })
  const save = click(targetOf(dialog, controlOf('button', 'Save'), { overwrites: file, writes: file }))
  expect(wordsOf(save)).toBe('Replace March.pdf (12 KB, changed today)?')
  const later = Date.now() + 3 * 86_400_000
  expect(wordsOf(save, later)).toMatch(/^Replace March\.pdf \(12 KB, changed \d{4}-\d\d-\d\d\)\?$/)
})

test('a question about work with files names the files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'consequence-'))
  for (const name of ['a/March.pdf', 'b/March.pdf', 'a/April.pdf', 'b/April.pdf']) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), 'x'.repeat(12_000))
  }
  const files = (tool: string, parameters: Record<string, unknown>) =>
    wordsOf(actOf(tool, parameters, targetOf(null, null, { kind: 'files' })))
  const [march, april] = [join(folder, 'a/March.pdf'), join(folder, 'a/April.pdf')]
  const to = join(folder, 'b')
  expect(files('copy_files', { files: [march], to, replace: true })).toBe(
    'Replace March.pdf (12 KB, changed today)?',
  )
  expect(files('copy_files', { files: [march, april], to, replace: true })).toBe(
    'Replace March.pdf and 1 more?',
  )
  expect(files('trash_files', { files: [march] })).toBe('Put March.pdf to the trash?')
})

test.each([
  [
    'what is sent, and to whom',
    click(targetOf(browser, controlOf('button', 'Next'), { ...page, fields: 3 })),
    'Send 3 fields to shop.example?',
  ],
  [
    'who is paid',
    click(targetOf(browser, controlOf('button', 'Buy now'), page)),
    'Pay or order at shop.example?',
  ],
  [
    'what is run',
    actOf(
      'execute_command',
      { command: 'touch x' },
      targetOf(null, null, { kind: 'command', text: 'touch x' }),
    ),
    'Run “touch x”?',
  ],
  [
    'what is deleted by a command',
    actOf('execute_command', { command: 'rm x' }, targetOf(null, null, { kind: 'command', text: 'rm x' })),
    'Delete by the command “rm x”?',
  ],
  [
    'which secret is read',
    actOf(
      'execute_command',
      { command: 'cat ~/.ssh/id_rsa' },
      targetOf(null, null, { kind: 'command', text: 'cat' }),
    ),
    `Read ${HOME}/.ssh/id_rsa, which may be secret?`,
  ],
  [
    'what is not saved',
    actOf(
      'close_application_window',
      { id: '1' },
      targetOf(windowOf('mousepad', 'a.txt'), null, { unsaved: true }),
    ),
    'Close a.txt without saving?',
  ],
])('a question names %s', (_what, act, words) => {
  expect(wordsOf(act)).toBe(words)
})

test('an act of which nothing more is known is asked about by itself', () => {
  expect(wordsOf(click(targetOf(windowOf('app'), controlOf('button', 'Frobnicate'))))).toBeNull()
})
