import { describe, expect, it } from 'vitest'
import { MemoryJournal } from '../agents/testing/scripted.ts'
import { StoppedError } from '../core/errors.ts'
import { redactKnown } from '../core/redaction.ts'
import { RunControl } from '../core/run-control.ts'
import { RecordedInteractor } from '../session/recorded-interactor.ts'
import { LiveRun } from './live-run.ts'
import { testCaller } from './testing/caller.ts'

/** A session's side (`asks`) and a window's side (`live`) of the same run. */
function world(oneShot = false) {
  const kept: string[][] = []
  const live = new LiveRun({
    oneShot,
    changed: () => {},
    keepQueue: (_run, queue) => kept.push([...queue]),
  })
  live.name = 'a'
  const journal = new MemoryJournal()
  journal.subscribe((event) => live.hear(event))
  const asks = new RecordedInteractor(live.dialogs, journal)
  const run = new RunControl()
  const open = () => {
    const asked = live.view.questions.findLast(({ answer }) => answer === null)
    if (!asked) throw new Error('No question is open.')
    return asked.question
  }
  return { live, asks, run, open, kept, journal }
}

/** Lets what was asked be written down and wait. */
const asked = () => new Promise((resolve) => setImmediate(resolve))

describe('the dialogs of a run', () => {
  it('answer the question that is open, once, whichever window is first', async () => {
    const { live, asks, run, open } = world()
    const answer = asks.questionAsker('Which year?', 1, [], run)
    await asked()
    const question = open()
    expect([
      live.answer(question, { kind: 'question', text: '2024' }),
      live.answer(question, { kind: 'question', text: '1999' }),
    ]).toEqual([true, false])
    expect(await answer).toEqual({ answer: '2024', by: 'person' })
    expect(live.view.questions).toMatchObject([{ answer: '2024', by: 'person' }])
  })

  it('take an answer that comes before the session waits for it', async () => {
    const { live, asks, run, journal } = world()
    journal.subscribe((event) => {
      if (event.type === 'question_asked') live.answer(event.question, { kind: 'question', text: 'at once' })
    })
    expect((await asks.questionAsker('Quick?', 1, [], run)).answer).toBe('at once')
  })

  it('record of a secret that it was given, never what it is', async () => {
    const { live, asks, run, open, journal } = world()
    const answer = asks.secretAsker('Which code?', run)
    await asked()
    expect(live.view.questions).toMatchObject([{ kind: 'question', secret: true, answer: null }])
    live.answer(open(), { kind: 'question', text: 'Kranich 17' })
    expect(await answer).toEqual({ answer: 'Kranich 17', by: 'person' })
    expect(journal.events.at(-1)).toMatchObject({ type: 'question_answered', answer: '[secret]' })
    expect(JSON.stringify(journal.events)).not.toContain('Kranich')
    expect(redactKnown('it is Kranich 17')).toBe('it is [secret]')
  })

  it('do nothing for an old or a foreign id', async () => {
    const { live, asks, run, open } = world()
    const first = asks.questionAsker('First?', 1, [], run)
    await asked()
    const old = open()
    live.answer(old, { kind: 'question', text: 'one' })
    await first
    const second = asks.experienceAsker(run)
    await asked()
    expect(live.answer(old, { kind: 'experience', save: true })).toBe(false)
    expect(live.answer('somebody else’s', { kind: 'experience', save: true })).toBe(false)
    expect(live.answer(open(), { kind: 'experience', save: false })).toBe(true)
    expect((await second).answer).toBe(false)
  })

  it('refuse an answer of another kind or outside of the choices, and stay open', async () => {
    const { live, asks, run, open } = world()
    const answer = asks.questionAsker('Which?', 1, ['red', 'blue'], run)
    await asked()
    expect(() => live.answer(open(), { kind: 'experience', save: true })).toThrow('another kind')
    expect(() => live.answer(open(), { kind: 'question', text: 'green' })).toThrow('red, blue')
    expect(live.answer(open(), { kind: 'question', text: 'blue' })).toBe(true)
    expect((await answer).answer).toBe('blue')
  })

  it('are closed by a stop, and an answer after it does nothing', async () => {
    const { live, asks, run, open } = world()
    const answer = asks.questionAsker('Go on?', 1, [], run)
    await asked()
    const question = open()
    run.stop(new StoppedError('stopped', 'Stopped by the user.'))
    await expect(answer).rejects.toBeInstanceOf(StoppedError)
    expect(live.answer(question, { kind: 'question', text: 'yes' })).toBe(false)
    expect(live.openKind).toBeNull()
  })

  it('give the session the requests that wait, in order, then ask', async () => {
    const { live, asks, run, kept } = world()
    live.enqueue('first')
    live.enqueue('second', 'third')
    live.takeBack(1)
    expect((await asks.newRequest(run)).answer).toEqual({ request: 'first', complete: false })
    expect((await asks.newRequest(run)).answer).toEqual({ request: 'third', complete: false })
    const next = asks.newRequest(run)
    await asked()
    expect(live.isWaiting).toBe(true)
    live.enqueue('fourth')
    expect((await next).answer).toEqual({ request: 'fourth', complete: false })
    expect(kept.at(-1)).toEqual([])
  })

  it('end the session when the person is done, after what waits', async () => {
    const { live, asks, run } = world()
    live.enqueue('last')
    live.finish()
    expect((await asks.newRequest(run)).answer).toEqual({ request: 'last', complete: false })
    expect((await asks.newRequest(run)).answer).toEqual({ request: '', complete: true })
    expect(() => live.enqueue('too late')).toThrow('Begin a new one')
  })

  it('end a session of one request without asking', async () => {
    const { asks, run } = world(true)
    expect((await asks.newRequest(run)).answer.complete).toBe(true)
    expect(await asks.experienceAsker(run)).toEqual({ answer: false, by: 'default' })
  })

  it('ask for the first request of a session that began without one', async () => {
    const { live, asks, run, open } = world()
    const first = asks.firstRequest(run)
    await asked()
    live.answer(open(), { kind: 'first_request', text: 'open Mousepad' })
    expect((await first).answer).toBe('open Mousepad')
  })
})

