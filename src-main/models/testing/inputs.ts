// Makes inputs and tools as the engine does, for tests of this room.
import type { MCPToolInfo } from '../../core/command.ts'
import type { Picture } from '../../core/desktop.ts'
import { testControl, testWindow } from '../../core/testing/desktop.ts'
import type { ActionRecord, AppInput, HostInput, StepRecord } from '../input.ts'

export const testStep = (step: number, more: Partial<StepRecord> = {}): StepRecord => ({
  step,
  round: 0,
  agent: 'AppAgent',
  subtask_index: 0,
  subtask: null,
  observation: null,
  thought: `thought of step ${step}`,
  plan: [],
  status: 'CONTINUE',
  comment: null,
  result: null,
  actions: [],
  ...more,
})

/** An act that was carried out and confirmed. */
export const testAction = (name: string, more: Partial<ActionRecord> = {}): ActionRecord => ({
  function: name,
  arguments: {},
  status: 'success',
  target: null,
  result: null,
  error: null,
  effect: 'confirmed',
  evidence: null,
  user_confirm: null,
  ...more,
})

const common = () => ({
  request: 'compute 6 * 7',
  history: [],
  plan: [],
  blackboard: { questions: [], requests: [], outcomes: [], acts: [] },
  pictures: [],
  tools: [],
  os: 'Linux 6.1',
  previous_subtasks: [],
})

export const testHostInput = (more: Partial<HostInput> = {}): HostInput => ({
  kind: 'host',
  ...common(),
  windows: [testWindow()],
  ...more,
})

export const testAppInput = (more: Partial<AppInput> = {}): AppInput => ({
  kind: 'app',
  ...common(),
  subtask: 'click 7',
  host_message: [],
  window: testWindow(),
  windows: [testWindow()],
  controls: [testControl('12', '7')],
  difference: null,
  limited: null,
  ...more,
})

/** Makes a tool from its signature: `click_input(id: string, double: boolean=false)`. */
export function testTool(signature: string, description: string, namespace = 'AppUIExecutor'): MCPToolInfo {
  const [, tool_name = '', list = ''] = /^(\w+)\((.*)\)$/s.exec(signature) ?? []
  const parameters = list.split(/, (?=\w+:)/).filter((part) => part !== '')
  const entries = parameters.map((parameter) => {
    const [, name = '', type = '', fallback] = /^(\w+): ([^=]+)(?:=(.*))?$/s.exec(parameter) ?? []
    const value: { default?: unknown } = fallback === undefined ? {} : { default: JSON.parse(fallback) }
    return [name, { ...schemaOf(type), ...value }] as const
  })
  return {
    tool_key: `action::${namespace}::${tool_name}`,
    tool_name,
    title: null,
    namespace,
    tool_type: 'action',
    description,
    input_schema: {
      type: 'object',
      properties: Object.fromEntries(entries),
      required: entries.filter(([, schema]) => schema.default === undefined).map(([name]) => name),
    },
    output_schema: null,
    annotations: null,
    meta: null,
  }
}

function schemaOf(type: string): Record<string, unknown> {
  if (type.endsWith('[]')) return { type: 'array', items: { type: type.slice(0, -2) } }
  const choices = type.split('|')
  return choices.length > 1 ? { type: 'string', enum: choices } : { type }
}

export const testPicture = (data: Buffer, width: number, height: number): Picture => ({
  data: data.toString('base64'),
  width,
  height,
  bounds: { x: 0, y: 0, width, height },
})
