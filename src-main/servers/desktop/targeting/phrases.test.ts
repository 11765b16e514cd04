import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rangesIn } from './phrases.ts'

const found = (phrase: string, ...texts: string[]) =>
  rangesIn(texts, phrase).map((ranges, index) =>
    ranges.map(({ start, end }) =>
      Array.from(texts[index] ?? '')
        .slice(start, end)
        .join(''),
    ),
  )

test.each<[string, string, string[], string[][]]>([
  ['as it is written', 'the fox', ['see the fox run'], [['the fox']]],
  ['at each place', 'fox', ['fox and fox', 'no', 'a fox'], [['fox', 'fox'], [], ['fox']]],
  ['in whole words before parts of words', 'fox', ['foxes', 'a fox'], [[], ['fox']]],
  ['in parts of words where it stands nowhere else', 'fox', ['foxes'], [['fox']]],
  ['as it is written before another case', 'Fox', ['fox', 'Fox'], [[], ['Fox']]],
  ['whatever the case where it stands nowhere else', 'FOX', ['the fox'], [['fox']]],
  ['over the end of a line', 'one two', ['one\n  two'], [['one\n  two']]],
  ['around what is inside of a text', 'one two', ['one\uFFFC two'], [['one\uFFFC two']]],
  ['with other quotes', '"it\'s"', ['“it’s” here'], [['“it’s”']]],
  ['behind characters of two units', 'fox', ['😀 你好 fox'], [['fox']]],
  ['in Chinese within a sentence', '文件', ['打开文件夹'], [['文件']]],
  ['not at all', 'dog', ['fox'], [[]]],
  ['not for nothing', '  ', ['a b'], [[]]],
])('a phrase is found %s', (_, phrase, texts, ranges) => {
  expect(found(phrase, ...texts)).toEqual(ranges)
})

test('a phrase that was cut out of a text is found there, whatever the text', () => {
  const parts = fc.tuple(
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^[a-z]{3,9}$/),
    fc.string({ unit: 'binary' }),
  )
  fc.assert(
    fc.property(parts, ([before, phrase, after]) => {
      const start = Array.from(before).length
      const ranges = rangesIn([`${before} ${phrase} ${after}`], phrase)[0] ?? []
      expect(ranges).toContainEqual({ start: start + 1, end: start + 1 + phrase.length })
    }),
  )
})
