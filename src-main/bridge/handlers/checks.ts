// Answers the calls that try out what is set up: models, tools, MCP servers, and what works on this machine.
import type { settingsCalls } from '../../../src-preload/contract/calls/settings.ts'
import { checkServer } from '../../computer/mcp-check.ts'
import type { Engine } from '../../engine.ts'
import { testOffline } from '../../interpreter/test-offline.ts'
import { findLocalModels } from '../../models/local-models.ts'
import { describeTools } from '../../models/tools/described.ts'
import type { Handlers } from '../handler.ts'
import { whileHere } from '../while-here.ts'

type CheckCall = Extract<
  keyof typeof settingsCalls,
  'find_local_models' | 'test_model' | 'list_tools' | 'test_tool' | 'check_mcp_server' | 'examine'
>

interface CheckHandlersOptions {
  engine: Pick<Engine, 'home' | 'env' | 'keys' | 'config' | 'logger' | 'doctor' | 'testTools'>
}

export const checkHandlers = ({ engine }: CheckHandlersOptions): Handlers<CheckCall> => ({
  find_local_models: (_input, caller) =>
    whileHere(caller, async (run) => ({ found: await findLocalModels(run) })),
  test_model: (model, caller) =>
    whileHere(caller, async (run) => {
      if (model.provider === 'offline') return testOffline(run)
      const { testModel } = await import('../../models/test-model.ts')
      return testModel(model, { secrets: engine.keys }, run)
    }),
  list_tools: () => ({ tools: describeTools(engine.config, engine.home) }),
  test_tool: ({ tool_name }, caller) =>
    whileHere(caller, async (under) => ({ tests: await engine.testTools(tool_name, under) })),
  check_mcp_server: ({ server }, caller) =>
    whileHere(caller, (run) =>
      checkServer(server, { env: engine.env, logger: engine.logger, secrets: engine.keys }, run),
    ),
  examine: ({ display }, caller) =>
    whileHere(caller, async (under) => ({
      findings: (await engine.doctor({ display, under })).map(({ mend, ...finding }) => ({
        ...finding,
        fix: mend,
      })),
    })),
})
