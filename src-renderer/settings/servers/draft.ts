// Holds an MCP server while it is typed in, and finds what is still wrong with it.
import { mcpServerConfigSchema, type MCPServerConfig } from '../../../src-preload/contract/config.ts'
import { addressOf, isOpen } from '../../../src-preload/contract/mcp-command.ts'
import { wantedWords } from '../../../src-preload/contract/issue-words.ts'
import { saidNow } from '../../state/sentences.ts'
import { argumentsOf, environmentOf, headersOf, linesOf } from './lines.ts'
import { asWord, shellWords } from './shell-words.ts'

export interface Draft {
  agent: string
  list: 'data_collection' | 'action'
  type: 'stdio' | 'http'
  namespace: string
  /** The command as for a shell: a whole command line is split. */
  command: string
  start_args: string
  env: string
  cwd: string
  address: string
  headers: string
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
  address: 'http://localhost:8000/mcp',
  headers: '',
  reset: false,
}

export interface DraftFault {
  field: Exclude<keyof Draft, 'agent' | 'list' | 'type' | 'reset'>
  kind?:
    | 'name_missing'
    | 'name_taken'
    | 'command_missing'
    | 'bad_command'
    | 'bad_env'
    | 'bad_address'
    | 'bad_headers'
  /** The fault in the words of the schema or the program. */
  words?: string
}

/** `keys`: secrets of its headers and its environment, which are stored under these names and not in the configuration. */
export type Drafted =
  | { ok: true; server: MCPServerConfig; keys: Record<string, string> }
  | { ok: false; fault: DraftFault }

const wrong = (field: DraftFault['field'], kind: NonNullable<DraftFault['kind']>): Drafted => ({
  ok: false,
  fault: { field, kind },
})

/** Returns a server in the form's fields, so that it can be changed. */
export const draftOf = (server: MCPServerConfig): Partial<Draft> => ({
  type: server.type === 'http' ? 'http' : 'stdio',
  namespace: server.namespace,
  command: asWord(server.command ?? ''),
  start_args: server.start_args.join('\n'),
  env: linesOf(server.env, '='),
  cwd: server.cwd ?? '',
  address: addressOf(server),
  headers: linesOf(server.headers, ': '),
  reset: server.reset,
})

interface Started {
  program: string
  start_args: string[]
  env?: Record<string, string>
}

/** Splits a command into the variables before the program, the program, and the rest; null where a quotation mark is not closed. */
function takenApart(command: string, start_args: string): Started | null {
  const words = shellWords(command)
  if (words === null) return null
  const at = words.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word))
  const [program = '', ...more] = at < 0 ? [] : words.slice(at)
  const env = environmentOf(words.slice(0, Math.max(at, 0)).join('\n')) ?? {}
  return { program, start_args: [...more, ...argumentsOf(start_args)], env }
}

/** Puts a whole command into the fields of the draft. */
export function apart(draft: Draft): Draft {
  const taken = takenApart(draft.command, draft.start_args)
  if (taken === null || taken.program === '') return draft
  const { program, start_args, env = {} } = taken
  const lines = [linesOf(env, '='), draft.env].filter((part) => part !== '')
  return { ...draft, command: asWord(program), start_args: start_args.join('\n'), env: lines.join('\n') }
}

/** Makes a server of the draft. `started`: where program and arguments are known separately. */
export function draftServer(draft: Draft, taken: readonly string[], started?: Started): Drafted {
  const namespace = draft.namespace.trim()
  if (namespace === '') return wrong('namespace', 'name_missing')
  if (taken.includes(namespace)) return wrong('namespace', 'name_taken')
  const common = { namespace, type: draft.type, reset: draft.reset }
  if (draft.type === 'http') return drafted(draft, common)
  const start = started ?? takenApart(draft.command, draft.start_args)
  if (start === null) return wrong('command', 'bad_command')
  if (start.program === '') return wrong('command', 'command_missing')
  const env = environmentOf(draft.env)
  if (env === null) return wrong('env', 'bad_env')
  const cwd = draft.cwd.trim() === '' ? {} : { cwd: draft.cwd.trim() }
  const { program, start_args } = start
  const { values, keys } = kept(common.namespace, { ...start.env, ...env })
  return parsed({ ...common, command: program, start_args, env: values, ...cwd }, keys)
}

function drafted(draft: Draft, common: { namespace: string }): Drafted {
  const url = URL.parse(draft.address.trim())
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return wrong('address', 'bad_address')
  const typed = headersOf(draft.headers)
  if (typed === null) return wrong('headers', 'bad_headers')
  const { values: headers, keys } = kept(common.namespace, typed)
  const scheme = url.protocol === 'https:' ? 'https' : 'http'
  const port = url.port === '' ? (scheme === 'https' ? 443 : 80) : Number(url.port)
  const path = `${url.pathname}${url.search}`
  return parsed({ ...common, scheme, host: url.hostname, port, path, headers }, keys)
}

/** Replaces each secret by a key named after its server and itself. */
function kept(
  namespace: string,
  typed: Readonly<Record<string, string>>,
): { values: Record<string, string>; keys: Record<string, string> } {
  const keys: Record<string, string> = {}
  const values = Object.entries(typed).map(([name, value]) => {
    if (value === '' || isOpen(name, value)) return [name, value]
    const key = `${namespace}_${name}`
      .replace(/[^A-Za-z0-9]+/g, '_')
      .toUpperCase()
      .slice(0, MAX_KEY_NAME)
    const [scheme = ''] = /^(?:Bearer|Basic|Token)\s+/i.exec(value) ?? []
    keys[key] = value.slice(scheme.length)
    return [name, `${scheme}\${${key}}`]
  })
  return { values: Object.fromEntries(values) as Record<string, string>, keys }
}

/** Most characters of a key's name. */
const MAX_KEY_NAME = 100

function parsed(server: object, keys: Record<string, string>): Drafted {
  const read = mcpServerConfigSchema.safeParse(server)
  if (read.success) return { ok: true, server: read.data, keys }
  const issue = read.error.issues[0]
  const field = (issue?.path[0] ?? 'namespace') as DraftFault['field']
  return { ok: false, fault: { field, words: issue ? saidNow(wantedWords(issue)) : '' } }
}
