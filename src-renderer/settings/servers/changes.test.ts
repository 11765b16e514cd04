import { describe, expect, test } from 'vitest'
import { configSchema, mcpServerConfigSchema } from '../../../src-preload/contract/config.ts'
import { changedServers } from './changes.ts'

const { mcp } = configSchema.parse({})
const files = mcpServerConfigSchema.parse({
  namespace: 'files',
  type: 'stdio',
  command: 'npx',
  start_args: ['-y'],
})
const spot = { agent: 'AppAgent', root: 'default', list: 'action' } as const

describe('a change of the MCP servers', () => {
  test('writes the one list alone, without what is so anyway', () => {
    expect(changedServers(mcp, spot, (servers) => [...servers, files])).toEqual({
      path: ['mcp', 'AppAgent', 'default', 'action'],
      value: [
        { namespace: 'AppUIExecutor', type: 'local' },
        { namespace: 'CommandLineExecutor', type: 'local' },
        { namespace: 'FileExecutor', type: 'local' },
        { namespace: 'DocumentExecutor', type: 'local' },
        { namespace: 'CodeExecutor', type: 'local' },
        { namespace: 'files', type: 'stdio', command: 'npx', start_args: ['-y'] },
      ],
    })
  })

  test('what is written is read as the same servers', () => {
    const off = { ...files, enabled: false, reset: true, env: { A: '1' } }
    const { value } = changedServers(mcp, spot, () => [off, files])
    const read = configSchema.parse({ mcp: { AppAgent: { default: { action: value } } } })
    expect(read.mcp['AppAgent']?.['default']?.action).toEqual([off, files])
  })

  test('begins the list of an agent that had none', () => {
    const { path, value } = changedServers(mcp, { ...spot, agent: 'OperatorAgent' }, () => [files])
    expect([path[1], value]).toEqual(['OperatorAgent', [expect.objectContaining({ namespace: 'files' })]])
  })
})
