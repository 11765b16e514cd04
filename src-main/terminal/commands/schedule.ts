// `deskhand schedule`: what the system's own scheduler begins, listed, made, taken back, and carried out when its time comes.
import { resolve } from 'node:path'
import { InvalidArgumentError, Option, type Command } from 'commander'
import {
  DAYS,
  SCHEDULERS,
  type Day,
  type Schedule,
  type SchedulerName,
  type ShownSchedule,
} from '../../../src-preload/contract/calls/schedules.ts'
import type { CallOutput } from '../../../src-preload/contract/calls.ts'
import { localTime } from '../../../src-preload/contract/words.ts'
import { askByNotification, notifyBySystem } from '../asking/notifications.ts'
import { askPerson, isPersonThere } from '../asking/person.ts'
import { Brake } from '../brake.ts'
import { carryOut } from '../carry-out.ts'
import { EXIT, exitCodeOf } from '../exit-code.ts'
import { faultWords, userFault } from '../fault.ts'
import { readCategory, type RunCommandOptions } from '../options.ts'
import { Progress } from '../output/progress.ts'
import { Screen } from '../output/screen.ts'
import { table } from '../output/table.ts'
import { inkFor, plain, roomOf } from '../output/text.ts'
import type { Shell } from '../shell.ts'
import { clientOptions, withBridge } from '../with-bridge.ts'
import { readSetting } from './record.ts'

interface AddOptions extends Pick<RunCommandOptions, 'yesTo'> {
  every?: Extract<Schedule['when'], { kind: 'time' }>
  whenFile?: string
  pattern?: string
  request?: string
  plan?: string
  set?: Record<string, string>
  display?: Schedule['display']
  missed?: Schedule['missed']
  replace?: boolean
}

export function addScheduleCommand(program: Command, shell: Shell, setCode: (code: number) => void): void {
  const schedule = program
    .command('schedule')
    .description('list what runs at a time, or when a file appears')
    .option('--json', 'one schedule per line, as JSON')
    .action((options: { json?: boolean }) => listCommand(shell, options))
  schedule
    .command('add')
    .description("make a schedule, which the system's own scheduler begins")
    .argument('<name>', 'its name')
    .option('--every <time>', 'for example "monday 9:00", "weekdays 18:30", "mon,thu 7:15"', readEvery)
    .option('--when-file <dir>', 'when a file appears in this folder; {{file}} is its path')
    .option('--pattern <pattern>', 'with --when-file: only such files, for example "*.pdf"')
    .option('--request <request>', 'what should be done')
    .option('--plan <name>', 'carry out this plan instead')
    .option('--set <name=text>', 'with --plan: type another text (repeatable)', readSetting)
    .addOption(
      new Option('--display <where>', 'where it runs').choices(['host', 'virtual']).default('virtual'),
    )
    .option('--yes-to <categories>', 'do not ask about acts of these kinds', readCategory)
    .addOption(
      new Option('--missed <what>', 'one that was missed: tell it, or run it late').choices(['tell', 'run']),
    )
    .option('--replace', 'replace a schedule of that name')
    .action((name: string, options: AddOptions) => addCommand(shell, name, options))
  schedule
    .command('remove')
    .description('take a schedule back')
    .argument('<name>', 'its name')
    .action((name: string) =>
      withBridge(shell, async (bridge) => {
        await bridge.call('delete_schedule', { name })
        shell.stdout.write(`Removed: ${plain(name)}\n`)
      }),
    )
  schedule
    .command('show')
    .description("print what the system's scheduler is given")
    .argument('<name>', 'its name')
    .addOption(new Option('--system <name>', 'another system').choices([...SCHEDULERS]))
    .action((name: string, options: { system?: SchedulerName }) => showCommand(shell, name, options))
  schedule
    .command('fire')
    .description('carry out what is due now; the scheduler calls this')
    .argument('<name>', 'its name')
    .option('--now', 'carry it out, whatever the time')
    .action(async (name: string, options: { now?: boolean }) =>
      setCode(await fireCommand(shell, name, options)),
    )
}

