// Finds the scheduler of this system, and how it begins this program again.
import { homedir, userInfo } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { SchedulerName } from '../../src-preload/contract/calls/schedules.ts'
import { programPath } from '../core/entry.ts'
import { Launchd, TaskScheduler } from './other-systems.ts'
import type { OwnCommand, Scheduler } from './scheduler.ts'
import { Systemd } from './systemd.ts'

const OF_PLATFORM: Partial<Record<NodeJS.Platform, SchedulerName>> = {
  win32: 'task_scheduler',
  darwin: 'launchd',
}

export const ownSystem = (platform: NodeJS.Platform = process.platform): SchedulerName =>
  OF_PLATFORM[platform] ?? 'systemd'

/** `home`: DESKHAND_HOME. */
export function schedulerOf(system: SchedulerName, home: string, env: NodeJS.ProcessEnv): Scheduler {
  const person = env['HOME'] ?? env['USERPROFILE'] ?? homedir()
  const config = env['XDG_CONFIG_HOME'] ?? ''
  const base = isAbsolute(config) ? config : join(person, '.config')
  const schedulers: Record<SchedulerName, () => Scheduler> = {
    systemd: () => new Systemd({ folder: join(base, 'systemd/user'), home }),
    task_scheduler: () => new TaskScheduler({ folder: join(home, 'schedules'), home }),
    launchd: () => new Launchd({ folder: join(person, 'Library/LaunchAgents'), home, uid: userInfo().uid }),
  }
  return schedulers[system]()
}

/** Returns the command of this program; a variable makes Electron run as Node. */
export const ownCommand = (home: string): OwnCommand => ({
  words: [process.execPath, programPath('deskhand', 'terminal/main.ts')],
  env: {
    DESKHAND_HOME: home,
    ...(process.versions['electron'] === undefined ? {} : { ELECTRON_RUN_AS_NODE: '1' }),
  },
})
