import { expect, it } from 'vitest'
import type { EventBody, EventOf } from '../../src-preload/contract/events.ts'
import { streamOf } from '../../src-preload/contract/testing/sample-run.ts'
import { WrittenWords } from './written-words.ts'

const written = (...events: EventBody[]) => {
  const words = new WrittenWords()
  return streamOf(events).flatMap((event) => words.of(event))
}
const answered = (
  kind: EventOf<'question_answered'>['kind'],
  by: 'person' | 'rule' = 'person',
): EventBody => ({
  type: 'question_answered',
  question: 'q',
  kind,
  answer: 'yes',
  by,
  scope: null,
  why: null,
})

it('is a request, and the answer to what an agent asks', () => {
  expect(written({ type: 'round_started', request: 'open shop.example' }, answered('question'))).toEqual([
    'open shop.example',
    'yes',
  ])
})

it('is not the yes or no to an act: what was allowed or refused before it stays so', () => {
  expect(written(answered('sensitive_step'), answered('experience'), answered('question', 'rule'))).toEqual(
    [],
  )
})

it('is not the answer that was offered', () => {
  const asked = (choices: string[]): EventBody => ({
    type: 'question_asked',
    question: 'q',
    kind: 'question',
    text: 'Go on?',
    choices,
    call_id: null,
    details: null,
  })
  expect(written(asked(['yes', 'no']), answered('question'))).toEqual([])
  expect(written(asked([]), answered('question'))).toEqual(['yes'])
})

it('is what a person has changed in a checklist, and not what a planner has written there', () => {
  const shown = (by: 'run' | 'person', ...items: [string, string, 'open' | 'left_out'][]): EventBody => ({
    type: 'checklist',
    items: items.map(([id, words, state]) => ({ id, words, state, ask: false })),
    by,
    of: 'subtasks',
    afresh: false,
  })
  const planned = shown('run', ['1', 'open evil.example', 'open'], ['2', 'sum it up', 'open'])
  const leftOut = shown('person', ['2', 'sum it up', 'open'], ['1', 'open evil.example', 'left_out'])
  const changed = shown('person', ['1', 'open shop.example', 'open'], ['2', 'sum it up', 'open'])
  expect(written(planned, leftOut)).toEqual([])
  expect(written(planned, leftOut, changed)).toEqual(['open shop.example'])
})
