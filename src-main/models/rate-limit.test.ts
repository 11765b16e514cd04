import { afterEach, describe, expect, test, vi } from 'vitest'
import { StoppedError } from '../core/errors.ts'
import { RunControl } from '../core/run-control.ts'
import { RateLimit, RateLimits } from './rate-limit.ts'
import { appReplySchema } from './replies.ts'
import { createTestModel } from './testing/create-test-model.ts'
import { testAppInput } from './testing/inputs.ts'
import { OpenAIServer, type ScriptedReply } from './testing/openai-server.ts'

const GOOD = JSON.stringify({ observation: 'o', thought: 't', action: [], status: 'FINISH', result: '42' })
const servers: OpenAIServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server[Symbol.asyncDispose]()
})

/** Turns that have come, by name, with what was let through since the last look. */
function row(limit: RateLimit) {
  const came: string[] = []
  const join = (name: string, run = new RunControl()) =>
    limit.turn(run).then(() => {
      came.push(name)
    })
  return { came, join }
}

describe('the turns of one model', () => {
  test('come in the order in which they were asked for, so many in a minute', async () => {
    const { came, join } = row(new RateLimit({ requests_per_minute: 2, tokens_per_minute: null }, 200))
    const began = performance.now()
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => join(name)))
    expect(came).toEqual(['a', 'b', 'c', 'd'])
    expect(performance.now() - began).toBeGreaterThan(190)
  })

  test('come after a minute of tokens also when the clock of the machine was put back meanwhile', async () => {
    const limit = new RateLimit({ requests_per_minute: null, tokens_per_minute: 100 }, 100)
    const { came, join } = row(limit)
    limit.spent(60)
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now - 3_600_000)
    limit.spent(60)
    vi.restoreAllMocks()
    await join('a')
    expect(came).toEqual(['a'])
  })

  test('come after a minute of requests also when the clock of the machine was put back meanwhile', async () => {
    const { came, join } = row(new RateLimit({ requests_per_minute: 2, tokens_per_minute: null }, 100))
    await Promise.all([join('a'), join('b')])
    const now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => now - 3_600_000)
    try {
      await Promise.all([join('c'), join('d'), join('e')])
    } finally {
      vi.restoreAllMocks()
    }
    expect(came).toEqual(['a', 'b', 'c', 'd', 'e'])
  })

  test('wait for all while one is held, and come when it is over', async () => {
    const limit = new RateLimit({ requests_per_minute: null, tokens_per_minute: null })
    const { came, join } = row(limit)
    limit.hold(150)
    // A shorter wish does not shorten it.
    limit.hold(1)
    const began = performance.now()
    const all = Promise.all([join('a'), join('b')])
    expect(came).toEqual([])
    await all
    expect(performance.now() - began).toBeGreaterThan(140)
  })

  test('wait while the tokens of the last minute are used up', async () => {
    const limit = new RateLimit({ requests_per_minute: null, tokens_per_minute: 100 }, 200)
    const { came, join } = row(limit)
    limit.spent(60)
    await join('below')
    limit.spent(null)
    limit.spent(60)
    const began = performance.now()
    await join('above')
    expect(came).toEqual(['below', 'above'])
    expect(performance.now() - began).toBeGreaterThan(150)
  })

  test('are left at once by a run that is stopped, and the others keep theirs', async () => {
    const limit = new RateLimit({ requests_per_minute: null, tokens_per_minute: null })
    limit.hold(150)
    const run = new RunControl()
    const { came, join } = row(limit)
    const left = join('left', run)
    const kept = join('kept')
    run.stop(new StoppedError('stopped', 'enough'))
    await expect(left).rejects.toThrow('enough')
    await kept
    expect(came).toEqual(['kept'])
  })
})

describe('sessions that run side by side', () => {
  const asking = async (replies: (index: number) => ScriptedReply, count: number, more = {}) => {
    const times: number[] = []
    const server = await OpenAIServer.start({
      reply: ({ index }) => {
        times.push(performance.now())
        return replies(index)
      },
    })
    servers.push(server)
    // Each run of an engine makes a Model of its own; what they share is handed in.
    const limits = new RateLimits()
    const asks = Array.from({ length: count }, async (_, index) => {
      // The first one is told to wait before the others have begun.
      if (index > 0) while (times.length === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      if (index > 0) await new Promise((resolve) => setTimeout(resolve, 50))
      const model = createTestModel(server.baseUrl, more, { limits })
      return model.ask({ role: 'app', input: testAppInput(), schema: appReplySchema }, new RunControl())
    })
    const answers = await Promise.all(asks)
    return { times, answers }
  }

  test('all wait when the service tells one of them to', async () => {
    const { times, answers } = await asking(
      (index) => (index === 0 ? { status: 429, after: '0.4' } : GOOD),
      4,
    )
    expect(answers.map(({ reply }) => reply.result)).toEqual(['42', '42', '42', '42'])
    expect(times).toHaveLength(5)
    const [first = 0, ...others] = times
    for (const time of others) expect(time - first).toBeGreaterThan(390)
  })

  test('of other models and services do not', () => {
    const limits = new RateLimits()
    const none = { requests_per_minute: null, tokens_per_minute: null }
    const of = (baseUrl: string, model: string) => limits.of({ baseUrl, keyName: 'KEY', model }, none)
    expect(of('http://a', 'm')).toBe(of('http://a', 'm'))
    expect(of('http://a', 'm')).not.toBe(of('http://b', 'm'))
    expect(of('http://a', 'm')).not.toBe(of('http://a', 'n'))
  })
})
