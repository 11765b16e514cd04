import { expect, test } from 'vitest'
import { wordsIn, type Step } from './line-words.ts'

const LINE = { x: 100, y: 20, width: 120, height: 12 }
/** One step for each character; `·` is none. */
const steps = (text: string, sure = 0.9): Step[] =>
  Array.from(text, (character) => ({ character: character === '·' ? '' : character, sure }))

test('the same character at steps beside each other is one, and a step of none between makes it two', () => {
  expect(wordsIn(steps('SS·aavve·'), LINE, 0.5).map(({ text }) => text)).toEqual(['Save'])
  expect(wordsIn(steps('l·l'), LINE, 0.5).map(({ text }) => text)).toEqual(['ll'])
})

test('each word is where its characters were read', () => {
  const words = wordsIn(steps('Save····  as'), LINE, 0.5)
  expect(words.map(({ text }) => text)).toEqual(['Save', 'as'])
  expect(words[0]?.bounds).toMatchObject({ x: 100, y: 20, height: 12 })
  expect(words[1]?.bounds.x).toBeGreaterThan(180)
})

test('a line that the model is not sure of, or without characters, has no words', () => {
  expect(wordsIn(steps('Save', 0.3), LINE, 0.5)).toEqual([])
  expect(wordsIn(steps('····'), LINE, 0.5)).toEqual([])
})
