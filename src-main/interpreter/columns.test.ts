// What is read of a row that has several values.
import { expect, test } from 'vitest'
import { testWindow } from '../core/testing/desktop.ts'
import { testAction, testStep } from '../models/testing/inputs.ts'
import { performInApplication, isAppClause } from './acting.ts'
import { parseRequest } from './parser.ts'
import { partsOf, sceneIn } from './testing/scenes.ts'

const window = testWindow({ id: 'main', title: 'Word Count', active: true })
const part = partsOf(window)
const text = (name: string, x: number, y: number, width = 60) =>
  part('text', name, [], { id: `${name} ${x},${y}`, bounds: { x, y, width, height: 17 } })

const readIn = (controls: ReturnType<typeof text>[]) => {
  const [clause] = parseRequest('read the words').clauses ?? []
  if (!clause || !isAppClause(clause)) throw new Error('No clause of an application.')
  const move = performInApplication(clause, sceneIn(window, { controls, windows: [window], trail: [] }))
  return move.do === 'act' ? move.actions.map(({ arguments: { id } }) => id) : move
}

test('of values in columns each is read with its heading, because the first one may be that of nothing selected', () => {
  const headings = [text('Selection', 300, 10), text('Document', 400, 10)]
  const words = [text('Words', 10, 40, 200), text('0', 325, 40, 8), text('13', 425, 40, 16)]
  const below = [text('Characters', 10, 70, 200), text('0', 325, 70, 8), text('56', 425, 70, 16)]
  expect(readIn([...below, ...words, ...headings])).toEqual([
    'Selection 300,10',
    '0 325,40',
    'Document 400,10',
    '13 425,40',
  ])
})

test('a value answers alone beside another label, without headings, and as the only one', () => {
  const words = [text('Words', 10, 40, 80), text('13', 100, 40, 16)]
  expect(readIn(words)).toEqual(['13 100,40'])
  const other = [text('Lines', 300, 40), text('2', 400, 40, 8)]
  expect(readIn([...words, ...other])).toEqual(['13 100,40'])
  const above = [
    text('Pages', 10, 10, 80),
    text('1', 100, 10, 8),
    text('Notes', 300, 10),
    text('0', 400, 10, 8),
  ]
  expect(readIn([...above, ...words, ...other])).toEqual(['13 100,40'])
})

test('what was read is typed elsewhere, if it is one value', () => {
  const field = part('edit', 'Name', ['editable'])
  const reading = (result: string) => testAction('texts', { result })
  const typed = (...actions: ReturnType<typeof reading>[]) => {
    const clause = parseRequest('read the code, type it into Name').clauses?.at(-1)
    if (!clause || !isAppClause(clause)) throw new Error('No clause of an application.')
    const scene = sceneIn(window, { controls: [field], windows: [window], trail: [] })
    const move = performInApplication(clause, { ...scene, history: [testStep(0, { actions })] })
    return move.do === 'act' ? move.actions[0]?.arguments['text'] : move.do
  }
  expect(typed(reading(' 4711 '))).toBe('4711')
  expect(typed(reading('Selection'), reading('0'))).toBe('fail')
  expect(typed()).toBe('fail')
})
