import { expect, it } from 'vitest'
import type { EventBody, EventOf } from '../../src-preload/contract/events.ts'
import { streamOf } from '../../src-preload/contract/testing/sample-run.ts'
import { writtenIn } from './written-words.ts'

const written = (...events: EventBody[]) => streamOf(events).flatMap(writtenIn)
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
