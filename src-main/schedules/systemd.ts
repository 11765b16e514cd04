// Hands schedules to systemd's user manager: a timer or a path unit starts a service, which is `deskhand schedule fire`.
import { join } from 'node:path'
import { DAYS, type Schedule } from '../../src-preload/contract/calls/schedules.ts'
import {
  fireWords,
  unitName,
  type Handed,
  type OwnCommand,
  type Scheduler,
  type SchedulerState,
} from './scheduler.ts'

interface SystemdOptions {
  /** The folder of the user's units. */
  folder: string
  home: string
}

export class Systemd implements Scheduler {
  readonly name = 'systemd'
  readonly #options: SystemdOptions

  constructor(options: SystemdOptions) {
    this.#options = options
  }

  handed(schedule: Schedule, command: OwnCommand): Handed {
    const { folder, home } = this.#options
    const stem = unitName(schedule.name, home)
    const trigger = this.#trigger(schedule)
    return {
      files: new Map([
        [join(folder, `${stem}.service`), serviceUnit(schedule, command)],
        [join(folder, trigger), triggerUnit(schedule, stem)],
      ]),
      // A changed schedule may need another unit, for example a timer in place of a path, so the trigger is restarted.
      install: [
        ['systemctl', '--user', 'daemon-reload'],
        ['systemctl', '--user', 'enable', trigger],
        ['systemctl', '--user', 'restart', trigger],
      ],
      remove: [['systemctl', '--user', 'disable', '--now', trigger]],
      afterwards: [['systemctl', '--user', 'daemon-reload']],
    }
  }

  asks(schedule: Schedule): readonly string[] {
    const properties = 'ActiveState,NextElapseUSecRealtime'
    // systemd reports times in the zone of the calling program, so UTC is set.
    return [
      'env',
      'TZ=UTC',
      'systemctl',
      '--user',
      'show',
      this.#trigger(schedule),
      `--property=${properties}`,
    ]
  }

  /** Reads an answer such as `Mon 2026-11-30 09:00:00 UTC`, which is empty if there is no next time. */
  read(answer: string): SchedulerState {
    const time = /^NextElapseUSecRealtime=.*?(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) UTC$/m.exec(answer)
    return {
      active: /^ActiveState=active$/m.test(answer),
      next: time ? Date.parse(`${time[1]}T${time[2]}Z`) : null,
    }
  }

  #trigger({ name, when }: Schedule): string {
    return `${unitName(name, this.#options.home)}.${when.kind === 'time' ? 'timer' : 'path'}`
  }
}

/** Writes a text of a unit: on one line, with doubled percent signs, because a single one begins a specifier. */
const line = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('%', '%%')

/** Writes one word of a command line or of Environment=, as systemd.syntax(7) defines it. */
const word = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('\n', '\\n')}"`

/** Writes a word of a command line, with doubled dollar signs, because a single one begins a variable. */
const argument = (text: string): string => word(text).replaceAll('$', '$$$$')

function serviceUnit(schedule: Schedule, command: OwnCommand): string {
  const env = Object.entries(command.env).map(([name, value]) => `Environment=${word(`${name}=${value}`)}`)
  return [
    '[Unit]',
    `Description=Deskhand: ${line(schedule.name)}`,
    '',
    '[Service]',
    'Type=oneshot',
    ...env,
    `ExecStart=${fireWords(command, schedule).map(argument).join(' ')}`,
    // 4: nobody has answered a question. 5: the outcome is not sure. Deskhand reports both itself, so the unit counts as successful.
    'SuccessExitStatus=4 5',
    '',
  ].join('\n')
}

function triggerUnit({ name, when }: Schedule, stem: string): string {
  const head = ['[Unit]', `Description=Deskhand: ${line(name)}`, '']
  if (when.kind === 'file') {
    return [
      ...head,
      '[Path]',
      `PathChanged=${when.folder.replaceAll('%', '%%')}`,
      `Unit=${stem}.service`,
      '',
      '[Install]',
      'WantedBy=paths.target',
      '',
    ].join('\n')
  }
  const days = DAYS.filter((day) => when.days.includes(day)).map(
    (day) => day[0]?.toUpperCase() + day.slice(1),
  )
  return [
    ...head,
    '[Timer]',
    `OnCalendar=${days.join(',')} *-*-* ${when.at}:00`,
    'AccuracySec=1s',
    // A schedule that was due while the machine was off begins when the machine is on again, and is reported as missed.
    'Persistent=true',
    `Unit=${stem}.service`,
    '',
    '[Install]',
    'WantedBy=timers.target',
    '',
  ].join('\n')
}
