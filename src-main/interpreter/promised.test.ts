// A text waits for what an item promises by its “…”.
import { expect, test } from 'vitest'
import type { Control } from '../core/desktop.ts'
import { testWindow } from '../core/testing/desktop.ts'
import type { ActionRecord } from '../models/input.ts'
import { testAction, testStep } from '../models/testing/inputs.ts'
import { isAppClause, performInApplication } from './acting.ts'
import { parseRequest } from './parser.ts'
import { partsOf, sceneIn } from './testing/scenes.ts'

const window = testWindow({ id: 'main', title: 'Home', active: true })
const part = partsOf(window)
const button = part('button', 'Folder Menu', ['focused'])
const field = part('edit', '', ['focused', 'editable'])

function typed(controls: Control[], ...actions: ActionRecord[]) {
  const [clause] = parseRequest('type "Work"').clauses ?? []
  if (!clause || !isAppClause(clause)) throw new Error('No clause of an application.')
  const scene = sceneIn(window, { controls, windows: [window], trail: [] })
  const move = performInApplication(clause, { ...scene, history: [testStep(0, { actions })] })
  return move.do === 'act' ? move.actions[0]?.function : move
}
const pressed = (name: string, more: Partial<ActionRecord> = {}) =>
  testAction('click_input', { arguments: { name }, ...more })

test('nothing is typed into the window behind, as long as nothing has opened that takes a text', () => {
  expect(typed([button], pressed('New Folder…'))).toBe('wait')
  expect(typed([button], pressed('New Folder...'), testAction('wait'))).toBe('wait')
  expect(typed([button], testAction('choose_menu', { arguments: { path: ['File', 'New…'] } }))).toBe('wait')
})

test('a text is typed where something takes it, where something has opened, and where nothing was promised', () => {
  expect(typed([field], pressed('Find…'))).toBe('type_text')
  const opened = { code: 'opened' as const, parameters: { kind: 'dialog', name: 'New' } }
  expect(typed([button], pressed('New Folder…', { told: [opened] }))).toBe('type_text')
  expect(typed([button], pressed('New Folder'))).toBe('type_text')
  expect(typed([button], pressed('New Folder…', { status: 'failure' }))).toBe('type_text')
})
