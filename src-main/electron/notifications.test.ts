import { EventEmitter } from 'node:events'
import { beforeEach, expect, test, vi } from 'vitest'
import type { EventBody } from '../../src-preload/contract/events.ts'
import { runViewOf } from '../../src-preload/contract/run-view.ts'
import { runStarted, streamOf } from '../../src-preload/contract/testing/sample-run.ts'
import { notDoneWords } from '../../src-preload/contract/words.ts'
import { noteOf, Notifier } from './notifications.ts'
import type { Seen } from './observer.ts'
import { textsFor } from './texts.ts'

const shown: PlayedNotification[] = []
class PlayedNotification extends EventEmitter {
  static isSupported = () => true
  readonly options: { title: string; body: string }
  closed = false
  constructor(options: { title: string; body: string }) {
    super()
    this.options = options
  }
  show(): void {
    shown.push(this)
  }
  close(): void {
    this.closed = true
    this.emit('close')
  }
}
vi.mock('electron', () => ({
  get Notification() {
    return PlayedNotification
  },
}))
beforeEach(() => {
  shown.length = 0
})

const texts = textsFor('en', 'en')
const asked = (
  kind: 'question' | 'sensitive_step' | 'new_request' | 'experience',
  question = 'q',
): EventBody => ({
  type: 'question_asked',
  question,
  kind,
  text: 'Replace March.pdf?',
  choices: [],
  call_id: null,
  details: null,
})
const finished = (status: string, result: unknown, error: string | null = null): EventBody => ({
  type: 'round_finished',
  status,
  result,
  error,
  steps: 3,
  cost: 0,
})
const ended: EventBody = {
  type: 'session_finished',
  status: 'failed',
  result: null,
  error: 'No desktop.',
  reason: 'error',
  steps: 0,
  rounds: 0,
  cost: 0,
  log_path: '/l',
}
const round: EventBody = { type: 'round_started', request: 'Add it up' }
/** The last of these events, with the view after it. */
function seen(...bodies: EventBody[]): Seen {
  const events = streamOf([runStarted, ...bodies])
  return { view: runViewOf(events), event: events.at(-1)! }
}
const note = (...bodies: EventBody[]) => noteOf(seen(...bodies), texts)

test('a question in the middle of the work is told in its own words', () => {
  expect(note(round, asked('sensitive_step'))).toEqual({
    run: 'sample',
    title: 'Deskhand needs you',
    body: 'Replace March.pdf?',
  })
  expect(note(round, asked('question'))?.title).toBe('Deskhand needs you')
})

test('what can wait is not told: whether to remember', () => {
  expect(note(round, asked('experience'))).toBeNull()
})

const judged = (complete: 'yes' | 'no' | 'unsure', reason: string): EventBody => ({
  type: 'evaluated',
  level: 'session',
  complete,
  reason,
  sub_scores: [],
  quality: null,
  efficiency: null,
  effects: null,
  cost: 0,
})
const completed: EventBody = { ...ended, status: 'completed', reason: 'finished', error: null }
const next = asked('new_request')

test('that a request has ended is told once it was judged, not before', () => {
  expect(note(round, finished('FINISH', '42'))).toBeNull()
  expect(note(round, finished('FINISH', '42'), judged('yes', 'It is there.'))).toBeNull()
})

test.each([
  ['when the next request is asked for', next],
  ['at the end of a session that asks for none', completed],
])('the result of a request is told as it was judged, %s', (_, last) => {
  const told = (...bodies: EventBody[]) => note(round, ...bodies, last)
  const done = finished('FINISH', '42')
  expect(told(done)).toEqual({ run: 'sample', title: 'Done: Add it up', body: '42' })
  expect(told(finished('FINISH', null))?.body).toBe('Add it up')
  expect(told(done, judged('yes', 'It is there.'))?.title).toBe('Done: Add it up')
  expect(told(done, judged('no', 'There is no file.'))).toEqual({
    run: 'sample',
    title: 'Not done: Add it up',
    body: notDoneWords('There is no file.'),
  })
  expect(told(done, judged('unsure', 'It can’t be seen.'))).toEqual({
    run: 'sample',
    title: 'Not sure: Add it up',
    body: 'It can’t be seen.',
  })
  expect(told(finished('FAIL', null, 'No such button.'))).toEqual({
    run: 'sample',
    title: 'Not done: Add it up',
    body: 'No such button.',
  })
})

test('the end of a session that could not begin is told, one that a person has stopped is not', () => {
  expect(note(ended)?.body).toBe('No desktop.')
  expect(note(round, { ...ended, status: 'stopped', reason: 'stopped' })).toBeNull()
})

test('the end of a session tells nothing twice, but that it has failed after all', () => {
  const done = [round, finished('FINISH', '42'), next]
  expect(note(...done, completed)).toBeNull()
  expect(note(round, finished('FAIL', null, 'x'), next, ended)).toBeNull()
  expect(note(...done, ended)).toMatchObject({ title: 'Not done: Add it up', body: 'No desktop.' })
  expect(note(...done, { ...round, request: 'Save it' }, finished('FINISH', 'saved'), completed)).toEqual({
    run: 'sample',
    title: 'Done: Save it',
    body: 'saved',
  })
})

function notifier(isWanted = true) {
  const opened: (string | null)[] = []
  return {
    opened,
    notes: new Notifier({ texts: () => texts, isWanted: () => isWanted, open: (run) => opened.push(run) }),
  }
}

test('a click opens the run; an answer takes the note away; a newer one replaces it', () => {
  const { notes, opened } = notifier()
  notes.see(seen(round, asked('question')))
  shown[0]?.emit('click')
  expect(opened).toEqual(['sample'])
  notes.see(seen(round, asked('question')))
  notes.see(
    seen(round, asked('question'), {
      type: 'question_answered',
      question: 'q',
      kind: 'question',
      answer: 'yes',
      by: 'person',
      scope: null,
      why: null,
    }),
  )
  expect(shown[1]?.closed).toBe(true)
  notes.see(seen(round, asked('question')))
  notes.see(seen(round, finished('FINISH', '42'), next))
  expect(shown.map(({ closed }) => closed)).toEqual([true, true, true, false])
})

test('nothing is told to a person who looks at the window, or does not want it', () => {
  const { notes } = notifier(false)
  notes.see(seen(round, asked('question')))
  expect(shown).toEqual([])
})
