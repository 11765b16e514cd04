// Defines the part `mcp` of `config.yaml`: which servers each agent has, and how each is reached.
import { z } from 'zod'

export const mcpServerConfigSchema = z.strictObject({
  namespace: z.string().min(1, 'give it a name').describe('Name under which its tools are listed.'),
  type: z
    .enum(['local', 'stdio', 'http'])
    .default('local')
    .describe('local: built in; stdio: a program that is started; http: one that listens already.'),
  command: z.string().optional().describe('Program of a stdio server.'),
  start_args: z.array(z.string().describe('One argument.')).default([]).describe('Arguments of the program.'),
  env: z
    .record(
      z.string(),
      z.string().describe('A variable of its environment; ${NAME} stands for the kept key of that name.'),
    )
    .default({})
    .describe('Environment of the program, on top of a few variables of yours.'),
  cwd: z.string().optional().describe('Folder that the program is started in.'),
  scheme: z.enum(['http', 'https']).default('http').describe('Whether an http server is called over TLS.'),
  host: z.string().default('localhost').describe('Host of an http server.'),
  port: z.number().int().min(1).max(65535).default(8000).describe('Port of an http server.'),
  path: z.string().default('/mcp').describe('Path of an http server.'),
  headers: z
    .record(
      z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/, 'write the name of a header'),
      z
        .string()
        .regex(/^[^\r\n]*$/, 'write it on one line')
        .describe('A header; ${NAME} stands for the kept key of that name.'),
    )
    .default({})
    .describe('Headers that an http server is sent, such as Authorization: Bearer ${NAME}.'),
  reset: z.boolean().default(false).describe('Start it afresh for each Computer that uses it.'),
  enabled: z.boolean().default(true).describe('One that is not enabled is left alone.'),
})
export type MCPServerConfig = z.infer<typeof mcpServerConfigSchema>

const mcpRootSchema = z.strictObject({
  data_collection: z.array(mcpServerConfigSchema).default([]).describe('Servers whose tools only look.'),
  action: z.array(mcpServerConfigSchema).default([]).describe('Servers whose tools act.'),
})
/** Agent class → root name or `default` → servers, as in the reference's mcp.yaml. */
export const mcpConfigSchema = z.record(z.string(), z.record(z.string(), mcpRootSchema))
export type MCPConfig = z.infer<typeof mcpConfigSchema>

const local = (namespace: string) => ({ namespace, type: 'local' as const })
/** The servers that the agents have where the file names none. */
export const DEFAULT_MCP = {
  HostAgent: {
    default: {
      data_collection: [local('UICollector')],
      action: [
        local('HostUIExecutor'),
        local('CommandLineExecutor'),
        local('FileExecutor'),
        local('DocumentExecutor'),
        local('CodeExecutor'),
      ],
    },
  },
  AppAgent: {
    default: {
      data_collection: [local('UICollector')],
      action: [
        local('AppUIExecutor'),
        local('CommandLineExecutor'),
        local('FileExecutor'),
        local('DocumentExecutor'),
        local('CodeExecutor'),
      ],
    },
  },
  LinuxAgent: {
    default: {
      data_collection: [local('UICollector')],
      action: [
        local('HostUIExecutor'),
        local('AppUIExecutor'),
        local('CommandLineExecutor'),
        local('BashExecutor'),
        local('FileExecutor'),
        local('DocumentExecutor'),
        local('CodeExecutor'),
      ],
    },
  },
  PlannerAgent: {
    default: {
      data_collection: [local('UICollector')],
      action: [
        local('HostUIExecutor'),
        local('AppUIExecutor'),
        local('FileExecutor'),
        local('DocumentExecutor'),
        local('CodeExecutor'),
      ],
    },
  },
  OperatorAgent: {
    default: {
      data_collection: [local('UICollector')],
      action: [local('HostUIExecutor'), local('AppUIExecutor')],
    },
  },
  EvaluationAgent: { default: { data_collection: [local('UICollector')], action: [] } },
}
