// Hands schedules to the schedulers of Windows and macOS: as a task of Task Scheduler, or as an agent of launchd.
import { join } from 'node:path'
import { DAYS, type Day, type Schedule } from '../../src-preload/contract/calls/schedules.ts'
import {
  fireWords,
  unitName,
  type Handed,
  type OwnCommand,
  type Scheduler,
  type SchedulerState,
} from './scheduler.ts'

interface SystemOptions {
  /** The folder of its files. */
  folder: string
  home: string
}

const xml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const LONG_DAYS: Record<Day, string> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
}

export class TaskScheduler implements Scheduler {
  readonly name = 'task_scheduler'
  readonly #options: SystemOptions

  constructor(options: SystemOptions) {
    this.#options = options
  }

  handed(schedule: Schedule, command: OwnCommand): Handed {
    const task = this.#task(schedule)
    const path = join(this.#options.folder, `${unitName(schedule.name, this.#options.home)}.xml`)
    return {
      files: new Map([[path, taskOf(schedule, command)]]),
      install: [['schtasks', '/Create', '/TN', task, '/XML', path, '/F']],
      remove: [['schtasks', '/Delete', '/TN', task, '/F']],
      afterwards: [],
    }
  }

  asks(schedule: Schedule): readonly string[] {
    return ['schtasks', '/Query', '/TN', this.#task(schedule), '/XML']
  }

  /** Reads the answer. Its next time is in the system's language, which can't be parsed, so it is left open. */
  read(answer: string): SchedulerState {
    return { active: answer.includes('<Task'), next: null }
  }

  #task({ name }: Schedule): string {
    return `\\Deskhand\\${unitName(name, this.#options.home)}`
  }
}

/** Repeats each minute, because Task Scheduler has no trigger for files; each time Deskhand looks for a new one. */
const EACH_MINUTE = '<Repetition><Interval>PT1M</Interval></Repetition>'

function taskOf(schedule: Schedule, command: OwnCommand): string {
  const { when, name } = schedule
  const [program = '', ...rest] = fireWords(command, schedule)
  const days = when.kind === 'time' ? DAYS.filter((day) => when.days.includes(day)) : []
  const trigger =
    when.kind === 'file'
      ? `<TimeTrigger>${EACH_MINUTE}<StartBoundary>2026-01-01T00:00:00</StartBoundary></TimeTrigger>`
      : [
          '<CalendarTrigger>',
          `<StartBoundary>2026-01-01T${when.at}:00</StartBoundary>`,
          '<ScheduleByWeek><WeeksInterval>1</WeeksInterval><DaysOfWeek>',
          ...days.map((day) => `<${LONG_DAYS[day]} />`),
          '</DaysOfWeek></ScheduleByWeek>',
          '</CalendarTrigger>',
        ].join('')
  // A task has no environment of its own, so cmd sets it.
  const settings = Object.entries(command.env).map(([key, value]) => `set "${key}=${value}"&&`)
  const line = [program, ...rest].map((text) => `"${text.replaceAll('"', '""')}"`).join(' ')
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Task version="1.4" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">',
    `<RegistrationInfo><Description>${xml(`Deskhand: ${name}`)}</Description></RegistrationInfo>`,
    `<Triggers>${trigger}</Triggers>`,
    '<Principals><Principal id="Author"><LogonType>InteractiveToken</LogonType></Principal></Principals>',
    '<Settings><StartWhenAvailable>true</StartWhenAvailable><DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>',
    '<MultipleInstancesPolicy>Queue</MultipleInstancesPolicy></Settings>',
    '<Actions Context="Author"><Exec><Command>cmd.exe</Command>',
    `<Arguments>${xml(`/d /s /c "${settings.join('')}${line}"`)}</Arguments></Exec></Actions>`,
    '</Task>',
    '',
  ].join('\n')
}

export class Launchd implements Scheduler {
  readonly name = 'launchd'
  readonly #options: SystemOptions & { uid: number }

  constructor(options: SystemOptions & { uid: number }) {
    this.#options = options
  }

  handed(schedule: Schedule, command: OwnCommand): Handed {
    const { folder, uid } = this.#options
    const label = this.#label(schedule)
    const path = join(folder, `${label}.plist`)
    return {
      files: new Map([[path, agentOf(schedule, command, label)]]),
      install: [['launchctl', 'bootstrap', `gui/${uid}`, path]],
      remove: [['launchctl', 'bootout', `gui/${uid}/${label}`]],
      afterwards: [],
    }
  }

  asks(schedule: Schedule): readonly string[] {
    return ['launchctl', 'print', `gui/${this.#options.uid}/${this.#label(schedule)}`]
  }

  /** Reads the answer, which does not contain the next start. */
  read(answer: string): SchedulerState {
    return { active: answer.trim() !== '', next: null }
  }

  #label({ name }: Schedule): string {
    return `app.${unitName(name, this.#options.home)}`
  }
}

function agentOf(schedule: Schedule, command: OwnCommand, label: string): string {
  const { when } = schedule
  const string = (text: string): string => `<string>${xml(text)}</string>`
  const strings = (texts: readonly string[]): string => `<array>${texts.map(string).join('')}</array>`
  const pairs = (values: Readonly<Record<string, string>>): string =>
    Object.entries(values)
      .map(([key, value]) => `<key>${xml(key)}</key>${string(value)}`)
      .join('')
  const trigger =
    when.kind === 'file'
      ? `<key>WatchPaths</key>${strings([when.folder])}`
      : `<key>StartCalendarInterval</key><array>${when.days.map((day) => intervalOf(day, when.at)).join('')}</array>`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    '<plist version="1.0"><dict>',
    `<key>Label</key>${string(label)}`,
    `<key>ProgramArguments</key>${strings(fireWords(command, schedule))}`,
    `<key>EnvironmentVariables</key><dict>${pairs(command.env)}</dict>`,
    trigger,
    '</dict></plist>',
    '',
  ].join('\n')
}

function intervalOf(day: Day, at: string): string {
  const [hour = 0, minute = 0] = at.split(':').map(Number)
  const values = { Weekday: (DAYS.indexOf(day) + 1) % DAYS.length, Hour: hour, Minute: minute }
  const pairs = Object.entries(values).map(([key, value]) => `<key>${key}</key><integer>${value}</integer>`)
  return `<dict>${pairs.join('')}</dict>`
}
