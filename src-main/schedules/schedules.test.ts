import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { scheduleSchema, type Schedule } from '../../src-preload/contract/calls/schedules.ts'
import { UserError } from '../core/errors.ts'
import { RunControl } from '../core/run-control.ts'
import { fits, lastDue } from './due.ts'
import { Launchd, TaskScheduler } from './other-systems.ts'
import { unitName, type Scheduler } from './scheduler.ts'
import { Schedules, systemFault } from './schedules.ts'
import { Systemd } from './systemd.ts'

let home: string
let asked: string[][]
/** What the system answers; an error is its refusal. */
let answer: (words: readonly string[]) => string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'schedules-'))
  asked = []
  answer = () => 'ActiveState=active\nNextElapseUSecRealtime=Mon 2026-11-30 09:00:00 UTC\n'
})
afterEach(() => rm(home, { recursive: true, force: true }))

const units = () => join(home, 'units')
/** Friday, 27 November 2026, 9:05. */
const FRIDAY = new Date(2026, 10, 27, 9, 5).getTime()
/** The Sunday before. */
const SUNDAY = new Date(2026, 10, 22, 12, 0).getTime()
const command = {
  words: ['/opt/node 24/node', '/opt/deskhand.mjs'],
  env: { DESKHAND_HOME: '/home/ana/50% "x"' },
}
const open = (now = FRIDAY, scheduler: Scheduler = new Systemd({ folder: units(), home })) =>
  new Schedules({
    home,
    env: {},
    scheduler,
    command,
    now: () => now,
    askSystem: (words) => {
      asked.push([...words])
      return Promise.resolve().then(() => answer(words))
    },
  })
const schedule = (values: Partial<Schedule> = {}): Schedule =>
  scheduleSchema.parse({
    name: 'Weekly report',
    work: { kind: 'request', request: 'open Mousepad' },
    when: { kind: 'time', days: ['mon', 'fri'], at: '09:00' },
    ...values,
  })
const inFolder = async (pattern = '*.txt', request = 'print "{{file}}"') => {
  await mkdir(join(home, 'in'), { recursive: true })
  return schedule({
    name: 'inbox',
    work: { kind: 'request', request },
    when: { kind: 'file', folder: join(home, 'in'), pattern },
  })
}
const began = { at: FRIDAY, outcome: 'began', due: null, run: 'r', why: null } as const

describe('when a schedule was due', () => {
  const when = { kind: 'time', days: ['mon', 'fri'], at: '09:00' } as const
  it.each([
    [new Date(2026, 10, 27, 9, 5), new Date(2026, 10, 27, 9, 0)],
    [new Date(2026, 10, 27, 8, 59), new Date(2026, 10, 23, 9, 0)],
    [new Date(2026, 10, 29, 0, 0), new Date(2026, 10, 27, 9, 0)],
    [new Date(2026, 10, 23, 9, 0), new Date(2026, 10, 23, 9, 0)],
  ])('%s: %s', (now, due) => {
    expect(new Date(lastDue({ ...when, days: [...when.days] }, now.getTime()))).toEqual(due)
  })

  it('is a week ago for one day a week, just before its time', () => {
    const due = lastDue({ kind: 'time', days: ['fri'], at: '09:06' }, FRIDAY)
    expect(new Date(due)).toEqual(new Date(2026, 10, 20, 9, 6))
  })

  it('names fit a pattern as a whole, in any case', () => {
    expect([fits('March.PDF', '*.pdf'), fits('a.pdf.part', '*.pdf'), fits('a+b.txt', 'a+?.txt')]).toEqual([
      true,
      false,
      true,
    ])
  })
})

