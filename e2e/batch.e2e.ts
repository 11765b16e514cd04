// `deskhand batch` on real applications: what is done is in the files, judged by reading them.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deskhand, place, start, type Place } from './support/deskhand.ts'
import { desktopOf, windowsOn } from './support/witness.ts'
import { eventually } from './support/waiting.ts'

interface News {
  type: string
  task: string
  run: string
  how: string
  left: string[]
  record: { state: string; error: string | null; run: string }
}
const newsOf = (events: unknown[]) => events as News[]

/** A folder with `tasks/` and `files/`; every task writes one line into its file, which a repeat would write twice. */
async function folderOf(where: Place, count: number, task: (number: number) => object) {
  const folder = join(where.home, 'work')
  await mkdir(join(folder, 'tasks'), { recursive: true })
  await mkdir(join(folder, 'files'))
  for (let number = 1; number <= count; number++) {
    await writeFile(join(folder, 'files', `n${number}.txt`), `file ${number}\n`)
    await writeFile(join(folder, 'tasks', `t${number}.json`), JSON.stringify(task(number)))
  }
  const json = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(folder, name), 'utf8'))
  return {
    folder,
    text: (number: number) => readFile(join(folder, 'files', `n${number}.txt`), 'utf8'),
    flags: () => json('tasks_status.json') as Promise<Record<string, boolean>>,
    report: () => json('tasks_report.json') as Promise<{ tasks: Record<string, { state: string; run: string; error: string | null }> }>,
  }
} // prettier-ignore

const appends = (number: number, more = '') => ({
  task: `press Ctrl+End, type "seen ${number}"${more}, press Ctrl+S`,
  object: `n${number}.txt`,
  close: true,
})
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('a batch with two desktops that is killed in the middle and run again does every file once', async () => {
  const COUNT = 8
  await using where = await place()
  const work = await folderOf(where, COUNT, (number) => appends(number, ', wait 1 seconds'))
  const first = start(where, ['batch', work.folder, '--parallel', '2', '--json'])
  // Four are done, two are at work, and one of these has typed and not saved.
  const sixth = await first.event('task_started' as never, (news) => (news as unknown as News).task === 't6')
  const journal = join(where.data, 'logs', newsOf([sixth])[0]?.run ?? '', 'events.jsonl')
  await eventually(async () => expect(await readFile(journal, 'utf8')).toContain('"tool_name":"wait"'))
  first.child.kill('SIGKILL')
  await first.ended
  const before = await work.flags()
  expect(Object.values(before).filter(Boolean).length).toBeGreaterThanOrEqual(3)
  expect(Object.values(before)).toContain(false)
  const cut = Object.values((await work.report()).tasks).filter(({ state }) => state === 'running')
  expect(cut.length).toBeGreaterThan(0)

  const second = await deskhand(where, ['batch', work.folder, '--parallel', '2', '--json'])
  expect(second.code, JSON.stringify(await work.report(), null, 1)).toBe(0)
  for (const number of numbers(COUNT))
    expect((await work.text(number)).trimEnd()).toBe(`file ${number}\nseen ${number}`)
  expect(await work.flags()).toEqual(Object.fromEntries(numbers(COUNT).map((number) => [`t${number}`, true])))
  // What was done before was not even begun again.
  const done = Object.keys(before).filter((task) => before[task])
  const begun = newsOf(second.events).filter(({ type }) => type === 'task_started')
  expect(begun.filter(({ task }) => done.includes(task))).toEqual([])

  const third = await deskhand(where, ['batch', work.folder, '--json'])
  expect([third.code, newsOf(third.events)[0]?.left]).toEqual([0, []])
})

test('a batch that is killed again as it goes on does nothing twice', async () => {
  await using where = await place()
  const work = await folderOf(where, 1, (number) => ({
    ...appends(number),
    task: 'press Ctrl+End, type "seen 1", press Ctrl+S, wait 4 seconds, press Ctrl+Home',
  }))
  const args = ['batch', work.folder, '--display', 'virtual', '--json']
  const journalOf = (news: unknown) => join(where.data, 'logs', newsOf([news])[0]?.run ?? '', 'events.jsonl')
  const first = start(where, args)
  const begun = await first.event('task_started' as never)
  await eventually(async () =>
    expect(await readFile(journalOf(begun), 'utf8')).toContain('"tool_name":"wait"'),
  )
  first.child.kill('SIGKILL')
  await first.ended
  expect((await work.text(1)).trimEnd()).toBe('file 1\nseen 1')

  const second = start(where, args)
  const further = await second.event('task_started' as never)
  expect(further).toMatchObject({ how: 'continues' })
  await eventually(async () => expect(await readFile(journalOf(further), 'utf8')).toContain('"run_started"'))
  second.child.kill('SIGKILL')
  await second.ended

  const third = await deskhand(where, args)
  expect(third.code, JSON.stringify(await work.report(), null, 1)).toBe(0)
  expect(newsOf(third.events)).toContainEqual(
    expect.objectContaining({ type: 'task_started', how: 'continues' }),
  )
  expect((await work.text(1)).trimEnd()).toBe('file 1\nseen 1')
})

