import { describe, expect, it } from 'vitest'
import { atPlace } from './place-words.ts'
import { fold } from '../../matching/fold.ts'
import { sidesIn } from './words.ts'

/** Two lines that lie a little askew, as words of a picture do, and one below. */
const GRID = [
  { name: 'a', bounds: { x: 300, y: 12, width: 40, height: 14 } },
  { name: 'b', bounds: { x: 100, y: 16, width: 40, height: 10 } },
  { name: 'c', bounds: { x: 100, y: 50, width: 40, height: 14 } },
  { name: 'd', bounds: { x: 300, y: 48, width: 40, height: 14 } },
  { name: 'e', bounds: { x: 200, y: 90, width: 40, height: 14 } },
]
const placed = (words: string, among = GRID) =>
  atPlace(among, sidesIn(fold(words)), ({ bounds }) => bounds)
    .map(({ name }) => name)
    .toSorted()
    .join('')

describe('a word for a place means', () => {
  it.each([
    ['the first one', 'b'],
    ['the 2nd one', 'a'],
    ['the third', 'c'],
    ['第四个', 'd'],
    ['der fünfte', 'e'],
    ['the last one', 'e'],
    ['the middle one', 'c'],
    ['the leftmost one at the top', 'b'],
    ['最右边的', 'ad'],
    ['at the bottom', 'e'],
    ['at the top of the window, on the right', 'a'],
    ['oben', 'ab'],
    ['the sixth one', 'abcde'],
    ['left of Cancel', 'abcde'],
    ['to the right of the name', 'abcde'],
    ['after ten seconds', 'abcde'],
    ['the blue one', 'abcde'],
  ])('%s: %s', (words, names) => {
    expect(placed(words)).toBe(names)
  })

  it('nothing of an even number by “the middle one”', () => {
    expect(placed('the middle one', GRID.slice(0, 4))).toBe('abcd')
  })
})
