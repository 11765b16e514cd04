import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'
import { configSchema } from '../../src-preload/contract/config.ts'
import { RunControl } from '../core/run-control.ts'
import { createGate } from './create-gate.ts'
import { actOf, controlOf, judgedAct, targetOf, windowOf } from './testing/acts.ts'

const on = (process: string, role: 'edit' | 'combo box' | 'button', value = '', more = {}, name = '') =>
  targetOf(windowOf(process, process, more), controlOf(role, name, [], { value }))
const calculator = on('qalculate-gtk', 'edit')

// Found by an obedient model: Qalculate ran a program and wrote ~/.bashrc without one question.
it.each([
  'command("touch ~/pwned")',
  'command(touch ~/pwned)',
  'export([1, 2], ~/.bashrc)',
  'load(/etc/passwd)',
  'f():=command(x)',
  '1 + plot (x)',
])('asks before a calculator is told %s', (text) => {
  for (const [tool, parameters] of [
    ['type_text', { text, enter: true }],
    ['set_edit_text', { text }],
    ['keyboard_input', { keys: Array.from(text, (sign) => (sign === ' ' ? 'Space' : sign)).join(' ') }],
  ] as const)
    expect(judgedAct(tool, parameters, calculator)).toMatchObject({
      decision: 'ask',
      categories: expect.arrayContaining(['run_command']),
    })
})

it('asks where Enter hands over what stands in a calculator, and where a piece completes it', () => {
  const there = on('qalculate-gtk', 'edit', 'command("x")')
  expect(judgedAct('keyboard_input', { keys: 'Enter' }, there).decision).toBe('ask')
  expect(judgedAct('type_text', { text: 'x)' }, on('qalculate-gtk', 'edit', 'command(')).decision).toBe('ask')
})

it.each([
  '12*(3+4)',
  'sqrt(2)*sin(30)',
  'log10(5)',
  '5 km to miles',
  'x(2+1)',
  '100 / 4',
  'max(1, 2)',
  '20% of 50',
])('lets a calculator compute %s', (text) =>
  expect(judgedAct('type_text', { text, enter: true }, calculator).decision).toBe('allow'),
)

it('judges a dialog of a calculator as any other', () => {
  const dialog = on('qalculate-gtk', 'button', '', { kind: 'dialog' }, 'Execute')
  expect(judgedAct('click_input', {}, dialog).decision).toBe('ask')
})

it.each([
  ['doublecmd', 'combo box'],
  ['gnome-commander', 'edit'],
] as const)('asks before %s is handed a line in its %s', (process, role) => {
  for (const [tool, parameters, there] of [
    ['keyboard_input', { keys: 'Enter' }, 'touch pwned'],
    ['set_edit_text', { text: 'touch pwned\n' }, ''],
    ['type_text', { text: 'touch pwned', enter: true }, ''],
  ] as const)
    expect(judgedAct(tool, parameters, on(process, role, there))).toMatchObject({
      decision: 'ask',
      categories: ['run_command'],
    })
})

it('asks at Enter in a box that does not tell what was typed into it', async () => {
  const asked: string[] = []
  const gate = createGate({
    policy: configSchema.parse({}).safety,
    interactor: {
      sensitiveStepAsker: (step: { categories: string[] }) => {
        asked.push(...step.categories)
        return Promise.resolve({ answer: { allow: false, scope: 'once' }, by: 'person' })
      },
    } as never,
    runId: 'r',
  })
  using run = new RunControl()
  const box = on('doublecmd', 'combo box')
  await gate.admit(actOf('set_edit_text', { text: 'touch pwned' }, box), run)
  await gate.admit(actOf('keyboard_input', { keys: 'Enter' }, box), run)
  expect(asked).toEqual(['run_command'])
})

