// Answers the calls that try out what is set up: models, tools, MCP servers, and what works on this machine.
import type { settingsCalls } from '../../../src-preload/contract/calls/settings.ts'
import { checkServer } from '../../computer/mcp-check.ts'
import type { Engine } from '../../engine.ts'
import { problemReport } from '../../engine/problem-report.ts'
import { testOffline } from '../../interpreter/test-offline.ts'
import { findLocalModels } from '../../models/local-models.ts'
import { describeTools } from '../../models/tools/described.ts'
import { markdownOf } from '../../recorder/markdown.ts'
import type { Handlers } from '../handler.ts'
import { whileHere } from '../while-here.ts'

type CheckCall = Extract<
  keyof typeof settingsCalls,
  | 'find_local_models'
  | 'test_model'
  | 'list_tools'
  | 'test_tool'
  | 'check_mcp_server'
  | 'examine'
  | 'report_problem'
>

interface CheckHandlersOptions {
  engine: Pick<Engine, 'home' | 'env' | 'keys' | 'config' | 'logger' | 'doctor' | 'testTools' | 'runs'>
  version: string
}

export const checkHandlers = ({ engine, version }: CheckHandlersOptions): Handlers<CheckCall> => ({
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
  report_problem: ({ run, display }, caller) =>
    whileHere(caller, async (under) => {
      const told = run === null ? null : await markdownOf(await engine.runs.find(run))
      const findings = await engine.doctor({ display, under })
      return {
        name: `deskhand-problem${run === null ? '' : `-${run}`}.md`,
        type: 'text/markdown',
        content: await problemReport({ home: engine.home, version, findings, run: told }),
      }
    }),
})
