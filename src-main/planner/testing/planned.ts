// Sets up a PlannerAgent on a desktop of data, with models that say what a test lets them say.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlannerConfig } from '../../../src-preload/contract/config.ts'
import {
  aControl,
  aWindow,
  round,
  world,
  type Script,
  type ScriptedModel,
} from '../../agents/testing/scripted.ts'
import { GlobalState } from '../../core/global-state.ts'
import { RunControl } from '../../core/run-control.ts'
import { PlannerAgent, type PlannerDependencies } from '../planner-agent.ts'
import { SetUp, workerSays } from './set-up.ts'

const folders: string[] = []
/** Call it after each test. */
export const removeFolders = () =>
  Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true })))

const ALL = ['subtask_planner', 'dag_translator', 'action_generator', 'evaluator']
export const said =
  (text: string): Script =>
  () =>
    text
export const calls = (call: string): Script => said(workerSays(call))
export const decides = (decision: string, reason = `It is ${decision}.`): Script =>
  said(`Decision: ${decision}\nReason: ${reason}`)
export const plans = (...names: string[]): Script[] => [
  said(names.map((name, index) => `${index + 1}. ${name}`).join('\n')),
]

interface PlannedOptions {
  /** The tools that have a model. */
  tools?: string[]
  planner?: Partial<PlannerConfig>
  costCeiling?: number
  more?: Partial<PlannerDependencies>
}

/** Sets up a desktop with an editor and a calculator, whose display shows the pressed keys. */
export async function planned(scripts: Script[], options: PlannedOptions = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'planner-'))
  folders.push(folder)
  const model = new SetUp(options.tools ?? ALL, ...scripts)
  const made = world(model)
  const { desktop } = made
  desktop.windows = [aWindow('1', 'Mousepad'), aWindow('2', 'Calculator', false)]
  const display = aControl('9', 'Display', { role: 'text', value: '' })
  desktop.controls = [aControl('7', '7'), aControl('8', 'Save'), display]
  desktop.acts['click_input'] = ({ name }) => {
    display.value = `${display.value ?? ''}${String(name)}`
    return {}
  }
  const state = await GlobalState.open(folder)
  const { system, planner } = made.deps.config
  const config = {
    ...made.deps.config,
    planner: { ...planner, ...options.planner },
    system: { ...system, cost_ceiling: options.costCeiling ?? system.cost_ceiling },
  }
  const agent = new PlannerAgent({ ...made.deps, config, state, ...options.more })
  made.context.set('REQUEST', 'Press 7 and save')
  const acted = () =>
    desktop.acted.map(({ tool_name, parameters: { name, keys } }) =>
      [tool_name, name, keys].filter((word) => typeof word === 'string').join(' '),
    )
  const told = () => model.asked.map(({ role }) => role)
  return {
    ...made,
    agent,
    state,
    folder,
    acted,
    told,
    display,
    go: () => round(agent, made.context, new RunControl()),
  }
}
export const names = (nodes: { name: string }[]) => nodes.map(({ name }) => name)

/** Lists the texts that a tool's model got, oldest first. */
export const toldTo = (model: ScriptedModel, tool: string): string[] =>
  model.asked.flatMap(({ role, input }) => (role === tool && input.kind === 'tool' ? [input.str_input] : []))
