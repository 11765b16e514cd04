import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { askCall, hearNotices, PlainPeer, serveCalls, tell, type CallHandlers } from './call-table.ts'
import { StoppedError, ToolError, UserError } from './errors.ts'
import { RunControl } from './run-control.ts'

const CALLS = {
  double: { input: z.object({ number: z.number().max(100) }), output: z.number() },
  wait: { input: z.object({}), output: z.null() },
} as const
const NOTICES = { moved: z.object({ x: z.number() }) } as const

async function linked(handlers: Partial<CallHandlers<typeof CALLS>> = {}) {
  const [near, far] = InMemoryTransport.createLinkedPair()
  const asker = new PlainPeer()
  const server = new PlainPeer()
  const calls = serveCalls(server, CALLS, {
    double: ({ number }) => number * 2,
    wait: (_input, run) => run.race(new Promise<null>(() => {})),
    ...handlers,
  })
  await Promise.all([server.connect(far), asker.connect(near)])
  return { asker, server, calls }
}
const run = new RunControl()

test('a call is answered with what its schema says', async () => {
  const { asker } = await linked()
  expect(await askCall(asker, CALLS, 'double', { number: 21 }, run)).toBe(42)
})

test('what does not fit the schema is refused at the border, on both sides', async () => {
  const { asker } = await linked({ double: () => 'many' as unknown as number })
  await expect(askCall(asker, CALLS, 'double', { number: 101 }, run)).rejects.toThrow(/<=100/)
  await expect(askCall(asker, CALLS, 'double', { number: 1 }, run)).rejects.toThrow('no known form')
})

test('a call that the other end does not have is an error, also one that an object has by birth', async () => {
  const { asker } = await linked()
  for (const call of ['triple', 'constructor']) {
    const table = { [call]: CALLS.wait }
    await expect(askCall(asker, table, call, {}, run)).rejects.toThrow('There is no call')
  }
})

test('an error stays what it is: one that somebody can mend, or another', async () => {
  for (const error of [new UserError('Free some space.'), new ToolError('It broke.')]) {
    const { asker } = await linked({ double: () => Promise.reject(error) })
    const failure = await askCall(asker, CALLS, 'double', { number: 1 }, run).catch(
      (thrown: unknown) => thrown,
    )
    expect([failure, (failure as Error).message]).toEqual([expect.any(error.constructor), error.message])
  }
})

test('who stops waiting gets the reason at once, and the handler is stopped', async () => {
  let handled: RunControl | null = null
  const { asker } = await linked({
    wait: (_input, control) => {
      handled = control
      return control.race(new Promise<null>(() => {}))
    },
  })
  // MCP's SDK can't cancel the first request of a connection, whose id is 0.
  await askCall(asker, CALLS, 'double', { number: 1 }, run)
  using mine = new RunControl()
  const asked = askCall(asker, CALLS, 'wait', {}, mine)
  await expect.poll(() => handled).not.toBeNull()
  mine.stop()
  await expect(asked).rejects.toThrow(StoppedError)
  await expect.poll(() => handled?.stopped).toBe(true)
})

test('disposing stops what runs; a closed connection fails what waits', async () => {
  const { asker, server, calls } = await linked()
  const stopped = askCall(asker, CALLS, 'wait', {}, run)
  await new Promise(setImmediate)
  calls[Symbol.dispose]()
  await expect(stopped).rejects.toThrow('Stopped')
  const cut = askCall(asker, CALLS, 'wait', {}, run)
  await server.close()
  await expect(cut).rejects.toThrow('it has closed the connection')
})

test('a notice is heard in order; one of no known form or name harms nothing', async () => {
  const { asker, server } = await linked()
  const heard: number[] = []
  hearNotices(server, NOTICES, { moved: ({ x }) => void heard.push(x) })
  tell(asker, NOTICES, 'moved', { x: 1 })
  tell(asker, NOTICES, 'moved', { x: 'far' as unknown as number })
  tell(asker, { gone: z.object({}) }, 'gone', {})
  tell(asker, NOTICES, 'moved', { x: 2 })
  await expect.poll(() => heard).toEqual([1, 2])
})
