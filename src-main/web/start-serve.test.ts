import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { SOCKET_PATH } from '../../src-preload/contract/bridge.ts'
import { PlainClient } from '../aip/testing/plain-client.ts'
import { startServer } from './start-serve.ts'
import { raw } from './testing/raw.ts'

const KEY = 'a-key-that-only-tests-use-0123456789'

test('its page is the last to go, as it shows how everything else ends', async () => {
  const home = await mkdtemp(join(tmpdir(), 'deskhand-serve-'))
  try {
    const server = await startServer({
      home,
      env: { PATH: process.env['PATH'] ?? '' },
      printLog: () => {},
      port: 0,
      host: '127.0.0.1',
      hosts: [],
      key: KEY,
      tls: null,
      page: { port: 0 },
      version: '1.2.3',
      onQuit: () => {},
    })
    const { host, port, search } = new URL(server.page ?? '')
    const { headers } = await raw(Number(port), [`GET /${search} HTTP/1.1`, `Host: ${host}`])
    const page = new WebSocket(`ws://${host}${SOCKET_PATH}`, {
      origin: `http://${host}`,
      headers: { Cookie: headers['set-cookie']?.split(';')[0] ?? '' },
    })
    await once(page, 'open')
    const order: string[] = []
    page.on('message', (data) => {
      if ((data as Buffer).toString().includes('"push":"devices"')) order.push('devices')
    })
    page.on('close', () => order.push('page'))
    const device = await PlainClient.open(server.address, { 'X-API-Key': KEY })
    await device.register('pc')
    await expect.poll(() => order).toEqual(['devices'])
    device.socket.on('close', () => order.push('device'))
    const closed = once(page, 'close')
    await server[Symbol.asyncDispose]()
    await closed
    expect(order.filter((each) => each !== 'devices')).toEqual(['device', 'page'])
    expect(await device.ended()).toMatchObject({ code: 1001 })
  } finally {
    await rm(home, { recursive: true, maxRetries: 5 })
  }
})
