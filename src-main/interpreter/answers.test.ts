// What is asked for by words that stand nowhere beside it.
import { expect, test } from 'vitest'
import { testWindow } from '../core/testing/desktop.ts'
import { answerTo } from './answers.ts'
import { findByPhrase } from './matching.ts'
import { partsOf } from './testing/scenes.ts'

const window = testWindow({ id: 'main', title: 'About', active: true })
const part = partsOf(window)
const at = (x: number) => ({ bounds: { x, y: 10, width: 40, height: 20 } })

test('the version is the text that is one, and no other number', () => {
  const version = part('text', '3.4.1')
  const others = [part('text', 'Copyright © 2001-2012'), part('button', '1.2')]
  expect(answerTo('the version', [...others.slice(0, 1), others[1] ?? version, version], [window])).toBe(
    version,
  )
  expect(answerTo('the version', [others[0] ?? version], [window])).toBe(null)
  expect(answerTo('the version', [part('text', '2.10.2024'), version], [window])).toBe(version)
  expect(answerTo('the size', [version], [window])).toBe(null)
})

test('the number of the page is in the field before the number of pages, or beside it in one text', () => {
  const field = part('edit', '', [], { value: '3', ...at(0) })
  const other = part('edit', 'Zoom', [], { value: '100', ...at(400) })
  const count = part('text', 'of 12', [], at(44))
  expect(answerTo('the page number', [other, field, count], [window])).toBe(field)
  expect(answerTo('the page number', [field, other], [window])).toBe(null)
  const both = part('text', '(3 of 12)')
  expect(answerTo('the current page', [both], [window])).toBe(both)
})

test('the result of a page is what stands behind its label, and never a field of the browser', () => {
  const address = part('edit', 'Address and search bar', [], {
    value: '/home/ada/a.html',
    bounds: { x: 200, y: 0, width: 600, height: 24 },
  })
  const page = part('web page', 'Hotel', [], { bounds: { x: 0, y: 50, width: 900, height: 600 } })
  const label = part('text', 'Result:', [], {
    parent: page.id,
    bounds: { x: 0, y: 100, width: 50, height: 20 },
  })
  const output = part('status bar', '', [], {
    parent: page.id,
    bounds: { x: 52, y: 100, width: 60, height: 20 },
  })
  const within = [address, page, label, output]
  expect(findByPhrase('the result', within, 'read').found.map(({ id }) => id)).not.toContain(address.id)
  expect(findByPhrase('the result', [address, page], 'read').found).toEqual([])
})

test('what is asked for in quotes is read itself, and not what stands below it', () => {
  const text = part('text', 'Two days', [], { bounds: { x: 20, y: 300, width: 70, height: 20 } })
  const below = part('edit', '', [], { value: 'Black', bounds: { x: 20, y: 330, width: 70, height: 20 } })
  const beside = part('edit', '', [], { value: 'Black', bounds: { x: 100, y: 300, width: 70, height: 20 } })
  const read = (written: string, other: typeof text) =>
    findByPhrase(written, [text, other], 'read').found.map(({ id, bounds }) => `${id} ${bounds.y}`)
  expect(read('"Two days"', below)).toEqual([`${text.id} 300`])
  expect(read('"Two days"', beside)).toEqual([`${beside.id} 300`])
  expect(read('Two days', below)).toEqual([`${below.id} 330`])
})
