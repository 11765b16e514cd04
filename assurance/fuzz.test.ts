// Whatever comes in over a border, Deskhand does not crash, does not act, and stays small.
import { EventEmitter } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import { CALL_NAMES, type CallName } from '../src-preload/contract/call-names.ts'
import { CALLS } from '../src-preload/contract/calls.ts'
import { configSchema } from '../src-preload/contract/config.ts'
import { sessionEventSchema } from '../src-preload/contract/events.ts'
import { runViewOf } from '../src-preload/contract/run-view.ts'
import { sampleRun } from '../src-preload/contract/testing/sample-run.ts'
import { clientMessageSchema, serverMessageSchema } from '../src-main/aip/protocol/messages.ts'
import { clientEnd, serverEnd, type AIPProtocol } from '../src-main/aip/protocol/protocol.ts'
import type { Transport, TransportListener } from '../src-main/aip/protocol/transport.ts'
import type { Handlers } from '../src-main/bridge/handler.ts'
import { createRouter } from '../src-main/bridge/router.ts'
import { resultOf } from '../src-main/computer/tool-call.ts'
import { readConfig } from '../src-main/config/config.ts'
import { UserError } from '../src-main/core/errors.ts'
import { silentLogger } from '../src-main/core/logger.ts'
import { readJournal } from '../src-main/recorder/read-journal.ts'
import { readRecordedPlan, recordedSchema } from '../src-main/replay/plan-file.ts'
import { planSchema } from '../src-main/session/plan-file.ts'
import { joinSocket } from '../src-main/web/page-socket.ts'
import { many, TEST_MS } from './support/whole.ts'
import { wild, wildText } from './support/wild.ts'

const TRIES = many({ whole: 100_000, usual: 1_500 })
/** Lines of a journal are tried so many at once, as a journal has them. */
const LINES_AT_ONCE = 50
/** Megabytes that all of a test may leave behind. */
const MAX_LEFT_MB = 150

let home: string
let before: number
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'assurance-fuzz-'))
  before = process.memoryUsage().heapUsed
})
afterEach(async () => {
  await rm(home, { recursive: true, force: true })
  globalThis.gc?.()
  expect((process.memoryUsage().heapUsed - before) / 2 ** 20).toBeLessThan(MAX_LEFT_MB)
})

/** Anything but a UserError is a defect. */
const orUserError = async (work: () => Promise<unknown>): Promise<void> => {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof UserError)) throw error
  }
}

/** A router whose handlers do nothing but check what they are handed. */
function countingRouter() {
  const reached = { count: 0 }
  const handlers = Object.fromEntries(
    CALL_NAMES.map((name) => [
      name,
      (input: unknown) => {
        reached.count++
        expect(
          CALLS[name].input.safeParse(input).error?.issues.filter(({ code }) => code === 'invalid_type'),
        ).toBe(undefined)
        throw new UserError('Nothing is done here.')
      },
    ]),
  ) as unknown as Handlers<CallName>
  return { router: createRouter({ handlers, logger: () => silentLogger }), reached }
}

const call = fc.oneof(
  ...CALL_NAMES.map((name) => fc.tuple(fc.constant<unknown>(name), wild(CALLS[name].input))),
  fc.tuple(fc.anything(), fc.anything()),
)

test(
  'calls of windows: each has its answer, and none is carried out that does not fit',
  async () => {
    const { router, reached } = countingRouter()
    using window = router.connect(() => {})
    await fc.assert(
      fc.asyncProperty(call, async ([name, input]) => {
        const envelope = await window.call(name, input)
        expect(envelope.ok ? null : envelope.fault.kind).toMatch(/^(input|user)$/)
      }),
      { numRuns: TRIES },
    )
    // The suite itself reaches the handlers: else it would show nothing.
    expect(reached.count).toBeGreaterThan(TRIES / 100)
  },
  TEST_MS,
)

class FakeSocket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  answers = 0
  closed = 0
  send(): void {
    this.answers++
  }
  close(): void {
    this.closed++
  }
  terminate(): void {}
}

test(
  'messages of a page: each is answered, or the socket is closed',
  async () => {
    const { router } = countingRouter()
    const message = fc.oneof(
      call.map(([name, input]) => JSON.stringify({ id: 1, name, input }, (_key, item: unknown) => (typeof item === 'bigint' ? 0 : item)) ?? ''), // prettier-ignore
      wildText(sessionEventSchema),
    )
    await fc.assert(
      fc.asyncProperty(message, fc.boolean(), async (text, isBinary) => {
        const socket = new FakeSocket()
        joinSocket(socket as unknown as WebSocket, router)
        socket.emit('message', Buffer.from(text), isBinary)
        for (let turn = 0; socket.answers + socket.closed === 0 && turn < 20; turn++) await Promise.resolve()
        expect(socket.answers + socket.closed).toBe(1)
        socket.emit('close')
      }),
      { numRuns: TRIES },
    )
  },
  TEST_MS,
)

