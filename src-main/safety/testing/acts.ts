// Makes acts for tests: a target on a plain window, changed by what a test is about.
import { configSchema } from '../../../src-preload/contract/config.ts'
import type { Control, ControlRole, ControlState, TargetDescription, WindowInfo } from '../../core/desktop.ts'
import { DOCUMENT_TOOLS } from '../../core/document-tools.ts'
import { testControl, testWindow } from '../../core/testing/desktop.ts'
import { RUN_CODE } from '../code-work.ts'
import { FILE_TOOLS } from '../file-work.ts'
import type { Act } from '../gate.ts'
import { Places } from '../places.ts'
import { judge } from '../policy.ts'
import { createSurroundings } from '../surroundings.ts'
import { describeAct } from '../words.ts'

export const windowOf = (
  process_name: string,
  title = process_name,
  more: Partial<WindowInfo> = {},
): WindowInfo =>
  testWindow({
    title,
    process_name,
    application: process_name,
    bounds: { x: 0, y: 20, width: 800, height: 600 },
    ...more,
  })

export const controlOf = (
  role: ControlRole,
  name: string,
  states: ControlState[] = [],
  more: Partial<Control> = {},
): Control =>
  testControl('7', name, {
    role,
    states,
    bounds: { x: 100, y: 300, width: 80, height: 30 },
    actions: [],
    ...more,
  })

export const targetOf = (
  window: WindowInfo | null,
  control: Control | null,
  more: Partial<TargetDescription> = {},
): TargetDescription => ({
  kind: control ? 'control' : window ? 'window' : 'unknown',
  window,
  control,
  text: null,
  point: null,
  terminal: false,
  unsaved: null,
  overwrites: null,
  default_button: null,
  fingerprint: 'f',
  ...more,
})

const NAMESPACE: Record<string, string> = {
  select_application_window: 'HostUIExecutor',
  launch_application: 'HostUIExecutor',
  close_application_window: 'HostUIExecutor',
  set_window_state: 'HostUIExecutor',
  run_shell: 'CommandLineExecutor',
  execute_command: 'BashExecutor',
  get_system_info: 'BashExecutor',
  ...Object.fromEntries(FILE_TOOLS.map((name) => [name, 'FileExecutor'])),
  [RUN_CODE]: 'CodeExecutor',
  ...Object.fromEntries(DOCUMENT_TOOLS.map((name) => [name, 'DocumentExecutor'])),
}

export function actOf(
  tool_name: string,
  parameters: Record<string, unknown>,
  target: TargetDescription,
  more: Partial<Act> = {},
): Act {
  const namespace = NAMESPACE[tool_name] ?? 'AppUIExecutor'
  return {
    call_id: 'c1',
    tool: {
      tool_key: `action::${namespace}::${tool_name}`,
      tool_name,
      title: null,
      namespace,
      tool_type: 'action',
      description: '',
      input_schema: {},
      output_schema: null,
      annotations: null,
      meta: null,
    },
    parameters,
    target,
    route: { agent_name: 'AppAgent', process_name: target.window?.process_name ?? '', root_name: '' },
    confirm: false,
    words: describeAct(tool_name, parameters, target),
    ...more,
  }
}

export const HOME = '/home/ada'
export const OWN = '/home/ada/.local/share/deskhand'
/** Makes surroundings in which a person has written these requests. */
export const aroundOf = (requests: string[] = [], tainted = false, plainCommands = false) =>
  createSurroundings({
    places: new Places({ homes: [HOME], own: [OWN] }),
    requests: () => requests,
    tainted: () => tainted,
    commands: () => (plainCommands ? requests : []),
  })

/** Judges an act by the default rules, where nobody has allowed anything. */
export const judgedAct = (tool: string, parameters: Record<string, unknown>, target: TargetDescription) =>
  judge(actOf(tool, parameters, target), {
    categories: configSchema.parse({}).safety.categories,
    refused_applications: [],
    yesTo: new Set(),
    around: aroundOf(),
    covered: () => false,
  })
