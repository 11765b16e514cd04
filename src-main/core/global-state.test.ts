import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withFileLock } from './atomic-file.ts'
import { GlobalState } from './global-state.ts'
import { watchBrake } from './run-brake.ts'
import { RunControl } from './run-control.ts'
import { newestScreenshot } from './testing/newest-screenshot.ts'

let folder = ''
let state: GlobalState
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'state-'))
  state = await GlobalState.open(join(folder, 'state'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a new state has the defaults of the seeds', async () => {
  expect(await state.getTu()).toBe('')
  expect(await state.getSearchQuery()).toBe('')
  expect(await state.getCompletedSubtasks()).toEqual([])
  expect(await state.getFailedSubtasks()).toEqual([])
  expect(await state.getRemainingSubtasks()).toEqual([])
  expect(await state.getTerminationFlag()).toBe('not_terminated')
  expect(await state.getRunningState()).toBe('stopped')
  expect(await newestScreenshot(state)).toBeNull()
})

test('what is set is what is read, and lies in the files as the seeds say', async () => {
  await state.setTu('open “Finder” 你好')
  await state.setSearchQuery('how')
  await state.setRemainingSubtasks([
    { name: 'a', info: 'b' },
    { name: 'c', info: 'd' },
  ])
  await state.addCompletedSubtask({ name: 'e', info: 'f' })
  await state.addFailedSubtask({ name: 'g', info: 'h' })
  await state.setTerminationFlag('terminated')
  expect(JSON.parse(await readFile(state.tuPath, 'utf8'))).toEqual({ instruction: 'open “Finder” 你好' })
  expect(await state.getSearchQuery()).toBe('how')
  expect(await state.getRemainingSubtasks()).toEqual([
    { name: 'a', info: 'b' },
    { name: 'c', info: 'd' },
  ])
  expect(await state.getCompletedSubtasks()).toEqual([{ name: 'e', info: 'f' }])
  expect(await state.getFailedSubtasks()).toEqual([{ name: 'g', info: 'h' }])
  expect(JSON.parse(await readFile(state.terminationFlagPath, 'utf8'))).toBe('terminated')
})

test('every list of subtasks is replaced by its setter and grows by its adder', async () => {
  const [one, two] = [
    { name: 'one', info: '1' },
    { name: 'two', info: '2' },
  ]
  await state.setFailedSubtasks([two])
  await state.setFailedSubtasks([one])
  await state.addFailedSubtask(two)
  await state.setCompletedSubtasks([two])
  await state.setCompletedSubtasks([])
  await state.addCompletedSubtask(one)
  await state.setRemainingSubtasks([two, one])
  expect(await state.getFailedSubtasks()).toEqual([one, two])
  expect(await state.getCompletedSubtasks()).toEqual([one])
  expect(await state.getRemainingSubtasks()).toEqual([two, one])
})

test('every value has a file of its own below the folder', () => {
  const files = [
    state.screenshotDir,
    state.tuPath,
    state.searchQueryPath,
    state.failedSubtasksPath,
    state.completedSubtasksPath,
    state.remainingSubtasksPath,
    state.terminationFlagPath,
    state.runningStatePath,
  ]
  expect(files.map((file) => relative(state.folder, file))).toEqual([
    'screenshots',
    'tu.json',
    'search_query.json',
    'failed_subtasks.json',
    'completed_subtasks.json',
    'remaining_subtasks.json',
    'termination_flag.json',
    'running_state.json',
  ])
})

test('the newest screenshot is the one that was set last, also within one millisecond', async () => {
  for (let index = 0; index < 5; index++) await state.setScreenshot(Buffer.from(`picture ${index}`))
  expect((await newestScreenshot(state))?.toString()).toBe('picture 4')
})

test('a folder of screenshots that somebody deletes is made again', async () => {
  await rm(state.folder, { recursive: true })
  expect(await newestScreenshot(state)).toBeNull()
  await state.setScreenshot(Buffer.from('new'))
  expect((await newestScreenshot(state))?.toString()).toBe('new')
})

test('a value that is none of the two is refused and changes nothing', async () => {
  await state.setRunningState('running')
  await expect(async () => state.setRunningState('paused' as never)).rejects.toThrow()
  expect(await state.getRunningState()).toBe('running')
})

test('a broken file reads as the default and is left as it is', async () => {
  await writeFile(state.completedSubtasksPath, '{ half')
  expect(await state.getCompletedSubtasks()).toEqual([])
  expect(await readFile(state.completedSubtasksPath, 'utf8')).toBe('{ half')
})