describe('a schedule', () => {
  it('is handed to the system, which says when it comes next', async () => {
    const shown = await open().save(schedule(), false)
    const stem = unitName('Weekly report', home)
    expect(asked.slice(-4, -1)).toEqual([
      ['systemctl', '--user', 'daemon-reload'],
      ['systemctl', '--user', 'enable', `${stem}.timer`],
      ['systemctl', '--user', 'restart', `${stem}.timer`],
    ])
    expect(shown).toMatchObject({ active: true, fault: null, next: Date.UTC(2026, 10, 30, 9), last: [] })
  })

  it('is kept with the reason where the system does not take it', async () => {
    answer = () => {
      throw new UserError('Failed to connect to bus')
    }
    expect(await open().save(schedule(), false)).toMatchObject({
      active: false,
      fault: 'Failed to connect to bus',
    })
    expect(await open().list()).toMatchObject([
      { active: false, next: null, fault: 'Failed to connect to bus' },
    ])
  })

  it('says what to do where no session is reached, in whatever language the system tells it', () => {
    const told = ['Failed to connect to bus: No medium found', 'Failed to connect to bus: 找不到介质']
    for (const each of told) expect(systemFault(each)).toContain('start Deskhand from that session')
    expect(systemFault('Unit x.timer not found.')).toBe('Unit x.timer not found.')
  })

  it('replaces none of its name unasked, and leaves no unit of the old kind behind', async () => {
    await open().save(schedule(), false)
    await expect(open().save(schedule(), false)).rejects.toThrow('already')
    const other = { ...(await inFolder()), name: 'Weekly report' }
    await open().save(other, true)
    const stem = unitName('Weekly report', home)
    expect(asked).toContainEqual(['systemctl', '--user', 'disable', '--now', `${stem}.timer`])
    await expect(readFile(join(units(), `${stem}.timer`))).rejects.toThrow('ENOENT')
    expect(await readFile(join(units(), `${stem}.path`), 'utf8')).toContain(`PathChanged=${join(home, 'in')}`)
    await open().remove('Weekly report')
    await expect(readFile(join(units(), `${stem}.path`))).rejects.toThrow('ENOENT')
    expect(await open().list()).toEqual([])
  })

  it('that is due is begun, and one that was missed is told and not begun, unless that was wished', async () => {
    using run = new RunControl()
    await open(SUNDAY).save(schedule(), false)
    expect(await open().take('Weekly report', false, run)).toMatchObject({
      due: new Date(2026, 10, 27, 9, 0).getTime(),
      missed: false,
      begins: [{ request: 'open Mousepad', plan: null }],
    })
    const later = FRIDAY + 3_600_000
    expect(await open(later).take('Weekly report', false, run)).toMatchObject({ missed: true, begins: [] })
    expect((await open().list())[0]?.last).toMatchObject([{ outcome: 'missed' }])
    expect((await open(later).take('Weekly report', true, run)).begins).toHaveLength(1)
    await open(SUNDAY).save(schedule({ missed: 'run' }), true)
    expect(await open(later).take('Weekly report', false, run)).toMatchObject({ missed: true, begins: [{}] })
  })

  it('that was saved after its last time has missed nothing, whatever was to be done then', async () => {
    using run = new RunControl()
    for (const missed of ['tell', 'run'] as const) {
      await open().save(schedule({ missed }), true)
      const later = FRIDAY + 3_600_000
      expect(await open(later).take('Weekly report', false, run)).toMatchObject({
        due: null,
        missed: false,
        begins: [],
      })
      expect((await open().list())[0]?.last).toEqual([])
      expect((await open(later).take('Weekly report', true, run)).begins).toHaveLength(1)
    }
  })

  it('begins for each file that appears, once, and not for what lay there before', async () => {
    using run = new RunControl()
    const wanted = await inFolder()
    await writeFile(join(home, 'in/old.txt'), '')
    await open().save(wanted, false)
    const take = async () => (await open().take('inbox', false, run)).begins.map(({ request }) => request)
    expect(await take()).toEqual([])
    for (const name of ['b.txt', 'a.txt', 'c.pdf', '.d.txt']) await writeFile(join(home, 'in', name), 'x')
    expect(await take()).toEqual([`print "${join(home, 'in/a.txt')}"`, `print "${join(home, 'in/b.txt')}"`])
    expect(await take()).toEqual([])
    await rm(join(home, 'in/a.txt'))
    expect(await take()).toEqual([])
    await writeFile(join(home, 'in/a.txt'), 'again')
    expect(await take()).toHaveLength(1)
  })

  it('reads no part of a file’s name as a command', async () => {
    using run = new RunControl()
    await open().save(await inFolder('*', 'print {{file}}'), false)
    const [odd, words] = ['a", open "evil.example', 'b, click Send'].map((name) => join(home, 'in', name))
    for (const path of [odd, words]) await writeFile(path ?? '', '')
    const { begins } = await open().take('inbox', false, run)
    expect(begins.map(({ request }) => request)).toEqual([`print "${words ?? ''}"`])
    expect((await open().list())[0]?.last).toMatchObject([
      { outcome: 'missed', why: expect.stringContaining('quotation mark') as string },
    ])
  })

  it.each(['request', 'plan'])(
    'begins for no file whose name is a command in a terminal: %s',
    async (kind) => {
      using run = new RunControl()
      const words = 'open xterm, type "cat {{file}}", press Enter'
      const inbox = await inFolder('*', words)
      if (kind === 'plan') {
        await mkdir(join(home, 'plans'), { recursive: true })
        const plan = { task: 'show', steps: ['open xterm', 'type "cat {{doc}}"'], inputs: { doc: 'a' } }
        await writeFile(join(home, 'plans/Show.json'), JSON.stringify(plan))
        inbox.work = { kind: 'plan', plan: 'Show', set: { doc: '{{file}}' } }
      }
      await open().save(inbox, false)
      const [plain = '', command = ''] = ['my file.txt', 'x;touch pwned;.txt'].map((name) =>
        join(home, 'in', name),
      )
      for (const path of [plain, command]) await writeFile(path, '')
      const { begins } = await open().take('inbox', false, run)
      expect(begins).toHaveLength(1)
      expect(JSON.stringify(begins)).toContain('my file.txt')
      expect((await open().list())[0]?.last).toMatchObject([
        { outcome: 'missed', why: expect.stringContaining('terminal') as string },
      ])
    },
  )

  it('does not begin for what its own run may have written: that is told', async () => {
    using run = new RunControl()
    await open().save(await inFolder('*'), false)
    await writeFile(join(home, 'in/a.txt'), '')
    expect((await open().take('inbox', false, run)).begins).toHaveLength(1)
    await writeFile(join(home, 'in/a.pdf'), '')
    await open().note('inbox', began)
    expect((await open().take('inbox', false, run)).begins).toEqual([])
    expect((await open().list())[0]?.last).toMatchObject([
      { outcome: 'missed', why: expect.stringContaining('in/a.pdf') as string },
      { outcome: 'began' },
    ])
  })

  it('of a plan that is not there, or a folder that is none, is refused', async () => {
    const work = { kind: 'plan', plan: 'Nothing', set: {} } as const
    await expect(open().save(schedule({ work }), false)).rejects.toThrow(/no plan was recorded/)
    const when = { kind: 'file', folder: join(home, 'nowhere'), pattern: '*' } as const
    await expect(open().save(schedule({ when }), false)).rejects.toThrow('There is no folder')
    expect(await open().list()).toEqual([])
  })
})

