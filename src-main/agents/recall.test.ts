import { expect, it } from 'vitest'
import type { EventBody } from '../../src-preload/contract/events.ts'
import type { Memory } from '../../src-preload/contract/memory.ts'
import type { EventSink } from '../core/event-sink.ts'
import { RunControl } from '../core/run-control.ts'
import type { MemoryQuery } from '../memory/port.ts'
import { Recall } from './recall.ts'

const memory: Memory = {
  id: 4,
  kind: 'experience',
  outcome: 'worked',
  title: 'save the table',
  key: 'save the table',
  text: 'how',
  tips: '',
  applications: [],
  pinned: false,
  edited: false,
  made: 0,
  used: 0,
  last_used: null,
  helped: 1,
  failed: 0,
  source: { run: null, step: null, file: null },
  data: {},
}

function world(found: Memory[]) {
  const asked: MemoryQuery[] = []
  const followed: unknown[] = []
  const emitted: EventBody[] = []
  const recall = new Recall({
    sink: { emit: (body: EventBody) => void emitted.push(body) } as unknown as EventSink,
    memories: {
      retrieve: (query) => {
        asked.push(query)
        return Promise.resolve(found)
      },
      followed: (ids, outcome) => void followed.push([ids, outcome]),
    },
  })
  return { recall, asked, followed, emitted }
}
const query = { request: 'save it' }

it('asks once for a subtask, says what was remembered, and what came of it once', async () => {
  const { recall, asked, followed, emitted } = world([memory])
  const run = new RunControl()
  expect(await recall.of(query, run)).toEqual([memory])
  expect(await recall.of(query, run)).toEqual([memory])
  recall.ended('FINISH')
  recall.ended('FINISH')
  recall.reset()
  await recall.of(query, run)
  recall.ended('FAIL')
  recall.reset()
  await recall.of(query, run)
  // No service to ask: no fault of the memory.
  recall.ended('ERROR')
  expect(asked).toHaveLength(3)
  const told = { id: 4, kind: 'experience', title: 'save the table', helped: 1, failed: 0 }
  expect(emitted[0]).toEqual({ type: 'remembered', memories: [told] })
  expect(emitted).toHaveLength(3)
  expect(followed.filter((one) => JSON.stringify(one) !== '[[],"helped"]')).toEqual([
    [[4], 'helped'],
    [[4], 'failed'],
  ])
})

it('says nothing where nothing was remembered', async () => {
  const { recall, emitted } = world([])
  expect(await recall.of(query, new RunControl())).toEqual([])
  expect(emitted).toEqual([])
})
