import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EventSink } from '../core/event-sink.ts'
import { silentLogger } from '../core/logger.ts'
import { RunControl } from '../core/run-control.ts'
import type { Model } from '../models/model.ts'
import { KnowledgeBase, type KnowledgeRole, type Think } from './knowledge-base.ts'
import { Retriever } from './retrieve.ts'
import { InProcessMemory } from './testing/in-process.ts'

let home: string
let store: InProcessMemory
let thought: { role: KnowledgeRole; text: string }[]
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deskhand-knowledge-'))
  store = new InProcessMemory(join(home, 'memory.db'))
  thought = []
})
afterEach(() => {
  store[Symbol.dispose]()
  rmSync(home, { recursive: true, force: true })
})

const sink = { emit: () => {} } as unknown as EventSink
const model = { nameOf: () => 'offline' } as unknown as Model
const run = new RunControl()
const says =
  (replies: Partial<Record<KnowledgeRole, string>>): Think =>
  (role, text) => {
    thought.push({ role, text })
    return Promise.resolve(replies[role] ?? null)
  }

function open(think: Think = says({}), more: Partial<ConstructorParameters<typeof KnowledgeBase>[0]> = {}) {
  const memories = new Retriever({ store, model, sink, logger: silentLogger, budget: 1000, limit: 3 })
  const knowledge = new KnowledgeBase({
    store,
    memories,
    think,
    logger: silentLogger,
    run: 'r',
    mask: (value) => value,
    ...more,
  })
  return { knowledge, memories }
}
const ended = (more = {}) => ({
  applications: ['calc'],
  trajectory: ['clicked Export'],
  worked: true,
  ...more,
})
const all = () => store.ask('page', { kinds: ['narrative', 'episodic'], after: 0, limit: 100 })

describe('formulate_query', () => {
  it('is the model’s question, asked once, the instruction where there is none, and what is known already', async () => {
    const { knowledge } = open(says({ query_formulator: '"How to export in Calc?"' }))
    const [one, two] = await Promise.all([
      knowledge.formulateQuery('export it', '', run),
      knowledge.formulateQuery('export it', '', run),
    ])
    expect([one, two]).toEqual(['How to export in Calc?', 'How to export in Calc?'])
    expect(thought).toHaveLength(1)
    expect(await knowledge.formulateQuery('export it', 'How to?', run)).toBe('How to?')
    expect(await open().knowledge.formulateQuery('export it', '', run)).toBe('export it')
  })

  it('takes a failure that looks like an answer for none', async () => {
    const { knowledge } = open(says({ query_formulator: 'Error: quota' }))
    expect(await knowledge.formulateQuery('export it', '', run)).toBe('export it')
  })
})

describe('experience', () => {
  it('is found by the instruction that it was saved under; where there is none the text is empty, never “None”', async () => {
    const { knowledge } = open()
    expect(await knowledge.retrieveNarrativeExperience('export the sheet as PDF', run)).toBe('')
    expect(await knowledge.retrieveEpisodeExperience('export the sheet', run)).toBe('')
    await knowledge.updateNarrative('export the sheet as PDF', 'How to export in Calc?', ended(), run)
    await knowledge.updateEpisodic('export the sheet as PDF', 'open the export dialog', ended(), run)
    expect(await knowledge.retrieveNarrativeExperience('export a sheet as PDF', run)).toContain(
      'clicked Export',
    )
    expect(await knowledge.retrieveEpisodeExperience('open the export dialog', run, 'calc')).toContain(
      'clicked Export',
    )
    expect(await knowledge.retrieveEpisodeExperience('open the export dialog', run, 'gimp')).toBe('')
  })

  it('of a subtask that failed is kept as what did not work', async () => {
    const { knowledge } = open()
    await knowledge.updateEpisodic(
      'a request',
      'open the dialog',
      ended({ worked: false, reason: 'no menu' }),
      run,
    )
    expect(await all()).toMatchObject([
      { outcome: 'did_not_work', text: 'This did not work: no menu\nclicked Export' },
    ])
    expect(await knowledge.retrieveEpisodeExperience('open the dialog', run)).toContain(
      'DID NOT WORK: open the dialog',
    )
  })

  it('of a later run takes the place of the first one’s', async () => {
    const { knowledge } = open()
    await knowledge.updateNarrative('export it', '', ended({ trajectory: ['a long way'] }), run)
    await knowledge.updateNarrative('export it', '', ended({ trajectory: ['the short way'] }), run)
    expect(await all()).toMatchObject([{ text: 'the short way' }])
  })

  it('is nothing where nothing was done', async () => {
    const { knowledge } = open()
    await knowledge.updateEpisodic('a request', 'nothing to do', ended({ trajectory: [] }), run)
    expect(await all()).toEqual([])
  })

  it('is told and kept without passwords, also by a model that repeats one', async () => {
    const { knowledge } = open(says({ episode_summarization: 'Type hunter2, then sign in.' }), {
      mask: <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('hunter2', '[secret]')) as T,
    })
    await knowledge.updateEpisodic('log in', 'sign in', ended({ trajectory: ['typed hunter2'] }), run)
    expect(JSON.stringify([thought, await all()])).not.toContain('hunter2')
  })

  it('sinks when what followed it failed', async () => {
    const { knowledge, memories } = open()
    await knowledge.updateNarrative('export it', '', ended(), run)
    await knowledge.retrieveNarrativeExperience('export it', run)
    await knowledge.updateNarrative('export it', '', ended({ worked: false, trajectory: [] }), run)
    await memories.settled()
    expect(await all()).toMatchObject([{ failed: 1, helped: 0, used: 1 }])
  })

  it('of many sessions at once is all there', async () => {
    const sessions = Array.from({ length: 8 }, () => open().knowledge)
    await Promise.all(
      sessions.map((knowledge, index) =>
        knowledge.updateEpisodic('r', `subtask number ${index * 1111}`, ended(), run),
      ),
    )
    expect(await all()).toHaveLength(8)
  })
})

describe('knowledge', () => {
  it('is documents, answers and the web in one text', async () => {
    await store.ask('save', {
      records: [{ kind: 'document', title: 'Export', key: 'export', text: 'File, then Export as PDF.' }],
    })
    const { knowledge } = open(undefined, { searchWeb: (query) => Promise.resolve(`web on ${query}`) })
    const text = await knowledge.retrieveKnowledge('export it', 'how to export', run)
    expect(text).toContain('File, then Export as PDF.')
    expect(text).toContain('web on how to export')
  })

  it('goes on without a web that fails', async () => {
    const { knowledge } = open(undefined, { searchWeb: () => Promise.reject(new Error('no network')) })
    expect(await knowledge.retrieveKnowledge('export it', '', run)).toBe('')
  })

  it('is fused by a model, and put together where there is none', async () => {
    const parts = { knowledge: 'K', narrative: 'N' }
    expect(await open(says({ context_fusion: 'fused' })).knowledge.knowledgeFusion('r', parts, run)).toBe(
      'fused',
    )
    expect(await open().knowledge.knowledgeFusion('r', parts, run)).toBe(
      'How like requests went:\nN\n\nWhat is known:\nK',
    )
    expect(await open().knowledge.knowledgeFusion('r', { knowledge: '', narrative: '' }, run)).toBe('')
  })

  it('is condensed by memory_retrival where it has a model', async () => {
    await store.ask('save', { records: [{ kind: 'document', title: 'Export', key: 'export', text: 'long' }] })
    const { knowledge } = open(says({ memory_retrival: 'short' }))
    expect(await knowledge.retrieveKnowledge('export it', '', run)).toBe('short')
  })
})
