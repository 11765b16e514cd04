import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { batchCalls, type BatchNews } from '../../src-preload/contract/calls/batch.ts'
import { configSchema } from '../../src-preload/contract/config.ts'
import type { EventBody, SessionEvent } from '../../src-preload/contract/events.ts'
import { notDoneWords } from '../../src-preload/contract/words.ts'
import { UserError } from '../core/errors.ts'
import { silentLogger } from '../core/logger.ts'
import { RunControl } from '../core/run-control.ts'
import { Journal } from '../recorder/journal.ts'
import { RunFolder } from '../recorder/run-folder.ts'
import { planName } from '../session/plan-file.ts'
import { runBatch } from './batch.ts'
import type { BatchRequest } from './batch-request.ts'
import type { Runs, TaskRun } from './runs.ts'
import { TaskStatus } from './task-status.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'batch-'))
  await mkdir(join(root, 'work/tasks'), { recursive: true })
})
afterEach(() => rm(root, { recursive: true, force: true }))

const folder = () => join(root, 'work')
const addTasks = (...names: string[]) =>
  Promise.all(
    names.map((name) => writeFile(join(folder(), 'tasks', `${name}.json`), JSON.stringify({ task: name }))),
  )
const flags = async () =>
  JSON.parse(await readFile(join(folder(), 'tasks_status.json'), 'utf8')) as Record<string, boolean>

type End = {
  status?: 'completed' | 'failed' | 'stopped'
  complete?: 'yes' | 'no' | 'unsure' | null
  acts?: string[]
  error?: string
  judge?: string
  level?: 'session' | 'round'
  sub_scores?: { name: string; evaluation: string }[]
  session_type?: string
}

/** Writes the journal of a run as the engine would; `how` says how it ends. */
async function play(request: TaskRun, how: End, home: string): Promise<void> {
  const run = await RunFolder.create(home, request.task ?? null)
  request.onBegun?.(run.name)
  using journal = await Journal.open(run.eventsPath, { run: run.name })
  journal.subscribe((event: SessionEvent) => request.onEvent(event))
  for (const body of story(how, run.path)) journal.emit(body)
  await journal.sync()
}

function story(end: End, path: string): EventBody[] {
  const { complete = 'yes', acts = ['click_input'], judge = 'offline', level = 'session' } = end
  const { status = complete === 'no' ? 'failed' : 'completed', sub_scores = [] } = end
  const { error = complete === 'no' ? notDoneWords('because') : null } = end
  return [
    {
      type: 'run_started',
      session: 's',
      session_type: end.session_type ?? 'FromFileSession',
      task: 't',
      mode: 'batch_normal',
      strategy: 'host-app',
      platform: 'linux',
      display: { kind: 'virtual', name: ':1' },
      models: { evaluation: judge },
      log_path: path,
      continues: null,
    },
    { type: 'round_started', request: 'r' },
    ...(complete === null
      ? []
      : [
          {
            type: 'evaluated' as const,
            level,
            complete,
            reason: 'because',
            sub_scores,
            quality: null,
            efficiency: null,
            cost: 0,
            effects: {
              steps: 1,
              acts: acts.length,
              confirmed: acts.length,
              unconfirmed: 0,
              contradicted: 0,
              undone: 0,
            },
          },
        ]),
    ...(status === 'stopped' ? [{ type: 'stop_requested' as const, by: 'person' as const }] : []),
    {
      type: 'session_finished',
      status,
      reason: 'finished',
      result: null,
      error,
      steps: 1,
      rounds: 1,
      cost: 0,
      log_path: path,
    },
  ]
}

interface Options extends Partial<BatchRequest> {
  how?: Record<string, End | Error>
  during?: (task: string, engine: Runs) => Promise<void> | void
}

