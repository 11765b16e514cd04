// Acts that the person's request asks for, and acts beside it: the gate asks about the second kind only.
import { expect, test } from 'vitest'
import { configSchema } from '../../src-preload/contract/config.ts'
import type { ControlRole, TargetDescription } from '../core/desktop.ts'
import { judge } from './policy.ts'
import { RunControl } from '../core/run-control.ts'
import { askingGate } from './testing/asking-gate.ts'
import { actOf, aroundOf, controlOf, HOME, targetOf, windowOf } from './testing/acts.ts'

const BIGGER = 'Change the font size of Mousepad to 16'

const judged = (
  tool: string,
  parameters: Record<string, unknown>,
  target: TargetDescription,
  requests: string[],
  tainted = false,
) =>
  judge(actOf(tool, parameters, target), {
    categories: configSchema.parse({}).safety.categories,
    refused_applications: [],
    yesTo: new Set(),
    around: aroundOf(requests, tainted),
    covered: () => false,
  })

const on = (
  window: TargetDescription['window'],
  role: ControlRole,
  name: string,
  more: Partial<TargetDescription> = {},
) => targetOf(window, controlOf(role, name), more)
const preferences = windowOf('mousepad', 'Mousepad Preferences', { kind: 'dialog' })
const part = (role: ControlRole, name: string, group = '') =>
  on(preferences, role, name, { within: group === '' ? [] : [{ role: 'group', name: group }] })
const toggled = (target: TargetDescription, requests: string[], tainted = false) =>
  judged('set_toggle', { id: '7', name: '', checked: false }, target, requests, tainted).decision
const clicked = (target: TargetDescription, requests: string[], tainted = false) =>
  judged('click_input', { id: '7', name: '' }, target, requests, tainted).decision

const monospace = part('check box', 'Use system monospace font', 'Font')

test('a setting that the request has a word for is not asked about, and any other one is', () => {
  expect(toggled(monospace, [BIGGER])).toBe('allow')
  expect(toggled(part('check box', 'Match case', 'Fonts'), [BIGGER])).toBe('allow')
  expect(toggled(part('check box', 'Highlight current line', 'Display'), [BIGGER])).toBe('ask')
  expect(toggled(part('check box', 'Use system defaults', 'System'), ['Change the default system'])).toBe(
    'ask',
  )
  expect(toggled(monospace, ['Use a bigger font in Mousepad'])).toBe('allow')
  expect(toggled(monospace, ['Which font does Mousepad use?'])).toBe('ask')
  expect(toggled(monospace, ['Which font has Mousepad?'])).toBe('ask')
  expect(toggled(monospace, [])).toBe('ask')
})

test('after the run has read something of others, only a control that the person has named whole passes', () => {
  expect(toggled(monospace, [BIGGER], true)).toBe('ask')
  const named = 'Turn off “Use system monospace font” in Mousepad'
  expect(toggled(monospace, [named], true)).toBe('allow')
  expect(clicked(part('button', 'OK'), [BIGGER], true)).toBe('ask')
})

test('OK of settings adds nothing to what was set one by one', () => {
  expect(clicked(part('button', 'OK'), [BIGGER])).toBe('allow')
  expect(clicked(part('button', 'OK'), ['What is the font of Mousepad?'])).toBe('ask')
})

test('a button that nobody knows passes where the request means it', () => {
  const font = part('button', 'Monospace Regular', 'Font')
  expect(clicked(font, [BIGGER])).toBe('allow')
  expect(clicked(font, [BIGGER], true)).toBe('ask')
  expect(
    clicked(on(windowOf('gimp'), 'button', 'Oilify'), ['Oilify my picture: use the button Oilify']),
  ).toBe('allow')
  expect(clicked(on(windowOf('gimp'), 'button', 'Oilify'), ['Make my picture smaller'])).toBe('ask')
})

