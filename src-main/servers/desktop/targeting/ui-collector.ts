// Implements UICollector, which says what is on the desktop: the seeds' tools, and the three that one step of Deskhand needs,
// `observe`, `resolve_target` and `verify_effect`.
import { z } from 'zod'
import type {
  Control,
  Observation,
  Picture,
  TargetInfo,
  TreeState,
  WindowInfo,
} from '../../../core/desktop.ts'
import { ToolError } from '../../../core/errors.ts'
import { enclosing, intersection, screenRect, type ScreenRect } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformElement, PlatformWindow } from '../../../platform/platform.ts'
import { rememberAct, verifyAct } from '../acting/act.ts'
import { quoted } from './names.ts'
import { textOfDialog } from './dialogs.ts'
import { isBlank } from './pictures.ts'
import { desktopArea } from '../acting/points.ts'
import type { DesktopState, View } from '../state.ts'
import type { AddedControl } from './seen-texts.ts'
import { companionsOf, isBeside } from './window-relations.ts'
import { findPlaces } from './text-places.ts'
import { toolsOf } from '../protocol/tool.ts'
import { uiTree } from './ui-tree.ts'
import { isTerminal, isUnsaved } from './window-traits.ts'

const tool = toolsOf('UICollector', 'data_collection')

const MAX_CONTROLS = 500

/** Lists the items that the last act has made to be no longer seen, and that the application still has. */
async function stillHad(state: DesktopState, run: RunControl): Promise<Observation['hidden']> {
  const now = await Promise.all(state.gone.map(({ ref }) => state.platform.element(ref, run)))
  return now.flatMap((is, at) => {
    const was = state.gone[at]
    // By itself a row of GTK has no name: it has that of its label.
    const isSame = is !== null && is.role === was?.role && ['', was.name].includes(is.name)
    return isSame && is.states.includes('offscreen') ? [{ role: was.role, name: was.name }] : []
  })
}
const windowsAsked = {
  remove_empty: z.boolean().default(true),
  refresh_app_windows: z.boolean().default(true),
}
const fieldList = { field_list: z.array(z.string()).default([]) }

/** A window with its text, and whether its title marks unsaved work. */
const told = async (window: PlatformWindow, state: DesktopState, run: RunControl): Promise<WindowInfo> => ({
  ...state.info(window),
  unsaved: isUnsaved(window, null) === true,
  says: await textOfDialog(state.platform, window, run),
})

/** Windows that a person would count: with `removeEmpty` no pop-ups, and none without both a title and a text. */
async function listed(state: DesktopState, removeEmpty: boolean, run: RunControl): Promise<WindowInfo[]> {
  const windows = (await state.windows(run)).map((window) => told(window, state, run))
  return (await Promise.all(windows)).filter(
    ({ kind, title, says }) => !removeEmpty || (kind !== 'popup' && (title.trim() !== '' || says !== null)),
  )
}

const corners = (rect: {
  x: number
  y: number
  width: number
  height: number
}): [number, number, number, number] => [rect.x, rect.y, rect.x + rect.width, rect.y + rect.height]

const windowTarget = (window: WindowInfo): TargetInfo => ({
  kind: 'window',
  id: window.id,
  name: window.title,
  type: window.kind,
  rect: corners(window.bounds),
})

const controlTarget = (control: Control): TargetInfo => ({
  kind: 'control',
  id: control.id,
  name: control.name,
  type: control.role,
  rect: corners(control.bounds),
})

/** Picks fields by the seeds' names, or by our own. Without names, it gives all. */
function fieldsOf(all: Record<string, unknown>, names: string[]): Record<string, unknown> {
  if (names.length === 0) return all
  return Object.fromEntries(names.filter((name) => name in all).map((name) => [name, all[name]]))
}

const windowFields = (window: WindowInfo): Record<string, unknown> => ({
  ...window,
  control_text: window.title,
  control_type: 'Window',
  control_rect: corners(window.bounds),
  source: 'tree',
})

