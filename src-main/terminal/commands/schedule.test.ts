import { describe, expect, it } from 'vitest'
import { askByNotification } from '../asking/notifications.ts'
import { readEvery } from '../declarations/schedule.ts'
import { ENGLISH } from '../output/speech.ts'
import { noticeOf } from './schedule.ts'

describe('--every', () => {
  it.each([
    ['monday 9:00', ['mon'], '09:00'],
    ['Mon, Thu 07:15', ['mon', 'thu'], '07:15'],
    ['weekdays at 18:30', ['mon', 'tue', 'wed', 'thu', 'fri'], '18:30'],
    ['sunday and wednesday 0:00', ['wed', 'sun'], '00:00'],
    ['every Monday 9:00', ['mon'], '09:00'],
    ['day 6:00', ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], '06:00'],
  ])('reads “%s”', (text, days, at) => {
    expect(readEvery(text)).toEqual({ kind: 'time', days, at })
  })

  it.each(['monday', '9:00', 'moonday 9:00', 'monday 24:00', 'monday 9:60', 'every 9:00', ''])(
    'refuses “%s”',
    (text) => {
      expect(() => readEvery(text)).toThrow('For example')
    },
  )
})

describe('a question of a schedule', () => {
  const step = {
    action: 'Click button “Replace”',
    categories: ['overwrite'],
    reason: 'March.pdf is there',
    control_text: '',
    target: { window: 'Save As', application: 'mousepad' },
  } as unknown as Parameters<ReturnType<typeof askByNotification>['sensitiveStepAsker']>[0]
  const { signal } = new AbortController()

  it('waits as a notification whose safe answer comes first', async () => {
    const notes: unknown[] = []
    const asking = askByNotification(
      'Schedule “report”',
      (note) => {
        notes.push(note)
        return Promise.resolve('allow')
      },
      ENGLISH,
    )
    expect(await asking.sensitiveStepAsker(step, { signal })).toEqual({
      answer: { allow: true, scope: 'once', why: null },
      by: 'person',
    })
    expect(notes).toMatchObject([
      { title: 'Schedule “report” asks', actions: { refuse: 'Refuse', allow: 'Allow once' }, signal },
    ])
    expect(Object.keys((notes[0] as { actions: object }).actions)[0]).toBe('refuse')
  })

  it('is not allowed by a notification that nobody has answered', async () => {
    const asking = askByNotification('x', () => Promise.resolve(null), ENGLISH)
    expect(await asking.sensitiveStepAsker(step, { signal })).toMatchObject({
      answer: { allow: false },
      by: 'nobody',
    })
    expect(await asking.questionAsker({ text: 'Which?' }, 1, ['a', 'b'], { signal })).toMatchObject({
      by: 'nobody',
    })
    expect(await asking.secretAsker('The password?', { signal })).toMatchObject({ by: 'nobody' })
  })

  it('with a few choices is answered by its buttons', async () => {
    const asking = askByNotification(
      'x',
      ({ actions = {} }) => Promise.resolve(Object.keys(actions)[1] ?? null),
      ENGLISH,
    )
    expect(await asking.questionAsker({ text: 'Which?' }, 1, ['a', 'b'], { signal })).toEqual({
      answer: 'b',
      by: 'person',
    })
  })
})

it.each([
  ['completed', 'done', null, null],
  ['completed', 'unsure', null, 'Report may not be done'],
  ['failed', 'failed', 'No button.', 'Report did not come off'],
] as const)('a scheduled run that is %s and %s is told so', (status, last, error, title) => {
  expect(noticeOf('Report', { status, reason: 'finished', last, error }, ENGLISH)?.title ?? null).toBe(title)
})

it('a notification says what is wrong without what is only to be looked up', () => {
  const error = 'Not understood: “dance”.\n\nWithout a model, these commands are known: open APP.'
  const notice = noticeOf('Report', { status: 'failed', reason: 'error', last: null, error }, ENGLISH)
  expect(notice?.body).toBe('Not understood: “dance”.')
})
