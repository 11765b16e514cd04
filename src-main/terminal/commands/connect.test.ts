import dns from 'node:dns'
import { mkdtemp, rm } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { configSchema } from '../../../src-preload/contract/config.ts'
import { MemoryJournal } from '../../agents/testing/scripted.ts'
import { RecordedInteractor } from '../../session/recorded-interactor.ts'
import { certificate } from '../../aip/testing/certificate.ts'
import { command, drivenBy, ROUTE, TestWork } from '../../aip/testing/test-device.ts'
import { KEY, testServer, type TestServer } from '../../aip/testing/test-server.ts'
import { until } from '../../aip/testing/until.ts'
import type { SensitiveStep } from '../../core/interactor.ts'
import type { DeviceRequest } from '../../engine/device-run.ts'
import { fakeWorld, type FakeWorld } from '../testing/fake-shell.ts'

let home = ''
let server: TestServer
const { runTask } = drivenBy(async (dispatcher, run) => {
  const [result] = await dispatcher.executeCommands([command('ask')], { route: ROUTE }, run)
  return result?.result
})
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'connect-'))
  server = await testServer(runTask)
})
afterEach(async () => {
  await server[Symbol.asyncDispose]()
  await rm(home, { recursive: true })
})

const STEP: SensitiveStep = {
  call_id: 'c',
  action: 'Click button “Delete”',
  control_text: 'Delete',
  categories: ['delete'],
  reason: 'It deletes.',
  rule: 'delete',
  consequence: null,
  target: { kind: 'control', application: 'Files', window: 'Files', role: 'button', name: 'Delete', bounds: null, point: null },
  scopes: ['once'],
  coverage: null,
} // prettier-ignore

/** A machine whose only tool asks its person. */
const machine = (
  options: { tty?: boolean; key?: string | null; server?: string; env?: NodeJS.ProcessEnv } = {},
): FakeWorld => {
  const { tty = false, key = KEY, server: named = '', env = {} } = options
  return fakeWorld({
    home,
    tty,
    env,
    engine: {
      config: configSchema.parse({ aip: { server: named } }),
      actFor: (wanted: DeviceRequest, run) => {
        const journal = new MemoryJournal()
        journal.subscribe((event) => wanted.onEvent(event))
        wanted.onBegun?.('task')
        const interactor = new RecordedInteractor(wanted.interactor, journal)
        const ask = () => interactor.sensitiveStepAsker(STEP, run)
        return Promise.resolve(new TestWork({ ask }, (event) => wanted.tell(event), run))
      },
      keys: {
        get: (name) => Promise.resolve(name === 'DESKHAND_AIP_KEY' ? key : null),
        set: () => Promise.reject(new Error('not here')),
        delete: () => Promise.reject(new Error('not here')),
        list: () => Promise.reject(new Error('not here')),
      },
    },
  })
}

const connected = async (world: FakeWorld, ...args: string[]) => {
  const code = world.deskhand('connect', server.url, '--id', 'desk', ...args)
  await until(() => world.stderr.text.includes('Connected to'))
  return code
}
const resultOf = async (task: string) => {
  let body: Record<string, unknown> = {}
  await until(async () => (body = (await server.http(`/api/task_result/${task}`)).body)['status'] === 'done')
  return body['result']
}
const dispatch = () =>
  server.http('/api/dispatch', { body: { client_id: 'desk', request: 'delete it', task_name: 'task' } })