const controlFields = (control: Control): Record<string, unknown> => ({
  ...control,
  label: control.id,
  control_text: control.name,
  control_type: control.role,
  control_rect: corners(control.bounds),
  source: control.role === 'other' && control.actions.length === 0 ? 'added' : 'tree',
})

async function controlsOf(state: DesktopState, run: RunControl): Promise<Control[]> {
  return state.controls(await state.viewChosen(MAX_CONTROLS, run))
}

/** Milliseconds for a new window to paint itself. */
const PAINT_MS = 600

/** Takes a picture; `limited` says when it shows nothing. */
async function take(
  state: DesktopState,
  area: ScreenRect,
  run: RunControl,
): Promise<{ picture: Picture; limited: string | null }> {
  let raw = await state.shield.picture(area, run)
  if (isBlank(raw)) {
    await run.until(async () => {
      raw = await state.shield.picture(area, run)
      return isBlank(raw) ? null : true
    }, PAINT_MS)
  }
  const limited = isBlank(raw)
    ? 'The picture has only one colour: the screen could not be seen.'
    : raw.showsOwnWindows === true
      ? 'Windows of Deskhand itself are in the picture: they are no part of the desktop.'
      : null
  return { picture: await state.pictures.encode(raw), limited }
}

/** The area of a window with its dialogs and pop-ups, so that the picture shows all listed controls. */
async function windowArea(
  state: DesktopState,
  window: PlatformWindow,
  all: readonly PlatformWindow[],
  run: RunControl,
): Promise<ScreenRect> {
  const parts = [window, ...companionsOf(window, all)].map(({ bounds }) => bounds)
  const area = intersection<ScreenRect>(enclosing(parts), await desktopArea(state, true, run))
  if (!area || window.minimized)
    throw new ToolError(`The window ${quoted(window.title)} is not on the screen.`)
  return area
}

/** Names the window that covers this one and is no part of its application. */
function coverOf(window: PlatformWindow, all: PlatformWindow[]): string | null {
  const above = all.slice(
    0,
    Math.max(
      0,
      all.findIndex((each) => each.handle === window.handle),
    ),
  )
  const cover = above.find(
    (each) =>
      !each.minimized && !isBeside(each, window, all) && intersection(each.bounds, window.bounds) !== null,
  )
  return cover
    ? `${quoted(cover.title || cover.processName)} covers a part of the window in the picture.`
    : null
}

/** Chooses this window for the next acts, without any change on the screen. */
async function chooseUnseen(state: DesktopState, id: string, run: RunControl): Promise<void> {
  const windows = await state.windows(run)
  const handle = state.registry.handleOf(id)
  const window = windows.find((each) => each.handle === handle)
  if (!window) throw new ToolError(state.whyNoWindow(id, windows))
  state.choose(window)
}

const observed = z.object({
  controls: z.boolean().default(true),
  picture: z.enum(['none', 'window', 'desktop']).default('none'),
  max_controls: z.number().int().min(1).max(10_000).default(MAX_CONTROLS),
  /** Chooses this window without bringing it to the front. */
  window_id: z.string().nullable().default(null),
  /** Whether the application is asked for the items that are no longer to be seen since the last act. */
  hidden: z.boolean().default(false),
})