async function batch({ how = {}, during, ...wanted }: Options = {}, run = new RunControl()) {
  const begun: string[] = []
  const requests: TaskRun[] = []
  const news: BatchNews[] = []
  let atOnce = 0
  let most = 0
  const engine: Runs = {
    ...engineOf(() => Promise.resolve()),
    async run(request) {
      const task = planName(request.plan ?? '')
      begun.push(task)
      requests.push(request)
      most = Math.max(most, ++atOnce)
      try {
        await during?.(task, engine)
        await new Promise((resolve) => setImmediate(resolve))
        const end = how[task] ?? {}
        if (end instanceof Error) throw end
        await play(request, end, root)
      } finally {
        atOnce--
      }
    },
  }
  const report = await runBatch(engine, asked({ onNews: (one) => news.push(one), ...wanted }), run)
  const states = Object.fromEntries(report.tasks.map(({ task, record }) => [task, record?.state ?? null]))
  return { report, states, begun, requests, news, most }
}

/** An engine whose runs are this function. */
const engineOf = (run: (request: TaskRun, task: string) => Promise<void>): Runs => ({
  home: root,
  run: (request) => run(request, planName(request.plan ?? '')),
  config: configSchema.parse({}),
  keys: { get: () => Promise.resolve(null) },
  logger: silentLogger,
  closeRun: () => Promise.resolve(),
  hasDesktop: () => Promise.resolve(false),
  desktopKind: (display) => (display === 'host' ? 'host' : 'virtual'),
  windows: () => Promise.resolve([]),
})

/** What a shell asks for, of the folder of this test. */
const asked = ({ onNews = () => {}, ...wanted }: Partial<BatchRequest> = {}): BatchRequest => ({
  ...batchCalls.start_batch.input.parse({ plans: [folder()], ...wanted }),
  onNews,
})

const tell = (request: TaskRun, type: 'stop_requested' | 'paused' | 'resumed') =>
  request.onEvent({ v: 1, seq: 0, ts: 0, run: 'r', round: null, step: null, type, by: 'person' })