const GROUPS: Record<string, readonly Day[]> = {
  day: DAYS,
  weekday: DAYS.slice(0, 5),
  weekdays: DAYS.slice(0, 5),
  weekend: DAYS.slice(5),
}

/** `monday 9:00` · `mon, thu 7:15` · `weekdays 18:30` · `day 6:00`. */
export function readEvery(text: string): Extract<Schedule['when'], { kind: 'time' }> {
  const [, names = '', hour = '', minute = ''] =
    /^\s*(.*?)\s*(?:\bat\s+)?(\d{1,2}):(\d{2})\s*$/i.exec(text) ?? []
  const words = names
    .toLowerCase()
    .split(/[\s,]+|\band\b/)
    .filter(Boolean)
  const days = words.flatMap((word) => {
    const group = GROUPS[word]
    if (group) return group
    const day = DAYS.find((one) => word.startsWith(one) && LONG_DAY.test(word))
    if (day) return [day]
    throw new InvalidArgumentError(`“${word}” is no day. For example: "monday 9:00", "weekdays 18:30".`)
  })
  if (days.length === 0 || Number(hour) > 23 || Number(minute) > 59)
    throw new InvalidArgumentError('For example: "monday 9:00", "weekdays 18:30", "day 6:00".')
  return {
    kind: 'time',
    days: DAYS.filter((day) => days.includes(day)),
    at: `${hour.padStart(2, '0')}:${minute}`,
  }
}

const LONG_DAY = /^(mon(day)?|tue(s|sday)?|wed(nesday)?|thu(r|rs|rsday)?|fri(day)?|sat(urday)?|sun(day)?)s?$/

async function addCommand(shell: Shell, name: string, options: AddOptions): Promise<void> {
  const { every, whenFile, pattern, request, plan, set = {}, display = 'virtual' } = options
  if ((every === undefined) === (whenFile === undefined))
    throw userFault('Say when: --every "monday 9:00", or --when-file FOLDER.')
  if ((request === undefined) === (plan === undefined))
    throw userFault('Say what: --request "…", or --plan NAME.')
  const when =
    every ??
    ({
      kind: 'file',
      folder: resolve(whenFile ?? ''),
      ...(pattern === undefined ? {} : { pattern }),
    } as const)
  const work =
    plan === undefined
      ? ({ kind: 'request', request: request ?? '' } as const)
      : ({ kind: 'plan', plan, set } as const)
  const { yesTo: yes_to = [], missed = 'tell', replace = false } = options
  const schedule = { name, work, when, display, yes_to, missed }
  const saved = await withBridge(shell, (bridge) => bridge.call('save_schedule', { schedule, replace }))
  if (saved.fault !== null) {
    throw userFault(`“${name}” is kept, but the system’s scheduler did not take it: ${saved.fault}`)
  }
  shell.stdout.write(`${plain(name)}: ${stateOf(saved)}\n`)
}

async function listCommand(shell: Shell, { json = false }: { json?: boolean }): Promise<void> {
  const { schedules } = await withBridge(shell, (bridge) => bridge.call('list_schedules', {}))
  if (json) {
    for (const schedule of schedules) shell.stdout.write(`${JSON.stringify(schedule)}\n`)
    return
  }
  if (schedules.length === 0) {
    shell.stdout.write(
      'No schedules. For example: deskhand schedule add report --every "monday 9:00" --plan Report\n',
    )
    return
  }
  const columns = [
    { title: 'NAME', width: 24 },
    { title: 'WHEN', width: 32 },
    { title: 'LAST' },
    { title: 'NEXT' },
  ]
  const rows = schedules.map((shown) => [
    plain(shown.schedule.name),
    plain(whenWords(shown.schedule)),
    lastOf(shown),
    plain(stateOf(shown)),
  ])
  const [head = '', ...lines] = table(columns, rows, roomOf(shell.stdout))
  shell.stdout.write([inkFor(shell.stdout, shell.env).dim(head), ...lines, ''].join('\n'))
}

