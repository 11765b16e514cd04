import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EventBody } from '../../src-preload/contract/events.ts'
import { runViewOf } from '../../src-preload/contract/run-view.ts'
import { runStarted, stepEvents, streamOf } from '../../src-preload/contract/testing/sample-run.ts'
import { RunFolder } from '../recorder/run-folder.ts'
import { keepResumption, readResumption } from './kept-resumption.ts'
import { UNKNOWN_ACT } from './resumption.ts'

let home = ''
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'kept-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const round: EventBody = { type: 'round_started', request: 'click 7, click 8, click 9' }
const finished: EventBody = {
  type: 'round_finished',
  status: 'FINISH',
  result: null,
  error: null,
  steps: 1,
  cost: 0,
}
const click = (name: string, subtask_index = -1) =>
  stepEvents({
    comment: `click ${name}`,
    acts: [{ call: name, tool: 'click_input', words: `Click ${name}`, effect: 'confirmed', evidence: '' }],
  }).map((body) => (body.type === 'step_started' ? { ...body, subtask_index } : body))

/** The view of a run that began at `first`; each step in turn has its number. */
const viewOf = (first: number, bodies: EventBody[]) => {
  let step = first - 1
  const events = streamOf(bodies).map((event) => {
    if (event.type === 'step_started') step++
    return {
      ...event,
      step: event.type === 'run_started' || event.type === 'round_started' ? event.step : step,
    }
  })
  return runViewOf(events)
}

/** A run that goes on from the one that is left so, and is cut short itself. */
async function cutTwice(first: EventBody[], second: EventBody[]) {
  const one = await RunFolder.create(home, 'one')
  const before = await readResumption(one, viewOf(0, first))
  const two = await RunFolder.create(home, 'two')
  await keepResumption(two, before)
  return { before, both: await readResumption(two, viewOf(before.firstStep, second)), two }
}
const comments = ({ steps }: { steps: { comment: string | null }[] }) => steps.map(({ comment }) => comment)

describe('a run that goes on from another and is cut short, too', () => {
  it('is gone on with from what both have done', async () => {
    const { both } = await cutTwice(
      [runStarted, round, ...click('7', 1)],
      [runStarted, round, ...click('8', 1)],
    )
    expect(comments(both)).toEqual(['click 7', 'click 8'])
    expect(both).toMatchObject({
      run: 'two',
      request: 'click 7, click 8, click 9',
      firstStep: 2,
      unknown: null,
    })
  })

  it.each([
    ['before its first event', []],
    ['before its first step', [runStarted, round]],
  ])('%s, has what the first one had', async (_when, second) => {
    const { before, both } = await cutTwice([runStarted, round, ...click('7', 2)], second)
    expect(both).toEqual({ ...before, run: 'two' })
  })

  it('keeps that the last act of the first one is not known, until it has done something itself', async () => {
    const cut = click('7').slice(0, click('7').findIndex(({ type }) => type === 'act_started') + 1)
    const { both } = await cutTwice([runStarted, round, ...cut], [runStarted])
    expect(both.unknown).toBe('Click 7')
    expect(both.steps.at(-1)?.actions[0]?.error).toBe(UNKNOWN_ACT)
  })

  it('has only its own steps where the round that it has gone on with is over', async () => {
    const next: EventBody = { type: 'round_started', request: 'click 1' }
    const { both } = await cutTwice(
      [runStarted, round, ...click('7')],
      [runStarted, round, ...click('8'), finished, next, ...click('1')],
    )
    expect(comments(both)).toEqual(['click 1'])
    expect(both).toMatchObject({ request: 'click 1', requests: ['click 7, click 8, click 9'] })
  })

  it.each([
    ['is broken', (path: string) => writeFile(path, '{')],
    ['is no file', (path: string) => mkdir(path)],
  ])('is refused where what is kept of the first one %s', async (_what, make) => {
    const two = await RunFolder.create(home, 'two')
    await make(two.resolve('goes_on_from.json'))
    await expect(readResumption(two, viewOf(0, [runStarted]))).rejects.toThrow('can’t be told')
  })
})