describe('a batch', () => {
  it('carries out its tasks one after the other, each a run of its own named after it', async () => {
    await addTasks('t1', 't2', 't10')
    const { begun, states, requests, most } = await batch()
    expect(begun).toEqual(['t1', 't2', 't10'])
    expect(most).toBe(1)
    expect(states).toEqual({ t1: 'done', t2: 'done', t10: 'done' })
    expect(requests[0]).toMatchObject({
      task: 'work/t1',
      mode: 'batch_normal',
      request: null,
      resumable: true,
      strategy: 'host-app',
    })
    expect(await flags()).toEqual({ t1: true, t2: true, t10: true })
  })

  it('has so many at once, each on a virtual desktop, and not on the host’s', async () => {
    await addTasks('t1', 't2', 't3', 't4', 't5')
    // Each of the first three waits for the other two: with fewer at once none would ever end.
    const three = Promise.withResolvers<void>()
    let there = 0
    const during = () => (++there >= 3 ? three.resolve() : three.promise)
    const { most, requests } = await batch({ parallel: 3, during })
    expect(most).toBe(3)
    expect(new Set(requests.map(({ display }) => display))).toEqual(new Set(['virtual']))
    await expect(batch({ parallel: 2, display: 'host' })).rejects.toThrow(UserError)
  })

  it('goes on after a task that fails, throws, or is not sure to be done', async () => {
    await addTasks('a', 'b', 'c', 'd', 'e')
    const { states, report } = await batch({
      how: {
        a: { status: 'failed', error: 'no button', complete: null },
        b: new Error('no desktop'),
        c: { complete: 'no' },
        d: { complete: 'unsure', judge: 'openai/gpt' },
      },
    })
    expect(states).toEqual({ a: 'failed', b: 'failed', c: 'failed', d: 'failed', e: 'done' })
    expect(report.tasks.map(({ record }) => record?.error)).toEqual([
      'no button',
      'no desktop',
      'The evaluation says no: because',
      'It is not sure that it is done: because',
      null,
    ])
    expect(await flags()).toEqual({ a: false, b: false, c: false, d: false, e: true })
  })

  it('takes the evaluation of the last round where the session is not evaluated', async () => {
    await addTasks('a', 'b')
    const { states, report } = await batch({
      how: {
        a: { complete: 'unsure', judge: 'openai/gpt', level: 'round' },
        b: { complete: 'yes', judge: 'openai/gpt', level: 'round', acts: [] },
      },
    })
    expect(states).toEqual({ a: 'failed', b: 'done' })
    expect(report.tasks.map(({ record }) => record?.complete)).toEqual(['unsure', 'yes'])
  })

  it('takes verified effects for success where no model has judged', async () => {
    await addTasks('a', 'b')
    const { states } = await batch({
      how: { a: { complete: 'unsure' }, b: { complete: 'unsure', acts: [] } },
    })
    expect(states).toEqual({ a: 'done', b: 'failed' })
  })

  it('takes no verified effects for success where the clauses or the recorded acts were judged as unsure', async () => {
    await addTasks('a', 'b')
    const clause = { name: 'click Save', evaluation: 'yes' }
    const { states } = await batch({
      how: {
        a: { complete: 'unsure', sub_scores: [clause] },
        b: { complete: 'unsure', session_type: 'ReplaySession' },
      },
    })
    expect(states).toEqual({ a: 'failed', b: 'failed' })
  })

  it('does only what was never done; failed ones or all are done again where that is asked for', async () => {
    await addTasks('a', 'b', 'c')
    await batch({ how: { b: { complete: 'no' } } })
    await addTasks('d')
    expect((await batch()).begun).toEqual(['d'])
    expect((await batch({ retry: 'failed' })).begun).toEqual(['b'])
    expect((await batch({ retry: 'all' })).begun).toEqual(['a', 'b', 'c', 'd'])
  })

  it('does again what somebody has taken the flag of, and nothing else', async () => {
    await addTasks('a', 'b')
    await batch()
    await writeFile(join(folder(), 'tasks_status.json'), JSON.stringify({ a: false, b: true }))
    expect((await batch()).begun).toEqual(['a'])
  })

  it('that is cut between the two files of a task that was done says so, and does not do it again', async () => {
    await addTasks('a')
    const path = join(folder(), 'tasks_report.json')
    let before = ''
    const engine = engineOf(async (request) => {
      await play(request, {}, root)
      await request.beforeAct?.({ tool_name: 'click_input', parameters: {}, tool_type: 'action' })
      before = await readFile(path, 'utf8')
      // What is a folder can’t be replaced by a file.
      await rm(path)
      await mkdir(join(path, 'in'), { recursive: true })
    })
    const wanted = asked()
    await expect(runBatch(engine, wanted, new RunControl())).rejects.toThrow(/can’t be written/)
    await rm(path, { recursive: true })
    await writeFile(path, before)
    const { begun, report } = await batch()
    expect(begun).toEqual([])
    expect(report.tasks[0]?.record).toMatchObject({ state: 'done', complete: 'yes', run: 'work_a' })
  })

  it.each([
    ['is not there any more', (cut: object) => cut, /not in .* any more/],
    ['is in another DESKHAND_HOME, also where this one has a run of that name', (cut: object) => ({ ...cut, run: 'work_a', home: '/elsewhere' }), /but in \/elsewhere/],
  ])('does not repeat a task whose run %s', async (_what, cut, why) => {
    await addTasks('a')
    await batch({ how: { a: { complete: 'no' } } })
    const path = join(folder(), 'tasks_report.json')
    const running = { state: 'running', run: 'gone', complete: null, result: null, error: null, steps: 0, cost: 0, started_at: 1, finished_at: null }
    await writeFile(path, JSON.stringify({ v: 1, tasks: { a: cut(running) } }))
    const { begun, states, report } = await batch()
    expect([begun, states]).toEqual([[], { a: 'interrupted' }])
    expect(report.tasks[0]?.record?.error).toMatch(why)
    expect((await batch({ retry: 'failed' })).states).toEqual({ a: 'done' })
  }) // prettier-ignore

  it('is refused while another program has it, and says which', async () => {
    await addTasks('a')
    await using _held = await TaskStatus.open(folder(), ['a'])
    await expect(batch()).rejects.toThrow(`process ${process.pid}`)
  })

  it('whose folder can’t be written is refused with a mend', async () => {
    // There not even root can.
    await expect(TaskStatus.open('/proc/self', ['a'])).rejects.toThrow(
      /can’t be written in .* Copy the batch/,
    )
  })

  it('that is not what Deskhand has written is not guessed at', async () => {
    await addTasks('a')
    await writeFile(join(folder(), 'tasks_status.json'), '{"a": tru')
    await expect(batch()).rejects.toThrow(/tasks_status.json is not what Deskhand has written/)
    // Nothing holds the folder afterwards.
    await rm(join(folder(), 'tasks_status.json'))
    expect((await batch()).begun).toEqual(['a'])
  })

  it('is one brake: who stops one of its runs stops all, also one that was just beginning', async () => {
    await addTasks('t1', 't2', 't3')
    const report = await runBatch(
      engineOf(async (request, name) => {
        if (name === 't2') await expect.poll(() => request.under?.stopped).toBe(true)
        request.onBegun?.(`work_${name}`)
        if (name === 't1') tell(request, 'stop_requested')
        expect(request.under?.stopped).toBe(true)
        throw new UserError('ended')
      }),
      asked({ parallel: 2 }),
      new RunControl(),
    )
    expect(report.stopped).toBe(true)
    expect(report.tasks.map(({ record }) => record?.error)).toEqual(['ended', 'ended', undefined])
  })

  it('begins no task that a stop reaches while what is left of its last run is put away', async () => {
    await addTasks('t1')
    await batch({ how: { t1: { complete: 'no' } } })
    const run = new RunControl()
    const begun: string[] = []
    const engine = {
      ...engineOf((_request, name) => Promise.resolve(void begun.push(name))),
      closeRun: () => Promise.resolve(run.stop()),
    }
    const wanted = asked({ retry: 'failed' })
    const report = await runBatch(engine, wanted, run)
    expect([begun, report.stopped]).toEqual([[], true])
    expect(report.tasks[0]?.record).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('says no') as string,
    })
  })

  it('has the name of a task’s run on the disk before that acts', async () => {
    await addTasks('t1')
    const seen: unknown[] = []
    const engine = engineOf(async (request, name) => {
      request.onBegun?.(`work_${name}`)
      await request.beforeAct?.({ tool_name: 'click_input', parameters: {}, tool_type: 'action' })
      seen.push(JSON.parse(await readFile(join(folder(), 'tasks_report.json'), 'utf8')))
      throw new UserError('ended')
    })
    await runBatch(engine, asked(), new RunControl())
    expect(seen).toEqual([
      expect.objectContaining({
        tasks: { t1: expect.objectContaining({ state: 'running', run: 'work_t1' }) as unknown },
      }),
    ])
  })

  it('that is stopped leaves what came of a task that it has not begun again', async () => {
    await addTasks('t1', 't2')
    await batch()
    const { states, begun } = await batch({ retry: 'all', how: { t1: { status: 'stopped' } } })
    expect(begun).toEqual(['t1'])
    expect(states['t2']).toBe('done')
    expect(await flags()).toMatchObject({ t2: true })
  })

  it('that is paused begins nothing and pauses all that runs, until one of them goes on', async () => {
    await addTasks('t1', 't2', 't3')
    const requests: TaskRun[] = []
    const over = Promise.withResolvers<void>()
    const engine = engineOf(async (request, name) => {
      request.onBegun?.(`work_${name}`)
      requests.push(request)
      if (requests.length < 3) await over.promise
      throw new UserError('ended')
    })
    const wanted = asked({ parallel: 2 })
    const report = runBatch(engine, wanted, new RunControl())
    await expect.poll(() => requests.length).toBe(2)
    const [one, other] = requests
    if (!one || !other) throw new Error('Two have begun.')
    const paused = () => requests.map(({ under }) => under?.paused)
    tell(one, 'paused')
    // The other one says so, too, which pauses nothing twice.
    tell(other, 'paused')
    expect(paused()).toEqual([true, true])
    tell(other, 'resumed')
    expect(paused()).toEqual([false, false])
    over.resolve()
    expect((await report).tasks.map(({ record }) => record?.error)).toEqual(['ended', 'ended', 'ended'])
  })

  it('begins nothing once it is stopped from outside', async () => {
    await addTasks('t1', 't2')
    const run = new RunControl()
    const { states, report } = await batch({ during: () => run.stop() }, run)
    expect(report.stopped).toBe(true)
    expect(states).toEqual({ t1: 'done', t2: null })
  })
})
