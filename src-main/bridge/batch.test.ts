// Batches through the bridge: the whole engine on scripted desktops, in this process. What is done is in real files.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type ExpectStatic } from 'vitest'
import type { BatchNews, BatchReport } from '../../src-preload/contract/calls/batch.ts'
import type { CallInput } from '../../src-preload/contract/calls.ts'
import type { Engine } from '../engine.ts'
import { declareDead, ScriptedDesktops, scriptedEngine } from '../engine/testing/scripted-engine.ts'
import { createBridge, type ProgramBridge } from './create-bridge.ts'
import { silentShell } from './testing/shell.ts'
import { MemoryWindow } from './testing/window.ts'

/** A bound, not a measure: they run side by side, on a machine that may be busy. */
const WAIT_MS = 150_000

/** A folder of work, with a task per file, and the programs that work on it. */
async function workshop(expect: ExpectStatic) {
  const root = await mkdtemp(join(tmpdir(), 'bridge-batch-'))
  const work = join(root, 'work')
  for (const folder of ['data', 'work/tasks', 'work/files'])
    await mkdir(join(root, folder), { recursive: true })
  const desktops = new ScriptedDesktops()
  const programs: (Disposable & { engine: Engine })[] = []
  const text = async (number: number) =>
    (await readFile(join(work, 'files', `n${number}.txt`), 'utf8')).trimEnd()
  const json = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(work, name), 'utf8'))
  const plan = (number: number, task: string) =>
    writeFile(
      join(work, 'tasks', `t${number}.json`),
      JSON.stringify({ task, object: `n${number}.txt`, close: true }),
    )
  const addTasks = async (...tasks: string[]) => {
    for (const [index, task] of tasks.entries()) {
      await writeFile(join(work, 'files', `n${index + 1}.txt`), `file ${index + 1}\n`)
      await plan(index + 1, task)
    }
  }

  /** A program of its own on the same data folder, with a window. */
  const program = async () => {
    const engine = await scriptedEngine(join(root, 'data'), desktops)
    const bridge: ProgramBridge = createBridge({ engine, shell: silentShell, checkOutput: true })
    const window = new MemoryWindow(bridge)
    programs.push({ engine, [Symbol.dispose]: () => bridge[Symbol.dispose]() })
    const start = async (more: Partial<CallInput<'start_batch'>> = {}) => {
      const { batch } = await window.call('start_batch', { plans: [work], display: 'virtual', ...more })
      const { news: first } = await window.call('watch_batch', { batch })
      const news = (): BatchNews[] => [
        ...first,
        ...window.pushes.flatMap((push) =>
          push.push === 'batch' && push.batch === batch ? [push.news] : [],
        ),
      ]
      const until = async <T extends BatchNews['type']>(type: T, task?: string) => {
        const found = () =>
          news().find(
            (one): one is Extract<BatchNews, { type: T }> =>
              one.type === type && (task === undefined || ('task' in one && one.task === task)),
          )
        await expect.poll(found, { timeout: WAIT_MS }).toBeDefined()
        const one = found()
        if (!one) throw new Error(type)
        return one
      }
      return { batch, news, until, ended: (): Promise<BatchReport> => until('batch_finished') }
    }
    const stopNewest = () => engine.runs.control(null, 'stop')
    return { engine, window, start, stopNewest }
  }
  const dispose = async () => {
    for (const desktop of desktops.all.values()) desktop.release()
    for (const one of programs.splice(0)) {
      one[Symbol.dispose]()
      await one.engine[Symbol.asyncDispose]()
    }
    await rm(root, { recursive: true, force: true, maxRetries: 5 })
  }
  return { root, work, desktops, text, json, plan, addTasks, program, [Symbol.asyncDispose]: dispose }
}

const undone = (number: number) => `file ${number}`
const once = (number: number) => `file ${number}\nseen ${number}`
const appends = (number: number, more = '') => `press Ctrl+End, type "seen ${number}"${more}, press Ctrl+S`
const statesOf = ({ tasks }: BatchReport) => tasks.map(({ record }) => record?.state ?? null)

