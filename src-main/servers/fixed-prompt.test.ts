// Holds the goal of `npm run bench -- tokens` without a desktop: the tools are those that the servers list.
import { readFile } from 'node:fs/promises'
import { countTokens } from 'gpt-tokenizer/esm/encoding/o200k_base'
import { expect, test } from 'vitest'
import type { MCPToolInfo } from '../core/command.ts'
import type { Sandbox } from '../platform/sandbox.ts'
import { jsonSchemaOf } from '../models/openai-model.ts'
import { appReplySchema, linuxReplySchema } from '../models/replies.ts'
import { promptPath } from '../models/render/prompts.ts'
import { renderPrompt } from '../models/render/render.ts'
import { testAppInput } from '../models/testing/inputs.ts'
import { build as buildBash } from './bash/bash-executor.ts'
import { build as buildCode } from './code/code-executor.ts'
import { build as buildCommandLine } from './command-line/command-line-executor.ts'
import { DESKTOP_TOOLS, describeTool } from './desktop/protocol/server.ts'
import { build as buildFiles } from './files/file-executor.ts'
import { connectTo } from './testing/in-memory.ts'

const options = { env: {}, applications: {}, desktop: 'virtual' as const }
/** The list must not depend on what this machine has. */
const sandbox: Sandbox = {
  fault: () => Promise.resolve(null),
  command: () => ({ command: '', args: [], filter: Buffer.alloc(0) }),
  ofKernel: [],
}

const host = { own: () => {}, disown: () => {} }
const forBoth = () => [buildCommandLine(options), buildFiles(options), buildCode(options, host, sandbox)]
/** As `DEFAULT_MCP` has them; those for documents come with a window of LibreOffice. */
const AGENTS = [
  { role: 'app', namespaces: ['AppUIExecutor'], servers: forBoth(), schema: appReplySchema },
  {
    role: 'linux',
    namespaces: ['HostUIExecutor', 'AppUIExecutor'],
    servers: [...forBoth(), buildBash(options, host)],
    schema: linuxReplySchema,
  },
]

async function toolsOf({ namespaces, servers }: (typeof AGENTS)[number]): Promise<MCPToolInfo[]> {
  const lists = await Promise.all(
    servers.map(async (server) => (await (await connectTo(await server)).client.listTools()).tools),
  )
  const desktop = DESKTOP_TOOLS.filter(({ namespace }) => namespaces.includes(namespace)).map(describeTool)
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

test.each(AGENTS)('what each prompt of $role begins with takes at most 2,500 tokens', async (agent) => {
  const prompt = await readFile(promptPath(agent.role), 'utf8')
  const tools = await toolsOf(agent)
  expect(tools.map(({ tool_name }) => tool_name)).toEqual(
    expect.arrayContaining(['click_input', 'run_shell', 'trash_files', 'run_code']),
  )
  const { system } = renderPrompt(testAppInput({ tools }), { prompt, historySteps: 20, pictures: false })
  const schema = JSON.stringify(jsonSchemaOf(agent.schema))
  expect(countTokens(system) + countTokens(schema)).toBeLessThanOrEqual(2500)
})
