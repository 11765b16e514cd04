// Writes the command line of an MCP server as it would be started, so that a person can read all of it before they agree.
import type { MCPServerConfig } from './config.ts'

/** Matches names of variables and options whose values must not be shown. */
export const SECRET_NAME = /KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH/i
/** Matches characters that are invisible, move the text around or look like something else. */
const DECEIVING = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u
const EVERY_DECEIVING = new RegExp(DECEIVING.source, 'gu')
const HARMLESS = /^[\w@%+=:,./-]+$/

/**
 * Returns folder, environment, program and arguments as for a shell; the address of an http server; null for a server that is
 * built in, or a stdio server that has no command yet. Values of variables that are named like secrets are dots.
 */
export function commandOf(server: MCPServerConfig): string | null {
  if (server.type === 'http') {
    const headers = Object.entries(server.headers).map(
      ([name, value]) => `${visible(name)}: ${isOpen(name, value) ? visible(value) : '••••'}`,
    )
    return [visible(addressOf(server)), ...headers].join('\n')
  }
  if (server.type === 'local' || !server.command) return null
  const folder = server.cwd ? [`cd ${quoted(server.cwd)} &&`] : []
  const variables = Object.entries(server.env).map(
    ([name, value]) => `${visible(name)}=${SECRET_NAME.test(name) ? '••••' : quoted(value)}`,
  )
  return [...folder, ...variables, ...[server.command, ...server.start_args].map(quoted)].join(' ')
}

/** Returns the address of a server: `https://host:8000/mcp`. */
export const addressOf = ({ scheme, host, port, path }: MCPServerConfig): string =>
  `${scheme}://${host}:${port}/${path.replace(/^\/*/, '')}`

/** `${NAME}` within a header. */
export const KEY_REFERENCE = /\$\{([A-Za-z0-9_.-]{1,100})\}/g

/** Says whether a header's value may be shown on a screen: its name is not that of a secret, or it only refers to keys. */
export const isOpen = (name: string, value: string): boolean =>
  !(SECRET_NAME.test(name) || /cookie/i.test(name)) || /^\s*(?:[A-Za-z]+\s+)?(?:\$\{[^}]*\}\s*)+$/.test(value)

/** Writes one word, in the quotes of a POSIX shell where it needs them. */
function quoted(text: string): string {
  if (HARMLESS.test(text)) return text
  if (DECEIVING.test(text)) return `$'${visible(text.replace(/[\\']/g, '\\$&'))}'`
  return `'${text.replaceAll("'", "'\\''")}'`
}

const visible = (text: string): string => text.replace(EVERY_DECEIVING, escaped)

function escaped(char: string): string {
  if (char === '\n') return '\\n'
  if (char === '\t') return '\\t'
  const code = char.codePointAt(0) ?? 0
  return code < 0x10000
    ? `\\u${code.toString(16).padStart(4, '0')}`
    : `\\U${code.toString(16).padStart(8, '0')}`
}
