// Items with a box of their own.
import { expect, test } from 'vitest'
import { testWindow } from '../core/testing/desktop.ts'
import { isAppClause, performInApplication } from './acting.ts'
import { parseRequest } from './parser.ts'
import { partsOf, sceneIn } from './testing/scenes.ts'

const window = testWindow({ id: 'main', title: 'Sweeper' })
const part = partsOf(window)

test('a box in a row of a list is checked and unchecked by the name of the row', () => {
  const cookies = part('cell', 'Cookies', ['checked'])
  const [clause] = parseRequest('uncheck Cookies').clauses ?? []
  if (!clause || !isAppClause(clause)) throw new Error('no clause')
  expect(
    performInApplication(
      clause,
      sceneIn(window, { controls: [cookies, part('cell', 'Clears them')], windows: [window], trail: [] }),
    ),
  ).toMatchObject({
    do: 'act',
    actions: [{ function: 'set_toggle', arguments: { id: cookies.id, checked: false } }],
  })
})

test('a row without a box is no check box', () => {
  const [clause] = parseRequest('check Cookies').clauses ?? []
  if (!clause || !isAppClause(clause)) throw new Error('no clause')
  const move = performInApplication(clause, {
    ...sceneIn(window, { controls: [part('cell', 'Cookies')], windows: [window], trail: [] }),
    impatient: true,
  })
  expect(move).toMatchObject({ do: 'fail' })
})

test('a box is called by what it shows, and never by what it hides', () => {
  const [clause] = parseRequest('turn on line numbers').clauses ?? []
  if (!clause || !isAppClause(clause)) throw new Error('no clause')
  const scene = (...names: string[]) => ({
    ...sceneIn(window, {
      controls: names.map((name) => part('check box', name, ['unchecked'])),
      windows: [window],
      trail: [],
    }),
    impatient: true,
  })
  expect(performInApplication(clause, scene('Display line numbers', 'Display grid pattern'))).toMatchObject({
    actions: [{ arguments: { id: 'check box Display line numbers', checked: true } }],
  })
  expect(performInApplication(clause, scene('Hide line numbers'))).toMatchObject({
    actions: [{ arguments: { id: 'check box Hide line numbers', checked: false } }],
  })
})

test('a box may say more than was asked for, but not its opposite', () => {
  const move = (request: string, ...names: string[]) => {
    const [clause] = parseRequest(request).clauses ?? []
    if (!clause || !isAppClause(clause)) throw new Error('no clause')
    const controls = names.map((name) => part('check box', name, ['unchecked']))
    return performInApplication(clause, {
      ...sceneIn(window, { controls, windows: [window], trail: [] }),
      impatient: true,
    })
  }
  expect(move('accept the terms', 'I accept the terms', 'Send me news')).toMatchObject({
    actions: [{ arguments: { id: 'check box I accept the terms', checked: true } }],
  })
  expect(move('check show tips', 'Do not show tips')).toMatchObject({ do: 'fail' })
  expect(move('check cookies', 'Block cookies')).toMatchObject({ do: 'fail' })
  expect(move('turn on sounds', 'Mute sounds')).toMatchObject({ do: 'fail' })
  expect(move('check block cookies', 'Block cookies')).toMatchObject({ do: 'act' })
  expect(move('check headers', 'Print everything but headers')).toMatchObject({ do: 'fail' })
})
