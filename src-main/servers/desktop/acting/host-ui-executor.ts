// Implements HostUIExecutor: choosing, starting and closing applications.
import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import type { WindowInfo } from '../../../core/desktop.ts'
import { ToolError } from '../../../core/errors.ts'
import type { RunControl } from '../../../core/run-control.ts'
import { WINDOW_STATES, type LaunchResult, type PlatformWindow } from '../../../platform/platform.ts'
import { withoutScheme } from '../../../safety/places.ts'
import { partCalled } from '../targeting/called-part.ts'
import { absolutePath } from '../targeting/files.ts'
import { waitUntilFilled, windowOfLaunch } from './launching.ts'
import { itemsLike, quoted } from '../targeting/names.ts'
import { isBeside } from '../targeting/window-relations.ts'
import type { DesktopState } from '../state.ts'
import { dialogText } from '../targeting/dialogs.ts'
import { toolsOf } from '../protocol/tool.ts'

const tool = toolsOf('HostUIExecutor', 'action')

const id = z.union([z.string(), z.number()]).transform(String)

/** Characters of what a program has written last. */
const MAX_SAID = 300

/** Gives the end of what a program has written, in one line. */
async function lastWords(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text
    .slice(-10 * MAX_SAID)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(-MAX_SAID)
}

/** Finds the window with this id, and warns where it has another name than `name`. Throws ToolError for an unknown id. */
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

/** Brings a window to the front. A dialog of its application that keeps the keyboard belongs to it, and is where the work goes on. */
async function bringToFront(state: DesktopState, window: PlatformWindow, run: RunControl): Promise<void> {
  try {
    await state.platform.focusWindow(window.handle, run)
  } catch (error) {
    const all = await state.windows(run)
    const active = all.find((each) => each.active)
    const isDialog = active !== undefined && active.kind !== 'normal' && isBeside(active, window, all)
    if (!(error instanceof ToolError) || !isDialog) throw error
  }
}

/** Refuses what only a keyword of an application and a part of the window in front are called: the part is nearer. */
async function refusePart(
  state: DesktopState,
  name: string,
  more: readonly string[],
  run: RunControl,
): Promise<void> {
  if (more.length > 0 || !state.platform.plannedLaunch) return
  const { byKeyword = false } = await state.platform.plannedLaunch(name, [], run)
  const called = byKeyword ? await partCalled(state, name, run) : null
  if (called)
    throw new ToolError(
      `There is no application “${name}” here, but ${called.window} has the ${called.part}.`,
    )
}

export const hostUIExecutor = [
  tool({
    name: 'select_application_window',
    description: 'Choose a window and bring it to the front.',
    parameters: { id, name: z.string().default('') },
    async does(parameters, state, run) {
      const { window, warning } = await windowOf(state, parameters.id, parameters.name, run)
      await run.checkpoint()
      if (!window.active || window.minimized) await bringToFront(state, window, run)
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
    async does(parameters, state, run): Promise<LaunchResult & { window: WindowInfo | null; says?: string }> {
      await refusePart(state, parameters.name, parameters.arguments, run)
      const before = await state.windows(run)
      await run.checkpoint()
      const { output, ...launched } = await state.platform.launch(parameters.name, parameters.arguments, run)
      const asked = [parameters.name, ...parameters.arguments]
      for (const word of asked) {
        const path = absolutePath(withoutScheme(word))
        if (path !== null) state.openedFiles.add(path)
      }
      const window = await windowOfLaunch(state, { before, launched, asked }, run)
      if (!window) {
        const said = output === undefined ? '' : await lastWords(output)
        return { ...launched, window: null, ...(said !== '' && { says: said }) }
      }
      const hasFocus = await waitUntilFilled(state, window, run)
      state.keyboards.set(window.handle, hasFocus ? 'said' : 'awaited')
      const says = window.kind === 'dialog' ? await dialogText(state, window, run) : ''
      return { ...launched, window: state.info(window), ...(says !== '' && { says }) }
    },
  }),
  tool({
    name: 'set_window_state',
    description: 'Maximize, minimize or restore one.',
    parameters: { id, name: z.string().default(''), state: z.enum(WINDOW_STATES) },
    async does(parameters, state, run) {
      const { window, warning } = await windowOf(state, parameters.id, parameters.name, run)
      await run.checkpoint()
      await state.platform.setWindowState(window.handle, parameters.state, run)
      return warning === null ? null : { warning }
    },
  }),
  tool({
    name: 'close_application_window',
    description: 'Close a window.',
    parameters: { id, name: z.string().default('') },
    async does(parameters, state, run) {
      const { window, warning } = await windowOf(state, parameters.id, parameters.name, run)
      await run.checkpoint()
      await state.platform.closeWindow(window.handle, run)
      return `Asked ${quoted(window.title)} to close.${warning === null ? '' : ` Warning: ${warning}`}`
    },
  }),
]