/** Observes once. `isBehind`: a window has come between, so that the list of windows and the picture do not show it. */
async function observeOnce(
  parameters: z.output<typeof observed>,
  state: DesktopState,
  run: RunControl,
): Promise<{ observation: Observation; isBehind: boolean }> {
  const { window, notice, all } = await state.chosenWindow(run)
  const limits = [notice]
  let elements: PlatformElement[] | null = null
  const look = async () => {
    if (!window || !parameters.controls) return []
    const view = await patientView(state, window, all, parameters.max_controls, run)
    limits.push(view.limited)
    elements = view.elements
    if (state.seen) state.listSeen(isOnlyPictured(view) ? await seenIn(state, window, all, run) : [])
    return state.controls(view)
  }
  const show = async () => {
    if (parameters.picture === 'none') return null
    const ofWindow = parameters.picture === 'window' && window !== null && !window.minimized
    const area = ofWindow ? await windowArea(state, window, all, run) : await desktopArea(state, true, run)
    if (window) state.pictured(window, area)
    const { picture, limited } = await take(state, area, run)
    // A picture of an empty desktop may have a single colour.
    limits.push(all.length === 0 ? null : limited, ofWindow ? coverOf(window, all) : null)
    return picture
  }
  const tell = () =>
    Promise.all(all.filter(({ kind }) => kind !== 'popup').map((each) => told(each, state, run)))
  const [controls, picture, windows] = await Promise.all([look(), show(), tell()])
  const observation = {
    windows,
    window: window && { ...state.info(window), unsaved: isUnsaved(window, elements) === true },
    controls,
    picture,
    limited: limits.filter((limit) => limit !== null).join(' ') || null,
    crash: window ? null : state.crash,
    ...(parameters.hidden && { hidden: await stillHad(state, run) }),
  }
  return { observation, isBehind: isBehind(elements ?? [], all) }
}

/** Whether only a picture tells of the window. What a terminal shows is its text, and it has no buttons. */
const isOnlyPictured = ({ window, elements, treeless = false }: View): boolean =>
  treeless && elements.length === 0 && !isTerminal(window)

/** Milliseconds in which an application that has just started comes into the tree. */
const LATE_TREE_MS = 1000
const LATE_TREE_EVERY_MS = 200

/** Reads a window; one that may not be in the tree yet is waited for, once. */
async function patientView(
  state: DesktopState,
  window: PlatformWindow,
  all: PlatformWindow[],
  max: number,
  run: RunControl,
): Promise<View> {
  const read = () => state.view(window, all, max, run)
  const view = await read()
  if (!isOnlyPictured(view) || state.seen?.isNew(window) !== true) return view
  const late = async () => {
    const again = await read()
    return isOnlyPictured(again) ? null : again
  }
  return (await run.until(late, LATE_TREE_MS, LATE_TREE_EVERY_MS)) ?? view
}

/** The texts on the picture of a window; none where it is not on the screen, or nothing can be read. */
async function seenIn(
  state: DesktopState,
  window: PlatformWindow,
  all: readonly PlatformWindow[],
  run: RunControl,
): Promise<AddedControl[]> {
  if (!state.seen || window.minimized) return []
  const area = await windowArea(state, window, all, run)
  const picture = await state.pictures.encode(await state.shield.picture(area, run))
  const parts = companionsOf(window, all)
  const look = { window, all, isPart: (each: PlatformWindow) => parts.includes(each) }
  try {
    return await state.seen.read(picture, look, () => state.registry.newId(), run)
  } catch (error) {
    // Without what reads pictures, the window is as it was before: a picture.
    if (run.stopped || !(error instanceof ToolError)) throw error
    return []
  }
}

const isBehind = (elements: readonly PlatformElement[], windows: readonly PlatformWindow[]): boolean =>
  elements.some(({ window }) => window !== null && !windows.some(({ handle }) => handle === window))

