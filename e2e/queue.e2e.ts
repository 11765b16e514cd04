// A batch over several machines: workers are killed; what is done is in the files, judged by reading them.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { certificate } from '../src-main/aip/testing/certificate.ts'
import { filesBelow } from '../src-main/core/folder.ts'
import { deskhand, place, start as begin, type Place, type Running } from './support/deskhand.ts'
import { startRedis } from './support/redis.ts'
import { eventually } from './support/waiting.ts'

interface News {
  type: string
  task: string
  worker: string
  words: string
  run: string
  why: string
  record: { state: string; error: string | null; run: string }
  tasks: {
    task: string
    record: { state: string; error: string | null; worker?: string; note?: string } | null
  }[]
}

const newsOf = (running: { events: unknown[] }) => running.events as News[]
const LEASE = 4

/** What a test that fails has left running. */
const started: Running[] = []
const start: typeof begin = (...args) => {
  const running = begin(...args)
  started.push(running)
  return running
}
afterEach(() => {
  for (const { child } of started.splice(0)) child.kill('SIGKILL')
})

/** A folder of tasks; each writes its line into its file, which a repeat would write twice. */
async function batchIn(root: string, tasks: string[]) {
  const folder = join(root, 'work')
  await mkdir(join(folder, 'tasks'), { recursive: true })
  await mkdir(join(folder, 'files'))
  for (const [index, task] of tasks.entries()) {
    const number = index + 1
    await writeFile(join(folder, 'files', `n${number}.txt`), `file ${number}\n`)
    const plan = { task, object: `n${number}.txt`, close: true }
    await writeFile(join(folder, 'tasks', `t${number}.json`), JSON.stringify(plan))
  }
  const file = (number: number) => join(folder, 'files', `n${number}.txt`)
  return {
    folder,
    file,
    /** Without the empty line that an editor may add at the end. */
    text: async (number: number) => (await readFile(file(number), 'utf8')).trimEnd(),
    flags: async () =>
      JSON.parse(await readFile(join(folder, 'tasks_status.json'), 'utf8')) as Record<string, boolean>,
  }
}

const appends = (number: number) => `press Ctrl+End, type "seen ${number}", press Ctrl+S`
const once = (number: number) => `file ${number}\nseen ${number}`

async function machine(): Promise<Place> {
  const where = await place()
  await where.config(`queue:\n  lease: ${LEASE}\n`)
  return where
}

const news = (running: Running, type: string, fits: (one: News) => boolean = () => true) =>
  running.event(type as never, (one) => fits(one as unknown as News)) as Promise<unknown> as Promise<News>

/** Until the first run of this machine waits, as its task says. */
const waiting = (where: Place) =>
  eventually(async () => expect(await journalOf(where)).toContain('"tool_name":"wait"'))

async function journalOf(where: Place): Promise<string> {
  const [run] = await readdir(join(where.data, 'logs'))
  return readFile(join(where.data, 'logs', run ?? '', 'events.jsonl'), 'utf8')
}

