// The fifteen tools of the seed in one table, each tested by a real call; and prompts of a person's own.
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OpenAIServer } from '../src-main/models/testing/openai-server.ts'
import { plainModel } from '../src-main/models/testing/plain-model.ts'
import { deskhand, place, story } from './support/deskhand.ts'
import { openInBrowser, startPage } from './support/page.ts'

const modelAt = (baseUrl: string) =>
  `models:\n  default: {provider: custom, model_name: plain, base_url: "${baseUrl}", visual_mode: false, max_retry: 0}\n`

test('the settings list the fifteen tools, test one by a real call, and give one a prompt of its own', async () => {
  await using server = await OpenAIServer.start({
    reply: ({ system, user }) => `${system.slice(0, 12)}|${user}`,
  })
  await using where = await place()
  await where.config(modelAt(server.baseUrl))
  await writeFile(join(where.home, 'mine.md'), 'My own words.')
  await using program = await startPage(where, { args: ['--display', 'virtual'] })
  await using opened = await openInBrowser(program.address)
  const { page, faults } = opened
  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByText('Advanced', { exact: true }).click()
  const table = page.getByRole('region', { name: 'Tools of the planner' })
  await table.getByRole('rowheader').first().waitFor()
  expect(await table.getByRole('rowheader').count()).toBe(15)
  const row = (tool: string) =>
    table.getByRole('row').filter({ has: page.getByRole('rowheader', { name: tool }) })
  expect(await row('memory_retrival').innerText()).toMatch(
    /plain \(default\)[^]*memory_retrival\.md[^]*set up/,
  )
  expect(await row('embedding').innerText()).toContain('not set up')
  expect(await row('embedding').getByRole('button', { name: 'Test embedding' }).isDisabled()).toBe(true)

  await table.getByRole('button', { name: 'Test memory_retrival' }).click()
  await row('memory_retrival')
    .getByText(/^works/)
    .waitFor()
  await table.getByText(/^You are give\|Request: save a note/).waitFor()
  expect(server.requests).toHaveLength(1)

  await table.getByRole('button', { name: 'memory_retrival', exact: true }).click()
  const path = table.getByRole('textbox', { name: 'Prompt' })
  await path.fill(join(where.home, 'none.md'))
  await path.press('Enter')
  await row('memory_retrival').getByText('none.md').waitFor()
  await table.getByRole('button', { name: 'Test memory_retrival' }).click()
  await table.getByText(/prompt_path\.memory_retrival: the prompt .*none\.md can't be read/).waitFor()
  await path.fill(join(where.home, 'mine.md'))
  await path.press('Enter')
  await row('memory_retrival').getByText('mine.md').waitFor()
  await table.getByRole('button', { name: 'Test memory_retrival' }).click()
  await table.getByText(/^My own words\|Request: save a note/).waitFor()
  expect(faults).toEqual([])
})

test('in a narrow window the tests of the tools are in reach, and Chinese is Chinese', async () => {
  await using where = await place()
  await where.config('app:\n  language: zh\n  first_start_done: true\n')
  await using program = await startPage(where, { args: ['--display', 'virtual'] })
  await using opened = await openInBrowser(program.address, { viewport: { width: 480, height: 800 } })
  const { page } = opened
  await page.goto(`${page.url().split('#')[0]}#/settings/models`)
  await page.getByText('高级', { exact: true }).click()
  const test = page.getByRole('button', { name: '测试 context_fusion' })
  await test.scrollIntoViewIfNeeded()
  const { x = 0, width = 0 } = (await test.boundingBox()) ?? {}
  expect(x + width).toBeLessThan(480)
  await page.getByRole('button', { name: 'context_fusion', exact: true }).click()
  await page.getByText('已知内容分段告知，不合并成一段文字').waitFor()
})

test('a run reads its own prompts before it begins: one that is broken is an error with its key, and no run is left', async () => {
  await using server = await OpenAIServer.start({ reply: plainModel })
  await using where = await place()
  const line = [
    'run',
    'open galculator, click 7, read display',
    '--display',
    'virtual',
    '--strategy',
    'single',
    '--json',
  ]
  await where.config(`${modelAt(server.baseUrl)}prompt_path: {linux: prompts/linux.md}\n`)
  const refused = await deskhand(where, line)
  expect(refused.code).toBe(1)
  expect(refused.stderr).toMatch(/prompt_path\.linux: the prompt .*prompts\/linux\.md can't be read/)
  expect(await readdir(join(where.data, 'logs')).catch(() => [])).toEqual([])
  expect(server.requests).toEqual([])

  await where.config(`${modelAt(server.baseUrl)}prompt_path: {linux: ~/linux.md}\n`)
  await writeFile(join(where.home, 'linux.md'), 'MINE. You are the LinuxAgent of Deskhand.\n{{tools}}\n')
  const done = await deskhand(where, line)
  expect(done.code, `${done.stderr}\n${story(done.events)}`).toBe(0)
  const [first] = server.requests
  expect(first?.system).toMatch(/^MINE\. You are the LinuxAgent of Deskhand\.\n[^]*click_input\(/)
})
