// What fails around Deskhand ends a run with a sentence, or is gone through: nothing is lost, nothing wrong is done, nothing is left.
import { execFileSync } from 'node:child_process'
import { existsSync, statfsSync, writeFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { deskhand, place, start, story, type Place } from '../e2e/support/deskhand.ts'
import { desktopOf } from '../e2e/support/witness.ts'
import { FORM } from './support/form.ts'
import { TEST_MS } from './support/whole.ts'
import { allGone, CALCULATE, journalOf, runArgs } from './support/whole-run.ts'

/** Megabytes of the disk on which a data folder lies. */
const DISK_MB = 8

/** Whether this user may have a disk of their own; else the two tests of disks are left out, and say so. */
const mayMount = ((): boolean => {
  const folder = join(tmpdir(), `assurance-mount-${process.pid}`)
  try {
    execFileSync('mkdir', ['-p', folder])
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'none', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder])
    return true
  } catch {
    return false
  } finally {
    execFileSync('rmdir', [folder])
  }
})()

/** A place whose data folder is a small disk of its own. */
async function onDisk(): Promise<Place & { disk: string }> {
  const root = await mkdtemp(join(tmpdir(), 'assurance-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'none', root])
  const where = await place()
  const data = join(root, 'data')
  execFileSync('mkdir', [data])
  return {
    ...where,
    data,
    disk: root,
    config: (yaml) => writeFile(join(data, 'config.yaml'), yaml),
    async [Symbol.asyncDispose]() {
      await allGone({ ...where, data }).catch(() => {})
      await where[Symbol.asyncDispose]()
      execFileSync('umount', ['-l', root])
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** Until nothing more fits, however little that is. */
function fill(folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  for (const [name, size] of [
    ['ballast', (bavail - 2) * bsize],
    ['ballast2', 4 * bsize],
  ] as const)
    try {
      writeFileSync(join(folder, name), Buffer.alloc(Math.max(0, size)))
    } catch {
      // Full is what it should be.
    }
}

const display = async (where: Place): Promise<unknown> => (await deskhand(where, runArgs('open galculator, click 7, read display'))).last?.result // prettier-ignore

describe.concurrent('a disk', () => {
  test.runIf(mayMount)(
    'that is full in the middle of a run ends it with a sentence; what was told is kept, and the next run works',
    { timeout: TEST_MS },
    async () => {
      await using where = await onDisk()
      const running = start(where, runArgs(CALCULATE))
      const { log_path } = await running.event('run_started')
      await running.event('act_started', ({ tool_name }) => tool_name === 'wait')
      fill(where.disk)
      const { code } = await running.ended
      expect(code, story(running.events)).toBe(1)
      expect(`${running.stderr()}${JSON.stringify(running.events.at(-1))}`).toMatch(/no space|full|can't be written/i) // prettier-ignore
      await allGone(where)
      await rm(join(where.disk, 'ballast'), { force: true })
      await rm(join(where.disk, 'ballast2'), { force: true })
      const { events, unreadable, missing } = await journalOf(running, log_path)
      expect(unreadable).toEqual([])
      // What could not be written any more was told by the program that was there, and nothing of it was done.
      expect(missing[0]?.seq ?? events.length).toBe(events.length)
      const tried = missing.filter(({ type }) => type === 'act_started')
      expect(tried.length, story(running.events)).toBeLessThanOrEqual(1)
      expect(await display(where)).toBe('7')
    },
  )

  test.runIf(mayMount)(
    'that can’t be written is said before anything is started',
    { timeout: TEST_MS },
    async () => {
      await using where = await onDisk()
      execFileSync('mount', ['-o', 'remount,ro', where.disk])
      const { code, stderr, events } = await deskhand(where, runArgs(CALCULATE))
      expect(code).not.toBe(0)
      expect(stderr).toMatch(/read-only|can’t be written|can't be written|permission/i)
      expect(stderr).not.toMatch(/\n\s+at /)
      expect(events.filter(({ type }) => type === 'act_started')).toEqual([])
      await allGone(where)
    },
  )
})

/** Turns the clock of every program of a run to where a file says; monotonic clocks go on, as they do on a machine. */
const CLOCK = `
import { existsSync, readFileSync } from 'node:fs'
const file = process.env.ASSURANCE_CLOCK, real = Date.now.bind(Date), RealDate = Date
const jump = () => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0)
globalThis.Date = class extends RealDate {
  constructor(...args) { args.length === 0 ? super(real() + jump()) : super(...args) }
  static now() { return real() + jump() }
}
`
const DAY_MS = 86_400_000

describe.concurrent('what goes on around a run', () => {
  test.each([DAY_MS, -DAY_MS])('a clock that jumps by %d ms changes nothing', { timeout: TEST_MS }, async (jump) => {
    await using where = await place()
    const file = join(where.home, 'clock')
    await writeFile(join(where.home, 'clock.mjs'), CLOCK)
    const running = start(where, runArgs(CALCULATE), {
      NODE_OPTIONS: `--import=${join(where.home, 'clock.mjs')}`,
      ASSURANCE_CLOCK: file,
    })
    const { log_path } = await running.event('run_started')
    await running.event('act_started', ({ tool_name }) => tool_name === 'wait')
    await writeFile(file, String(jump))
    const { code, last } = await running.ended
    expect(code, story(running.events)).toBe(0)
    expect(last?.result).toBe('78')
    const times = running.events.map(({ ts }) => ts)
    expect(Math.abs((times.at(-1) ?? 0) - (times[0] ?? 0))).toBeGreaterThan(DAY_MS / 2)
    expect((await journalOf(running, log_path)).missing).toEqual([])
    await allGone(where)
  }) // prettier-ignore

  test('two Deskhands on one folder each do their own', { timeout: TEST_MS }, async () => {
    await using where = await place()
    const both = [1, 2].map((key) => start(where, runArgs(`open galculator, click ${key}, read display`)))
    const ends = await Promise.all(both.map(({ ended }) => ended))
    expect(ends.map(({ code, last }) => [code, last?.result])).toEqual([[0, '1'], [0, '2']]) // prettier-ignore
    const paths = both.map(({ events }) => events.find((event) => event.type === 'run_started')?.log_path)
    expect(new Set(paths).size).toBe(2)
    for (const [index, path] of paths.entries()) {
      const kept = await journalOf(both[index] ?? { events: [] }, path ?? '')
      expect([kept.missing, kept.unreadable]).toEqual([[], []])
    }
    await allGone(where)
  })

  test('an X server that hangs ends the run in time, with a sentence, and is not left', { timeout: TEST_MS }, async () => {
    await using where = await place()
    const running = start(where, runArgs(CALCULATE))
    const { run } = await running.event('run_started')
    const env = await desktopOf(where, run)
    await running.event('act_started', ({ tool_name }) => tool_name === 'wait')
    const record = await readFile(join(where.data, 'desktops', `${run}.json`), 'utf8')
    const pid = xServer(env['DISPLAY'] ?? '', record)
    process.kill(pid, 'SIGSTOP')
    const { code, last } = await running.ended
    expect(code, story(running.events)).toBe(1)
    expect(last?.error ?? running.stderr()).toMatch(/answer|desktop|display/i)
    await allGone(where)
    expect(existsSync(`/proc/${pid}`)).toBe(false)
  }) // prettier-ignore
})

/** Process id of the X server of a display that Deskhand's record of the desktop names. */
function xServer(name: string, record: string): number {
  const pids = execFileSync('pgrep', ['-f', `Xvfb ${name} `], { encoding: 'utf8' })
    .trim()
    .split('\n')
  const pid = pids.find((each) => record.includes(each))
  if (pid === undefined) throw new Error(`No X server of ${name} in ${record}.`)
  return Number(pid)
}

describe.concurrent('an application', () => {
  const pressing = async (how: string) => {
    await using where = await place()
    const program = join(where.home, 'form.py')
    await writeFile(program, FORM)
    await where.config(`applications:\n  Form: /usr/bin/python3 ${program} ${how}\n`)
    const request = 'open Form, click Next, wait 2 seconds, click Sort'
    const running = start(where, [...runArgs(request), '--yes-to', 'unknown', '--yes-to', 'run_command'])
    const { code, last } = await running.ended
    await allGone(where)
    const done = ['next', 'sort', 'yes'].filter((name) => existsSync(join(where.home, name)))
    return { code, error: last?.error ?? '', done, told: story(running.events) }
  }

  test.each<[string, number, string[], RegExp]>([
    ['scale', 0, ['next', 'sort'], /^$/],
    ['dialog', 1, ['next'], /Delete all records|dialog/i],
    ['language', 1, ['next'], /Sort/],
    ['crash', 1, ['next'], /Form|gone|closed|window/i],
    ['hang', 1, ['next'], /Form|answer/i],
  ])('that changes under the hands (%s): nothing wrong is pressed, and it is said', { timeout: TEST_MS }, async (how, code, done, says) => {
    const end = await pressing(how)
    expect([end.code, end.done], end.told + end.error).toEqual([code, done])
    expect(end.error).toMatch(says)
  }) // prettier-ignore
})
