// `deskhand serve --page`: the devices of a server and what they do, live in the windows of the app.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import { expect, test } from 'vitest'
import { PlainClient } from '../src-main/aip/testing/plain-client.ts'
import { connected, KEY, serving, until } from './support/aip.ts'
import { openInBrowser, skipFirstStart } from './support/page.ts'

const CALCULATE = 'open galculator, click 7, click "*", click 6, click "=", read display'

test('the page lists devices as they come, work, wait and go, and shows the run of one live', async () => {
  await using server = await serving('', ['--page'])
  const address = () => /^Its page is open at (\S+)$/m.exec(server.printed())?.[1]
  await until(
    () => address() !== undefined,
    () => server.printed(),
  )
  await using opened = await openInBrowser(address() ?? '')
  const { page, faults } = opened
  await skipFirstStart(page)
  await page.getByRole('button', { name: 'Devices' }).click()
  await page.getByText('No device is connected').waitFor()
  expect(await page.getByText(`deskhand connect ${server.url} --id NAME`).count()).toBe(1)

  await using _device = await connected(server, 'desk')
  const row = page.getByRole('row', { name: 'desk' })
  await row.getByText('Free').waitFor()
  // One of the reference, which takes nothing: its task waits for its word.
  const other = await PlainClient.open(server.url, { 'X-API-Key': KEY })
  await other.register('plain')
  await page.getByRole('row', { name: 'plain' }).getByText('Free').waitFor()
  await server.dispatch('plain', 'a first task', 'first')
  await server.dispatch('plain', 'a second task', 'second')
  const plain = page.getByRole('row', { name: 'plain' })
  await plain.getByText('At work').waitFor()
  await plain.getByText('a first task').waitFor()
  await plain.getByRole('cell', { name: '1', exact: true }).waitFor()
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'))
  const { violations } = await page.evaluate<AxeResults>('axe.run(document)')
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])

  await server.dispatch('desk', CALCULATE, 'sum')
  await row.getByRole('button', { name: CALCULATE }).click()
  const result = page.getByRole('region', { name: 'Result' })
  await result.waitFor({ timeout: 120_000 })
  expect(await result.innerText()).toMatch(/^Done\s+42\s/)
  expect(await page.getByRole('button', { name: /button “7” in “galculator”/ }).count()).toBe(1)

  await page.getByRole('button', { name: 'Devices' }).click()
  await row.getByText('Free').waitFor()
  other.cut()
  await plain.waitFor({ state: 'detached' })
  expect(faults).toEqual([])
})

test('it is a page of one person: with the key of devices nobody gets in', async () => {
  await using server = await serving('', ['--page'])
  const address = () => /^Its page is open at (\S+)$/m.exec(server.printed())?.[1]
  await until(
    () => address() !== undefined,
    () => server.printed(),
  )
  const page = new URL(address() ?? '')
  for (const [path, headers] of [
    ['/files/first/action_step1.png', { 'X-API-Key': KEY }],
    [`/?token=${KEY}`, {}],
  ] as const)
    expect((await fetch(`${page.origin}${path}`, { headers })).status).toBe(401)
  const without = await fetch(page.origin, { headers: { 'X-API-Key': KEY } })
  expect(await without.text()).not.toContain('deskhand-secret')
  // And what opens the page opens no device.
  const token = page.searchParams.get('token') ?? ''
  expect(await PlainClient.refusal(`${server.url}?token=${token}`)).toBe(401)
})
