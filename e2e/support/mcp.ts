// A client of other people's making: the MCP SDK's own, which starts Deskhand as a configuration says.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import {
  ElicitRequestSchema,
  type CallToolResult,
  type ElicitRequest,
  type ElicitResult,
} from '@modelcontextprotocol/sdk/types.js'
import { PROGRAM, withoutDesktop, type Place } from './deskhand.ts'

/** As the clients that people use write it down: `mcpServers` of a JSON file. */
export const configuration = (where: Place, ...args: string[]) => ({
  mcpServers: {
    deskhand: {
      command: process.execPath,
      args: [PROGRAM, 'mcp', ...args],
      env: { HOME: where.home, DESKHAND_HOME: where.data },
    },
  },
})

export interface McpClient extends AsyncDisposable {
  client: Client
  pid: number
  /** What it was asked. */
  asked: string[]
  call(
    name: string,
    parameters?: Record<string, unknown>,
    options?: { signal?: AbortSignal },
  ): Promise<CallToolResult>
}

/** `answer` null: it can't ask its person. */
export async function mcpClient(
  { mcpServers: { deskhand } }: ReturnType<typeof configuration>,
  answer: ((request: ElicitRequest['params']) => ElicitResult) | null,
): Promise<McpClient> {
  const asked: string[] = []
  const client = new Client(
    { name: 'e2e', version: '1' },
    { capabilities: answer ? { elicitation: {} } : {} },
  )
  if (answer) {
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message)
      return answer(params)
    })
  }
  const env = { ...withoutDesktop(process.env), ...deskhand.env } as Record<string, string>
  const transport = new StdioClientTransport({ ...deskhand, env, stderr: 'ignore' })
  await client.connect(transport)
  return {
    client,
    pid: transport.pid ?? 0,
    asked,
    call: async (name, parameters = {}, options = {}) =>
      (await client.callTool({ name, arguments: parameters }, undefined, {
        timeout: 240_000,
        ...options,
      })) as CallToolResult,
    [Symbol.asyncDispose]: () => client.close(),
  }
}

export const wordsOf = ({ content }: CallToolResult): string =>
  content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')

/** The id in the line of a control or window that has these words. */
export function idIn(result: CallToolResult, words: string): string {
  const line = wordsOf(result)
    .split('\n')
    .find((each) => each.includes(words))
  const [, id] = /^\[(\w+)\]/.exec(line ?? '') ?? []
  if (id === undefined) throw new Error(`“${words}” is not there:\n${wordsOf(result)}`)
  return id
}