test('a task that fails does not end the batch, is no flag, and is retried when it is asked for', async () => {
  await using where = await place()
  const work = await folderOf(where, 3, (number) =>
    number === 2 ? { ...appends(2), task: 'click "no such button"' } : appends(number),
  )
  const first = await deskhand(where, ['batch', work.folder, '--display', 'virtual', '--json'])
  expect(first.code).toBe(1)
  expect(await work.flags()).toEqual({ t1: true, t2: false, t3: true })
  expect((await work.report()).tasks['t2']).toMatchObject({
    state: 'failed',
    error: expect.stringContaining('no such button') as string,
  })
  expect([await work.text(1), await work.text(2), await work.text(3)].map((text) => text.trimEnd())).toEqual([
    'file 1\nseen 1', 'file 2', 'file 3\nseen 3',
  ]) // prettier-ignore

  const again = await deskhand(where, ['batch', work.folder, '--display', 'virtual', '--json'])
  expect([again.code, newsOf(again.events)[0]?.left]).toEqual([1, []])

  await writeFile(join(work.folder, 'tasks/t2.json'), JSON.stringify(appends(2)))
  const retried = await deskhand(where, ['batch', work.folder, '--retry', 'failed', '--display', 'virtual', '--json']) // prettier-ignore
  expect([retried.code, newsOf(retried.events)[0]?.left]).toEqual([0, ['t2']])
  expect((await work.text(2)).trimEnd()).toBe('file 2\nseen 2')
})

test('Ctrl+C and `deskhand stop` end all that runs, on every desktop; nothing further begins', async () => {
  await using where = await place()
  const work = await folderOf(where, 4, (number) => appends(number, ', wait 60 seconds'))
  const running = start(where, ['batch', work.folder, '--parallel', '2', '--json'])
  const both = await Promise.all(
    ['t1', 't2'].map((name) =>
      running.event('task_started' as never, (news) => (news as unknown as News).task === name),
    ),
  )
  const runs = newsOf(both).map(({ run }) => run)
  // Each on a desktop of its own, with its own editor, by the word of the window managers.
  const desktops = await Promise.all(
    runs.map((run) =>
      eventually(async () => {
        const env = await desktopOf(where, run)
        expect(env['DISPLAY']).toBeDefined()
        return env
      }),
    ),
  )
  expect(new Set(desktops.map((env) => env['DISPLAY'])).size).toBe(2)
  for (const [index, env] of desktops.entries()) {
    const titles = await eventually(async () => {
      const windows = await windowsOn(env)
      expect(windows.map(({ title }) => title).join()).toContain(`n${index + 1}.txt`)
      return windows.map(({ title }) => title)
    })
    expect(titles.join()).not.toContain(`n${2 - index}.txt`)
  }
  expect((await deskhand(where, ['stop'])).code).toBe(0)
  const { code } = await running.ended
  expect(code).toBe(3)
  const news = newsOf(running.events)
  expect(news.filter(({ type }) => type === 'task_started')).toHaveLength(2)
  expect([await work.text(1), await work.text(2)].map((text) => text.trimEnd())).toEqual(['file 1', 'file 2'])
  expect(Object.values(await work.flags())).not.toContain(true)

  const interrupted = start(where, ['batch', work.folder, '--parallel', '2', '--json'])
  await interrupted.event('task_started' as never)
  interrupted.child.kill('SIGINT')
  expect((await interrupted.ended).code).toBe(3)
})

test('`deskhand pause` of one run pauses all, on every desktop, and `deskhand resume` of another lets all go on', async () => {
  await using where = await place()
  const work = await folderOf(where, 2, (number) => ({
    ...appends(number),
    task: `press Ctrl+End, wait 2 seconds, type "seen ${number}", press Ctrl+S`,
  }))
  const running = start(where, ['batch', work.folder, '--parallel', '2', '--json'])
  const both = await Promise.all(
    ['t1', 't2'].map((name) => running.event('task_started' as never, (news) => (news as unknown as News).task === name)),
  )
  const journals = newsOf(both).map(({ run }) => () => readFile(join(where.data, 'logs', run, 'events.jsonl'), 'utf8'))
  const inBoth = (what: string) =>
    eventually(async () => {
      for (const journal of journals) expect(await journal()).toContain(what)
    })
  await inBoth('"tool_name":"wait"')
  expect((await deskhand(where, ['pause', newsOf(both)[0]?.run ?? ''])).code).toBe(0)
  await inBoth('"type":"paused"')
  expect([await work.text(1), await work.text(2)].map((text) => text.trimEnd())).toEqual(['file 1', 'file 2'])
  expect(running.child.exitCode).toBeNull()
  expect((await deskhand(where, ['resume', newsOf(both)[1]?.run ?? ''])).code).toBe(0)
  expect((await running.ended).code, JSON.stringify(await work.report(), null, 1)).toBe(0)
  for (const journal of journals) expect((await journal()).match(/"type":"(paused|resumed)"/g)).toHaveLength(2)
  expect([await work.text(1), await work.text(2)].map((text) => text.trimEnd())).toEqual([
    'file 1\nseen 1', 'file 2\nseen 2',
  ])
}) // prettier-ignore

test('a second Deskhand on the same folder is refused, and what a dead one has left is not', async () => {
  await using where = await place()
  const work = await folderOf(where, 1, (number) => appends(number, ', wait 30 seconds'))
  const first = start(where, ['batch', work.folder, '--display', 'virtual', '--json'])
  await first.event('task_started' as never)
  const second = await deskhand(where, ['batch', work.folder, '--display', 'virtual'])
  expect(second.code).toBe(1)
  expect(second.stderr).toMatch(/Another Deskhand \(process \d+\) works on/)
  first.child.kill('SIGKILL')
  await first.ended
  await writeFile(join(work.folder, 'tasks/t1.json'), JSON.stringify(appends(1)))
  const third = await deskhand(where, ['batch', work.folder, '--display', 'virtual', '--json'])
  expect(third.code, JSON.stringify(await work.report())).toBe(0)
  expect((await work.text(1)).trimEnd()).toBe('file 1\nseen 1')
})
