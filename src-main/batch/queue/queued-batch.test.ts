import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { TaskRecord } from '../../../src-preload/contract/calls/batch.ts'
import { settleFlagged } from '../left-run.ts'
import { TaskStatus } from '../task-status.ts'
import { takeUpHere } from './queued-batch.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'takeup-here-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

/** A batch of this machine that was cut short in `t`, and is put on a queue now. */
async function takenUp(isDone: boolean, left: Partial<TaskRecord>) {
  const record = { state: 'running', run: 'gone', complete: null, result: null, error: null, steps: 0, cost: 0, started_at: 1, finished_at: null, ...left }
  await writeFile(join(root, 'tasks_status.json'), JSON.stringify({ t: isDone }))
  await writeFile(join(root, 'tasks_report.json'), JSON.stringify({ v: 1, tasks: { t: record } }))
  await using status = await TaskStatus.open(root, ['t'])
  const closed: string[] = []
  const home = join(root, 'home')
  const closeRun = (run: string) => Promise.resolve(void closed.push(run))
  const engine = { home, closeRun, hasDesktop: () => Promise.resolve(false) }
  await settleFlagged(home, status, 't')
  const here = await takeUpHere(engine, status, ['t'], () => {})
  return { here: [...here], isDone: status.isDone('t'), state: status.record('t')?.state, closed }
} // prettier-ignore

describe('a batch of this machine that is put on a queue', () => {
  it('keeps the flag of a task that was done, also where nothing is left of its run', async () => {
    const taken = await takenUp(true, {})
    expect(taken).toEqual({ here: [], isDone: true, state: 'done', closed: [] })
  })

  it('gives no worker a task of which nobody knows what its run has done', async () => {
    const taken = await takenUp(false, {})
    expect(taken).toEqual({ here: ['t'], isDone: false, state: 'interrupted', closed: ['gone'] })
  })

  it('closes nothing of this DESKHAND_HOME that has the name of a run of another one', async () => {
    expect(await takenUp(false, { home: '/elsewhere' })).toMatchObject({ state: 'interrupted', closed: [] })
  })
})
