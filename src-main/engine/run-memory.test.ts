import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { configSchema } from '../../src-preload/contract/config.ts'
import { Context } from '../core/context.ts'
import type { EventSink } from '../core/event-sink.ts'
import { silentLogger } from '../core/logger.ts'
import { RunControl } from '../core/run-control.ts'
import type { Verdict } from '../memory/experience.ts'
import { InProcessMemory } from '../memory/testing/in-process.ts'
import type { Model } from '../models/model.ts'
import { RunMemory } from './run-memory.ts'

let home: string
let store: InProcessMemory
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'deskhand-run-memory-'))
  store = new InProcessMemory(join(home, 'memory.db'))
  await store.ask('save', {
    records: [{ kind: 'experience', title: 'save the table', key: 'save the table', text: 'Ctrl+S' }],
  })
})
afterEach(() => {
  store[Symbol.dispose]()
  rmSync(home, { recursive: true, force: true })
})

const sink = { emit: () => {} } as unknown as EventSink
const model = { nameOf: () => 'offline' } as unknown as Model

/** One subtask that its agent says is done, and the end of its run. */
async function counted(end: (memory: RunMemory, context: Context) => void) {
  const context = new Context()
  context.set('STRUCTURAL_LOGS', { 0: { 0: [{ subtask: 'save the table', status: 'FINISH', action: [] }] } })
  await using memory = new RunMemory({
    store,
    config: configSchema.parse({}),
    run: 'r',
    model,
    sink,
    logger: silentLogger,
    mask: (value) => value,
  })
  const { memories } = memory.port
  const found = await memories?.retrieve({ request: 'save the table' }, new RunControl())
  memories?.followed(found?.map(({ id }) => id) ?? [], 'helped')
  end(memory, context)
  await memory[Symbol.asyncDispose]()
  const { used, helped, failed } = await store.ask('get', { id: 1 })
  return { used, helped, failed }
}
it('costs its session what embedding costs, and embeds no more at the cost ceiling', async () => {
  const usage = { input_tokens: 3, output_tokens: 0, cached_tokens: 0, cost: 0.75 }
  const priced = {
    nameOf: () => 'loopback/small',
    embed: (texts: string[]) => Promise.resolve({ vectors: texts.map(() => [1, 0]), usage }),
  } as unknown as Model
  const context = new Context()
  await using memory = new RunMemory({
    store,
    config: configSchema.parse({ system: { cost_ceiling: 1 } }),
    run: 'r',
    model: priced,
    sink,
    logger: silentLogger,
    mask: (value) => value,
  })
  memory.countIn(context)
  const costs: (number | null)[] = []
  for (const request of ['save the table', 'save the text', 'save it all']) {
    await memory.port.memories?.retrieve({ request }, new RunControl())
    costs.push(context.get('SESSION_COST'))
  }
  expect(costs[0]).toBeGreaterThan(0)
  // The first question, and the vector of the one memory: a dollar and a half are over the ceiling.
  expect([context.get('SESSION_COST'), context.currentRoundCost]).toEqual([1.5, 1.5])
})

const judged = (complete: Verdict['complete']) => (memory: RunMemory, context: Context) =>
  memory.settle(context, { complete, reason: 'as judged' })

it.each([
  ['that is judged to have worked', judged('yes'), { used: 1, helped: 1, failed: 0 }],
  ['that is judged to have failed, whatever its agents say', judged('no'), { used: 1, helped: 0, failed: 1 }],
  ['that was stopped before anybody judged it', () => {}, { used: 1, helped: 1, failed: 0 }],
])('what a memory has done for a run %s is in the store when the run is over', async (_what, end, counts) => {
  expect(await counted(end)).toEqual(counts)
})