// One after the other: a program that is declared dead shares its process with those of the others.
describe('a batch', { timeout: 2 * WAIT_MS }, () => {
  it('that is killed again as it goes on does nothing twice', async ({ expect }) => {
    await using shop = await workshop(expect)
    const { root, work, desktops, text, addTasks, program } = shop
    // The key that hangs goes nowhere else when it comes twice.
    await addTasks(`${appends(1)}, press Ctrl+Home`)
    const hung = Promise.withResolvers<void>()
    desktops.onOpen = (desktop) => void desktop.hangAt('Home').then(hung.resolve)
    const first = await (await program()).start()
    await first.until('task_started')
    await hung.promise
    expect(await text(1)).toBe(once(1))
    await declareDead(join(root, 'data'), work)

    const second = await (await program()).start()
    const further = await second.until('task_started')
    expect(further.how).toBe('continues')
    // It is killed before its first act: what it goes on from is kept, and it has said that it begins.
    const journal = join(root, 'data/logs', further.run, 'events.jsonl')
    await expect.poll(() => readFile(journal, 'utf8'), { timeout: WAIT_MS }).toContain('"run_started"')
    await declareDead(join(root, 'data'), work)

    for (const desktop of desktops.all.values()) desktop.revive()
    const third = await (await program()).start()
    expect(statesOf(await third.ended())).toEqual(['done'])
    expect((await third.until('task_started')).how).toBe('continues')
    expect(await text(1)).toBe(once(1))
  })

  it('goes on after a task that fails, which is no flag, and is retried when it is asked for', async ({
    expect,
  }) => {
    await using shop = await workshop(expect)
    const { text, json, plan, addTasks, program } = shop
    await addTasks(appends(1), 'click "no such button"', appends(3))
    const { start } = await program()
    const first = await start()
    expect(statesOf(await first.ended())).toEqual(['done', 'failed', 'done'])
    expect(await json('tasks_status.json')).toEqual({ t1: true, t2: false, t3: true })
    expect(await json('tasks_report.json')).toMatchObject({
      tasks: { t2: { state: 'failed', error: expect.stringContaining('no such button') as string } },
    })
    expect([await text(1), await text(2), await text(3)]).toEqual([once(1), undone(2), once(3)])

    const again = await start()
    expect((await again.until('batch_started')).left).toEqual([])
    expect(statesOf(await again.ended())).toEqual(['done', 'failed', 'done'])

    await plan(2, appends(2))
    const retried = await start({ retry: 'failed' })
    expect((await retried.until('batch_started')).left).toEqual(['t2'])
    expect(statesOf(await retried.ended())).toEqual(['done', 'done', 'done'])
    expect(await text(2)).toBe(once(2))
  })

  it.for<[string, boolean]>([
    ['the stop of one of its runs by another program', false],
    ['the stop of a window', true],
  ])(
    '%s ends all that runs, on every desktop; nothing further begins',
    async ([_who, byWindow], { expect }) => {
      await using shop = await workshop(expect)
      const { desktops, text, json, addTasks, program } = shop
      await addTasks(...[1, 2, 3, 4].map((number) => appends(number, ', wait 60 seconds')))
      const { start, window } = await program()
      const batch = await start({ parallel: 2 })
      const runs = [
        (await batch.until('task_started', 't1')).run,
        (await batch.until('task_started', 't2')).run,
      ]
      // Each on a desktop of its own, with its own editor.
      await expect
        .poll(() => runs.map((run) => desktops.all.get(run)?.titles), { timeout: WAIT_MS })
        .toEqual([['*n1.txt - Mousepad'], ['*n2.txt - Mousepad']])
      if (byWindow) await window.call('control_batch', { batch: batch.batch, wish: 'stop' })
      else await (await program()).stopNewest()
      const report = await batch.ended()
      expect(report.stopped).toBe(true)
      expect(batch.news().filter(({ type }) => type === 'task_started')).toHaveLength(2)
      expect([await text(1), await text(2)]).toEqual([undone(1), undone(2)])
      expect(Object.values((await json('tasks_status.json')) as object)).not.toContain(true)
    },
  )

  it.for<[string, boolean]>([
    ['the pause of one run by another program, and the resume of another run', false],
    ['the pause and the resume of a window', true],
  ])('%s are meant for all, on every desktop', async ([_who, byWindow], { expect }) => {
    await using shop = await workshop(expect)
    const { root, desktops, text, addTasks, program } = shop
    await addTasks(
      ...[1, 2].map((number) => `press Ctrl+End, press Ctrl+Home, type "seen ${number}", press Ctrl+S`),
    )
    const held: Promise<void>[] = []
    desktops.onOpen = (desktop) => held.push(desktop.hangAt('Home'))
    const { start, window } = await program()
    const batch = await start({ parallel: 2 })
    const runs = [
      (await batch.until('task_started', 't1')).run,
      (await batch.until('task_started', 't2')).run,
    ]
    const journals = () =>
      Promise.all(runs.map((run) => readFile(join(root, 'data/logs', run, 'events.jsonl'), 'utf8')))
    const inBoth = (what: string) =>
      expect
        .poll(async () => (await journals()).every((one) => one.includes(what)), { timeout: WAIT_MS })
        .toBe(true)
    const wish = async (what: 'pause' | 'resume', run = '') => {
      if (byWindow) await window.call('control_batch', { batch: batch.batch, wish: what })
      else await (await program()).window.call('control_run', { run, wish: what })
    }
    await expect.poll(() => held.length, { timeout: WAIT_MS }).toBe(2)
    await Promise.all(held)
    await wish('pause', runs[0])
    await inBoth('"type":"paused"')
    for (const desktop of desktops.all.values()) desktop.release()
    // What they had begun ends; nothing else begins.
    await inBoth('"type":"effect_verified"')
    expect([await text(1), await text(2)]).toEqual([undone(1), undone(2)])
    expect(batch.news().map(({ type }) => type)).not.toContain('batch_finished')
    const paused = () => batch.news().flatMap((one) => (one.type === 'batch_paused' ? [one.paused] : []))
    expect(paused()).toEqual([true])
    await wish('resume', runs[1])
    expect(statesOf(await batch.ended())).toEqual(['done', 'done'])
    expect(paused()).toEqual([true, false])
    for (const journal of await journals())
      expect(journal.match(/"type":"(paused|resumed)"/g)).toHaveLength(2)
    expect([await text(1), await text(2)]).toEqual([once(1), once(2)])
  })

  it('is refused to a second program on the same folder, and what a dead one has left is not', async ({
    expect,
  }) => {
    await using shop = await workshop(expect)
    const { root, work, desktops, text, plan, addTasks, program } = shop
    await addTasks(appends(1))
    const hung = Promise.withResolvers<void>()
    desktops.onOpen = (desktop) => void desktop.hangAt('End').then(hung.resolve)
    const first = await (await program()).start()
    await first.until('task_started')
    const second = await program()
    await expect(second.start()).rejects.toThrow(/Another Deskhand \(process \d+\) works on/)
    await hung.promise
    await declareDead(join(root, 'data'), work)
    desktops.onOpen = () => {}
    await plan(1, appends(1))
    const third = await (await program()).start()
    expect(statesOf(await third.ended())).toEqual(['done'])
    expect(await text(1)).toBe(once(1))
  })

  it('takes plan files of one folder, and refuses those of several', async ({ expect }) => {
    await using shop = await workshop(expect)
    const { root, work, text, addTasks, program } = shop
    await addTasks(appends(1), appends(2), appends(3))
    const { start } = await program()
    const files = [1, 3].map((number) => join(work, `tasks/t${number}.json`))
    const batch = await start({ plans: files })
    expect((await batch.ended()).tasks.map(({ task, record }) => [task, record?.state])).toEqual([
      ['t1', 'done'],
      ['t3', 'done'],
    ])
    expect([await text(1), await text(2), await text(3)]).toEqual([once(1), undone(2), once(3)])
    await writeFile(join(root, 'elsewhere.json'), JSON.stringify({ task: 'x' }))
    await expect(start({ plans: [...files, join(root, 'elsewhere.json')] })).rejects.toThrow(
      'plan files of one folder',
    )
    await expect(start({ plans: ['work'] })).rejects.toThrow('whole path')
  })

  it('that is watched late is told whole, and one that is unwatched no more', async ({ expect }) => {
    await using shop = await workshop(expect)
    const { addTasks, program } = shop
    await addTasks(appends(1))
    const { start, window } = await program()
    const batch = await start()
    await window.call('unwatch_batch', { batch: batch.batch })
    const late = async () =>
      (await window.call('watch_batch', { batch: batch.batch })).news.map(({ type }) => type)
    await window.call('unwatch_batch', { batch: batch.batch })
    await expect.poll(late, { timeout: WAIT_MS }).toContain('batch_finished')
    expect(await late()).toEqual(['batch_started', 'task_started', 'task_finished', 'batch_finished'])
    await expect(window.call('watch_batch', { batch: 'none' })).rejects.toThrow('no such work')
  })
})
