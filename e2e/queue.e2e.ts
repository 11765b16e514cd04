// Batches over several machines: workers are killed, frozen and cut off; what is done is in the files, judged by reading them.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { certificate } from '../src-main/aip/testing/certificate.ts'
import { deskhand, place, start as begin, type Place, type Running } from './support/deskhand.ts'
import { lineTo, startRedis } from './support/redis.ts'
import { eventually } from './support/waiting.ts'

interface News {
  type: string
  task: string
  worker: string
  words: string
  run: string
  why: string
  record: { state: string; error: string | null; run: string }
  tasks: { task: string; record: { state: string; error: string | null; worker?: string; note?: string } | null }[]
} // prettier-ignore

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
    flags: async () => JSON.parse(await readFile(join(folder, 'tasks_status.json'), 'utf8')) as Record<string, boolean>,
  }
} // prettier-ignore

const appends = (number: number) => `press Ctrl+End, type "seen ${number}", press Ctrl+S`
const adds = (count: number) =>
  `press Ctrl+End, ${Array.from({ length: count }, () => 'type "+", press Ctrl+S, wait 0.2 seconds').join(', ')}`
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

test('a worker killed before its first act, one after an act and one frozen: nothing is done twice, and the table says what happened', async () => {
  await using redis = await startRedis()
  await using producer = await machine()
  await using a = await machine()
  await using b = await machine()
  await using c = await machine()
  await using d = await machine()
  const batch = await batchIn(producer.home, [
    `wait 3 seconds, ${appends(1)}`,
    `${appends(2)}, wait 3 seconds`,
    `wait 3 seconds, ${appends(3)}`,
    appends(4),
  ])
  const on = ['--queue', redis.url, '--shared', producer.home, '--json']
  const work = (where: Place, id: string) => start(where, ['worker', ...on, '--id', id])
  const watched = start(producer, ['batch', batch.folder, ...on])

  const alpha = work(a, 'alpha')
  await news(alpha, 'task_taken', ({ task }) => task === 't1')
  await waiting(a)
  alpha.child.kill('SIGKILL')
  const beta = work(b, 'beta')
  await news(beta, 'task_taken', ({ task }) => task === 't2')
  await waiting(b)
  expect(await batch.text(2)).toBe(once(2))
  beta.child.kill('SIGKILL')
  const gamma = work(c, 'gamma')
  const taken = await news(gamma, 'task_taken')
  await waiting(c)
  gamma.child.kill('SIGSTOP')
  const delta = work(d, 'delta')
  const { code } = await watched.ended
  // What gamma had in hand was done by delta. Now it wakes up, and does nothing more of it.
  const number = Number(taken.task.slice(1))
  expect(await batch.text(number)).toBe(once(number))
  gamma.child.kill('SIGCONT')
  await news(gamma, 'task_let_go')
  gamma.child.kill('SIGTERM')
  await gamma.ended

  const report = newsOf(watched).at(-1)
  const states = Object.fromEntries(report?.tasks.map(({ task, record }) => [task, record?.state]) ?? [])
  expect([code, states], JSON.stringify(report)).toEqual([
    1,
    { t1: 'done', t2: 'interrupted', t3: 'done', t4: 'done' },
  ])
  const recordOf = (task: string) => report?.tasks.find((each) => each.task === task)?.record
  expect(recordOf('t1')?.note).toMatch(/Attempt 2: the worker “alpha” was lost before the first act/)
  expect(recordOf('t2')?.error).toMatch(/worker “beta” was lost after the first act/)
  expect(recordOf(taken.task)?.note).toContain('gamma')
  for (const each of [1, 2, 3, 4]) expect(await batch.text(each)).toBe(once(each))
  expect(await batch.flags()).toEqual({ t1: true, t2: false, t3: true, t4: true })

  // A person has looked, has put the file back, and wants it done again.
  await writeFile(batch.file(2), 'file 2\n')
  const again = await deskhand(producer, ['batch', batch.folder, ...on, '--retry', 'failed'])
  expect([again.code, await batch.flags()]).toEqual([0, { t1: true, t2: true, t3: true, t4: true }])
  expect(await batch.text(2)).toBe(once(2))
  delta.child.kill('SIGTERM')
  await delta.ended
  // The desktops of those who were killed are swept.
  for (const where of [a, b]) await deskhand(where, ['windows', '--display', 'virtual'])
})

