// Observes, as the first phase of a step: sends one `observe` command and saves the files of the record that come from it.
import { z } from 'zod'
import type { Command, Result, Route } from '../core/command.ts'
import type { Context } from '../core/context.ts'
import {
  observationSchema,
  pictureSchema,
  windowInfoSchema,
  type Control,
  type Observation,
  type Picture,
  type WindowInfo,
} from '../core/desktop.ts'
import { ToolError } from '../core/errors.ts'
import type { RunControl } from '../core/run-control.ts'
import { uiTree } from '../servers/desktop/targeting/ui-tree.ts'
import type { AgentDependencies } from './dependencies.ts'
import { stepPicturePath } from './recorded-pictures.ts'
import { keep, type Step } from './step.ts'
import { treeToXml } from './tree-xml.ts'

export const COLLECTOR = 'UICollector'

export interface Wanted {
  controls: boolean
  picture: 'none' | 'window' | 'desktop'
}

/** Throws ToolError when nothing can be observed, because no agent can continue blindly. */
export async function observe(
  step: Step,
  wanted: Wanted,
  route: Route,
  deps: AgentDependencies,
  run: RunControl,
): Promise<Observation> {
  const parameters = { ...wanted, max_controls: deps.config.system.max_controls }
  const command: Command = {
    tool_name: 'observe',
    parameters,
    tool_type: 'data_collection',
    namespace: COLLECTOR,
  }
  let result = await collect(step, command, route, run)
  // A crashed desktop process restarts by itself.
  if (result.code === 'crash') result = await collect(step, command, route, run)
  if (result.status !== 'success') {
    throw new ToolError(`The desktop could not be observed: ${result.error ?? result.status}`)
  }
  const observation = parsed(observationSchema, result.result, 'observe')
  step.observation = observation
  follow(step, observation)
  await saveFiles(step, observation, deps)
  if (deps.config.system.save_full_screen) await saveDesktop(step, wanted, observation, route, deps, run)
  return observation
}

/** Reads the controls of the chosen window between two acts; none where they can't be read. */
export const controlsNow = async (
  context: Context,
  route: Route,
  maxControls: number,
  run: RunControl,
): Promise<Control[]> => (await lookNow(context, route, maxControls, run))?.controls ?? []

/** Observes without a picture and without a record; null where nothing can be observed. */
export const lookNow = (
  context: Context,
  route: Route,
  maxControls: number,
  run: RunControl,
): Promise<Observation | null> => look({ controls: true, max_controls: maxControls }, context, route, run)

/** Lists the items that the last act took from sight, and that their application still has. */
export const hiddenNow = async (
  context: Context,
  route: Route,
  run: RunControl,
): Promise<NonNullable<Observation['hidden']>> =>
  (await look({ controls: false, hidden: true }, context, route, run))?.hidden ?? []

async function look(
  wanted: Command['parameters'],
  context: Context,
  route: Route,
  run: RunControl,
): Promise<Observation | null> {
  const command: Command = {
    tool_name: 'observe',
    parameters: { ...wanted, picture: 'none' },
    tool_type: 'data_collection',
    namespace: COLLECTOR,
  }
  const [result] = await context.commandDispatcher.executeCommands([command], { route }, run)
  return observationSchema.safeParse(result?.result).data ?? null
}

async function collect(step: Step, command: Command, route: Route, run: RunControl): Promise<Result> {
  const [result] = await step.context.commandDispatcher.executeCommands([command], { route }, run)
  if (!result) throw new ToolError(`${command.tool_name} gave no result.`)
  return result
}

/** Lists the present windows. Throws ToolError. */
export async function listWindows(step: Step, route: Route, run: RunControl): Promise<WindowInfo[]> {
  const command: Command = {
    tool_name: 'get_desktop_app_info',
    parameters: { remove_empty: true, refresh_app_windows: true },
    tool_type: 'data_collection',
    namespace: COLLECTOR,
  }
  const result = await collect(step, command, route, run)
  if (result.status !== 'success')
    throw new ToolError(`The windows could not be listed: ${result.error ?? ''}`)
  return parsed(z.array(windowInfoSchema), result.result, command.tool_name)
}

/** Throws ToolError that names the part that does not fit. */
export function parsed<T>(schema: z.ZodType<T>, value: unknown, tool: string): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw new ToolError(`${tool} gave a result of the wrong shape: ${z.prettifyError(result.error)}`)
}

/** Updates the context from the desktop, which knows the chosen window and its present title. */
function follow({ context }: Step, { window }: Observation): void {
  context.set('APPLICATION_WINDOW', window)
  if (window && context.get('APPLICATION_PROCESS_NAME') === '') {
    context.set('APPLICATION_PROCESS_NAME', window.process_name)
    context.set('APPLICATION_ROOT_NAME', window.process_name)
  }
}

async function saveFiles(
  step: Step,
  observation: Observation,
  { config, saveFile }: AgentDependencies,
): Promise<void> {
  const { picture } = observation
  if (picture) {
    const path = stepPicturePath(step.number)
    step.files.clean = path
    step.picture = { path, width: picture.width, height: picture.height, bounds: picture.bounds }
    const saving = savePicture(path, picture, saveFile)
    keep(step, saving)
    // This is awaited, because a window that gets the event asks for the file at once. An error is reported when the step ends.
    await saving.catch(() => {})
  }
  const { window, controls } = observation
  if (!window || !(config.system.save_ui_tree || config.system.log_xml)) return
  const tree = uiTree(window, controls)
  if (config.system.save_ui_tree) {
    keep(step, saveFile(`ui_trees/ui_tree_step${step.number}.json`, JSON.stringify(tree)))
  }
  if (config.system.log_xml) {
    keep(step, saveFile(`xml/action_step${step.number}.xml`, treeToXml({ ...tree })))
  }
}

export const savePicture = (
  path: string,
  picture: Picture,
  saveFile: AgentDependencies['saveFile'],
): Promise<void> => saveFile(path, Buffer.from(picture.data, 'base64'))

async function saveDesktop(
  step: Step,
  wanted: Wanted,
  observation: Observation,
  route: Route,
  { saveFile }: AgentDependencies,
  run: RunControl,
): Promise<void> {
  const path = `desktop_step${step.number}.png`
  let picture = wanted.picture === 'desktop' ? observation.picture : null
  if (!picture) {
    const command: Command = {
      tool_name: 'capture_desktop_screenshot',
      parameters: { all_screens: true },
      tool_type: 'data_collection',
      namespace: COLLECTOR,
    }
    const result = await collect(step, command, route, run)
    // The picture is only for the record, so the step goes on without it.
    if (result.status !== 'success') return
    picture = parsed(pictureSchema, result.result, command.tool_name)
  }
  step.files.desktop = path
  keep(step, savePicture(path, picture, saveFile))
}
