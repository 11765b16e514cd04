import { describe, expect, it, vi } from 'vitest'
import { bridgeOver } from '../../src-preload/contract/bridge.ts'
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import { runViewOf } from '../../src-preload/contract/run-view.ts'
import { sampleRun } from '../../src-preload/contract/testing/sample-run.ts'
import { MemoryWire } from '../testing/memory-wire.ts'
import { RunFeed, type OpenRun } from './run-feed.ts'

const events = sampleRun()
const whole = runViewOf(events)

/** A program that has the first `known` events of the sample; the feed writes into `runs`. */
function feedOf(known = events.length) {
  const program = { known }
  const runs: Record<string, OpenRun> = {}
  const writes = vi.fn<(changed: Record<string, OpenRun>) => void>()
  const wire = new MemoryWire({
    watch_run: ({ after }: { after: number }) => ({
      events: events.slice(0, program.known).filter(({ seq }) => seq > after),
      alive: true,
      own: true,
      queue: ['and then'],
    }),
    unwatch_run: () => ({}),
  })
  const feed = new RunFeed({
    bridge: bridgeOver(wire),
    read: (run) => runs[run],
    write: (changed) => {
      writes(changed)
      Object.assign(runs, changed)
    },
    drop: (run) => delete runs[run],
  })
  const hear = (...heard: SessionEvent[]) => {
    for (const event of heard) feed.hear({ push: 'event', run: 'sample', event })
  }
  const settle = () => new Promise((done) => setTimeout(done, 5))
  return { program, runs, writes, wire, feed, hear, settle }
}

describe('what a window knows of a run', () => {
  it('is the whole run when it was over before the window looked', async () => {
    const { runs, feed, settle } = feedOf()
    feed.watch('sample')
    await settle()
    expect(runs.sample?.view).toEqual(whole)
    expect([runs.sample?.state, runs.sample?.alive, runs.sample?.queue]).toEqual([
      'ready',
      false,
      ['and then'],
    ])
  })

  it('is the same when the second half comes event by event, in one batch and out of order', async () => {
    const { runs, writes, feed, hear, settle } = feedOf(10)
    feed.watch('sample')
    await settle()
    writes.mockClear()
    hear(...events.slice(10).toReversed())
    await settle()
    expect(runs.sample?.view).toEqual(whole)
    expect(writes).toHaveBeenCalledTimes(1)
  })

  it('asks for what it has missed before it shows what came after', async () => {
    const { program, runs, wire, feed, hear, settle } = feedOf(10)
    feed.watch('sample')
    await settle()
    program.known = events.length
    hear(events.at(-1)!)
    await settle()
    expect(runs.sample?.view).toEqual(whole)
    expect(wire.calls.filter(({ name }) => name === 'watch_run').map(({ input }) => input)).toEqual([
      { run: 'sample', after: -1 },
      { run: 'sample', after: 9 },
    ])
  })

  it('goes on from its last event after a lost connection', async () => {
    const { program, runs, wire, feed, settle } = feedOf(20)
    feed.watch('sample')
    await settle()
    program.known = 30
    feed.loadAll()
    await settle()
    expect(runs.sample?.view.seq).toBe(29)
    expect(wire.calls.at(-1)?.input).toEqual({ run: 'sample', after: 19 })
  })

  it('is over for good, also where it is looked at again while its program still has it', async () => {
    const { runs, feed, settle } = feedOf()
    const leave = feed.watch('sample')
    await settle()
    leave()
    feed.watch('sample')
    await settle()
    expect(runs.sample?.alive).toBe(false)
  })

  it('is shared by several watchers and unwatched by the last of them, once', async () => {
    const { wire, feed, settle } = feedOf()
    const one = feed.watch('sample')
    const other = feed.watch('sample')
    await settle()
    one()
    one()
    expect(wire.calls.map(({ name }) => name)).toEqual(['watch_run'])
    other()
    expect(wire.calls.map(({ name }) => name)).toEqual(['watch_run', 'unwatch_run'])
  })

  it('is kept when nobody looks any more, and brought up to date from there', async () => {
    const { program, runs, wire, feed, settle } = feedOf(20)
    const leave = feed.watch('sample')
    await settle()
    leave()
    feed.watch('sample')
    await settle()
    program.known = events.length
    feed.watch('sample')
    feed.loadAll()
    await settle()
    expect(runs.sample?.view).toEqual(whole)
    expect(wire.calls.at(-1)?.input).toEqual({ run: 'sample', after: 19 })
  })

  it('is forgotten once many others were looked at since, never while it is watched', async () => {
    const { runs, feed, settle } = feedOf()
    feed.watch('watched')
    for (const run of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'a']) feed.watch(run)()
    await settle()
    expect(Object.keys(runs).toSorted()).toEqual(['a', 'c', 'd', 'e', 'f', 'g', 'watched'])
  })

  it('has the text that streams in until the reply is an event', async () => {
    const { runs, feed, hear, settle } = feedOf(3)
    feed.watch('sample')
    await settle()
    const say = (text: string, reset = false) =>
      feed.hear({ push: 'model_text', run: 'sample', role: 'app', text, reset })
    say('Loo', true)
    say('king')
    await settle()
    expect(runs.sample?.text).toEqual({ role: 'app', text: 'Looking' })
    hear(...events.slice(3, 6))
    await settle()
    expect(runs.sample?.text).toBeNull()
  })

  it('says why it can’t be shown', async () => {
    const runs: Record<string, OpenRun> = {}
    const feed = new RunFeed({
      bridge: bridgeOver(new MemoryWire({})),
      read: (run) => runs[run],
      write: (changed) => void Object.assign(runs, changed),
      drop: () => {},
    })
    feed.watch('gone')
    await new Promise((done) => setTimeout(done, 5))
    expect([runs.gone?.state, runs.gone?.error]).toEqual(['failed', 'no answer to watch_run'])
  })
})