test('a worker that is cut off from the queue stops acting by itself before its lease can pass on', async () => {
  await using redis = await startRedis()
  using line = await lineTo(redis.port)
  await using producer = await machine()
  await using a = await machine()
  const batch = await batchIn(producer.home, [adds(60)])
  const shared = ['--shared', producer.home, '--json']
  const watched = start(producer, ['batch', batch.folder, '--queue', redis.url, ...shared])
  const alpha = start(a, ['worker', '--queue', line.url, ...shared, '--id', 'alpha'])
  const plusses = async () => (await batch.text(1)).split('+').length - 1
  await eventually(async () => expect(await plusses()).toBeGreaterThan(2))
  line.cut()
  const cutAt = Date.now()
  const { why } = await news(alpha, 'task_let_go')
  expect(why).toMatch(/lease|could not be renewed/)
  const after = await plusses()
  expect(Date.now() - cutAt).toBeLessThan(LEASE * 1000)
  const { code } = await watched.ended
  expect([code, await plusses()]).toEqual([1, after])
  expect(newsOf(watched).at(-1)?.tasks[0]?.record).toMatchObject({ state: 'interrupted', worker: 'alpha' })
  // Its line is mended: it takes tasks again.
  line.mend()
  await writeFile(batch.file(1), 'file 1\n')
  await writeFile(
    join(batch.folder, 'tasks/t1.json'),
    JSON.stringify({ task: appends(1), object: 'n1.txt', close: true }),
  )
  const again = await deskhand(producer, [
    'batch',
    batch.folder,
    '--queue',
    redis.url,
    ...shared,
    '--retry',
    'failed',
  ])
  expect([again.code, await batch.text(1)]).toEqual([0, once(1)])
  alpha.child.kill('SIGTERM')
  await alpha.ended
})

test('files travel through the queue; a killed producer goes on watching; nothing is put there twice; other pools do not mix', async () => {
  const password = 'a-secret-of-this-test'
  await using redis = await startRedis({ password })
  await using producer = await machine()
  await using a = await machine()
  const env = { DESKHAND_QUEUE_PASSWORD: password }
  const batch = await batchIn(producer.home, [1, 2, 3].map((number) => `${appends(number)}, wait 2 seconds`))
  const on = ['--queue', redis.url, '--json']
  const wrong = await deskhand(producer, ['batch', batch.folder, ...on])
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('does not take the password')])

  const other = start(a, ['worker', ...on, '--pool', 'other', '--id', 'other'], env)
  await news(other, 'worker_ready')
  const first = start(producer, ['batch', batch.folder, ...on], env)
  const told = await news(first, 'queue_told')
  expect(told.words).toContain('deskhand worker')
  const alpha = start(a, ['worker', ...on, '--id', 'alpha'], env)
  await news(first, 'task_finished', ({ task }) => task === 't1')
  first.child.kill('SIGKILL')
  await first.ended
  const local = await deskhand(producer, ['batch', batch.folder])
  expect(local.stderr).toContain('This batch is on the queue')

  const paused = await deskhand(producer, ['pause', '--queue', redis.url], env)
  expect([paused.code, paused.stderr]).toEqual([0, ''])
  const second = start(producer, ['batch', batch.folder, ...on], env)
  expect(((await news(second, 'batch_started')) as unknown as { left: string[] }).left).toEqual(['t2', 't3'])
  expect((await deskhand(producer, ['resume', '--queue', redis.url], env)).code).toBe(0)
  expect((await second.ended).code).toBe(0)
  for (const number of [1, 2, 3]) expect(await batch.text(number)).toBe(once(number))
  const taken = newsOf(alpha).filter(({ type }) => type === 'task_taken')
  expect(taken.map(({ task }) => task)).toEqual(['t1', 't2', 't3'])
  expect(newsOf(other).map(({ type }) => type)).toEqual(['worker_ready'])
  // What was recorded there can be read here.
  const runs = await deskhand(producer, ['runs', '--json'], env)
  expect((runs.events as unknown as { run: string }[]).map(({ run }) => run).toSorted()).toEqual(['work_t1', 'work_t2', 'work_t3'])

  for (const worker of [alpha, other]) worker.child.kill('SIGTERM')
  await Promise.all([alpha.ended, other.ended])
  for (const where of [producer, a]) expect(await textsBelow(where.data)).not.toContain(password)
}) // prettier-ignore

