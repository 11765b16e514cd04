import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventBody } from '../../src-preload/contract/events.ts'
import type { MemoryKind } from '../../src-preload/contract/memory.ts'
import type { CostAccount } from '../core/cost.ts'
import { ModelError, StoppedError } from '../core/errors.ts'
import type { EventSink } from '../core/event-sink.ts'
import { silentLogger } from '../core/logger.ts'
import { RunControl } from '../core/run-control.ts'
import type { Model } from '../models/model.ts'
import { NO_USAGE } from '../models/usage.ts'
import type { MemoryStore } from './client.ts'
import type { NewMemory } from './record.ts'
import { tokensOf, toldText } from './record.ts'
import { Retriever } from './retrieve.ts'
import { InProcessMemory } from './testing/in-process.ts'

let home: string
let store: InProcessMemory
const emitted: EventBody[] = []
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deskhand-retrieve-'))
  store = new InProcessMemory(join(home, 'memory.db'))
  emitted.length = 0
})
afterEach(() => {
  store[Symbol.dispose]()
  rmSync(home, { recursive: true, force: true })
})

const sink = { emit: (body: EventBody) => void emitted.push(body) } as unknown as EventSink
/** Sums and letters point elsewhere; nothing else has a direction of its own. */
const meaning = (text: string) =>
  /sum|add|total/.test(text) ? [1, 0, 0] : /letter/.test(text) ? [0, 1, 0] : [0, 0, 1]
const modelWith = (embed: Model['embed'] | null): Model =>
  ({
    nameOf: () => (embed ? 'loopback/small' : 'offline'),
    embed: embed ?? (() => Promise.reject(new Error('never asked'))),
  }) as unknown as Model
const embedding = modelWith((texts) =>
  Promise.resolve({
    vectors: texts.map(meaning),
    usage: { input_tokens: 3, output_tokens: null, cached_tokens: null, cost: 0 },
  }),
)
const free: CostAccount = { add: () => {}, isOver: false }
const retriever = (
  model = modelWith(null),
  more: { store?: MemoryStore; patienceMs?: number; kinds?: MemoryKind[]; account?: CostAccount } = {},
) =>
  new Retriever({ store, model, sink, account: free, logger: silentLogger, budget: 400, limit: 3, ...more })
const experience = (key: string, more: Partial<NewMemory> = {}): NewMemory => ({
  kind: 'experience',
  title: key,
  key,
  text: 'how',
  ...more,
})
const run = () => new RunControl()

