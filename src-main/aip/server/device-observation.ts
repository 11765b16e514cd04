// Builds one observation out of the tools of a reference's device, which has no tool that sees a whole step at once.
import { z } from 'zod'
import { screenRect } from '../../core/geometry.ts'
import type { Command, Result, Route } from '../../core/command.ts'
import type { Control, ControlRole, Observation, Picture, WindowInfo } from '../../core/desktop.ts'
import type { BasicCommandDispatcher, DispatchOptions } from '../../core/dispatcher.ts'
import type { RunControl } from '../../core/run-control.ts'

/** The reference's TargetInfo, in which a missing field is null. */
const targetsSchema = z.array(
  z.object({
    id: z.coerce.string(),
    name: z.string().catch(''),
    type: z.string().nullish(),
    /** Left, top, right, bottom. */
    rect: z.tuple([z.number(), z.number(), z.number(), z.number()]).nullish().catch(null),
  }),
)
type Target = z.infer<typeof targetsSchema>[number]

/** UI Automation's types, where another word is used here. */
const ROLES: Record<string, ControlRole> = {
  Button: 'button',
  SplitButton: 'button',
  CheckBox: 'check box',
  ComboBox: 'combo box',
  DataGrid: 'table',
  DataItem: 'row',
  Document: 'document',
  Edit: 'edit',
  Group: 'group',
  Header: 'header',
  Hyperlink: 'link',
  Image: 'image',
  List: 'list',
  ListItem: 'list item',
  Menu: 'menu',
  MenuBar: 'menu bar',
  MenuItem: 'menu item',
  Pane: 'group',
  ProgressBar: 'progress bar',
  RadioButton: 'radio button',
  ScrollBar: 'scroll bar',
  Separator: 'separator',
  Slider: 'slider',
  Spinner: 'spinner',
  StatusBar: 'status bar',
  Tab: 'tab list',
  TabItem: 'tab',
  Table: 'table',
  Text: 'text',
  ToolBar: 'tool bar',
  Tree: 'tree',
  TreeItem: 'tree item',
  Window: 'window',
}

const PNG = /^data:image\/png;base64,([A-Za-z0-9+/=]+)$/
const FIELDS = ['control_text', 'control_type', 'control_rect', 'source']

const boundsOf = ({ rect }: Target) => {
  const [left, top, right, bottom] = rect ?? [0, 0, 0, 0]
  return screenRect({ x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) })
}

const windowOf = (target: Target): WindowInfo => ({
  id: target.id,
  title: target.name,
  process_name: target.name,
  application: target.name,
  pid: null,
  bounds: boundsOf(target),
  active: false,
  minimized: false,
  kind: 'normal',
  modal: false,
  owner: null,
  says: null,
  unsaved: false,
})

const controlOf = (target: Target, window: string): Control => ({
  id: target.id,
  role: ROLES[target.type ?? ''] ?? 'other',
  name: target.name,
  value: null,
  description: null,
  states: [],
  bounds: boundsOf(target),
  window_id: window,
  parent: null,
  depth: 0,
  actions: [],
})

/** Reads a picture from the reference's data URL. Null for its errors, which are also texts, and for anything but a PNG. */
function pictureOf(value: unknown, window: WindowInfo | null): Picture | null {
  const data = typeof value === 'string' ? PNG.exec(value)?.[1] : undefined
  const head = data === undefined ? null : Buffer.from(data.slice(0, 64), 'base64')
  if (data === undefined || !head || head.length < 24) return null
  const [width, height] = [head.readUInt32BE(16), head.readUInt32BE(20)]
  return { data, width, height, bounds: window?.bounds ?? screenRect({ x: 0, y: 0, width, height }) }
}

/** Carries out the commands that our agents use on every desktop, with the tools of the reference's device. */
export class ReferenceDispatcher implements BasicCommandDispatcher {
  readonly #inner: BasicCommandDispatcher
  /** Id of the window that was chosen last. */
  #chosen: string | null = null

