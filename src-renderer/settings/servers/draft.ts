// An MCP server while it is being typed in, and what is still wrong with it.
import { mcpServerConfigSchema, type MCPServerConfig } from '../../../src-preload/contract/config.ts'
import { argumentsOf, environmentOf } from './lines.ts'

export interface Draft {
  agent: string
  list: 'data_collection' | 'action'
  type: 'stdio' | 'http'
  namespace: string
  command: string
  start_args: string
  env: string
  cwd: string
  host: string
  port: string
  path: string
  reset: boolean
}

export const EMPTY_DRAFT: Draft = {
  agent: '',
  list: 'action',
  type: 'stdio',
  namespace: '',
  command: '',
  start_args: '',
  env: '',
  cwd: '',
  host: 'localhost',
  port: '8000',
  path: '/mcp',
  reset: false,
}

export interface DraftFault {
  field: Exclude<keyof Draft, 'agent' | 'list' | 'type' | 'reset'>
  kind?: 'name_missing' | 'name_taken' | 'command_missing' | 'bad_env'
  /** In the words of the schema or the program. */
  words?: string
}

export type Drafted = { ok: true; server: MCPServerConfig } | { ok: false; fault: DraftFault }

const wrong = (field: DraftFault['field'], kind: NonNullable<DraftFault['kind']>): Drafted => ({
  ok: false,
  fault: { field, kind },
})

export function draftServer(draft: Draft, taken: readonly string[]): Drafted {
  const namespace = draft.namespace.trim()
  if (namespace === '') return wrong('namespace', 'name_missing')
  if (taken.includes(namespace)) return wrong('namespace', 'name_taken')
  const common = { namespace, type: draft.type, reset: draft.reset }
  if (draft.type === 'http') {
    const { host, path } = draft
    return parsed({ ...common, host: host.trim(), port: Number(draft.port), path: path.trim() })
  }
  if (draft.command.trim() === '') return wrong('command', 'command_missing')
  const env = environmentOf(draft.env)
  if (env === null) return wrong('env', 'bad_env')
  const cwd = draft.cwd.trim() === '' ? {} : { cwd: draft.cwd.trim() }
  return parsed({
    ...common,
    command: draft.command.trim(),
    start_args: argumentsOf(draft.start_args),
    env,
    ...cwd,
  })
}

function parsed(server: object): Drafted {
  const read = mcpServerConfigSchema.safeParse(server)
  if (read.success) return { ok: true, server: read.data }
  const issue = read.error.issues[0]
  const field = (issue?.path[0] ?? 'namespace') as DraftFault['field']
  return { ok: false, fault: { field, words: issue?.message ?? '' } }
}