test('what is harmful, in a page, in a terminal or in the settings of the system asks all the same', () => {
  const chromium = windowOf('chromium')
  expect(clicked(on(chromium, 'button', 'Frobnicate'), ['Use the button Frobnicate'])).toBe('ask')
  expect(clicked(part('button', 'Install font', 'Font'), [BIGGER])).toBe('ask')
  const system = windowOf('gnome-control-center', 'Settings')
  expect(toggled(on(system, 'switch', 'Font hinting'), [BIGGER])).toBe('ask')
  const plugins = windowOf('geany', 'Plugin Manager', { kind: 'dialog' })
  expect(toggled(on(plugins, 'check box', 'Font tools'), [BIGGER])).toBe('ask')
})

test('what keeps others out passes only where the request speaks of it', () => {
  const low = (title: string) =>
    on(windowOf('soffice', title, { kind: 'dialog' }), 'radio button', 'Low quality')
  const request = 'Set it to low quality and save it'
  expect(toggled(low('Export settings'), [request], true)).toBe('allow')
  expect(toggled(low('Macro Security'), [request], true)).toBe('ask')
  expect(toggled(part('check box', 'Trust fonts of pages', 'Font'), [BIGGER])).toBe('ask')
  const short = on(windowOf('soffice', 'Options', { kind: 'dialog' }), 'radio button', 'Low')
  expect(toggled(short, ['Set the quality to low'], true)).toBe('ask')
})

test.each<[string[], string[], string]>([
  [['Delete report-2023.odt'], ['report-2023.odt'], 'allow'],
  [['Delete the old report', 'the one named report-2023.odt'], ['report-2023.odt'], 'allow'],
  [['Delete the old report', 'report-2023'], ['report-2023.odt'], 'allow'],
  [['Delete the old report'], ['report-2023.odt'], 'ask'],
  [['Delete report-2023.odt'], ['report-2023.odt', 'report-2024.odt'], 'ask'],
  [['Delete the drafts, but not report-2023.odt'], ['report-2023.odt'], 'ask'],
  [["Don't delete report-2023.odt"], ['report-2023.odt'], 'ask'],
  [['Tell me what is in report-2023.odt'], ['report-2023.odt'], 'ask'],
  [['Type “delete it now” into report-2023.odt'], ['report-2023.odt'], 'ask'],
  [['Tell me what is in /home/ada/in/delete:report-2023.odt'], ['report-2023.odt'], 'ask'],
  [['Delete what is old like /home/ada/in/x:report-2023.odt'], ['report-2023.odt'], 'ask'],
  [['Delete what “/home/ada/in/list of report-2023.odt” names'], ['report-2023.odt'], 'ask'],
  [['Delete ~/Documents/report-2023.odt.'], ['report-2023.odt'], 'allow'],
  [['删除/home/ada/Documents/report-2023.odt'], ['report-2023.odt'], 'allow'],
])('%j: putting %j to the trash: %s', (requests, names, decision) => {
  const files = names.map((name) => `${HOME}/Documents/${name}`)
  const target = targetOf(null, null, { kind: 'none' })
  expect(judged('trash_files', { files }, target, requests, true).decision).toBe(decision)
})

test.each<[string, string[]]>([
  ['proxy.example', ['change_setting']],
  ['16', []],
])('OK of settings after “%s” was typed there asks %j', async (text, categories) => {
  const run = new RunControl()
  const { gate, asked } = askingGate(HOME, { request: BIGGER, allows: true })
  await gate.admit(
    actOf('set_edit_text', { id: '8', text, clear_current_text: true }, part('edit', 'Size')),
    run,
  )
  await gate.admit(actOf('click_input', { id: '7', name: 'OK' }, part('button', 'OK')), run)
  expect(asked.flatMap((step) => step.categories)).toEqual(categories)
})

test('in plain commands, which nothing that was read can change, OK is asked about no more than before it', () => {
  const ok = part('button', 'OK')
  const request = 'open notes.txt with mousepad, open the preferences, check "Word wrap", click OK'
  const around = (commands: boolean) => ({
    categories: configSchema.parse({}).safety.categories,
    refused_applications: [],
    yesTo: new Set<never>(),
    around: aroundOf([request], true, commands),
    covered: () => false,
  })
  const act = actOf('click_input', { id: '7', name: 'OK' }, ok)
  expect(judge(act, around(true)).decision).toBe('allow')
  expect(judge(act, around(false)).decision).toBe('ask')
})
