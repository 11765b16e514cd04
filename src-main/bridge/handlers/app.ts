// Answers the calls about the program itself and its windows.
import { dirname } from 'node:path'
import type { appCalls, AppState } from '../../../src-preload/contract/calls/app.ts'
import { writtenFiles } from '../../../src-preload/contract/evidence.ts'
import { UserError } from '../../core/errors.ts'
import { statOf } from '../../core/stat.ts'
import { hasVirtualDesktops } from '../../core/system.ts'
import type { Engine } from '../../engine.ts'
import { readEvents } from '../../recorder/read-journal.ts'
import type { Handlers } from '../handler.ts'
import type { LiveRuns } from '../live-runs.ts'
import type { ServedDevices } from '../served-devices.ts'
import type { ShellPort } from '../shell-port.ts'

interface AppHandlersOptions {
  engine: Engine
  live: LiveRuns
  shell: ShellPort
  /** The devices that it serves. */
  devices: ServedDevices
}

export const appStateOf = ({ engine, live, shell, devices }: AppHandlersOptions): AppState => {
  const why = engine.hostFault()
  return {
    version: shell.version,
    shell: shell.kind,
    platform: process.platform,
    locale: shell.locale(),
    home: engine.home,
    host_desktop: { there: why === null, why },
    virtual_desktop: { there: hasVirtualDesktops() },
    glance: live.glance,
    live: live.all().map(({ name }) => name),
    shortcuts: shell.shortcuts(),
    serving: devices.isServing,
    first_start: !engine.config.app.first_start_done,
  }
}

export function appHandlers(options: AppHandlersOptions): Handlers<keyof typeof appCalls> {
  const { engine, shell } = options
  return {
    app_state: () => appStateOf(options),
    open_view: ({ view, run }, caller) => {
      shell.openView(view, run, caller)
      return {}
    },
    close_window: (_input, caller) => {
      shell.closeWindow(caller)
      return {}
    },
    drag_window: (drag, caller) => {
      shell.dragWindow(caller, drag)
      return {}
    },
    open_link: async ({ url }) => {
      const address = URL.parse(url)
      if (address?.protocol !== 'https:') throw new UserError('Only https addresses are opened.')
      await shell.openLink(address.href)
      return {}
    },
    show_folder: async ({ run }) => {
      await shell.showFolder(run === null ? engine.home : (await engine.runs.find(run)).path)
      return {}
    },
    open_file: async ({ run, path }) => {
      const events = await readEvents((await engine.runs.find(run)).eventsPath)
      const told = events.flatMap((event) => (event.type === 'effect_verified' ? (event.told ?? []) : []))
      if (!writtenFiles(told).includes(path)) throw new UserError('This run has not written that file.')
      const file = statOf(path)
      if (file === null) throw new UserError(`${path} is not there any more.`)
      await shell.showFolder(engine.isProgram(path) || (file.mode & 0o111) !== 0 ? dirname(path) : path)
      return {}
    },
    quit: () => {
      shell.quit()
      return {}
    },
  }
}
