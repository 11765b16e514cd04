import { describe, expect, it } from 'vitest'
import { startRunSchema } from '../../src-preload/contract/calls/runs.ts'
import { CALL_NAMES, type CallName } from '../../src-preload/contract/call-names.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'
import { UserError } from '../core/errors.ts'
import { createLogger, silentLogger } from '../core/logger.ts'
import type { Caller, Handlers } from './handler.ts'
import { createRouter } from './router.ts'

const handlersWith = (some: Partial<Handlers<CallName>>): Handlers<CallName> =>
  ({
    ...Object.fromEntries(
      CALL_NAMES.map((name) => [
        name,
        () => {
          throw new Error(`${name} was not expected`)
        },
      ]),
    ),
    ...some,
  }) as unknown as Handlers<CallName>

const routerWith = (some: Partial<Handlers<CallName>>, log = silentLogger) =>
  createRouter({ handlers: handlersWith(some), logger: () => log, checkOutput: true })

describe('the router of the bridge', () => {
  it('gives the handler what the schema made of the input, and answers with an envelope', async () => {
    const seen: unknown[] = []
    const router = routerWith({
      start_run: (input) => {
        seen.push(input)
        return { run: 'a' }
      },
    })
    using window = router.connect(() => {})
    expect(await window.call('start_run', { request: '  open Mousepad ' })).toEqual({
      ok: true,
      value: { run: 'a' },
    })
    const usual = startRunSchema.parse({ request: 'open Mousepad' })
    expect(seen).toEqual([
      { ...usual, request: 'open Mousepad', display: null, strategy: null, one_shot: false },
    ])
  })

  it.each([
    ['a call that is not in the contract', 'eval', {}],
    ['a name from the prototype', '__proto__', {}],
    ['a name that is no text', ['quit'], {}],
    ['an input that does not fit', 'start_run', { request: 7 }],
    ['a field that is not known', 'quit', { force: true }],
    ['no input at all', 'start_run', undefined],
  ])('refuses %s and calls nothing', async (_what, name, input) => {
    using window = routerWith({}).connect(() => {})
    expect(await window.call(name, input)).toMatchObject({ ok: false, fault: { kind: 'input' } })
  })

  it('names the field that is at fault', async () => {
    using window = routerWith({}).connect(() => {})
    expect(
      await window.call('answer_question', { run: 'a', question: 'q', answer: { kind: 'maybe' } }),
    ).toMatchObject({
      fault: { kind: 'input', key: 'answer.kind' },
    })
    expect(await window.call('start_run', { request: 7 })).toMatchObject({
      fault: { kind: 'input', key: 'request', message: 'request: give a text.' },
    })
    expect(await window.call('start_run', { request: '' })).toMatchObject({
      fault: { message: 'The request is empty: say what should be done.' },
    })
  })

  it('says what a person can mend as it is, and a defect as one', async () => {
    const router = routerWith({
      quit: () => {
        throw new UserError('Wait for the run.')
      },
      app_state: () => {
        throw new TypeError('x is undefined')
      },
    })
    using window = router.connect(() => {})
    expect(await window.call('quit', {})).toEqual({
      ok: false,
      fault: { kind: 'user', message: 'Wait for the run.', key: null },
    })
    expect(await window.call('app_state', {})).toMatchObject({ ok: false, fault: { kind: 'internal' } })
  })

  it('writes no input into the log', async () => {
    const lines: string[] = []
    const log = createLogger('debug', (line) => lines.push(line))
    const router = routerWith({ set_key: () => ({ store: { kind: 'file', why: null } }) }, log)
    using window = router.connect(() => {})
    await window.call('set_key', { name: 'OPENAI_API_KEY', value: 'very-secret-value' })
    await window.call('set_key', { name: 'no spaces here', value: 'very-secret-value' })
    expect(lines).toHaveLength(2)
    expect(lines.join('')).toContain('set_key')
    expect(lines.join('')).not.toContain('very-secret-value')
  })

  it('tells all windows, and one that is gone nothing', () => {
    const router = routerWith({})
    const heard: [string, Push][] = []
    const first = router.connect((push) => heard.push(['first', push]))
    using _second = router.connect((push) => heard.push(['second', push]))
    router.broadcast({ push: 'config' })
    first[Symbol.dispose]()
    router.broadcast({ push: 'run_deleted', run: 'a' })
    expect(heard.map(([window, { push }]) => `${window} ${push}`)).toEqual([
      'first config',
      'second config',
      'second run_deleted',
    ])
  })

  it('ends what a window has begun when it is gone, once', () => {
    let caller: Caller | null = null
    const router = routerWith({
      unwatch_run: (_input, who) => {
        caller = who
        return {}
      },
    })
    const window = router.connect(() => {})
    let ended = 0
    window.onGone(() => ended++)
    window[Symbol.dispose]()
    window[Symbol.dispose]()
    window.onGone(() => ended++)
    expect({ ended, caller }).toEqual({ ended: 2, caller: null })
  })
})
