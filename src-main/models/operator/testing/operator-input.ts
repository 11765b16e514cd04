// Makes inputs of the role operator as the engine does, and asks its model at a service on loopback, for tests.
import type { ModelConfig } from '../../../../src-preload/contract/config.ts'
import type { Picture } from '../../../core/desktop.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { OperatorInput } from '../../input.ts'
import type { ModelReply } from '../../model.ts'
import { createTestModel, testModelConfig } from '../../testing/create-test-model.ts'
import type { ComputerUse } from '../operator-model.ts'
import { operatorReplySchema, type OperatorReply } from '../reply.ts'

export const operatorInput = (screen: Picture, more: Partial<OperatorInput> = {}): OperatorInput => ({
  kind: 'operator',
  request: 'write hello',
  subtask: 'write hello',
  host_message: [],
  history: [],
  plan: [],
  blackboard: { questions: [], requests: [], outcomes: [], acts: [] },
  pictures: [{ label: 'clean', picture: screen }],
  tools: [],
  os: 'linux 6.1',
  previous_subtasks: [],
  thread: null,
  done: [],
  notes: [],
  ...more,
})

/** Makes a model at this service that answers the role operator only. */
export function operatorAt(
  baseUrl: string,
  config: Partial<ModelConfig> = {},
  computerUse: ComputerUse = { tool: 'auto', space: 'auto' },
): (input: OperatorInput, run: RunControl) => Promise<ModelReply<OperatorReply>> {
  const operator = testModelConfig(baseUrl, config)
  const prices = { [`custom/${operator.model_name}`]: { input: 0.003, output: 0.012 } }
  const model = createTestModel(baseUrl, {}, { models: { operator }, prices, computerUse })
  return (input, run) => model.ask({ role: 'operator', input, schema: operatorReplySchema }, run)
}
