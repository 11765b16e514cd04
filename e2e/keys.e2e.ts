// Keys of model services in the key store of the system: the app, the page and the terminal read and change the same.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FakeSecretService } from '../src-main/config/testing/secret-service.ts'
import { OpenAIServer } from '../src-main/models/testing/openai-server.ts'
import { launchApp, shell } from './support/app.ts'
import { place, withoutDesktop, type Place } from './support/deskhand.ts'
import { openInBrowser, startPage } from './support/page.ts'
import { personDesktop } from './support/person-desktop.ts'

let where: Place
let desktop: Awaited<ReturnType<typeof personDesktop>>
let store: FakeSecretService
let service: OpenAIServer
beforeAll(async () => {
  where = await place()
  desktop = await personDesktop(where)
  store = await FakeSecretService.start(desktop.env['DBUS_SESSION_BUS_ADDRESS'] ?? '')
  service = await OpenAIServer.start({ reply: () => 'ready' })
  const model = `{provider: custom, model_name: scripted, base_url: "${service.baseUrl}", api_key_name: MY_KEY}`
  await where.config(`app: {first_start_done: true}\nmodels:\n  default: ${model}\n`)
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  store[Symbol.dispose]()
  await desktop[Symbol.asyncDispose]()
  await where[Symbol.asyncDispose]()
})

/** The built command with a line on its standard input; what it printed. */
async function deskhand(args: string[], line: string): Promise<string> {
  const env = {
    ...withoutDesktop(process.env),
    ...desktop.env,
    HOME: where.home,
    DESKHAND_HOME: where.data,
  }
  const child = spawn(process.execPath, ['out/main/deskhand.mjs', ...args], { env })
  child.stdin.end(`${line}\n`)
  const [said] = await Promise.all([text(child.stdout), once(child, 'exit')])
  return said
}

const bearers = () => service.requests.splice(0).map(({ key }) => key)
const keyFile = () => readFile(join(where.data, 'keys.yaml'), 'utf8').catch(() => null)

describe('a key of a model service', () => {
  test(`that the terminal keeps is used by the app (${shell}), which changes it for the terminal`, async () => {
    expect(await deskhand(['config', 'key', 'MY_KEY'], 'first-secret')).toBe(
      'Kept in the key store of this system.\n',
    )
    await using app = await launchApp({ where, desktop: desktop.env })
    const page = await app.page('index')
    const call = (name: string, input: unknown): Promise<{ ok: boolean; value?: unknown }> =>
      page.evaluate(`window.deskhand.calls[${JSON.stringify(name)}](${JSON.stringify(input)})`)
    const model = {
      provider: 'custom',
      model_name: 'scripted',
      base_url: service.baseUrl,
      api_key_name: 'MY_KEY',
    }
    expect(await call('read_keys', {})).toEqual({
      ok: true,
      value: {
        keys: [{ name: 'MY_KEY', from: 'keyring' }],
        store: { kind: 'keyring', why: null },
      },
    })
    expect(await call('test_model', model)).toMatchObject({ ok: true, value: { text: true } })
    expect(new Set(bearers())).toEqual(new Set(['first-secret']))
    expect(await call('set_key', { name: 'MY_KEY', value: 'second-secret' })).toMatchObject({ ok: true })
    expect(await call('test_model', model)).toMatchObject({ ok: true })
    expect(new Set(bearers())).toEqual(new Set(['second-secret']))
    expect([store.secrets, await keyFile()]).toEqual([{ MY_KEY: 'second-secret' }, null])
  })

  test('is used by the page, is never in it, and is removed from there', async () => {
    await deskhand(['config', 'key', 'MY_KEY'], 'third-secret')
    await using program = await startPage(where, { env: desktop.env })
    await using opened = await openInBrowser(program.address)
    const { page } = opened
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await expect.poll(() => service.requests.length).toBeGreaterThan(0)
    expect(new Set(bearers())).toEqual(new Set(['third-secret']))
    expect(await page.content()).not.toContain('third-secret')
    await page.getByRole('button', { name: 'Remove', exact: true }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await expect.poll(() => store.secrets).toEqual({})
  })
})