describe('deskhand connect', () => {
  test('asks its own person in its own terminal', async () => {
    const world = machine({ tty: true })
    const code = connected(world)
    await until(() => world.stderr.text.includes('you are asked where that matters'))
    await dispatch()
    await world.said('Click button “Delete”')
    await world.said('Allow it?')
    world.stdin.write('y\n')
    expect(await resultOf('task')).toEqual({
      answer: { allow: true, scope: 'once', why: null },
      by: 'person',
    })
    world.interrupt()
    expect(await code).toBe(0)
  })

  test('with nobody at a terminal allows nothing by itself', async () => {
    const world = machine()
    const code = connected(world)
    await until(() => world.stderr.text.includes('what would need your word is refused'))
    await dispatch()
    expect(await resultOf('task')).toMatchObject({ answer: { allow: false }, by: 'nobody' })
    world.interrupt()
    expect(await code).toBe(0)
    await until(() => (server.server.clients.find('desk')?.end ?? null) === null)
  })

  test('does not connect without a name, to what is no server, and to addresses that nobody has any business with', async () => {
    const world = machine()
    expect(await world.deskhand('connect', server.url)).toBe(2)
    expect(await world.deskhand('connect', server.url, '--id', ' ')).toBe(1)
    expect(world.stderr.text).toContain('--id NAME')
    expect(await world.deskhand('connect', server.url.replace('ws:', 'wss:'), '--id', 'desk')).toBe(1)
    expect(world.stderr.text).toContain('ws:// instead of wss://')
    for (const address of ['http://127.0.0.1:1', 'somewhere', 'ws://169.254.169.254/ws', 'ws://10.0.0.1/ws'])
      expect(await world.deskhand('connect', address, '--id', 'desk')).toBe(1)
    expect(world.stderr.text).toContain('ws://127.0.0.1:5000/ws')
    expect(world.stderr.text).toContain('169.254.169.254 is an address that Deskhand never connects to')
    expect(world.stderr.text).toContain('10.0.0.1 is an address of a private network')
    expect(server.server.clients.all()).toEqual([])
  })

  test('says that a key is wrong, and never prints one', async () => {
    const wrong = 'quite-another-key-0123456789'
    const world = machine({ key: wrong })
    expect(await world.deskhand('connect', server.url, '--id', 'desk')).toBe(1)
    expect(await world.deskhand('connect', `${server.url}?token=${wrong}`, '--id', 'desk')).toBe(1)
    expect(await world.deskhand('connect', server.url, '--id', 'desk', '--token', wrong)).toBe(1)
    expect(world.stderr.text.match(/does not accept the key/g)).toHaveLength(3)
    expect(world.stderr.text + world.stdout.text).not.toContain(wrong)
  })

  test('takes the key of the address alone where the address has one', async () => {
    // A key that is kept for another server does not go to this one.
    const world = machine({ key: 'kept-for-another-server' })
    const code = world.deskhand('connect', `${server.url}?token=${KEY}`, '--id', 'desk')
    await until(() => world.stderr.text.includes('Connected to'))
    expect(world.stderr.text).not.toContain(KEY)
    world.interrupt()
    expect(await code).toBe(0)
  })

  test('gives its kept key only to the server that it is kept for', async () => {
    const resolving = vi.spyOn(dns, 'lookup') as unknown as { mockImplementation(fake: typeof answer): void }
    const answer = (_host: string, _options: unknown, tell: (error: null, found: unknown) => void) =>
      tell(null, [{ address: '127.0.0.1', family: 4 }])
    resolving.mockImplementation(answer)
    vi.spyOn(dns.promises, 'lookup').mockResolvedValue([{ address: '127.0.0.1', family: 4 }] as never)
    syncBuiltinESMExports()
    try {
      await server[Symbol.asyncDispose]()
      server = await testServer(runTask, { hosts: ['desk.example'] })
      const elsewhere = server.url.replace('127.0.0.1', 'desk.example')
      const stranger = machine()
      expect(await stranger.deskhand('connect', elsewhere, '--id', 'desk')).toBe(1)
      expect(stranger.stderr.text).toContain('aip.server')
      for (const known of [
        machine({ server: elsewhere }),
        machine({ key: null, env: { DESKHAND_AIP_KEY: KEY } }),
      ]) {
        const code = known.deskhand('connect', elsewhere, '--id', 'desk')
        await until(() => known.stderr.text.includes('Connected to'))
        known.interrupt()
        expect(await code).toBe(0)
      }
    } finally {
      vi.restoreAllMocks()
      syncBuiltinESMExports()
    }
  })

  test('trusts a server’s certificate when it is told who has signed it, and no other', async () => {
    const { files, cert, key } = certificate(home)
    await server[Symbol.asyncDispose]()
    server = await testServer(runTask, { tls: { cert, key } })
    expect(server.url).toMatch(/^wss:/)
    const stranger = machine()
    expect(await stranger.deskhand('connect', server.url, '--id', 'desk')).toBe(1)
    expect(stranger.stderr.text).toMatch(/is not trusted here .* --ca FILE/)
    const world = machine()
    const code = world.deskhand('connect', server.url, '--id', 'desk', '--ca', files.cert)
    await until(() => world.stderr.text.includes('Connected to wss:'))
    world.interrupt()
    expect(await code).toBe(0)
  })
})
