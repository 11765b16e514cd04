import { describe, expect, test } from 'vitest'
import { draftServer, EMPTY_DRAFT } from './draft.ts'

const draft = { ...EMPTY_DRAFT, agent: 'AppAgent', namespace: ' files ', command: 'npx' }

describe('a server that is typed in', () => {
  test('becomes an entry of the configuration', () => {
    const made = draftServer({ ...draft, start_args: '-y\nserver', env: 'A=1', cwd: '/tmp' }, [])
    expect(made).toMatchObject({
      ok: true,
      server: {
        namespace: 'files',
        type: 'stdio',
        start_args: ['-y', 'server'],
        env: { A: '1' },
        cwd: '/tmp',
      },
    })
  })

  test('is refused at the field that is wrong', () => {
    const faults = [
      draftServer({ ...draft, namespace: ' ' }, []),
      draftServer(draft, ['files']),
      draftServer({ ...draft, command: '' }, []),
      draftServer({ ...draft, env: 'A' }, []),
      draftServer({ ...draft, type: 'http', address: 'mcp.example:70000' }, []),
    ].map((made) => (made.ok ? null : made.fault.field))
    expect(faults).toEqual(['namespace', 'namespace', 'command', 'env', 'address'])
  })
})