test('no subtask is lost when two processes add at once', async () => {
  const program = `
    const { GlobalState } = await import(${JSON.stringify(new URL('./global-state.ts', import.meta.url).href)})
    const state = await GlobalState.open(process.argv[1])
    for (let i = 0; i < 20; i++) await state.addCompletedSubtask({ name: process.argv[2] + i, info: '' })`
  const add = (name: string) =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, state.folder, name])
  await Promise.all([add('a'), add('b')])
  expect(new Set((await state.getCompletedSubtasks()).map((node) => node.name)).size).toBe(40)
})

test('a lock whose owner has ended does not hold up the next one', async () => {
  const { mkdir } = await import('node:fs/promises')
  await mkdir(`${state.tuPath}.lock`)
  await writeFile(`${state.tuPath}.lock/owner`, '999999999')
  await state.setTu('again')
  expect(await state.getTu()).toBe('again')
})

test.each(['another start', 'nothing', 'a number from before the machine was started'])(
  'nor does one that says %s of its owner',
  async (said) => {
    const { mkdir, utimes } = await import('node:fs/promises')
    const lock = `${state.tuPath}.lock`
    const owners = { 'another start': `${process.pid} 1`, nothing: '' }
    await mkdir(lock)
    await writeFile(join(lock, 'owner'), owners[said as keyof typeof owners] ?? String(process.pid))
    if (said !== 'another start') await utimes(lock, 1000, 1000)
    await state.setTu('again')
    expect(await state.getTu()).toBe('again')
  },
)

test('the lock of a process that goes on is waited for, whatever the clock was set to', async () => {
  const { utimes } = await import('node:fs/promises')
  const lock = `${state.tuPath}.lock`
  const begun = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const holding = withFileLock(state.tuPath, () => {
    begun.resolve()
    return done.promise
  })
  await begun.promise
  await utimes(lock, 1000, 1000)
  const writing = state.setTu('again')
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await state.getTu()).toBe('')
  done.resolve()
  await Promise.all([holding, writing])
  expect(await state.getTu()).toBe('again')
})

test('flags written by another pause, resume and stop a run', async () => {
  const run = new RunControl()
  const told: string[] = []
  using _brake = await watchBrake(state, run, {
    paused: () => told.push('paused'),
    resumed: () => told.push('resumed'),
    stopped: () => told.push('stopped'),
  })
  const other = await GlobalState.open(state.folder)
  await other.setRunningState('stopped')
  await expect.poll(() => run.paused).toBe(true)
  await other.setRunningState('running')
  await expect.poll(() => run.paused).toBe(false)
  await other.setTerminationFlag('terminated')
  await expect.poll(() => run.stopped).toBe(true)
  expect(told).toEqual(['paused', 'resumed', 'stopped'])
})

test('a state folder that somebody deletes neither pauses a run nor lets a paused one go on', async () => {
  const run = new RunControl()
  const told: string[] = []
  using _brake = await watchBrake(state, run, {
    paused: () => told.push('paused'),
    resumed: () => told.push('resumed'),
    stopped: () => told.push('stopped'),
  })
  const other = await GlobalState.open(state.folder)
  await rm(state.folder, { recursive: true })
  await new Promise((resolve) => setTimeout(resolve, 250))
  await other.setRunningState('stopped')
  await expect.poll(() => told).toEqual(['paused'])
  await rm(state.folder, { recursive: true })
  await new Promise((resolve) => setTimeout(resolve, 250))
  await other.setTerminationFlag('terminated')
  await expect.poll(() => told).toEqual(['paused', 'stopped'])
})

test('a run that was terminated before it began never begins', async () => {
  await state.setTerminationFlag('terminated')
  const run = new RunControl()
  using _brake = await watchBrake(state, run, { paused: () => {}, resumed: () => {}, stopped: () => {} })
  expect(run.stopped).toBe(true)
})

test('a picture that is there already becomes the newest screenshot without a second copy', async () => {
  await state.setScreenshot(Buffer.from('old'))
  const png = join(folder, 'step.png')
  await writeFile(png, 'new')
  const path = await state.setScreenshotFile(png)
  expect((await newestScreenshot(state))?.toString()).toBe('new')
  expect((await stat(path)).ino).toBe((await stat(png)).ino)
})

test('a flag that is written once the brake is released stops nothing', async () => {
  const run = new RunControl()
  const told: string[] = []
  const tell = (what: string) => () => told.push(what)
  const brake = await watchBrake(state, run, {
    paused: tell('paused'),
    resumed: tell('resumed'),
    stopped: tell('stopped'),
  })
  brake[Symbol.dispose]()
  await state.setTerminationFlag('terminated')
  const other = new RunControl()
  using _ = await watchBrake(state, other, { paused: () => {}, resumed: () => {}, stopped: () => {} })
  expect([run.stopped, other.stopped, told]).toEqual([false, true, []])
})
