// Fills in the keys that the headers and the environment of an MCP server name.
import type { MCPServerConfig } from '../../src-preload/contract/config.ts'
import { addressOf, KEY_REFERENCE } from '../../src-preload/contract/mcp-command.ts'
import { ToolError } from '../core/errors.ts'
import type { Secrets } from '../core/secrets.ts'

/** Throws ToolError for a missing key, and for one that would be sent over a network unencrypted. */
export async function headersOf(
  config: MCPServerConfig,
  secrets: Secrets | undefined,
): Promise<Record<string, string>> {
  const isSentOpenly = config.scheme === 'http' && !isLoopback(new URL(addressOf(config)).hostname)
  if (isSentOpenly && Object.values(config.headers).some((value) => namesIn(value).size > 0))
    throw new ToolError(`${config.namespace} would be sent a key without encryption: use https.`)
  return filledIn(config, 'headers', 'its header', secrets)
}

/** Throws ToolError for a missing key. */
export const environmentOf = (
  config: MCPServerConfig,
  secrets: Secrets | undefined,
): Promise<Record<string, string>> => filledIn(config, 'env', 'its variable', secrets)

async function filledIn(
  config: MCPServerConfig,
  part: 'headers' | 'env',
  called: string,
  secrets: Secrets | undefined,
): Promise<Record<string, string>> {
  const filled: Record<string, string> = {}
  for (const [entry, value] of Object.entries(config[part])) {
    const keys = new Map<string, string>()
    for (const name of namesIn(value)) {
      const key = (await secrets?.get(name)) ?? null
      if (key === null)
        throw new ToolError(
          `${config.namespace} needs the key ${name} for ${called} ${entry}: set it with \`deskhand config key ${name}\`.`,
        )
      keys.set(name, key)
    }
    filled[entry] = value.replace(KEY_REFERENCE, (_all, name: string) => keys.get(name) ?? '')
  }
  return filled
}

const namesIn = (value: string): Set<string> =>
  new Set([...value.matchAll(KEY_REFERENCE)].map(([, name = '']) => name))

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)