const wires = {
  'a server hears': { schema: clientMessageSchema, end: serverEnd },
  'a client hears': { schema: serverMessageSchema, end: clientEnd },
}
test.each(Object.entries(wires))(
  'messages of AIP that %s: each is one message, one piece of a file, or nonsense',
  (_, { schema, end }) => {
    let listener: TransportListener | null = null
    const transport: Transport = {
      isConnected: true,
      listen: (one) => {
        listener = one
      },
      send: () => {},
      close: () => {},
    }
    let heard = 0
    const count = () => {
      heard++
    }
    const protocol = end(transport) as AIPProtocol<unknown, unknown>
    protocol.listen({ message: count, transfer: count, nonsense: count, closed: () => {} })
    const bytes = fc.uint8Array().map((data): string | Uint8Array => data)
    fc.assert(
      fc.property(fc.oneof({ arbitrary: wildText(schema), weight: 5 }, bytes), (data) => {
        heard = 0
        listener?.frame(data)
        expect(heard).toBe(1)
      }),
      { numRuns: TRIES },
    )
  },
  TEST_MS,
)

test(
  'answers of MCP servers: each means a result',
  () => {
    const content = fc.oneof(
      fc.record({ type: fc.constant('text'), text: fc.string({ unit: 'binary' }) }),
      fc.record({ type: fc.constant('image'), data: fc.string(), mimeType: fc.string() }),
      fc.record({ type: fc.constant('resource_link'), uri: fc.string(), name: fc.string() }),
    )
    const reply = fc.record(
      {
        content: fc.array(content, { maxLength: 4 }),
        isError: fc.boolean(),
        structuredContent: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 4 }),
        _meta: fc.dictionary(fc.string(), fc.anything({ maxDepth: 2 }), { maxKeys: 4 }),
      },
      { requiredKeys: ['content'] },
    )
    fc.assert(
      fc.property(reply, (one) => {
        const result = resultOf(one, { call_id: 'c' }, 'foreign')
        expect(result.status).toBe(one.isError === true ? 'failure' : 'success')
      }),
      { numRuns: TRIES },
    )
  },
  TEST_MS,
)

const sample = sampleRun().map((event) => JSON.stringify(event))
test(
  'lines of a journal: what was written before is all told, in its order',
  async () => {
    const path = join(home, 'events.jsonl')
    const line = wildText(sessionEventSchema).map((text) => text.replaceAll('\n', ' '))
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: LINES_AT_ONCE, maxLength: LINES_AT_ONCE }),
        async (lines) => {
          await writeFile(path, `${[...sample, ...lines].join('\n')}\n`)
          const { events } = await readJournal(path)
          expect(events.slice(0, sample.length).map((event) => JSON.stringify(event))).toEqual(sample)
          expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index))
          runViewOf(events)
        },
      ),
      { numRuns: Math.ceil(TRIES / LINES_AT_ONCE) },
    )
  },
  TEST_MS,
)

test(
  'plan files: each is a plan, or says in words why not',
  async () => {
    const path = join(home, 'plan.json')
    const plan = planSchema.extend({ recorded: recordedSchema.optional() })
    await fc.assert(
      fc.asyncProperty(wildText(plan), async (text) => {
        await writeFile(path, text)
        await orUserError(() => readRecordedPlan(path))
      }),
      { numRuns: TRIES },
    )
  },
  TEST_MS,
)

test(
  'configuration: what can be read is whole, the rest is told in words',
  async () => {
    const path = join(home, 'config.yaml')
    const yaml = fc.string({ unit: fc.constantFrom('a: ', '- ', '\n', '  ', '&a ', '*a', '"', '{', '[', '#', '!!', '|', '1', 'system:', '\t') }) // prettier-ignore
    await fc.assert(
      fc.asyncProperty(fc.oneof(wildText(configSchema), yaml), async (text) => {
        await writeFile(path, text)
        await orUserError(async () => {
          configSchema.parse((await readConfig({ home })).values)
        })
      }),
      { numRuns: TRIES },
    )
  },
  TEST_MS,
)
