import { describe, expect, test } from 'vitest'
import { configSchema, mcpServerConfigSchema } from '../../../src-preload/contract/config.ts'
import { changedServers } from './changes.ts'

const { mcp } = configSchema.parse({})
const files = mcpServerConfigSchema.parse({ namespace: 'files', type: 'stdio', command: 'npx' })
const spot = { agent: 'AppAgent', root: 'default', list: 'action' } as const

describe('a change of the MCP servers', () => {
  test('keeps the default servers of all agents when the file had none', () => {
    const { path, value } = changedServers({}, mcp, spot, (servers) => [...servers, files])
    const after = configSchema.parse({ mcp: value }).mcp
    expect(path).toEqual(['mcp'])
    expect(after['HostAgent']).toEqual(mcp['HostAgent'])
    expect(after['AppAgent']?.['default']?.action.map((server) => server.namespace)).toEqual([
      'AppUIExecutor',
      'CommandLineExecutor',
      'files',
    ])
  })

  test('writes the one list alone when the file has it', () => {
    const own = { mcp: { AppAgent: { default: { action: [] } } } }
    expect(changedServers(own, mcp, spot, () => [files])).toEqual({
      path: ['mcp', 'AppAgent', 'default', 'action'],
      value: [files],
    })
  })

  test('makes an agent that the configuration did not have', () => {
    const { value } = changedServers({}, mcp, { ...spot, agent: 'OperatorAgent' }, () => [files])
    expect(configSchema.parse({ mcp: value }).mcp['OperatorAgent']?.['default']?.action).toEqual([files])
  })
})
