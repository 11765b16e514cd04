// Sees to what is left on a virtual desktop that ends with its session: settings and unsaved work.
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import { messageOf } from '../core/errors.ts'
import type { EventSink } from '../core/event-sink.ts'
import type { DesktopSettings } from '../platform/virtual-desktop.ts'
import { kindOfProcess } from '../safety/applications.ts'
import type { PassingDesktop } from '../session/dependencies.ts'
import type { Stack } from './stack.ts'

interface PassingDesktopParts {
  /** The present desktop; null while there is none. */
  present: () => { settings: DesktopSettings | null; stack: Pick<Stack, 'desktopProcess'> } | null
  sink: EventSink
}

export function passingDesktop({ present, sink }: PassingDesktopParts): PassingDesktop & Disposable {
  const acts = new SettingActs()
  const unsubscribe = sink.subscribe((event) => acts.hear(event))
  let told = ''
  return {
    settle: async (run) => {
      const settings = present()?.settings
      if (!settings) return
      const lost = acts.applications.filter((name) => !settings.areKept || kindOfProcess(name) === 'browser')
      try {
        await run.race(settings.keep())
        if (!settings.areKept) lost.push(...(await run.race(settings.changed())))
      } catch (error) {
        run.throwIfStopped()
        sink.emit({ type: 'warning', message: `The settings could not be kept: ${messageOf(error)}` })
      }
      const words = [...new Set(lost)].join(', ')
      if (words !== '' && words !== told)
        sink.emit({
          type: 'warning',
          message: `Settings that were changed on this virtual desktop are forgotten with it: ${words}.`,
        })
      told = words
    },
    close: async (discard, run) => {
      try {
        const handles = discard.map(({ handle }) => handle)
        return (await present()?.stack.desktopProcess.ask('close_windows', { discard: handles }, run)) ?? []
      } catch (error) {
        run.throwIfStopped()
        const message = `The applications could not be closed: ${messageOf(error)}`
        sink.emit({ type: 'warning', message })
        return []
      }
    },
    show: async ({ handle, title }, run) => {
      try {
        await present()?.stack.desktopProcess.ask('show_window', { handle }, run)
        return true
      } catch (error) {
        run.throwIfStopped()
        sink.emit({ type: 'warning', message: `“${title}” was not saved: ${messageOf(error)}` })
        return false
      }
    },
    unsaved: async (run) => {
      const found = (await present()?.stack.desktopProcess.ask('unsaved_work', {}, run)) ?? []
      return found
        .filter(({ unsaved }) => unsaved === true)
        .map(({ title, process_name }) => ({ handle: '', title: title || process_name, unsaved: true }))
    },
    [Symbol.dispose]: unsubscribe,
  }
}

/** The applications whose settings an act has changed, as the gate judges acts. */
class SettingActs {
  readonly #judged = new Map<string, string>()
  readonly #applications = new Set<string>()

  get applications(): string[] {
    return [...this.#applications]
  }

  hear(event: SessionEvent): void {
    if (event.type === 'gate_decided' && event.categories.includes('change_setting'))
      this.#judged.set(event.call_id, event.target.application ?? event.target.window ?? '')
    const application = event.type === 'act_finished' ? this.#judged.get(event.call_id) : undefined
    if (application && event.type === 'act_finished' && event.status === 'success')
      this.#applications.add(application)
  }
}
