// Makes the headers of an MCP server over HTTP, with the keys that they name filled in.
import type { MCPServerConfig } from '../../src-preload/contract/config.ts'
import { addressOf, KEY_REFERENCE } from '../../src-preload/contract/mcp-command.ts'
import { ToolError } from '../core/errors.ts'
import type { Secrets } from '../core/secrets.ts'

/** Throws ToolError for a key that is missing, and for one that would be sent over a network without encryption. */
export async function headersOf(
  config: MCPServerConfig,
  secrets: Secrets | undefined,
): Promise<Record<string, string>> {
  const headers: Record<string, string> = {}
  for (const [header, value] of Object.entries(config.headers)) {
    const names = new Set([...value.matchAll(KEY_REFERENCE)].map(([, name = '']) => name))
    if (names.size > 0 && config.scheme === 'http' && !isLoopback(new URL(addressOf(config)).hostname))
      throw new ToolError(`${config.namespace} would be sent a key without encryption: use https.`)
    const keys = new Map<string, string>()
    for (const name of names) {
      const key = (await secrets?.get(name)) ?? null
      if (key === null)
        throw new ToolError(
          `${config.namespace} needs the key ${name} for its header ${header}: set it with \`deskhand config key ${name}\`.`,
        )
      keys.set(name, key)
    }
    headers[header] = value.replace(KEY_REFERENCE, (_all, name: string) => keys.get(name) ?? '')
  }
  return headers
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)
