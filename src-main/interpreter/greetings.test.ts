import { expect, test } from 'vitest'
import type { Control, WindowInfo } from '../core/desktop.ts'
import { testControl, testWindow } from '../core/testing/desktop.ts'
import type { StepRecord } from '../models/input.ts'
import { putOff, puttingOff, takingProposal } from './greetings.ts'
import { marker } from '../../src-preload/contract/clause-marker.ts'
import { act, call, fail } from './moves.ts'
import { didIn, sceneIn } from './testing/scenes.ts'

const main = testWindow({ id: 'main', title: 'Player', process_name: 'player' })
const front: WindowInfo = testWindow({
  id: 'front',
  title: 'Welcome',
  process_name: 'player',
  kind: 'dialog',
  modal: true,
  active: true,
  owner: 'main',
})
const inFront = (role: Control['role'], name: string) => testControl(name, name, { role, window_id: 'front' })
const buttons = (...names: string[]) => names.map((name) => inFront('button', name))

test.each([
  ['Not Now', buttons('Set Up', 'Not Now')],
  ['Skip', buttons('Next', 'Skip')],
  ['OK', buttons('OK')],
  ['Close', [...buttons('Next Tip', 'Close'), inFront('check box', 'Show tips on startup')]],
  [
    'Cancel',
    [...buttons('Open', 'Cancel'), inFront('edit', ''), inFront('check box', 'Show this dialog at startup')],
  ],
  ['Close', [...buttons('Open', 'Close'), inFront('check box', 'Show this window next time')]],
  ['Cancel', [...buttons('Cancel', 'Forward'), inFront('edit', '')]],
])('a greeting is put off by “%s”', (name, controls) => {
  expect(puttingOff(front, controls)?.name).toBe(name)
})

test.each([
  ['what is agreed to', buttons('I Agree', 'Cancel')],
  ['a question', buttons('Yes', 'No')],
  ['a form', [...buttons('OK'), inFront('edit', 'Name')]],
  ['its only way on', buttons('Continue')],
  [
    'a question that may not come again',
    [...buttons('Quit', 'Close'), inFront('check box', 'Do not ask again')],
  ],
])('%s is left to the person', (_, controls) => {
  expect(puttingOff(front, controls)).toBe(null)
})

const step = (name: string): StepRecord => didIn('act', null, [{ function: name }]).step
const started = [step('launch_application'), step('select_application_window')]
const behind = testControl('play', 'Play', { role: 'button', window_id: 'main' })
const scene = sceneIn(main, { controls: [behind, ...buttons('OK')], windows: [front, main], trail: [] })
const pressing = act([call('click_input', { id: 'play', name: 'Play' })], 'Play is meant.')

test('a greeting is put off only in the way of what is meant, and before anything was done', () => {
  expect(putOff(pressing, started, scene)).toMatchObject({
    phase: 'greet',
    actions: [{ function: 'keyboard_input', arguments: { keys: 'Escape' } }],
  })
  const escaped: StepRecord = { ...step('keyboard_input'), comment: marker(0, 1, 'greet', 'open it') }
  expect(putOff(pressing, [...started, escaped], scene)).toMatchObject({
    actions: [{ arguments: { id: 'OK' } }],
  })
  expect(putOff(fail('Nothing is there.'), started, scene)).toMatchObject({ phase: 'greet' })
  expect(putOff(pressing, [...started, step('click_input')], scene)).toBe(null)
  expect(putOff(pressing, [], scene)).toBe(null)
  const answering = act([call('click_input', { id: 'OK', name: 'OK' })], 'OK is meant.')
  expect(putOff(answering, started, scene)).toBe(null)
})

test('a notice may be about the file that was opened, and is left then', () => {
  expect(puttingOff(front, buttons('OK'), true)).toBe(null)
  expect(puttingOff(front, buttons('Set Up', 'Not Now'), true)?.name).toBe('Not Now')
  const launched = didIn('act', null, [
    { function: 'launch_application', arguments: { name: 'player', arguments: ['/home/ada/song.ogg'] } },
  ]).step
  expect(putOff(pressing, [launched], scene)).toBe(null)
})

test('a form that comes at the start is cancelled where a window of the application stays', () => {
  const folders = [...buttons('Add Folder...', 'OK', 'Cancel'), inFront('list item', '/home/ada/Music')]
  expect(puttingOff(front, folders, false, undefined, true)?.name).toBe('Cancel')
  expect(puttingOff(front, folders)).toBe(null)
  expect(puttingOff(front, folders, true, undefined, true)).toBe(null)
  const agreeing = [...buttons('I Agree', 'Cancel'), inFront('document', 'Licence')]
  expect(puttingOff(front, agreeing, false, undefined, true)).toBe(null)
  const seen = sceneIn(main, { controls: [behind, ...folders], windows: [front, main], trail: [] })
  expect(putOff(pressing, started, seen)).toMatchObject({ actions: [{ arguments: { id: 'Cancel' } }] })
  expect(putOff(pressing, started, { ...seen, window: front, windows: [front] })).toBe(null)
})

test('an offer to read something is declined, and no other question', () => {
  const asks = (text: string) => [inFront('text', text), ...buttons('No', 'Yes')]
  const offer = asks('It is the first time you use it, would you like to read the help manual?')
  expect(puttingOff(front, offer)?.name).toBe('No')
  expect(puttingOff(front, asks('Restore the manual of the last session?'))).toBe(null)
  expect(puttingOff(front, asks('Create a wallet?'))).toBe(null)
  expect(puttingOff(front, [...offer, ...buttons('Cancel')])).toBe(null)
})

test('a greeting in another language is put off by the words of its catalogue', () => {
  const words: Record<string, string[]> = {
    '閉じる(C)': ['close'],
    '起動時に表示(S)': ['show this dialog at startup'],
    続ける: ['continue'],
  }
  const english = (label: string) => words[label] ?? []
  const templates = [
    ...buttons('開く', '閉じる(C)'),
    inFront('check box', '起動時に表示(S)'),
    inFront('edit', ''),
  ]
  expect(puttingOff(front, templates, false, english)?.name).toBe('閉じる(C)')
  expect(puttingOff(front, templates)).toBeNull()
  expect(puttingOff(front, buttons('続ける'), false, english)).toBeNull()
})

test('what is proposed for reading the file that was opened is taken, and nothing of another file', () => {
  const asking = { ...front, title: 'Text Import - [prices.csv]' }
  const answers = buttons('Help', 'OK', 'Cancel')
  expect(takingProposal(asking, answers, ['localc', '/home/ada/prices.csv'])?.name).toBe('OK')
  expect(takingProposal(asking, answers, ['localc', '/home/ada/other.csv'])).toBe(null)
  expect(takingProposal({ ...front, title: 'prices.csv is damaged' }, answers, ['prices.csv'])).toBe(null)
  const launched = didIn('act', null, [
    { function: 'launch_application', arguments: { name: 'localc', arguments: ['/home/ada/prices.csv'] } },
  ]).step
  const seen = sceneIn(main, { controls: [behind, ...answers], windows: [asking, main], trail: [] })
  expect(putOff(pressing, [launched], seen)).toMatchObject({
    phase: 'greet',
    actions: [{ function: 'click_input', arguments: { id: 'OK' } }],
  })
})
