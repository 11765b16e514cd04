import { expect, test } from 'vitest'
import type { Control, ControlRole, ControlState } from '../core/desktop.ts'
import { testControl, testWindow } from '../core/testing/desktop.ts'
import type { ActionRecord } from '../models/input.ts'
import type { Phase } from '../../src-preload/contract/clause-marker.ts'
import { isAppClause, performInApplication } from './acting.ts'
import { parseRequest } from './parser.ts'
import { didIn, sceneIn } from './testing/scenes.ts'
import type { Move, Scene } from './moves.ts'

const control = (role: ControlRole, name: string, ...states: ControlState[]): Control =>
  testControl(name, name, { role, states })

const WINDOW = testWindow({ title: 'Files', process_name: 'files', application: 'Files' })

const done = (phase: Phase, ...actions: Partial<ActionRecord>[]) => didIn(phase, null, actions)

const move = (words: string, controls: Control[], trail: Scene['trail'] = []): Move => {
  const [clause] = parseRequest(words).clauses ?? []
  if (!clause || !isAppClause(clause)) throw new Error(words)
  return performInApplication(clause, sceneIn(WINDOW, { controls, windows: [WINDOW], trail }))
}

/** Tools of an act, with what they are aimed at; else what the move is. */
const told = (each: Move): unknown =>
  each.do === 'act' && each.phase !== 'wait'
    ? each.actions.map(({ function: name, arguments: { name: on, keys } }) => [name, keys ?? on])
    : each.do === 'fail'
      ? each.reason
      : each.do

const waits = Array.from({ length: 4 }, () => done('wait'))

test('a row is selected and opened by a key, else by that of GTK, else it has failed', () => {
  const row = control('tree item', 'Projects', 'collapsed')
  const selected = done('act', { function: 'select_item' }, { function: 'keyboard_input' })
  const key = done('act', { function: 'keyboard_input' })
  expect(told(move('expand Projects', [row], waits))).toEqual([
    ['select_item', 'Projects'],
    ['keyboard_input', 'Right'],
  ])
  expect(told(move('expand Projects', [row], [selected]))).toEqual([['keyboard_input', 'Shift+Right']])
  expect(told(move('expand Projects', [row], [selected, key, ...waits]))).toBe(
    'The tree item “Projects” has not been expanded.',
  )
  const open = control('tree item', 'Projects', 'expanded')
  expect(told(move('expand Projects', [open], [selected]))).toBe('done')
  expect(told(move('collapse Projects', [open], waits))).toEqual([
    ['select_item', 'Projects'],
    ['keyboard_input', 'Left'],
  ])
})

test('a row of a page only gets the key, because a click may do anything there', () => {
  const page = control('web page', 'Files')
  const tree = { ...control('tree', 'All'), parent: page.id }
  const row = { ...control('tree item', 'Projects', 'collapsed'), parent: tree.id }
  expect(told(move('expand Projects', [page, tree, row]))).toEqual([['keyboard_input', 'Right']])
})

test('what is no row is clicked, but not again where it is as written', () => {
  const more = control('toggle button', 'More', 'collapsed')
  expect(told(move('expand More', [more]))).toEqual([['click_input', 'More']])
  const clicked = done('act', { function: 'click_input', arguments: { name: 'More' } })
  expect(told(move('expand More', [more], [clicked, ...waits]))).toBe(
    'The toggle button “More” has not been expanded.',
  )
  expect(told(move('collapse More', [more]))).toBe('done')
})

test('of two of one name the one that can be opened is meant, and a leaf is told to be one', () => {
  const label = control('text', 'Projects')
  const row = control('tree item', 'Projects', 'expanded')
  expect(told(move('expand Projects', [label, row]))).toBe('done')
  const leaf = control('tree item', 'Alpha')
  expect(told(move('expand Alpha', [leaf], waits))).toBe(
    'The tree item “Alpha” is nothing that can be expanded.',
  )
})

test('a button that is called so is pressed, once', () => {
  const button = control('button', 'Expand all')
  expect(told(move('expand all', [button]))).toEqual([['click_input', 'Expand all']])
  const pressed = done('act', { function: 'click_input', arguments: { name: 'Expand all' } })
  expect(told(move('expand all', [button], [pressed]))).toBe('done')
  const missed = done('act', {
    arguments: { name: 'Expand all' },
    status: 'failure',
    error: 'It is covered.',
  })
  expect(told(move('expand all', [button], [missed]))).toBe('It is covered.')
})

test('an act that was refused ends it', () => {
  const row = control('tree item', 'Projects', 'collapsed')
  const refused = done('act', {
    function: 'keyboard_input',
    status: 'failure',
    user_confirm: 'no',
    error: 'Refused.',
  })
  expect(told(move('expand Projects', [row], [refused]))).toBe('Refused.')
})
