import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { RunControl } from '../core/run-control.ts'
import { batchRoot, openingsOf } from './openings.ts'
import { SessionPool, type PooledSession } from './session-pool.ts'

const saying = (name: string, log: string[], fails = false): PooledSession<string> => ({
  name,
  run: () => {
    log.push(name)
    return fails ? Promise.reject(new Error(`${name} broke`)) : Promise.resolve(`${name} done`)
  },
})

describe('a SessionPool', () => {
  it('runs its sessions in order, whatever becomes of one of them', async () => {
    const log: string[] = []
    const pool = new SessionPool([saying('a', log), saying('b', log, true), saying('c', log)])
    expect(await pool.runAll(new RunControl())).toEqual([
      { name: 'a', kind: 'ended', value: 'a done' },
      { name: 'b', kind: 'thrown', error: 'b broke' },
      { name: 'c', kind: 'ended', value: 'c done' },
    ])
    expect(log).toEqual(['a', 'b', 'c'])
  })

  it('takes sessions while it runs, and gives the next one away', async () => {
    const log: string[] = []
    const pool = new SessionPool<string>([saying('given', log)])
    expect([pool.nextSession()?.name, pool.nextSession()]).toEqual(['given', null])
    pool.addSession({
      name: 'first',
      run: () => {
        pool.addSession(saying('later', log))
        return Promise.resolve('')
      },
    })
    expect(pool.sessionList.map(({ name }) => name)).toEqual(['first'])
    expect((await pool.runAll(new RunControl())).map(({ name }) => name)).toEqual(['first', 'later'])
  })

  it('begins none after a stop, and none while it is paused', async () => {
    const log: string[] = []
    const run = new RunControl()
    const stopping = { name: 'a', run: () => Promise.resolve(String(run.stop())) }
    const stopped = await new SessionPool([stopping, saying('b', log)]).runAll(run)
    expect(stopped.map(({ kind }) => kind)).toEqual(['ended', 'skipped'])

    const pool = new SessionPool([saying('c', log)])
    pool.pause()
    const all = pool.runAll(new RunControl())
    await new Promise((resolve) => setImmediate(resolve))
    expect(log).toEqual([])
    pool.resume()
    await all
    expect(log).toEqual(['c'])
  })
})

describe('what a task, a mode and a plan open', () => {
  let root = ''
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'openings-'))
    await mkdir(join(root, 'work/tasks'), { recursive: true })
    for (const name of ['b', 'a', 'a10', 'a9'])
      await writeFile(join(root, 'work/tasks', `${name}.json`), '{"task": "t", "steps": ["s"]}')
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  it('is one session for a mode without plans', async () => {
    expect(await openingsOf({ task: 't', request: 'open Mousepad' })).toEqual([
      { id: '0', task: 't', mode: 'normal', request: 'open Mousepad', plan: null, strategy: null },
    ])
  })

  it.each(['work', 'work/', 'work/tasks', 'work/tasks/'])(
    'is one session for each plan of the folder %s, in order, named after it',
    async (folder) => {
      const openings = await openingsOf({ task: 'work', mode: 'batch_normal', plan: `${root}/${folder}` })
      expect(openings.map(({ id, task, plan }) => [id, task, plan])).toEqual(
        ['a', 'a9', 'a10', 'b'].map((name, index) => [
          String(index),
          `work/${name}`,
          join(root, 'work/tasks', `${name}.json`),
        ]),
      )
      expect(new Set(openings.map(({ strategy }) => strategy))).toEqual(new Set(['host-app']))
      expect(batchRoot(join(root, 'work/tasks/'))).toBe(join(root, 'work'))
    },
  )

  it('is one session for one plan, under the task’s own name', async () => {
    const plan = join(root, 'work/tasks/a.json')
    expect(await openingsOf({ task: 'mine', mode: 'follower', plan })).toMatchObject([{ task: 'mine', plan }])
  })

  it('is refused for a plan where none is carried out, for none where one is, and for a place without any', async () => {
    await expect(openingsOf({ task: 't', plan: root })).rejects.toThrow('carries out no plan')
    await expect(openingsOf({ task: 't', mode: 'follower' })).rejects.toThrow('give a plan file')
    await expect(openingsOf({ task: 't', mode: 'follower', plan: join(root, 'none') })).rejects.toThrow(
      'There is no plan and no folder',
    )
    await expect(
      openingsOf({ task: 't', mode: 'follower', plan: root, platformOverride: 'linux' }),
    ).rejects.toThrow('does not work with the strategy “single”')
  })
})
