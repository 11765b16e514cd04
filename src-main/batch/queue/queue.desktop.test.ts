// Producer and workers on a real Redis, with runs that are played.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { lineTo } from '../../../e2e/support/redis.ts'
import { batchCalls, type BatchNews } from '../../../src-preload/contract/calls/batch.ts'
import { drop } from '../../core/control-flow.ts'
import { ToolError, UserError } from '../../core/errors.ts'
import { RunControl } from '../../core/run-control.ts'
import { Journal } from '../../recorder/journal.ts'
import { RunFolder } from '../../recorder/run-folder.ts'
import type { Runs } from '../runs.ts'
import { connectToQueue, queueAddress } from './address.ts'
import { controlQueue } from './control.ts'
import { TaskQueue } from './task-queue.ts'
import {
  addTask,
  batch,
  batchThatDies,
  choiceOf,
  done,
  engine,
  home,
  idOf,
  makes,
  plansName,
  redis,
  root,
  ticket,
  worker,
  working,
} from './testing/queue-world.ts'
import { beforeAct, played } from './testing/task-worker.ts'
import { workOnQueue } from './work-on-queue.ts'

/** What is sent takes 16 ms and more for each 64 KiB. */
async function slowLineTo(port: number) {
  const sockets = new Set<Socket>()
  const server = createServer((from) => {
    const to = connect(port, '127.0.0.1')
    for (const socket of [from, to]) sockets.add(socket.on('error', () => {}))
    to.pipe(from)
    const slowly = async () => {
      for await (const data of from as AsyncIterable<Buffer>)
        for (let at = 0; at < data.length; at += 65_536) {
          if (data.length > 1000) await setTimeout(16)
          to.write(data.subarray(at, at + 65_536))
        }
    }
    drop(slowly().finally(() => to.destroy()))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.dispose]: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

describe('a batch on a queue', () => {
  it('brings back what was made, and says who made it', async () => {
    await addTask('t1')
    await using _worker = await working((task) => makes('a/new.txt', plansName(task))(task))
    const { records, report } = await batch()
    expect(records['t1']).toMatchObject({ state: 'done', worker: 'w', run: 'there' })
    expect(await readFile(join(report.root, 'files/a/new.txt'), 'utf8')).toBe('t1')
    expect(await readFile(join(root, 'home/logs/there/events.jsonl'), 'utf8')).toBe('')
    await expect(readFile(join(report.root, 'tasks_queue.json'))).rejects.toThrow('ENOENT')
  })

  it('begins a task again that loses its workers before the first act, and gives it up in the end', async () => {
    await addTask('t1')
    await addTask('t2')
    const begun: string[] = []
    await using _worker = await working(
      (task) => {
        if (plansName(task) === 't1') throw new ToolError('no desktop')
      },
      { onNews: (one) => void (one.type === 'task_taken' && begun.push(`${one.task} ${one.attempt}`)) },
    )
    const { records } = await batch()
    expect(begun.filter((one) => one.startsWith('t1'))).toEqual(['t1 1', 't1 2', 't1 3'])
    expect(records['t2']?.state).toBe('done')
    expect(records['t1']).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/begun 3 times.*no desktop/) as string,
    })
  })

  it('leaves a task that has acted to a person, who begins it again', async () => {
    await addTask('t1')
    let acts = 0
    await using _worker = await working(async (task) => {
      await beforeAct(task)
      acts++
      if (acts === 1) throw new ToolError('died')
    })
    expect((await batch()).records['t1']).toMatchObject({ state: 'interrupted', worker: 'w' })
    expect((await batch()).report.tasks[0]?.record?.state).toBe('interrupted')
    expect(acts).toBe(1)
    expect((await batch({ retry: 'failed' })).records['t1']?.state).toBe('done')
  })

  it('does not let act whose lock was taken away, also when nothing else has told it', async () => {
    await addTask('t1')
    let acted = 0
    let isFirst = true
    await using mine = await working(async (task) => {
      if (isFirst) await mine.queue.client.set(`bull:deskhand:${await idOf(mine.queue)}:lock`, 'another')
      isFirst = false
      await beforeAct(task)
      acted++
    })
    const run = new RunControl()
    const going = batch({}, run).catch(() => null)
    // The other one's lock never ends: nobody decides for it. What matters is that nothing was done.
    const marked = async () => (await mine.queue.list(['active']))[0]?.mark?.acted
    await expect.poll(marked).toBe(true)

    expect(acted).toBe(0)
    await mine.queue.client.del(`bull:deskhand:${await idOf(mine.queue)}:lock`)
    const result = await going
    expect([result?.records['t1']?.state, acted]).toEqual(['interrupted', 0])
  })

  it('takes no late word of a worker that was cut off for that of the next one', async () => {
    await addTask('t1')
    let acts = 0
    await using mine = await working(async (task) => {
      await beforeAct(task)
      acts++
      // What an earlier holder had on its way when its line was cut arrives now.
      const late = { entry: 'an earlier one', worker: 'late', run: null, acted: false, since: 0 }
      await mine.queue.client.hset(
        `bull:deskhand:${await idOf(mine.queue)}`,
        'progress',
        JSON.stringify(late),
      )
      throw new ToolError('died')
    })
    const { records } = await batch()
    expect([records['t1']?.state, acts]).toEqual(['interrupted', 1])
    expect(records['t1']?.error).toMatch(/not known whether that had acted: “late”/)
  })

  it('brings home all that it had put there before it was killed, whatever it is asked for now', async () => {
    await addTask('t1')
    await addTask('t2')
    await addTask('t3')
    await using failing = await working(async (task) => {
      await beforeAct(task)
      throw new ToolError('died')
    })
    await batch({ plan: 'work/tasks/t3.json' })
    await failing[Symbol.asyncDispose]()
    await batchThatDies({ retry: 'failed' })

    const begun: string[] = []
    await using _worker = await working(async (task) => {
      begun.push(plansName(task))
      await makes(plansName(task), 'made')(task)
    })
    // One plan only, and none of what has failed.
    const { records, report } = await batch({ plan: 'work/tasks/t1.json' })
    expect(Object.values(records).map((record) => record?.state)).toEqual(['done', 'done', 'done'])
    for (const task of begun) expect(await readFile(join(report.root, 'files', task), 'utf8')).toBe('made')
    await batch()
    expect(begun.toSorted()).toEqual(['t1', 't2', 't3'])
    await expect(ticket()).rejects.toThrow('ENOENT')
  })

  it('that was stopped while nobody watched it is taken off the queue, and begun again only then', async () => {
    await addTask('t1')
    await batchThatDies()
    expect(await controlQueue(engine(), choiceOf(), 'stop', new RunControl())).toContain('one batch')
    await using _worker = await working()
    const { report, records, news } = await batch()
    expect([report.stopped, records['t1']?.state]).toEqual([true, 'stopped'])
    expect(news).toContainEqual({
      type: 'queue_told',
      words: expect.stringContaining('Run it again') as string,
    })
    await expect(ticket()).rejects.toThrow('ENOENT')
    expect((await batch()).records['t1']?.state).toBe('done')
  })

  it('ends also where something was put on the queue while somebody stopped it, and no worker is there', async () => {
    await addTask('t1')
    const client = await connectToQueue(queueAddress(redis.url, null), new RunControl())
    const onNews = async ({ type }: BatchNews) => {
      if (type !== 'queue_told') return
      const { batch: id } = JSON.parse(await ticket()) as { batch: string }
      await client.set(`deskhand:deskhand:stopped:${id}`, '1')
    }
    const { report, records } = await batch({ onNews: (one) => void onNews(one) })
    expect([report.stopped, records['t1']?.state]).toEqual([true, 'stopped'])
    client.disconnect()
  })

  it('that is stopped while it looks takes no task that was begun by nobody for lost', async () => {
    await addTask('t1')
    // oxlint-disable-next-line typescript/unbound-method -- the mock calls it on its own queue
    const list = TaskQueue.prototype.list
    using looks = vi.spyOn(TaskQueue.prototype, 'list')
    looks.mockImplementation(async function (this: TaskQueue, ...asked: Parameters<typeof list>) {
      const found = await list.apply(this, asked)
      if (asked[0][0] === 'active') await this.stop(asked[1] ?? '')
      return found
    })
    const { report, records } = await batch()
    expect([report.stopped, records['t1']?.state]).toEqual([true, 'stopped'])
  })

  it('says where the pictures of a run are that are too large to travel', async () => {
    await addTask('t1')
    const carriesOut: Runs['run'] = async (wanted) => {
      const folder = await RunFolder.create(home(), wanted.task)
      wanted.onBegun(folder.name)
      using journal = await Journal.open(folder.eventsPath, { run: folder.name })
      journal.emit({
        type: 'session_finished',
        status: 'failed',
        result: null,
        error: 'x',
        reason: 'error',
        steps: 0,
        rounds: 0,
        cost: 0,
        log_path: folder.path,
      })
      await journal.sync()
      await folder.saveFile('large.png', new Uint8Array(2 * 1024 * 1024))
    }
    const run = new RunControl()
    const wanted = batchCalls.start_worker.input.parse({ queue: choiceOf() })
    const ended = workOnQueue(engine({ home: home(), run: carriesOut }), { ...wanted, onNews: () => {} }, run)
    const { records } = await batch()
    expect(records['t1']?.note).toContain(join(home(), 'logs/work_t1'))
    expect(await readFile(join(root, 'home/logs/work_t1/events.jsonl'), 'utf8')).toContain('session_finished')
    run.stop()
    await ended
  })

  it('has no worker repeat what a run of this machine was cut short in', async () => {
    await addTask('t1')
    const folder = await RunFolder.create(engine().home, 'here')
    await folder.saveFile('owner.json', JSON.stringify({ pid: 2 ** 22 + 1, started: '1' }))
    using journal = await Journal.open(folder.eventsPath, { run: folder.name })
    journal.where = () => ({ round: 0, step: 0 })
    journal.emit({ type: 'round_started', request: 't1' })
    journal.emit({ type: 'step_started', agent: 'HostAgent', application: null, subtask: null, subtask_index: -1 })
    const target = { kind: 'none' as const, application: null, window: null, role: null, name: null, bounds: null, point: null }
    journal.emit({ type: 'act_started', call_id: '1', tool_name: 'keyboard_input', tool_type: 'action', namespace: 'AppUIExecutor', parameters: { keys: 'ctrl+s' }, target, words: 'saves' })
    await journal.sync()
    const cut = { ...done, state: 'running', run: 'here', finished_at: null }
    await writeFile(join(root, 'work/tasks_report.json'), JSON.stringify({ v: 1, tasks: { t1: cut } }))
    await using _worker = await worker(() => Promise.reject(new Error('it is repeated')))
    expect((await batch({ retry: 'failed' })).records['t1']?.state).toBe('interrupted')
  }) // prettier-ignore

  it('leaves on the queue what can’t be written here, until it can', async () => {
    await addTask('t1')
    let begun = 0
    await using _worker = await working((task) => {
      begun++
      return makes('new.txt', 'made')(task)
    })
    await writeFile(join(root, 'work/files'), 'no folder')
    await expect(batch()).rejects.toThrow(/can’t be written here.*waits on the queue/)
    await rm(join(root, 'work/files'))
    const { records, report } = await batch()
    expect([records['t1']?.state, begun]).toEqual(['done', 1])
    expect(await readFile(join(report.root, 'files/new.txt'), 'utf8')).toBe('made')
  })

  it('leaves what came of a task in the shared folder until that is written down', async () => {
    await addTask('t1')
    const report = join(root, 'work/tasks_report.json')
    let before = ''
    const breaks = async () => {
      before = await readFile(report, 'utf8')
      // What is a folder can’t be replaced by a file.
      await rm(report)
      await mkdir(join(report, 'in'), { recursive: true })
    }
    await using _worker = await working(breaks, { shared: root })
    await expect(batch({ shared: root })).rejects.toThrow(/can’t be written/)
    await rm(report, { recursive: true })
    await writeFile(report, before)
    const { records } = await batch({ shared: root })
    expect(records['t1']).toMatchObject({ state: 'done', error: null })
    expect(await readdir(join(root, '.deskhand'))).toEqual([])
  })

  it('that is stopped while it writes what a worker has sent writes it once', async () => {
    await addTask('t1')
    using run = new RunControl()
    let sent = false
    const files = Array.from({ length: 300 }, (_, at) => String(at))
    await using _worker = await worker(played(home(), () => (sent = true), files))
    const stopping = {
      ...engine(),
      get home() {
        if (sent) run.stop()
        return join(root, 'home')
      },
    }
    const { report } = await batch({ runs: stopping }, run)
    expect(report.tasks[0]?.record).toMatchObject({ state: 'done', run: 'there' })
    expect(await readdir(join(root, 'home/logs'))).toEqual(['there'])
  })

  it('tells once that the line to the queue is cut, and once that it is mended', async () => {
    await addTask('t1')
    using line = await lineTo(redis.port)
    const attempts: string[] = []
    const onNews = (one: BatchNews) => {
      if (one.type === 'queue_told') attempts.push(one.words)
    }
    const going = batch({ address: line.url, onNews })
    await expect.poll(() => attempts.length).toBe(1)
    line.cut()
    await expect.poll(() => line.refused).toBeGreaterThan(5)
    line.mend()
    await using _worker = await working()
    expect((await going).records['t1']?.state).toBe('done')
    expect(attempts.slice(1)).toEqual([expect.stringContaining('is lost'), 'Connected to the queue again.'])
  })

  it('has files arrive by a line so slow that they take longer than a Redis may say nothing', async () => {
    using slow = await slowLineTo(redis.port)
    using run = new RunControl()
    const client = await connectToQueue(queueAddress(slow.url, null), run, { silentMs: 1500 })
    await using queue = new TaskQueue(client, 'deskhand')
    await once(client, 'ready')
    let cuts = 0
    client.on('close', () => cuts++)
    const files = randomBytes(8 * 1024 * 1024)
    await queue.putFiles('a', 'out', files)
    const arrived = await queue.files('a', 'out')
    expect([cuts, Buffer.from(arrived ?? []).equals(files)]).toEqual([0, true])
    client.disconnect()
  })

  it('and its workers say what is wrong with the name of a queue', async () => {
    await addTask('t1')
    await expect(batch({ pool: 'a:b' })).rejects.toThrow(UserError)
  })

  it('has a task fail alone whose files are too large to travel', async () => {
    await mkdir(join(root, 'work/files'))
    await writeFile(join(root, 'work/files/big.bin'), new Uint8Array(2 * 1024 * 1024))
    await writeFile(join(root, 'work/tasks/t1.json'), JSON.stringify({ task: 'x', object: 'big.bin' }))
    await addTask('t2')
    await using _worker = await working()
    const { records } = await batch()
    expect([records['t1']?.state, records['t2']?.state]).toEqual(['failed', 'done'])
    expect(records['t1']?.error).toContain('--shared DIR')
  })
})
