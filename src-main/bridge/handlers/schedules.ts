// Answers the calls about schedules, which need no engine: a schedule begins its run by start_run.
import type { scheduleCalls } from '../../../src-preload/contract/calls/schedules.ts'
import { UserError } from '../../core/errors.ts'
import { hasVirtualDesktops } from '../../core/system.ts'
import { ownCommand, ownSystem, schedulerOf } from '../../schedules/own-scheduler.ts'
import { Schedules } from '../../schedules/schedules.ts'
import type { Handlers } from '../handler.ts'
import { typedPath } from '../typed-path.ts'
import { whileHere } from '../while-here.ts'

interface ScheduleHandlersOptions {
  home: string
  env: Record<string, string>
  /** Called when a schedule is new or has changed. */
  changed: () => void
}

export function scheduleHandlers({
  home,
  env,
  changed,
}: ScheduleHandlersOptions): Handlers<keyof typeof scheduleCalls> {
  const schedules = new Schedules({
    home,
    env,
    scheduler: schedulerOf(ownSystem(), home, env),
    command: ownCommand(home),
  })
  return {
    list_schedules: async () => ({ system: schedules.system, schedules: await schedules.list() }),
    save_schedule: async ({ schedule, replace }) => {
      const { when } = schedule
      if (schedule.display === 'virtual' && !hasVirtualDesktops())
        throw new UserError(
          'This system has no virtual desktops, so a schedule can only run on your own: `--display host`.',
        )
      const placed =
        when.kind === 'file' ? { ...when, folder: typedPath(when.folder, env, 'when.folder') } : when
      const saved = await schedules.save({ ...schedule, when: placed }, replace)
      changed()
      return saved
    },
    delete_schedule: async ({ name }) => {
      await schedules.remove(name)
      changed()
      return {}
    },
    show_schedule: ({ name, system }) =>
      schedules.texts(name, ...(system === null ? [] : [schedulerOf(system, home, env)])),
    take_schedule: ({ name, by_hand: byHand }, caller) =>
      whileHere(caller, (run) => schedules.take(name, byHand, run)),
    note_firing: async ({ name, firing }) => {
      await schedules.note(name, firing)
      changed()
      return {}
    },
  }
}
