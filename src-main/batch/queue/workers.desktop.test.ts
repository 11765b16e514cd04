// Workers on a real Redis that are cut off, frozen, paused and stopped, with runs that are played.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { appendFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { lineTo } from '../../../e2e/support/redis.ts'
import { batchCalls, type BatchNews } from '../../../src-preload/contract/calls/batch.ts'
import { RunControl } from '../../core/run-control.ts'
import { runBatch } from '../batch.ts'
import { controlQueue, viewQueue } from './control.ts'
import { addTask, batch, choiceOf, engine, redis, root, working } from './testing/queue-world.ts'
import { addsTo, beforeAct, LEASE } from './testing/task-worker.ts'

describe('the workers of a queue', () => {
  it('stop acting by themselves where they are cut off from the queue, before their lease can pass on', async () => {
    await addTask('t1')
    using line = await lineTo(redis.port)
    const file = join(root, 'witness')
    const plusses = async () => (await readFile(file, 'utf8').catch(() => '')).length
    let times = 0
    await using mine = await working((task, run) => addsTo(file, times++ === 0 ? 10_000 : 1)(task, run), {
      url: line.url,
      name: 'alpha',
    })
    const going = batch()
    await expect.poll(plusses).toBeGreaterThan(2)
    line.cut()
    const cutAt = performance.now()
    const letGo = () => mine.news.find(({ type }) => type === 'task_let_go')
    await expect.poll(letGo, { timeout: 10_000, interval: 10 }).toBeDefined()
    const after = await plusses()
    expect(performance.now() - cutAt).toBeLessThan(LEASE * 1000)
    expect(letGo()).toMatchObject({ why: expect.stringMatching(/lease|could not be renewed/) as string })
    expect((await going).records['t1']).toMatchObject({ state: 'interrupted', worker: 'alpha' })
    expect(await plusses()).toBe(after)
    // Its line is mended: it takes tasks again.
    line.mend()
    expect((await batch({ retry: 'failed' })).records['t1']?.state).toBe('done')
    expect(await plusses()).toBe(after + 1)
  })

  it('do nothing more when they wake up after they were frozen before their first act: another one has done it', async () => {
    await addTask('t1')
    const file = join(root, 'witness')
    const program = join(import.meta.dirname, 'testing/frozen-program.ts')
    const child = spawn(process.execPath, [program, redis.url, join(root, 'frozen'), file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let told = ''
    child.stdout.on('data', (part: Buffer) => (told += part.toString()))
    const going = batch()
    await expect.poll(() => told).toContain('"waits"')
    child.kill('SIGSTOP')
    await using _delta = await working(
      async (task) => {
        await beforeAct(task)
        await appendFile(file, 'delta')
      },
      { name: 'delta' },
    )
    const { records } = await going
    expect(records['t1']).toMatchObject({ state: 'done', worker: 'delta' })
    expect(records['t1']?.note).toMatch(/Attempt 2: the worker “frozen” was lost before the first act/)
    child.kill('SIGCONT')
    await expect.poll(() => told).toContain('"task_let_go"')
    expect(await readFile(file, 'utf8')).toBe('delta')
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  })

  it('are paused, resumed and stopped in the middle of a task; what has acted waits for a person', async () => {
    await addTask('t1')
    await addTask('t2')
    const file = join(root, 'witness')
    const plusses = async () => (await readFile(file, 'utf8').catch(() => '')).length
    const wish = (what: 'pause' | 'resume' | 'stop') =>
      controlQueue(engine(), choiceOf(), what, new RunControl())
    let isPaused = false
    await using mine = await working((task, run) => {
      const forget = run.onPauseChange((paused) => (isPaused = paused))
      return addsTo(file, 10_000)(task, run).finally(forget)
    })
    const going = batch()
    await expect.poll(plusses).toBeGreaterThan(2)
    expect(await wish('pause')).toContain('Paused: all workers')
    await expect.poll(() => isPaused).toBe(true)
    // Nothing happens for longer than a lease; the lease is kept.
    await setTimeout(50)
    const held = await plusses()
    await setTimeout(LEASE * 1500)
    expect(await plusses()).toBe(held)
    const view = await viewQueue(engine(), choiceOf(), new RunControl())
    expect(view).toMatchObject({ paused: true, workers: 1 })
    expect(view.tasks.map(({ state, mark }) => [state, mark?.worker, mark?.acted])).toEqual([
      ['active', 'w', true],
      ['waiting', undefined, undefined],
    ])
    await wish('resume')
    await expect.poll(plusses).toBeGreaterThan(held + 1)
    await wish('stop')
    const { report } = await going
    expect([report.stopped, ...report.tasks.map(({ record }) => record?.state)]).toEqual([
      true,
      'interrupted',
      'stopped',
    ])
    expect(mine.news.filter(({ type }) => type === 'task_taken')).toHaveLength(1)
  })

  it('begin no task of a batch that is being stopped', async () => {
    const file = join(root, 'witness')
    await using mine = await working(addsTo(file, 1))
    await mine.queue.stop('b')
    // The answer to whether it may go on comes late.
    vi.spyOn(mine.queue, 'isPaused').mockImplementation(() => setTimeout(300, false))
    const task = { batch: 'b', task: 't1', name: 't1', entry: 'e', shared: null, max_step: null, attempt: 1 }
    await mine.queue.add({ v: 1, ...task }, Buffer.of())
    await expect.poll(() => mine.queue.list(['failed'], 'b')).toHaveLength(1)
    expect([mine.news.map(({ type }) => type), existsSync(file)]).toEqual([['worker_ready'], false])
  })

  it('do nothing twice for a producer that was killed and watches again; other pools do not mix', async () => {
    for (const name of ['t1', 't2', 't3']) await addTask(name)
    await using other = await working(() => {}, { name: 'other', pool: 'other' })
    const told: string[] = []
    const killed = async () => {
      // It dies as soon as it knows of the first one that is done.
      const onNews = (one: BatchNews) => {
        if (one.type === 'queue_told') told.push(one.words)
        if (one.type === 'task_finished') throw new Error('killed')
      }
      await expect(batch({ onNews })).rejects.toThrow('killed')
    }
    const dying = killed()
    await expect.poll(() => told.join()).toContain('deskhand worker')
    await using alpha = await working((_task, run) => run.sleep(300), { name: 'alpha' })
    await dying
    // On this machine it is not carried out meanwhile.
    const here = batchCalls.start_batch.input.parse({ plans: [join(root, 'work')] })
    await expect(runBatch(engine(), { ...here, onNews: () => {} }, new RunControl())).rejects.toThrow(
      'This batch is on the queue',
    )

    await controlQueue(engine(), choiceOf(), 'pause', new RunControl())
    const going = batch()
    await controlQueue(engine(), choiceOf(), 'resume', new RunControl())
    const { records, news } = await going
    expect(news.find(({ type }) => type === 'batch_started')).toMatchObject({ left: ['t2', 't3'] })
    expect(Object.values(records).map((record) => record?.state)).toEqual(['done', 'done', 'done'])
    const taken = alpha.news.filter(({ type }) => type === 'task_taken')
    expect(taken.map((one) => 'task' in one && one.task)).toEqual(['t1', 't2', 't3'])
    expect(other.news.map(({ type }) => type)).toEqual(['worker_ready'])
    // What was recorded there can be read here.
    expect((await readdir(join(root, 'home/logs'))).length).toBe(3)
  })
})
