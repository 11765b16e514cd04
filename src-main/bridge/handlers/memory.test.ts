import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { MEMORY_PAGE_SIZE } from '../../../src-preload/contract/calls/memory.ts'
import { CALLS, type CallInput, type CallOutput } from '../../../src-preload/contract/calls.ts'
import { silentLogger } from '../../core/logger.ts'
import { KeptRuns } from '../../engine/kept-runs.ts'
import { InProcessMemory } from '../../memory/testing/in-process.ts'
import type { Caller } from '../handler.ts'
import { testCaller } from '../testing/caller.ts'
import { memoryHandlers } from './memory.ts'

let home: string
let memory: InProcessMemory
/** How often every window was told. */
let changes = 0
beforeEach(() => {
  changes = 0
  home = mkdtempSync(join(tmpdir(), 'deskhand-handlers-'))
  memory = new InProcessMemory(join(home, 'memory.db'))
})
afterEach(() => {
  memory[Symbol.dispose]()
  rmSync(home, { recursive: true, force: true })
})

const caller = testCaller()
const runs = new KeptRuns('/nowhere', () => silentLogger)
type Name = keyof ReturnType<typeof memoryHandlers>

/** As the router does: parsed before, checked after. */
async function call<N extends Name>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
  const handlers = memoryHandlers({
    data: { memory, env: { HOME: home }, runs },
    writesFiles: false,
    changed: () => changes++,
  })
  const answer = handlers[name] as (input: unknown, caller: Caller) => Promise<unknown>
  return CALLS[name].output.parse(await answer(CALLS[name].input.parse(input), caller)) as CallOutput<N>
}
const save = (count: number) =>
  memory.ask('save', {
    records: Array.from({ length: count }, (_, index) => ({
      kind: 'experience' as const,
      title: `thing${index} done`,
      key: `thing${index} done`,
      text: 'how',
    })),
  })

it('a window lists page by page, reads, changes, pins and forgets', async () => {
  await save(MEMORY_PAGE_SIZE + 1)
  expect(await call('list_memories', {})).toMatchObject({ total: MEMORY_PAGE_SIZE + 1 })
  expect((await call('list_memories', { page: 1 })).memories).toHaveLength(1)
  expect((await call('list_memories', { search: 'thing7' })).memories.map(({ id }) => id)).toEqual([8])
  expect(await call('edit_memory', { id: 8, text: 'better', applications: ['Calc'] })).toMatchObject({
    text: 'better',
    applications: ['Calc'],
    edited: true,
  })
  expect(await call('pin_memory', { id: 8, pinned: true })).toMatchObject({ pinned: true })
  expect(await call('forget_memory', { ids: [8, 9, 999] })).toEqual({ forgotten: 2 })
  expect(changes).toBe(3)
  await expect(call('read_memory', { id: 8 })).rejects.toThrow(/no memory 8/)
  expect(changes).toBe(3)
})

it('a window learns a folder that was typed, also below the person’s own, and exports', async () => {
  mkdirSync(join(home, 'docs'))
  writeFileSync(join(home, 'docs/a.md'), '# Export\nFile, Export as PDF.')
  writeFileSync(join(home, 'docs/b.bin'), '')
  expect(await call('learn_folder', { path: '~/docs', application: 'Calc' })).toEqual({
    files: 1,
    memories: 1,
    skipped: [],
    gone: 0,
    others: [{ ending: '.bin', files: 1 }],
  })
  await expect(call('learn_folder', { path: 'docs', application: 'Calc' })).rejects.toMatchObject({
    key: 'path',
  })
  await save(1)
  const file = await call('export_memories', { format: 'experience' })
  expect(file).toMatchObject({ name: 'experience.yaml', content: expect.stringContaining('thing0 done') })
})

it('a window imports a file that it has read, all of it or nothing, and the name says what it is', async () => {
  const content = '{"question":"Which folder?","answer":"~/reports"}\n'
  expect(await call('import_memories', { name: 'qa_pairs.jsonl', content })).toEqual({
    added: 1,
    merged: 0,
    left_out: 0,
  })
  const secret = '{"question":"Which password?","answer":"hunter2"}'
  expect(await call('import_memories', { name: 'qa_pairs.jsonl', content: secret })).toMatchObject({
    added: 0,
    left_out: 1,
  })
  await expect(call('import_memories', { name: 'qa_pairs.jsonl', content: `${content}{` })).rejects.toThrow(
    /is no qa_pairs\.jsonl/,
  )
  await expect(call('import_memories', { name: 'my.txt', content })).rejects.toThrow(
    /does not say what it is/,
  )
  expect(await call('export_memories', { format: 'question_answer' })).toEqual({
    name: 'qa_pairs.jsonl',
    type: 'application/jsonl',
    content,
  })
})
