import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { PlainClient } from '../aip/testing/plain-client.ts'
import { openBridge } from './client.ts'
import { openPageSocket } from '../web/testing/page-client.ts'

// The windows need not be built for this.
vi.mock(import('../web/page-files.ts'), async (original) => ({
  ...(await original()),
  builtPages: () => process.env['PAGES_OF_THIS_TEST'] ?? '',
}))

const KEY = 'a-key-that-only-tests-use-0123456789'

test('its page is the last to go, as it shows how everything else ends', async () => {
  const home = await mkdtemp(join(tmpdir(), 'deskhand-serve-'))
  await writeFile(join(home, 'index.html'), '<!doctype html><head></head>')
  vi.stubEnv('PAGES_OF_THIS_TEST', home)
  try {
    const bridge = openBridge({
      env: { PATH: process.env['PATH'] ?? '', DESKHAND_HOME: home },
      printLog: () => {},
      version: '1.2.3',
      lasting: true,
    })
    const server = await bridge.call('serve_devices', { port: 0, key: KEY })
    const { address } = await bridge.call('open_page', {})
    const page = await openPageSocket(address)
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
    await bridge[Symbol.asyncDispose]()
    await closed
    expect(order.filter((each) => each !== 'devices')).toEqual(['device', 'page'])
    expect(await device.ended()).toMatchObject({ code: 1001 })
  } finally {
    vi.unstubAllEnvs()
    await rm(home, { recursive: true, maxRetries: 5 })
  }
})
