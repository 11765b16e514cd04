import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RunControl } from '../core/run-control.ts'
import { appReplySchema } from './replies.ts'
import { createTestModel } from './testing/create-test-model.ts'
import { testAppInput } from './testing/inputs.ts'

const DISPATCHER = Symbol.for('undici.globalDispatcher.1')
const shared = globalThis as unknown as Record<symbol, object>
/** Milliseconds without a byte after which `fetch` gives up here, in place of five minutes. Its clock is coarse. */
const BOUND_MS = 300
const SILENCE_MS = 2_500
const GOOD = JSON.stringify({ observation: 'o', thought: 't', action: [], status: 'FINISH', result: '42' })
const ANSWER = JSON.stringify({
  id: 'x',
  object: 'chat.completion',
  choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: GOOD } }],
})

let usual: object
beforeAll(async () => {
  // The first use of fetch makes its dispatcher.
  await fetch('data:,x')
  usual = shared[DISPATCHER] as object
  const Agent = usual.constructor as new (options: object) => object
  shared[DISPATCHER] = new Agent({ headersTimeout: BOUND_MS, bodyTimeout: BOUND_MS })
})
afterAll(() => {
  shared[DISPATCHER] = usual
})

test.each(['before its answer', 'in its answer'])(
  'a service that is silent %s, for longer than fetch allows, has as long as its timeout says',
  async (where) => {
    const answer = async (write: (text: string) => void, end: () => void) => {
      if (where === 'before its answer') await wait(SILENCE_MS)
      write(ANSWER.slice(0, 40))
      if (where === 'in its answer') await wait(SILENCE_MS)
      write(ANSWER.slice(40))
      end()
    }
    const server = createServer((request, response) => {
      request.resume()
      response.setHeader('content-type', 'application/json')
      void answer(
        (text) => response.write(text),
        () => response.end(),
      )
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    const model = createTestModel(`http://127.0.0.1:${port}/v1`, { timeout: 60, max_retry: 0 })
    const { reply } = await model.ask(
      { role: 'app', input: testAppInput(), schema: appReplySchema },
      new RunControl(),
    )
    expect(reply.result).toBe('42')
    server.closeAllConnections()
    server.close()
  },
)