test('pause, resume and stop reach a worker in the middle of a task; what has acted waits for a person', async () => {
  await using redis = await startRedis()
  await using producer = await machine()
  await using a = await machine()
  const batch = await batchIn(producer.home, [adds(200), appends(2)])
  const plusses = async () => (await batch.text(1)).split('+').length - 1
  const on = ['--queue', redis.url, '--shared', producer.home, '--json']
  const alpha = start(a, ['worker', ...on, '--id', 'alpha'])
  const watched = start(producer, ['batch', batch.folder, ...on])
  await eventually(async () => expect(await plusses()).toBeGreaterThan(2))
  const wish = async (what: string) =>
    expect((await deskhand(producer, [what, '--queue', redis.url])).code).toBe(0)
  await wish('pause')
  // The run says that it holds, and then nothing happens for longer than a lease; the lease is kept.
  await eventually(async () => expect(await journalOf(a)).toContain('"type":"paused"'))
  const held = await plusses()
  const pausedAt = Date.now()
  await eventually(() => Promise.resolve(expect(Date.now() - pausedAt).toBeGreaterThan(LEASE * 1500)))
  expect(await plusses()).toBe(held)
  await wish('resume')
  await eventually(async () => expect(await plusses()).toBeGreaterThan(held + 1))
  await wish('stop')
  expect((await watched.ended).code).toBe(3)
  const states = newsOf(watched)
    .at(-1)
    ?.tasks.map(({ record }) => record?.state)
  expect(states).toEqual(['interrupted', 'stopped'])
  expect(await batch.text(2)).toBe('file 2')
  alpha.child.kill('SIGTERM')
  await alpha.ended
})

test('over an encrypted line with a password: who is not trusted is told, and nothing goes over another one', async () => {
  const password = 'another-secret-of-this-test'
  await using producer = await machine()
  await using a = await machine()
  const { files } = certificate(producer.home)
  await using redis = await startRedis({ password, certificate: files })
  const batch = await batchIn(producer.home, [appends(1)])
  const on = (url: string) => ['batch', batch.folder, '--queue', url, '--json']
  const env = { DESKHAND_QUEUE_PASSWORD: password }
  const trusting = { ...env, NODE_EXTRA_CA_CERTS: files.cert }
  const told = async (...args: Parameters<typeof deskhand>) => {
    const { code, stderr } = await deskhand(...args)
    expect(code).toBe(1)
    return stderr
  }
  expect(await told(producer, on(redis.url), env)).toMatch(/certificate .* can’t be trusted.*NODE_EXTRA_CA_CERTS/)
  const plain = redis.url.replace('rediss', 'redis')
  expect(await told(producer, on(plain), trusting)).toContain(`No Redis answers at ${plain}`)
  const wrong = { ...trusting, DESKHAND_QUEUE_PASSWORD: 'wrong' }
  expect(await told(producer, on(redis.url), wrong)).toContain('does not take the password')

  const alpha = start(a, ['worker', '--queue', redis.url, '--json', '--id', 'alpha'], trusting)
  // The password in the address goes before the one that is kept.
  const { code } = await deskhand(producer, on(redis.url.replace('//', `//:${password}@`)), wrong)
  expect([code, await batch.text(1)]).toEqual([0, once(1)])
  alpha.child.kill('SIGTERM')
  await alpha.ended
  for (const where of [producer, a]) expect(await textsBelow(where.data)).not.toContain(password)
  expect(await textsBelow(batch.folder)).not.toContain(password)
}) // prettier-ignore

async function textsBelow(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const texts = await Promise.all(
    files.map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')),
  )
  return texts.join('\n')
}
