// HostUIExecutor: choosing, starting and closing applications.
import { z } from 'zod'
import { ToolError } from '../../core/errors.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { LaunchResult, PlatformWindow } from '../../platform/platform.ts'
import { matching, quoted, listed } from './names.ts'
import type { DesktopState } from './state.ts'
import { belongsToLaunch } from './launched.ts'
import { toolsOf } from './tool.ts'

const tool = toolsOf('HostUIExecutor', 'action')

/** Milliseconds that a started application has to show a window. */
const LAUNCH_MS = 20_000

const id = z.union([z.string(), z.number()]).transform(String)

/** The window with this id; where the id is unknown, the only window that is called `name`. */
async function windowOf(
  state: DesktopState,
  id: string,
  name: string,
  run: RunControl,
): Promise<{ window: PlatformWindow; warning: string | null }> {
  const windows = await state.windows(run)
  const handle = state.registry.handleOf(id)
  const window = windows.find((each) => each.handle === handle)
  if (window) {
    const called = [window.title, window.application, window.processName].map((each) => ({ name: each }))
    const fits = name.trim() === '' || matching(called, name).length > 0
    return {
      window,
      warning: fits ? null : `Window ${id} is called ${quoted(window.title)}, not ${quoted(name)}.`,
    }
  }
  const normal = windows.filter((each) => each.kind !== 'popup')
  throw new ToolError(
    `There is no window ${id} (any more). There is: ${listed(normal.map((each) => `${state.info(each).id} ${each.title}`))}.`,
  )
}

export const hostUIExecutor = [
  tool({
    name: 'select_application_window',
    description: 'Choose a window by its id and name, and bring it to the front; what follows is done in it.',
    parameters: { id, name: z.string().default('') },
    async does(parameters, state, run) {
      const { window, warning } = await windowOf(state, parameters.id, parameters.name, run)
      await run.checkpoint()
      if (!window.active || window.minimized) await state.platform.focusWindow(window.handle, run)
      const now = (await state.windows(run)).find((each) => each.handle === window.handle) ?? window
      state.choose(now)
      return {
        root_name: now.processName,
        process_name: now.processName,
        window_info: state.info(now),
        ...(warning === null ? {} : { warning }),
      }
    },
  }),
  tool({
    name: 'launch_application',
    description: 'Start an application by its name, or open a file with its application.',
    parameters: { name: z.string().min(1), arguments: z.array(z.string()).default([]) },
    async does(parameters, state, run): Promise<LaunchResult & { window: unknown }> {
      const before = new Set((await state.windows(run)).map((window) => window.handle))
      await run.checkpoint()
      const launched = await state.platform.launch(parameters.name, parameters.arguments, run)
      const window = await run.until(
        async () => {
          const opened = (await state.windows(run)).filter((each) => !before.has(each.handle))
          return opened.find((each) => belongsToLaunch(each, launched, parameters.name)) ?? null
        },
        LAUNCH_MS,
        30,
      )
      return { ...launched, window: window ? state.info(window) : null }
    },
  }),
  tool({
    name: 'close_application_window',
    description: 'Close a window by its id and name, as its close button does.',
    parameters: { id, name: z.string().default('') },
    async does(parameters, state, run) {
      const { window, warning } = await windowOf(state, parameters.id, parameters.name, run)
      await run.checkpoint()
      await state.platform.closeWindow(window.handle, run)
      return `Asked ${quoted(window.title)} to close.${warning === null ? '' : ` Warning: ${warning}`}`
    },
  }),
]
