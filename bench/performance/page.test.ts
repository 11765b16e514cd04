// Tests the page of what was measured.
import { expect, test } from 'vitest'
import { fromPairs, plain } from '../measure.ts'
import { figuresIn, withFigures } from './page.ts'

const page = 'Before.\n\n<!-- figures: begin -->\nold\n<!-- figures: end -->\n\nAfter.\n'
const help = (value: number) =>
  fromPairs('startup.help', { value, baseline: 30, ratio: value / 30, n: 15 }, { most: 3 })
const processor = plain('startup.processor', 800, 'ms', null, 8)

test('the newest release is told whole, those before by what can be compared, and the rest of the page stays', () => {
  const releases = [
    { version: '0.1.0', figures: [help(120)] },
    { version: '0.2.0', figures: [help(60), processor] },
  ]
  expect(withFigures(page, releases)).toBe(
    [
      'Before.',
      '',
      '<!-- figures: begin -->',
      '',
      '| figure | 0.2.0 | beside | ratio | goal | n | 0.1.0 |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      '| `startup.help` | 60 ms | 30 ms | 2 | ratio <= 3 | 15 | ratio 4 |',
      '| `startup.processor` | 800 ms |  |  | none | 8 |  |',
      '',
      '<!-- figures: end -->',
      '',
      'After.',
      '',
    ].join('\n'),
  )
})

test('a goal that was missed is marked', () => {
  expect(withFigures(page, [{ version: '1', figures: [help(120)] }])).toContain('| ratio <= 3 **missed** |')
})

test('what the bench prints besides its figures is left out', () => {
  expect(figuresIn(`> npm run bench\n${JSON.stringify(processor)}\n\n`)).toEqual([processor])
})

test('a page without a place for figures is refused', () => {
  expect(() => withFigures('Nothing here.', [])).toThrow('no place')
})
