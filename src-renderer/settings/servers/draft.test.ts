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

  test('keeps the secrets of its environment among the keys, wherever they are typed', () => {
    const made = draftServer(
      { ...draft, command: 'API_TOKEN=abc npx', env: 'HOME_DIR=/x\nDB_PASSWORD=p=q\nOLD_KEY=${MINE}' },
      [],
    )
    expect(made).toMatchObject({
      ok: true,
      server: {
        env: {
          API_TOKEN: '${FILES_API_TOKEN}',
          HOME_DIR: '/x',
          DB_PASSWORD: '${FILES_DB_PASSWORD}',
          OLD_KEY: '${MINE}',
        },
      },
      keys: { FILES_API_TOKEN: 'abc', FILES_DB_PASSWORD: 'p=q' },
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