describe('a run as windows see it', () => {
  it('gives a window that comes later the same events, and each window every further one once', () => {
    const { live, journal } = world()
    const heard = new Map<string, number[]>()
    const windowNamed = (id: string) => ({
      id,
      push: (push: { push: string; event?: { seq: number } }) => {
        if (push.event) heard.set(id, [...(heard.get(id) ?? []), push.event.seq])
      },
      onGone: () => ({ [Symbol.dispose]: () => {} }),
    })
    const early = windowNamed('early')
    expect(live.watch(early, -1)).toEqual([])
    journal.emit({ type: 'warning', message: 'one' })
    journal.emit({ type: 'warning', message: 'two' })
    const late = windowNamed('late')
    expect(live.watch(late, 0).map(({ seq }) => seq)).toEqual([1])
    live.watch(late, 0)
    journal.emit({ type: 'warning', message: 'three' })
    live.unwatch(early)
    journal.emit({ type: 'warning', message: 'four' })
    expect(Object.fromEntries(heard)).toEqual({ early: [0, 1, 2], late: [2, 3] })
  })

  it('watches its desktop for a window from the moment it is there until the window is gone', () => {
    const { live } = world()
    const begun: number[] = []
    let open = 0
    const caller = testCaller()
    live.watchDesktop(caller, 640)
    live.desktop = {
      kind: 'virtual',
      isWatched: false,
      watch: ({ maxWidth }) => {
        begun.push(maxWidth)
        open++
        return { [Symbol.dispose]: () => open-- }
      },
      input: () => Promise.resolve([]),
      letGo: () => Promise.resolve(),
    }
    live.watchDesktop(caller, 1280)
    expect({ begun, open }).toEqual({ begun: [640, 1280], open: 1 })
    expect(caller.works.size).toBe(1)
    for (const work of caller.works) work()
    expect(open).toBe(0)
  })

  it('is known to no window any more when it is over', () => {
    const { live } = world()
    const caller = testCaller()
    live.watch(caller, -1)
    live.watch(caller, -1)
    live.watchDesktop(caller, 640)
    live.drive(caller, () => {})
    expect(caller.works.size).toBe(3)
    live.over(null)
    expect(caller.works.size).toBe(0)
  })
})