describe('what a run is reminded of', () => {
  it('is what fits the subtask and its application, and is counted as used', async () => {
    await store.ask('save', {
      records: [
        experience('save the table', { applications: ['soffice.bin'] }),
        experience('save the table too', { applications: ['gedit'] }),
      ],
    })
    const memories = retriever()
    const query = { request: 'make a report', subtask: 'save the table', applications: ['soffice.bin'] }
    const found = await memories.retrieve(query, run())
    await memories.settled()
    expect(found.map(({ title }) => title)).toEqual(['save the table'])
    expect(await store.ask('get', { id: 1 })).toMatchObject({ used: 1 })
  })

  it('leaves out kinds that a person has turned off, also where they are asked for', async () => {
    await store.ask('save', {
      records: [experience('save the table'), experience('save the table how?', { kind: 'question_answer' })],
    })
    const memories = retriever(modelWith(null), { kinds: ['experience'] })
    const kinds = async (wanted?: MemoryKind[]) =>
      (
        await memories.retrieve({ request: 'save the table', ...(wanted ? { kinds: wanted } : {}) }, run())
      ).map(({ kind }) => kind)
    expect(await kinds()).toEqual(['experience'])
    expect(await kinds(['question_answer'])).toEqual([])
    expect(await kinds(['question_answer', 'experience'])).toEqual(['experience'])
    await memories.settled()
  })

  it('keeps to the budget of tokens, and to the number', async () => {
    const records = ['one', 'two', 'three', 'four', 'five'].map((name) =>
      experience(`save the table ${name}`, { text: 'x'.repeat(400) }),
    )
    await store.ask('save', { records })
    const found = await retriever().retrieve({ request: 'save the table' }, run())
    expect(found).toHaveLength(3)
    expect(found.reduce((sum, memory) => sum + tokensOf(toldText(memory)), 0)).toBeLessThanOrEqual(400)
    const [only, ...others] = await retriever().retrieve({ request: 'save the table', budget: 100 }, run())
    expect(others).toEqual([])
    expect(only?.text.endsWith('…')).toBe(true)
    expect(only && tokensOf(toldText(only))).toBeLessThanOrEqual(100)
  })

  it.each([
    [
      'a long request that it is found by',
      { key: `save the table ${'x'.repeat(5000)}`, text: 'short' },
      'short',
    ],
    ['a long text', { text: 'x'.repeat(5000) }, /^x{50,}…$/],
    ['long tips', { text: 'y'.repeat(5000), tips: 'x'.repeat(5000) }, /^y{50,}…$/],
    ['a Chinese text', { text: '表'.repeat(5000) }, /^表{50,}…$/],
  ])('keeps to the budget with %s', async (_what, more, text) => {
    await store.ask('save', { records: [experience('save the table', more)] })
    const [only] = await retriever().retrieve({ request: 'save the table', budget: 200 }, run())
    expect(only?.text).toMatch(text)
    expect(only && tokensOf(toldText(only))).toBeLessThanOrEqual(200)
  })

  it('is found by meaning where an embedding model is set up, also what was saved before it was', async () => {
    await store.ask('save', {
      records: [experience('compute the sum of a column'), experience('write a letter')],
    })
    const memories = retriever(embedding)
    await memories.retrieve({ request: 'grand total' }, run())
    await memories.settled()
    const found = await memories.retrieve({ request: 'grand total' }, run())
    expect(found.map(({ title }) => title)).toEqual(['compute the sum of a column'])
    expect(emitted[0]).toMatchObject({
      type: 'model_replied',
      role: 'embedding',
      provider: 'loopback',
      model: 'small',
    })
  })

  const left = async () => (await store.ask('withoutVector', { model: 'loopback/small', limit: 1000 })).length
  const documents = (count: number) =>
    Array.from({ length: count }, (_, index) => experience(`page ${index}`, { kind: 'document' }))

  it('is all searched by meaning in the end, also hundreds of documents, beside the run', async () => {
    await store.ask('save', { records: documents(200) })
    const memories = retriever(embedding)
    await memories.retrieve({ request: 'grand total' }, run())
    await vi.waitFor(async () => expect(await left()).toBe(0))
    await memories.settled()
  })

  it('is given its vectors at the end of a run, also where that failed at its beginning', async () => {
    await store.ask('save', { records: documents(3) })
    let fails = true
    const once: MemoryStore = {
      ask: (call, input) => {
        if (call !== 'withoutVector' || !fails) return store.ask(call, input)
        fails = false
        return Promise.reject(new Error('busy'))
      },
    }
    const memories = retriever(embedding, { store: once })
    await memories.retrieve({ request: 'grand total' }, run())
    memories.embedBacklog(run())
    await memories.settled()
    expect(await left()).toBe(0)
  })

  it('holds up no end of a run for more than one batch, and does not go round with a model that gives no direction', async () => {
    await store.ask('save', { records: documents(200) })
    const memories = retriever(embedding)
    memories.embedBacklog(run())
    await memories.settled()
    expect(await left()).toBe(200 - 64)
    let asked = 0
    const usage = { input_tokens: 3, output_tokens: null, cached_tokens: null, cost: 0 }
    const pointless = retriever(
      modelWith((texts) => {
        asked++
        return Promise.resolve({ vectors: texts.map(() => [0, 0, 0]), usage })
      }),
    )
    await pointless.retrieve({ request: 'grand total' }, run())
    await vi.waitFor(() => expect(asked).toBe(2))
    await pointless.settled()
    expect(asked).toBe(2)
  })

  it('costs who asks what its question has cost, and the run what the vectors of its memories have', async () => {
    await store.ask('save', { records: [experience('add two numbers'), experience('write a letter')] })
    const costs = [0.25, 0.5, 1]
    const priced = modelWith((texts) =>
      Promise.resolve({ vectors: texts.map(meaning), usage: { ...NO_USAGE, cost: costs.shift() ?? null } }),
    )
    const paid: Record<'asker' | 'run', (number | null)[]> = { asker: [], run: [] }
    const memories = retriever(priced, {
      account: { add: (cost) => void paid.run.push(cost), isOver: false },
    })
    await memories.retrieve({ request: 'the sum', paid: (cost) => void paid.asker.push(cost) }, run())
    await memories.settled()
    await memories.retrieve({ request: 'the sum' }, run())
    await memories.settled()
    expect(paid).toEqual({ asker: [0.25], run: [0.5, 1] })
  })

  it('costs what a call that failed has used', async () => {
    const usage = { ...NO_USAGE, cost: 0.125 }
    const failing = modelWith(() => Promise.reject(new ModelError('no vectors', { usage })))
    const paid: (number | null)[] = []
    await retriever(failing).retrieve({ request: 'the sum', paid: (cost) => void paid.push(cost) }, run())
    expect(paid).toEqual([0.125])
  })

  it('is found by words alone, and costs nothing, once the run has reached its cost ceiling', async () => {
    await store.ask('save', { records: [experience('add two numbers')] })
    let asked = 0
    const counting = modelWith((texts, control) => {
      asked++
      return embedding.embed(texts, control)
    })
    const memories = retriever(counting, { account: { add: () => {}, isOver: true } })
    const found = await memories.retrieve({ request: 'add two numbers' }, run())
    expect([found.length, asked]).toEqual([1, 0])
    await memories.settled()
  })

  it('is found by words alone when the embedding model fails, which is asked once', async () => {
    await store.ask('save', { records: [experience('save the table')] })
    let asked = 0
    const failing = modelWith(() => {
      asked++
      return Promise.reject(new ModelError('no such service'))
    })
    const memories = retriever(failing)
    for (const _ of [1, 2])
      expect(await memories.retrieve({ request: 'save the table' }, run())).toHaveLength(1)
    expect(asked).toBe(1)
  })

  it('is nothing where the store is broken or too slow: the run goes on', async () => {
    const broken: MemoryStore = { ask: () => Promise.reject(new Error('disk full')) }
    const slow: MemoryStore = { ask: () => new Promise(() => {}) }
    expect(await retriever(undefined, { store: broken }).retrieve({ request: 'x' }, run())).toEqual([])
    expect(
      await retriever(undefined, { store: slow, patienceMs: 20 }).retrieve({ request: 'x' }, run()),
    ).toEqual([])
  })

  it('does not hold up a stop', async () => {
    const control = run()
    const slow: MemoryStore = { ask: () => new Promise(() => {}) }
    const wait = retriever(undefined, { store: slow }).retrieve({ request: 'x' }, control)
    control.stop(new StoppedError('stopped', 'now'))
    await expect(wait).rejects.toBeInstanceOf(StoppedError)
  })
})
