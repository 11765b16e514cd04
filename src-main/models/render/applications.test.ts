import { expect, test } from 'vitest'
import { applicationLines } from './applications.ts'

const many = Array.from({ length: 90 }, (_, count) => ({
  name: `Editor ${100 + count}`,
  opens: count % 2 === 0 ? ['txt'] : [],
}))

test('Of many applications the first are told, and that there are more', () => {
  const lines = applicationLines(many, 'write a letter')
  expect(lines).toHaveLength(61)
  expect(lines[0]).toBe('"Editor 100": "txt"')
  expect(lines.at(-1)).toBe('(and 30 others, by the names that people know them by)')
})

test('What the request names is told, however many there are', () => {
  const known = [...many, { name: 'Mousepad', opens: ['txt'] }]
  expect(applicationLines(known, 'change the font size of mousepad to 16')).toContain('"Mousepad": "txt"')
  expect(applicationLines(known, 'change the font size to 16')).not.toContain('"Mousepad": "txt"')
})

test('What opens the files that the request names comes before what does not', () => {
  const known = [...many, { name: 'Calc', opens: ['csv', 'ods'] }, { name: 'Writer', opens: ['odt'] }]
  const lines = applicationLines(known, 'In ~/team.ods, add a column Age')
  expect(lines).toContain('"Calc": "csv, ods"')
  expect(lines).not.toContain('"Writer": "odt"')
  expect(lines).toHaveLength(61)
})