  constructor(inner: BasicCommandDispatcher) {
    this.#inner = inner
  }

  async executeCommands(commands: Command[], options: DispatchOptions, run: RunControl): Promise<Result[]> {
    const [only, ...more] = commands
    if (only && more.length === 0 && only.tool_type === 'data_collection') {
      if (only.tool_name === 'observe') return [await this.#observe(only, options, run)]
      if (only.tool_name === 'get_desktop_app_info') return [await this.#listWindows(only, options, run)]
    }
    const results = await this.#inner.executeCommands(commands, options, run)
    for (const [index, { tool_name, parameters }] of commands.entries()) {
      if (tool_name === 'select_application_window' && results[index]?.status === 'success')
        this.#chosen = String(parameters['id'])
    }
    return results
  }

  listTools(...asked: Parameters<BasicCommandDispatcher['listTools']>) {
    return this.#inner.listTools(...asked)
  }

  reset(run: RunControl): Promise<void> {
    this.#chosen = null
    return this.#inner.reset(run)
  }

  async #listWindows(command: Command, { route }: DispatchOptions, run: RunControl): Promise<Result> {
    const { windows, result } = await this.#windows(route, run)
    return result.status === 'success'
      ? answer(command, windows)
      : { ...result, call_id: command.call_id ?? '' }
  }

  /** Observes, and reports what could not be observed. Only a device that is gone ends the step. */
  async #observe(command: Command, { route }: DispatchOptions, run: RunControl): Promise<Result> {
    const { parameters } = command
    const { windows, result } = await this.#windows(route, run)
    if (result.code === 'lost') return { ...result, call_id: command.call_id ?? '' }
    const missing = result.status === 'success' ? [] : [`no windows: ${result.error ?? ''}`]
    const window = windows.find(({ id }) => id === this.#chosen) ?? null
    const observation: Observation = { windows, window, controls: [], picture: null, limited: null }
    if (window && parameters['controls'] === true) {
      const found = await this.#ask('get_app_window_controls_target_info', { field_list: FIELDS }, route, run)
      const targets = targetsSchema.safeParse(found.result)
      if (targets.success) observation.controls = targets.data.map((target) => controlOf(target, window.id))
      else missing.push(`no controls: ${found.error ?? 'the answer is none'}`)
    }
    const wanted = parameters['picture']
    if (wanted === 'desktop' || (wanted === 'window' && window)) {
      const [tool, given] =
        wanted === 'desktop'
          ? (['capture_desktop_screenshot', { all_screens: true }] as const)
          : (['capture_window_screenshot', {}] as const)
      const taken = await this.#ask(tool, given, route, run)
      observation.picture = pictureOf(taken.result, wanted === 'window' ? window : null)
      if (!observation.picture) missing.push(`no picture: ${taken.error ?? 'the answer is none'}`)
    }
    if (missing.length > 0) observation.limited = `The device tells ${missing.join('; ')}.`
    return answer(command, observation)
  }

  async #windows(route: Route, run: RunControl): Promise<{ windows: WindowInfo[]; result: Result }> {
    const wish = { remove_empty: true, refresh_app_windows: true }
    const result = await this.#ask('get_desktop_app_target_info', wish, route, run)
    const targets = targetsSchema.safeParse(result.result)
    return { windows: targets.success ? targets.data.map(windowOf) : [], result }
  }

  async #ask(
    tool_name: string,
    parameters: Record<string, unknown>,
    route: Route,
    run: RunControl,
  ): Promise<Result> {
    const command: Command = { tool_name, parameters, tool_type: 'data_collection' }
    const [result] = await this.#inner.executeCommands([command], { route }, run)
    return result ?? { ...answer(command, null), status: 'failure', error: 'The device gave no answer.' }
  }
}

const answer = ({ call_id = '' }: Command, result: unknown): Result => ({
  status: 'success',
  error: null,
  result,
  namespace: null,
  call_id,
  code: null,
})
