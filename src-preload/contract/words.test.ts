import { describe, expect, it } from 'vitest'
import {
  answerWords,
  costWords,
  count,
  durationWords,
  notDoneWords,
  resultWords,
  tokenWords,
  whyAsked,
  withoutVerdict,
} from './words.ts'

describe('numbers in words', () => {
  it('gives durations the precision that a person needs', () => {
    expect([0, 120, 9_940, 9_960, 59_400, 59_600, 125_000, 3_725_000].map(durationWords)).toEqual([
      '0.0 s',
      '0.1 s',
      '9.9 s',
      '10 s',
      '59 s',
      '1:00 min',
      '2:05 min',
      '1:02:05 h',
    ])
  })

  it('never says that an unknown cost is nothing', () => {
    expect([null, 0, 0.0054, 0.031, 1.5].map(costWords)).toEqual([
      'cost unknown',
      '$0.00',
      '$0.0054',
      '$0.0310',
      '$1.50',
    ])
  })

  it('shortens tokens', () => {
    expect([null, 0, 940, 14_200, 999_960].map(tokenWords)).toEqual(['unknown', '0', '940', '14.2k', '1.0M'])
  })

  it('counts one thing as one', () => {
    expect([count(0, 'step'), count(1, 'step'), count(2, 'step')]).toEqual(['0 steps', '1 step', '2 steps'])
  })

  it('keeps a result of 0 or an empty text apart from none', () => {
    expect([resultWords(0), resultWords(''), resultWords(null), resultWords({ a: 1 })]).toEqual([
      '0',
      '',
      '',
      '{"a":1}',
    ])
  })
})

describe('what was said to a question', () => {
  it('tells how far a permission reaches, and why it was refused', () => {
    const words = (
      answer: string | null,
      scope: 'once' | 'run' | 'always' | null,
      why: string | null = null,
    ) => answerWords({ answer, scope, why })
    expect([words(null, null), words('', null), words('yes', 'once'), words('blue', null)]).toEqual([
      'not answered',
      'no answer',
      'yes',
      'blue',
    ])
    expect([words('yes', 'run'), words('yes', 'always'), words('no', null, 'The other one')]).toEqual([
      'yes, from now on in this run',
      'yes, always here',
      'no: The other one',
    ])
  })

  it('tells why it was asked', () => {
    expect(whyAsked({ categories: ['delete'], reason: 'It is called Delete.' })).toBe(
      'it deletes something or takes it from its place: It is called Delete.',
    )
    expect(whyAsked({ categories: [], reason: 'The model asks.' })).toBe('The model asks.')
  })
})

describe('why a run has failed', () => {
  it('leaves the verdict out where that stands beside it', () => {
    expect(withoutVerdict(notDoneWords('There is no file.'))).toBe('There is no file.')
    expect(withoutVerdict('No desktop.')).toBe('No desktop.')
  })
})
