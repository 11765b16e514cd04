// Holds the goal of `npm run bench -- tokens` without a desktop: the tools are those that the servers list.
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { MCPToolInfo } from '../core/command.ts'
import type { Sandbox } from '../platform/sandbox.ts'
import { promptPath } from '../models/render/prompts.ts'
import { renderPrompt } from '../models/render/render.ts'
import { testAppInput } from '../models/testing/inputs.ts'
import { build as buildCode } from './code/code-executor.ts'
import { build as buildCommandLine } from './command-line/command-line-executor.ts'
import { DESKTOP_TOOLS, describeTool } from './desktop/protocol/server.ts'
import { build as buildFiles } from './files/file-executor.ts'
import { connectTo } from './testing/in-memory.ts'

const options = { env: {}, applications: {}, desktop: 'virtual' as const }
/** The list must not depend on what this machine has. */
const sandbox: Sandbox = {
  fault: () => null,
  command: () => ({ command: '', args: [], filter: Buffer.alloc(0) }),
  ofKernel: [],
}

async function toolsOfAppAgent(): Promise<MCPToolInfo[]> {
  const host = { own: () => {}, disown: () => {} }
  const servers = [buildCommandLine(options), buildFiles(options), buildCode(options, host, sandbox)]
  const lists = await Promise.all(
    servers.map(async (server) => (await (await connectTo(server)).client.listTools()).tools),
  )
  const desktop = DESKTOP_TOOLS.filter(({ namespace }) => namespace === 'AppUIExecutor').map(describeTool)
  return [desktop, ...lists].flat().map((tool) => ({
    tool_key: `action::${tool.name}`,
    tool_name: tool.name,
    title: null,
    namespace: '',
    tool_type: 'action',
    description: tool.description ?? '',
    input_schema: tool.inputSchema,
    output_schema: null,
    annotations: null,
    meta: null,
  }))
}

test('system text, tools and reply form of an AppAgent take at most 2,500 tokens', async () => {
  const prompt = await readFile(promptPath('app'), 'utf8')
  const tools = await toolsOfAppAgent()
  expect(tools.map(({ tool_name }) => tool_name)).toEqual(
    expect.arrayContaining(['click_input', 'run_shell', 'trash_files', 'run_code']),
  )
  const { system } = renderPrompt(testAppInput({ tools }), { prompt, historySteps: 20, pictures: false })
  // As the bench counts: prose and JSON take 3.8 to 4.5 characters a token, so this is on the safe side.
  expect(Math.round(system.length / 3.3)).toBeLessThanOrEqual(2500)
})
