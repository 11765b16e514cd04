// HostUIExecutor: choosing, starting and closing applications.
import { z } from 'zod'
import { ToolError } from '../../../core/errors.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { LaunchResult, PlatformWindow } from '../../../platform/platform.ts'
import { withoutScheme } from '../../../safety/places.ts'
import { absolutePath } from '../targeting/files.ts'
import { itemsLike, quoted } from '../targeting/names.ts'
import type { DesktopState } from '../state.ts'
import { belongsToLaunch } from '../verifying/verify-launch.ts'
import { toolsOf } from '../protocol/tool.ts'

const tool = toolsOf('HostUIExecutor', 'action')

/** Milliseconds that a started application has to show a window. */
const LAUNCH_MS = 20_000
/** Milliseconds after the end of a launcher in which the window may come from a process that runs already. */
const EXITED_MS = 5000
/** Milliseconds after which that process has brought its old window forward instead of opening one. */
const RAISE_MS = 1000

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
    const fits = name.trim() === '' || itemsLike(called, name).length > 0
    return {
      window,
      warning: fits ? null : `Window ${id} is called ${quoted(window.title)}, not ${quoted(name)}.`,
    }
  }
  throw new ToolError(state.whyNoWindow(id, windows))
}

/** The window that a launch has opened; one that was there already when the launch has only brought it forward. */
async function windowOfLaunch(
  state: DesktopState,
  before: PlatformWindow[],
  launched: LaunchResult,
  asked: string,
  run: RunControl,
): Promise<PlatformWindow | null> {
  const known = new Set(before.map((window) => window.handle))
  let exitedAt: number | null = null
  const outcome = await run.until(
    async () => {
      const own = (await state.windows(run)).filter((each) => belongsToLaunch(each, launched, asked))
      const opened = own.find((each) => !known.has(each.handle))
      if (opened) return { window: opened }
      if (launched.pid === null || isAlive(launched.pid)) return null
      exitedAt ??= performance.now()
      const sinceExit = performance.now() - exitedAt
      const raised = own.find((each) => each.active)
      if (raised && sinceExit > RAISE_MS) return { window: raised }
      return sinceExit > EXITED_MS ? { window: null } : null
    },
    LAUNCH_MS,
    30,
  )
  return outcome?.window ?? null
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
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
      const before = await state.windows(run)
      await run.checkpoint()
      const launched = await state.platform.launch(parameters.name, parameters.arguments, run)
      for (const word of [parameters.name, ...parameters.arguments]) {
        const path = absolutePath(withoutScheme(word))
        if (path !== null) state.openedFiles.add(path)
      }
      const window = await windowOfLaunch(state, before, launched, parameters.name, run)
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