export const uiCollector = [
  tool({
    name: 'get_desktop_app_info',
    description: 'The windows of the desktop.',
    parameters: windowsAsked,
    does: ({ remove_empty }, state, run) => listed(state, remove_empty, run),
  }),
  tool({
    name: 'get_desktop_app_target_info',
    description: 'The windows of the desktop as targets.',
    parameters: windowsAsked,
    does: async ({ remove_empty }, state, run) =>
      (await listed(state, remove_empty, run)).map((window) => windowTarget(window)),
  }),
  tool({
    name: 'get_app_window_info',
    description: 'Fields of the chosen window.',
    parameters: fieldList,
    does: async ({ field_list }, state, run) =>
      fieldsOf(windowFields(state.info(await state.needWindow(run))), field_list),
  }),
  tool({
    name: 'get_app_window_controls_info',
    description: 'Fields of the controls of the chosen window.',
    parameters: fieldList,
    does: async ({ field_list }, state, run) =>
      (await controlsOf(state, run)).map((control) => fieldsOf(controlFields(control), field_list)),
  }),
  tool({
    name: 'get_app_window_controls_target_info',
    description: 'The controls of the chosen window as targets.',
    parameters: fieldList,
    does: async (_parameters, state, run) =>
      (await controlsOf(state, run)).map((control) => controlTarget(control)),
  }),
  tool({
    name: 'capture_window_screenshot',
    description: 'A picture of the chosen window.',
    does: async (_parameters, state, run) => {
      const window = await state.needWindow(run)
      const all = await state.windows(run)
      const area = await windowArea(state, window, all, run)
      state.pictured(window, area)
      return (await take(state, area, run)).picture
    },
  }),
  tool({
    name: 'capture_desktop_screenshot',
    description: 'A picture of the desktop.',
    parameters: { all_screens: z.boolean().default(true) },
    does: async ({ all_screens }, state, run) =>
      (await take(state, await desktopArea(state, all_screens, run), run)).picture,
  }),
  tool({
    name: 'check_control_tree',
    description: 'Whether windows have control trees on this desktop.',
    does: async (_parameters, state, run): Promise<TreeState> => ({
      fault: await state.platform.treeFault(run),
    }),
  }),
  tool({
    name: 'get_ui_tree',
    description: 'The control tree of the chosen window.',
    does: async (_parameters, state, run) => {
      const view = await state.viewChosen(MAX_CONTROLS, run)
      return uiTree(state.info(view.window), state.controls(view))
    },
  }),
  tool({
    name: 'find_text',
    description: 'Where a text stands in the chosen window: all its places, on the screen.',
    parameters: { text: z.string().min(1), most: z.number().int().min(1).max(50).default(20) },
    does: async ({ text, most }, state, run) =>
      findPlaces(state, await state.needWindow(run), text, most, run),
  }),
  tool({
    name: 'add_control_list',
    description: 'Adds controls that were seen in a picture; gives them with their ids.',
    parameters: {
      control_list: z.array(
        z.object({
          name: z.string(),
          type: z.string().default('other'),
          rect: z.tuple([z.number(), z.number(), z.number(), z.number()]),
        }),
      ),
    },
    async does({ control_list }, state, run) {
      const window = await state.needWindow(run)
      return control_list.map(({ name, type, rect: [left, top, right, bottom] }): TargetInfo => {
        const id = state.registry.newId()
        const bounds = screenRect({ x: left, y: top, width: right - left, height: bottom - top })
        state.added.set(id, { id, name, type, bounds, window: window.handle })
        return { kind: 'control', id, name, type, rect: [left, top, right, bottom] }
      })
    },
  }),
  tool({
    name: 'observe',
    description: 'All that one step needs: windows, the chosen window, its controls, a picture.',
    parameters: observed.shape,
    async does(parameters, state, run): Promise<Observation> {
      if (parameters.window_id !== null) await chooseUnseen(state, parameters.window_id, run)
      const first = await observeOnce(parameters, state, run)
      return (first.isBehind ? await observeOnce(parameters, state, run) : first).observation
    },
  }),
  tool({
    name: 'resolve_target',
    description: 'What an act is aimed at; remembers the state before it.',
    parameters: {
      call_id: z.string(),
      tool_name: z.string(),
      parameters: z.record(z.string(), z.unknown()).default({}),
    },
    does: async ({ call_id, tool_name, parameters }, state, run) =>
      rememberAct(state, call_id, tool_name, parameters, run),
  }),
  tool({
    name: 'verify_effect',
    description: 'Whether an act had its effect, with the evidence.',
    parameters: { call_id: z.string(), within: z.number().min(0).max(60).default(1) },
    does: async ({ call_id, within }, state, run) => verifyAct(state, call_id, within * 1000, run),
  }),
]
