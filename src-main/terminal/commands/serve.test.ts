import { expect, test } from 'vitest'
import { fakeWorld } from '../testing/fake-shell.ts'

const home = '/nowhere'

test('where devices connect to and a key that was made are on standard output; Ctrl+C ends the server', async () => {
  const world = fakeWorld({ home })
  const ended = world.deskhand('serve', '--port', '4321')
  await world.said('Key')
  expect(world.stdout.text).toBe('Deskhand serves devices at ws://127.0.0.1:1/ws\nKey: made-key\n')
  expect(world.stderr.text).toContain('deskhand connect ws://127.0.0.1:1/ws --id NAME')
  expect(world.servers).toMatchObject([
    {
      env: { DESKHAND_HOME: home },
      port: 4321,
      host: '127.0.0.1',
      hosts: [],
      key: null,
      tls: null,
      version: '1.2.3',
    },
  ])
  world.interrupt()
  expect(await ended).toBe(0)
  expect(world.servers).toEqual([])
  expect(world.webs).toEqual([])
})

test('without a word it is the port of the reference, on this machine alone', async () => {
  const world = fakeWorld({ home })
  const ended = world.deskhand('serve')
  await world.said('\n')
  expect(world.servers).toMatchObject([{ port: 5000, host: '127.0.0.1' }])
  world.interrupt()
  await ended
})

test('a key that was given is not printed', async () => {
  const world = fakeWorld({ home })
  const ended = world.deskhand('serve', '--api-key', 'a-key-that-somebody-has-chosen')
  await world.said('\n')
  expect(world.servers).toMatchObject([{ key: 'a-key-that-somebody-has-chosen' }])
  world.interrupt()
  await ended
  expect(world.stdout.text + world.stderr.text).not.toContain('a-key-that')
})

test('its page has an address of its own, and can end it', async () => {
  const world = fakeWorld({ home })
  const ended = world.deskhand('serve', '--page', '4322')
  await world.said('Its page')
  expect(world.stdout.text).toContain('Its page is open at http://127.0.0.1:1/?token=printed\n')
  expect(world.webs).toMatchObject([{ port: 4322 }])
  world.webs[0]?.onQuit?.()
  expect(await ended).toBe(0)
})

test('whoever lets other machines reach it without TLS is told what that means', async () => {
  for (const [more, told] of [
    [[], true],
    [['--tls-cert', 'a', '--tls-key', 'b'], false],
  ] as const) {
    const world = fakeWorld({ home })
    const ended = world.deskhand('serve', '--host', '0.0.0.0', '--allow-host', 'desk.example', ...more)
    await world.said('\n')
    expect(world.servers).toMatchObject([{ host: '0.0.0.0', hosts: ['desk.example'] }])
    expect(world.stderr.text.includes('nothing is encrypted')).toBe(told)
    world.interrupt()
    await ended
  }
})

test('half a certificate, a port or a name that is none begin nothing', async () => {
  for (const [args, code] of [
    [['--tls-cert', 'a'], 1],
    [['--port', '0'], 2],
    [['--page', 'http'], 2],
    [['--allow-host', 'a/b'], 2],
  ] as const) {
    const world = fakeWorld({ home })
    expect(await world.deskhand('serve', ...args), args.join(' ')).toBe(code)
    expect(world.servers).toEqual([])
  }
})
