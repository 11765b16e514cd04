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
  const json = async (name: string): Promise<unknown> =>
    JSON.parse(await readFile(join(folder, name), 'utf8'))
  return {
    folder,
    text: (number: number) => readFile(join(folder, 'files', `n${number}.txt`), 'utf8'),
    flags: () => json('tasks_status.json') as Promise<Record<string, boolean>>,
    report: () =>
      json('tasks_report.json') as Promise<{
        tasks: Record<string, { state: string; run: string; error: string | null }>
      }>,
  }
}

const appends = (number: number, more = '') => ({
  task: `press Ctrl+End, type "seen ${number}"${more}, press Ctrl+S`,
  object: `n${number}.txt`,
  close: true,
})
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('a batch with two desktops that is killed in the middle and run again does every file once', async () => {
  const COUNT = 4
  await using where = await place()
  const work = await folderOf(where, COUNT, (number) =>
    appends(number, `, wait ${number === COUNT ? 5 : 1} seconds`),
  )
  const first = start(where, ['batch', work.folder, '--parallel', '2', '--json'])
  // Two are done, two are at work, and one of these has typed and not saved.
  const last = ['t3', 't4']
  const started = await Promise.all(
    last.map((name) =>
      first.event('task_started' as never, (news) => (news as unknown as News).task === name),
    ),
  )
  const runs = newsOf(started).map(({ run }) => run)
  const journal = join(where.data, 'logs', runs[1] ?? '', 'events.jsonl')
  await eventually(async () => expect(await readFile(journal, 'utf8')).toContain('"tool_name":"wait"'))
  // Each on a desktop of its own, with its own editor, by the word of the window managers.
  const desktops = await Promise.all(runs.map((run) => desktopOf(where, run).catch(() => null)))
  const titles = (await windowsOn(desktops[1] ?? {})).map(({ title }) => title).join()
  expect([titles.includes('n4.txt'), titles.includes('n3.txt')]).toEqual([true, false])
  expect(desktops[1]?.['DISPLAY']).not.toBe(desktops[0]?.['DISPLAY'])
  first.child.kill('SIGKILL')
  await first.ended
  const before = await work.flags()
  expect(Object.values(before).filter(Boolean).length).toBeGreaterThanOrEqual(2)
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