const whenWords = ({ when }: Schedule): string =>
  when.kind === 'time'
    ? `${when.days.length === DAYS.length ? 'every day' : when.days.join(', ')} ${when.at}`
    : `${when.pattern} in ${when.folder}`

const timeWords = (ms: number): string => {
  const { day, hours, minutes } = localTime(new Date(ms))
  return `${day} ${hours}:${minutes}`
}

const lastOf = ({ last: [newest] }: ShownSchedule): string =>
  newest === undefined ? 'never' : `${newest.outcome} ${timeWords(newest.at)}`

function stateOf({ active, next, fault, schedule }: ShownSchedule): string {
  if (!active) return `not active: ${fault ?? 'the system’s scheduler does not have it'}`
  if (next !== null) return `next ${timeWords(next)}`
  return schedule.when.kind === 'file' ? 'waits for a file' : 'active'
}

async function showCommand(
  shell: Shell,
  name: string,
  { system }: { system?: SchedulerName },
): Promise<void> {
  const wanted = { name, system: system ?? null }
  const { files, commands } = await withBridge(shell, (bridge) => bridge.call('show_schedule', wanted))
  const lines = [
    ...files.flatMap((file) => [`# ${file.name}`, file.content]),
    ...commands.map((words) => `$ ${words.join(' ')}`),
  ]
  shell.stdout.write(`${lines.join('\n')}\n`)
}

type Begin = CallOutput<'take_schedule'>['begins'][number]

/** Who is at this terminal is asked here, else by a notification. Returns the gravest of the exit codes. */
async function fireCommand(shell: Shell, name: string, { now = false }: { now?: boolean }): Promise<number> {
  const screen = new Screen(shell.stdout)
  using brake = new Brake(shell, screen)
  await using bridge = shell.openBridge(clientOptions(shell, screen))
  brake.attach(() => bridge.hangUp())
  const notify = notifyBySystem(shell.env)
  const about = `Schedule “${name}”`
  const { schedule, due, missed, begins } = await bridge.call('take_schedule', { name, by_hand: now })
  const when = due === null ? '' : timeWords(due)
  if (missed) {
    const what = begins.length === 0 ? 'It was not begun.' : 'It begins now.'
    shell.stdout.write(`Missed: ${plain(name)} was due ${when}. ${what}\n`)
    void notify({ title: `${about} was missed`, body: `It was due ${when}. ${what}` })
  }
  if (begins.length > 0) await bridge.begin()
  const present = isPersonThere(shell, false)
  const interactor = present ? askPerson(shell, screen, brake) : askByNotification(about, notify)
  const codes: number[] = []
  for (const begin of begins) {
    if (brake.pulled) break
    codes.push(await fire(begin))
  }
  if (brake.pulled) return EXIT.stopped
  return Math.max(EXIT.completed, ...codes)

  async function fire({ request, plan }: Begin): Promise<number> {
    const at = Date.now()
    using progress = new Progress(screen, inkFor(shell.stdout, shell.env))
    let run: string | null = null
    const note = (outcome: 'began' | 'failed', why: string | null) =>
      bridge.call('note_firing', { name, firing: { at, outcome, due, run, why } })
    const wishes = {
      one_shot: true,
      watch: true,
      attended: true,
      yes_to: schedule.yes_to,
      display: schedule.display,
    }
    try {
      const { end } = await carryOut(
        { bridge, brake, interactor, onEvent: (event) => progress.show(event) },
        async () => {
          const begun = await bridge.call('start_run', { ...wishes, request, plan })
          run = begun.run
          return begun
        },
      )
      const code = exitCodeOf(end)
      await note('began', end.error)
      if (code !== EXIT.completed && code !== EXIT.stopped)
        await notify({
          title: `${about} did not come off`,
          body: end.error ?? 'Nobody is sure whether it is done.',
        })
      return code
    } catch (error) {
      await note('failed', faultWords(error))
      await notify({ title: `${about} could not begin`, body: faultWords(error) })
      throw error
    }
  }
}