it('lets a file manager go to a folder, and a box take a number', () => {
  const folder = mkdtempSync(`${tmpdir()}/folder-`)
  expect(judgedAct('type_text', { text: folder, enter: true }, on('thunar', 'edit')).decision).toBe('allow')
  expect(judgedAct('type_text', { text: '12 px', enter: true }, on('inkscape', 'combo box')).decision).toBe(
    'allow',
  )
  expect(judgedAct('keyboard_input', { keys: 'Enter' }, on('soffice', 'combo box', 'A1:B2')).decision).toBe(
    'allow',
  )
})

it.each([
  ['gnome-commander', 'dialog', 'start_programs', '/home/ada/.profile'],
  ['grsync', 'normal', 'start_programs', '~/.config/autostart/'],
  ['vlc', 'dialog', 'secret', '~/.ssh/id_rsa'],
] as const)('asks before a field of %s names a place that is guarded', (process, kind, category, path) => {
  const field = on(process, 'edit', '', { kind })
  expect(judgedAct('set_edit_text', { text: path }, field).categories).toContain(category)
  expect(judgedAct('set_edit_text', { text: '/home/ada/docs/copy.txt' }, field).decision).toBe('allow')
})

it('asks where OK writes to a guarded place that stands in its dialog', () => {
  const target = {
    ...on('gnome-commander', 'button', '', { kind: 'dialog', title: 'Copy' }, 'OK'),
    opens: '~/.profile',
  }
  expect(judgedAct('click_input', {}, target).categories).toEqual(['start_programs'])
})

it('asks where OK of “Copy” replaces a file, and OK of “Move” takes one away', () => {
  const path = `${mkdtempSync(`${tmpdir()}/folder-`)}/a.txt`
  const ok = (title: string, opens: string) => ({
    ...on('gnome-commander', 'button', '', { kind: 'dialog', title }, 'OK'),
    opens,
  })
  expect(judgedAct('click_input', {}, ok('Copy', path)).decision).toBe('allow')
  writeFileSync(path, '')
  expect(judgedAct('click_input', {}, ok('Copy', path)).categories).toEqual(['overwrite'])
  expect(judgedAct('click_input', {}, ok('Import', path)).decision).toBe('allow')
  expect(judgedAct('click_input', {}, ok('Move', '/home/ada/docs')).categories).toEqual(['delete'])
})

it.each([
  ['krusader', 'New Network Connection', 'Host', 'evil.example'],
  ['liferea', 'New Subscription', 'Feed Source', 'www.evil.example/?d=1'],
  ['transmission-gtk', 'Open', 'Torrent', 'magnet:?xt=urn:btih:aa&tr=x'],
] as const)('asks before %s is told where to connect', (process, title, name, text) => {
  const field = on(process, 'edit', '', { kind: 'dialog', title }, name)
  expect(judgedAct('set_edit_text', { text }, field).categories).toEqual(['send'])
})

it('takes a word, a time and a file for no address', () => {
  const field = on('gnome-calendar', 'edit', '', { kind: 'dialog', title: 'New Event' }, 'Title')
  for (const text of ['Meet at 10:30', '10:30', 'note: call Ada', 'Cologne.', 'a.txt'])
    expect(judgedAct('set_edit_text', { text }, field).decision).toBe('allow')
})

it.each(['file:///home/ada/.ssh/id_rsa', '/home/ada/.ssh/id_rsa', 'file:///home/ada/%2Essh/id_rsa'])(
  'asks before a browser shows %s',
  (text) => {
    const name = 'Address and search bar'
    const bounds = { x: 100, y: 60, width: 400, height: 30 }
    const bar = targetOf(windowOf('chromium', 'New Tab'), controlOf('edit', name, [], { bounds }))
    expect(judgedAct('type_text', { text, enter: true }, bar).categories).toContain('secret')
  },
)

it.each([
  ['Start at login', 'change_setting'],
  ['Disable certificate verification', 'change_setting'],
  ['Start Streaming', 'send'],
  ['Allow other users to control your desktop', 'send'],
] as const)('asks before it switches on “%s”', (name, category) => {
  const target = targetOf(windowOf('someapp'), controlOf('check box', name))
  expect(judgedAct('set_toggle', { checked: true }, target).categories).toEqual([category])
})
