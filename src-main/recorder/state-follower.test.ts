import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EventBody } from '../../src-preload/contract/events.ts'
import { runStarted, stepEvents, streamOf } from '../../src-preload/contract/testing/sample-run.ts'
import { GlobalState } from '../core/global-state.ts'
import { silentLogger } from '../core/logger.ts'
import { RunFolder } from './run-folder.ts'
import { StateFollower } from './state-follower.ts'
import { newestScreenshot } from '../core/testing/newest-screenshot.ts'

let home: string
let folder: RunFolder
let state: GlobalState
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'state-follower-'))
  folder = await RunFolder.create(home, 'sample')
  state = await GlobalState.open(folder.statePath)
  await folder.saveFile('action_step0.png', Buffer.from('the picture'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const round: EventBody = { type: 'round_started', request: 'Add up and save' }
const ended = (subtask: string, status: string): EventBody => ({
  type: 'subtask_finished',
  index: 0,
  subtask,
  status,
  result: null,
})
const hostDecides = (plan: string[], subtask: string): EventBody => ({
  ...(stepEvents({}).find(({ type }) => type === 'decided') as EventBody & { type: 'decided' }),
  agent: 'HostAgent',
  plan,
  subtask,
})
async function after(...bodies: EventBody[]) {
  const follower = new StateFollower(state, folder, silentLogger)
  for (const event of streamOf(bodies)) follower.hear(event)
  await follower.settled()
  const names = async (list: Promise<{ name: string }[]>) => (await list).map(({ name }) => name)
  return {
    completed: await names(state.getCompletedSubtasks()),
    failed: await names(state.getFailedSubtasks()),
    remaining: await names(state.getRemainingSubtasks()),
  }
}

describe('the GlobalState of a run', () => {
  it('has every file of the seed from the beginning', async () => {
    await after()
    expect((await readdir(state.folder)).filter((name) => !name.endsWith('.lock')).toSorted()).toEqual([
      'completed_subtasks.json', 'failed_subtasks.json', 'remaining_subtasks.json', 'screenshots', 'search_query.json',
      'termination_flag.json', 'tu.json',
    ]) // prettier-ignore
    expect(JSON.parse(await readFile(state.terminationFlagPath, 'utf8'))).toBe('not_terminated')
  })

  it('leaves what somebody has written before the run began', async () => {
    await state.setTerminationFlag('terminated')
    await after()
    expect(await state.getTerminationFlag()).toBe('terminated')
  })

  it('tells the request, what is done, what has failed, and what comes later', async () => {
    const told = await after(
      runStarted,
      round,
      hostDecides(['Add up', 'Save it', '## Close'], 'Add up'),
      ended('Add up', 'FINISH'),
      ended('Save it', 'FAIL'),
    )
    expect(told).toEqual({ completed: ['Add up'], failed: ['Save it'], remaining: ['Save it', 'Close'] })
    expect(await state.getTu()).toBe('Add up and save')
  })

  it('takes no plan of an AppAgent, which is one for its subtask alone', async () => {
    const own = { ...hostDecides(['press 7'], ''), agent: 'AppAgent' } as EventBody
    expect((await after(runStarted, round, hostDecides(['Save it'], ''), own)).remaining).toEqual(['Save it'])
  })

  it('begins each request anew, and has nothing left of one that is done', async () => {
    const finished: EventBody = {
      type: 'round_finished',
      status: 'FINISH',
      result: null,
      error: null,
      steps: 1,
      cost: 0,
    }
    const first = [runStarted, round, hostDecides(['Save it'], ''), ended('Add up', 'FINISH')]
    expect((await after(...first, finished)).remaining).toEqual([])
    expect(await after(...first, { ...round, request: 'again' })).toEqual({
      completed: [],
      failed: [],
      remaining: [],
    })
    expect(await state.getTu()).toBe('again')
  })

  it('has the newest screenshot of each step', async () => {
    const picture = {
      path: 'action_step0.png',
      width: 1,
      height: 1,
      bounds: { x: 0, y: 0, width: 1, height: 1 },
    }
    await after(runStarted, round, ...stepEvents({ picture: picture.path }), ...stepEvents({}))
    expect((await newestScreenshot(state))?.toString()).toBe('the picture')
    expect(await readdir(state.screenshotDir)).toHaveLength(1)
  })

  it('is the planner’s own to write where the planner works', async () => {
    await state.setCompletedSubtasks([{ name: 'done by the planner', info: '' }])
    const planned = { ...runStarted, strategy: 'planner' } as EventBody
    const told = await after(planned, round, hostDecides(['x'], ''), ended('y', 'FINISH'))
    expect(told).toEqual({ completed: ['done by the planner'], failed: [], remaining: [] })
    expect(await state.getTu()).toBe('Add up and save')
  })

  it('is no reason to fail where it can’t be written', async () => {
    await rm(state.folder, { recursive: true })
    await rm(folder.path, { recursive: true })
    const follower = new StateFollower(state, folder, silentLogger)
    for (const event of streamOf([runStarted, round, ...stepEvents({ picture: 'gone.png' })]))
      follower.hear(event)
    await expect(follower.settled()).resolves.toBeUndefined()
  })
})