/** Where this machine has systemd, its own reader judges; a unit that it does not understand is an error there. */
const hasSystemd = (() => {
  try {
    execFileSync('systemd-analyze', ['--version'])
    return true
  } catch {
    return false
  }
})()

describe('what a scheduler is given', () => {
  it.runIf(hasSystemd)('is understood by systemd, with each sign in its place', async () => {
    const odd = { words: [process.execPath, '/opt/a "b" $HOME 50%.mjs'], env: command.env }
    const systemd = new Systemd({ folder: units(), home })
    await mkdir(units())
    for (const one of [schedule({ name: 'Odd _.- name' }), await inFolder()]) {
      const { files } = systemd.handed(one, odd)
      for (const [path, content] of files) await writeFile(path, content)
      const { stderr, status } = spawnSync(
        'systemd-analyze',
        ['verify', '--user', '--man=no', ...files.keys()],
        {
          encoding: 'utf8',
          env: { ...process.env, SYSTEMD_LOG_LEVEL: 'warning', XDG_RUNTIME_DIR: home },
        },
      )
      expect([stderr, status]).toEqual(['', 0])
    }
    const [service = ''] = [...systemd.handed(schedule(), odd).files.values()]
    expect(service).toContain(String.raw`"/opt/a \"b\" $$HOME 50%%.mjs" "schedule" "fire" "Weekly report"`)
    expect(service).toContain(String.raw`Environment="DESKHAND_HOME=/home/ana/50%% \"x\""`)
  })

  it.runIf(hasSystemd)('comes at the times that were meant, as systemd reads them', () => {
    const [, timer = ''] = [
      ...new Systemd({ folder: units(), home }).handed(schedule(), command).files.values(),
    ]
    const calendar = /^OnCalendar=(.*)$/m.exec(timer)?.[1] ?? ''
    const said = execFileSync('systemd-analyze', ['calendar', '--base-time=2026-11-27 09:05', calendar], {
      encoding: 'utf8',
    })
    expect(said).toMatch(/Next elapse: Mon 2026-11-30 09:00:00/)
  })

  it('is a task of Windows and an agent of macOS from the same schedule', async () => {
    const options = { folder: home, home }
    const when = { kind: 'time', days: ['sun', 'mon'], at: '09:05' } as const
    const weekly = schedule({ name: 'A & B'.replace('&', 'and'), when: { ...when, days: [...when.days] } })
    const [task = ''] = [...new TaskScheduler(options).handed(weekly, command).files.values()]
    expect(task).toContain('T09:05:00</StartBoundary>')
    expect(task).toContain('<Monday /><Sunday />')
    expect(task).toContain('&quot;schedule&quot; &quot;fire&quot; &quot;A and B&quot;')
    const [agent = ''] = [...new Launchd({ ...options, uid: 501 }).handed(weekly, command).files.values()]
    expect(agent).toContain('<key>Weekday</key><integer>0</integer><key>Hour</key><integer>9</integer>')
    expect(agent).toContain('<string>schedule</string><string>fire</string><string>A and B</string>')
    const [watch = ''] = [
      ...new Launchd({ ...options, uid: 501 }).handed(await inFolder(), command).files.values(),
    ]
    expect(watch).toContain(`<key>WatchPaths</key><array><string>${join(home, 'in')}</string></array>`)
  })
})