test('workers killed before and after the first act of a task, over an encrypted line: nothing is done twice, and the table says what happened', async () => {
  const password = 'a-secret-of-this-test'
  await using producer = await machine()
  await using a = await machine()
  await using b = await machine()
  await using c = await machine()
  const { files } = certificate(producer.home)
  await using redis = await startRedis({ password, certificate: files })
  const batch = await batchIn(producer.home, [
    `wait 5 seconds, ${appends(1)}`,
    `${appends(2)}, wait 5 seconds`,
    appends(3),
  ])
  const on = ['--queue', redis.url, '--json']
  const env = { DESKHAND_QUEUE_PASSWORD: password }
  const trusting = { ...env, NODE_EXTRA_CA_CERTS: files.cert }
  // Who is not trusted is told, and nothing goes over another line.
  const told = async (...args: Parameters<typeof deskhand>) => {
    const { code, stderr } = await deskhand(...args)
    expect(code).toBe(1)
    return stderr
  }
  const plain = redis.url.replace('rediss', 'redis')
  const wrong = { ...trusting, DESKHAND_QUEUE_PASSWORD: 'wrong' }
  const [untrusted, unanswered, refused] = await Promise.all([
    told(producer, ['queue', ...on], env),
    told(a, ['queue', '--queue', plain], trusting),
    told(b, ['queue', ...on], wrong),
  ])
  expect(untrusted).toMatch(/certificate .* can’t be trusted.*NODE_EXTRA_CA_CERTS/)
  expect(unanswered).toContain(`No Redis answers at ${plain}`)
  expect(refused).toContain('does not take the password')

  // The password in the address goes before the one that is kept.
  const watched = start(
    producer,
    ['batch', batch.folder, '--queue', redis.url.replace('//', `//:${password}@`), '--json'],
    wrong,
  )
  const work = (where: Place, id: string) => start(where, ['worker', ...on, '--id', id], trusting)
  expect((await news(watched, 'queue_told')).words).toContain('deskhand worker')
  const alpha = work(a, 'alpha')
  await news(alpha, 'task_taken', ({ task }) => task === 't1')
  await waiting(a)
  alpha.child.kill('SIGKILL')
  const beta = work(b, 'beta')
  await news(beta, 'task_taken', ({ task }) => task === 't2')
  await waiting(b)
  // What it has done is with it: files travel when a task has ended.
  const { batch: id } = JSON.parse(await readFile(join(batch.folder, 'tasks_queue.json'), 'utf8')) as {
    batch: string
  }
  const ownFolders = async () =>
    (await readdir(tmpdir()))
      .filter((name) => name.startsWith(`deskhand-${id}`))
      .map((name) => join(tmpdir(), name))
  const left = await ownFolders()
  expect((await Promise.all(left.map(textsBelow))).join()).toContain(once(2))
  beta.child.kill('SIGKILL')
  const gamma = work(c, 'gamma')
  const { code } = await watched.ended

  const report = newsOf(watched).at(-1)
  const states = Object.fromEntries(report?.tasks.map(({ task, record }) => [task, record?.state]) ?? [])
  expect([code, states], JSON.stringify(report)).toEqual([1, { t1: 'done', t2: 'interrupted', t3: 'done' }])
  const recordOf = (task: string) => report?.tasks.find((each) => each.task === task)?.record
  expect(recordOf('t1')?.note).toMatch(/Attempt 2: the worker “alpha” was lost before the first act/)
  expect(recordOf('t2')?.error).toMatch(/worker “beta” was lost after the first act/)
  expect([await batch.text(1), await batch.text(2), await batch.text(3)]).toEqual([
    once(1),
    'file 2',
    once(3),
  ])
  expect(await batch.flags()).toEqual({ t1: true, t2: false, t3: true })

  // A person has looked, and wants it done again.
  const again = await deskhand(producer, ['batch', batch.folder, ...on, '--retry', 'failed'], trusting)
  expect([again.code, await batch.flags()]).toEqual([0, { t1: true, t2: true, t3: true }])
  expect(await batch.text(2)).toBe(once(2))
  // What was recorded there can be read here.
  const runs = await deskhand(producer, ['runs', '--json'])
  expect((runs.events as unknown as { run: string }[]).map(({ run }) => run).toSorted()).toEqual([
    'work_t1',
    'work_t2',
    'work_t3',
  ])
  gamma.child.kill('SIGTERM')
  await gamma.ended
  // What a killed worker has left is there for a person.
  for (const folder of await ownFolders()) await rm(folder, { recursive: true })
  for (const where of [producer, a, b, c]) expect(await textsBelow(where.data)).not.toContain(password)
  expect(await textsBelow(batch.folder)).not.toContain(password)
})

async function textsBelow(folder: string): Promise<string> {
  const texts = await Promise.all((await filesBelow(folder)).map((path) => readFile(path, 'latin1')))
  return texts.join('\n')
}
