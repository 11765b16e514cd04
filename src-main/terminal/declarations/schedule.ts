// Declares how `deskhand schedule` is called.
import { InvalidArgumentError, Option, type Command } from 'commander'
import type { Schedule } from '../../../src-preload/contract/calls/schedules.ts'
import {
  DAYS,
  SCHEDULERS,
  type Day,
  type SchedulerName,
} from '../../../src-preload/contract/schedule-names.ts'
import { hasVirtualDesktops } from '../../core/system.ts'
import type { AddOptions } from '../commands/schedule.ts'
import { readCategory } from '../options.ts'
import type { Shell } from '../shell.ts'
import { readSetting } from './record.ts'

const load = () => import('../commands/schedule.ts')

export function addScheduleCommand(program: Command, shell: Shell, setCode: (code: number) => void): void {
  const schedule = program
    .command('schedule')
    .description('list what runs at a time, or when a file appears')
    .option('--json', 'one schedule per line, as JSON')
    .action(async (options: { json?: boolean }) => (await load()).listCommand(shell, options))
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
      new Option('--display <where>', 'where it runs')
        .choices(['host', 'virtual'])
        .default(hasVirtualDesktops() ? 'virtual' : 'host'),
    )
    .option('--yes-to <categories>', 'do not ask about acts of these kinds', readCategory)
    .addOption(
      new Option('--missed <what>', 'one that was missed: tell it, or run it late').choices(['tell', 'run']),
    )
    .option('--replace', 'replace a schedule of that name')
    .action(async (name: string, options: AddOptions) => (await load()).addCommand(shell, name, options))
  schedule
    .command('remove')
    .description('take a schedule back')
    .argument('<name>', 'its name')
    .action(async (name: string) => (await load()).removeCommand(shell, name))
  schedule
    .command('show')
    .description("print what the system's scheduler is given")
    .argument('<name>', 'its name')
    .addOption(new Option('--system <name>', 'another system').choices([...SCHEDULERS]))
    .action(async (name: string, options: { system?: SchedulerName }) =>
      (await load()).showCommand(shell, name, options),
    )
  schedule
    .command('fire')
    .description('carry out what is due now; the scheduler calls this')
    .argument('<name>', 'its name')
    .option('--now', 'carry it out, whatever the time')
    .action(async (name: string, options: { now?: boolean }) =>
      setCode(await (await load()).fireCommand(shell, name, options)),
    )
}

const GROUPS: Record<string, readonly Day[]> = {
  day: DAYS,
  weekday: DAYS.slice(0, 5),
  weekdays: DAYS.slice(0, 5),
  weekend: DAYS.slice(5),
}

/** Reads `every monday 9:00` · `monday 9:00` · `mon, thu 7:15` · `weekdays 18:30` · `day 6:00`. */
export function readEvery(text: string): Extract<Schedule['when'], { kind: 'time' }> {
  const [, names = '', hour = '', minute = ''] =
    /^\s*(.*?)\s*(?:\bat\s+)?(\d{1,2}):(\d{2})\s*$/i.exec(text) ?? []
  const words = names
    .toLowerCase()
    .replace(/^every\s/, '')
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
