// The pages for plans, batches, schedules and devices, each by the keyboard alone and judged outside of Deskhand: by files that
// real applications have written.
import { access, mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deskhand, place, start, type Place } from './support/deskhand.ts'
import { find, openInBrowser, skipFirstStart, startPage, tabTo } from './support/page.ts'
import { recordWeeks } from './support/recorded-runs.ts'
import { eventually, freePort } from './support/waiting.ts'

/** Milliseconds that a run on a virtual desktop may take on a busy machine. */
const A_RUN = 120_000

let opened: Awaited<ReturnType<typeof openPage>>
beforeAll(async () => {
  opened = await openPage()
})
afterAll(() => opened[Symbol.asyncDispose]())

/** One page for all tests of this file, beside what was run in some weeks. */
async function openPage() {
  await using begun = new AsyncDisposableStack()
  const where = begun.use(await place())
  await recordWeeks(where.data)
  const program = begun.use(await startPage(where, { args: ['--display', 'virtual'] }))
  const { page, faults } = begun.use(await openInBrowser(program.address))
  // Where something was run before, there is no first start.
  const skip = page.getByRole('button', { name: 'Skip all' })
  await skip.or(page.getByRole('textbox', { name: 'Request' })).waitFor()
  if (await skip.isVisible()) await skipFirstStart(page)
  const owned = begun.move()
  return { where, page, faults, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

const textOf = (where: Place, name: string) => eventually(() => readFile(join(where.home, name), 'utf8'))

test('a plan is looked at before the act: foreseen, changed, and carried out as it stands; nothing is remembered of it, as its person says', async () => {
  const { where, page, faults } = opened
  const request = page.getByRole('textbox', { name: 'Request' })
  await request.focus()
  await page.keyboard.type('open Mousepad, type "Milk", type "Bread", save as "~/list.txt"')
  await tabTo(page, 'button', 'Beginning: Begin at once')
  await page.keyboard.press('Enter')
  // The menu gives the focus on in its own time.
  const atItem = (name: RegExp) =>
    page.getByRole('menuitemcheckbox', { name }).and(page.locator(':focus')).waitFor()
  await atItem(/Begin at once/)
  await page.keyboard.press('ArrowDown')
  await atItem(/Show the plan first/)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Beginning: Show the plan first' }).waitFor()
  await tabTo(page, 'button', 'Dry run')
  await page.keyboard.press('Enter')
  await page.getByText('1 of 4 steps can be done now.').waitFor({ timeout: A_RUN })
  await page.keyboard.press('Escape')
  await request.focus()
  await page.keyboard.press('Enter')
  const asked = page.getByRole('region', { name: 'Deskhand asks' })
  await asked.getByRole('heading', { name: 'Begin with this plan?' }).waitFor({ timeout: A_RUN })
  await asked.getByRole('checkbox', { name: 'Do this: type "Milk"' }).focus()
  await page.keyboard.press('Space')
  await asked.getByRole('checkbox', { name: 'Do this: type "Milk"', checked: false }).waitFor()
  await asked.getByRole('button', { name: /Begin$/ }).focus()
  await page.keyboard.press('1')
  await page.getByText('Saved list.txt').first().waitFor({ timeout: A_RUN })
  expect((await textOf(where, 'list.txt')).trim()).toBe('Bread')
  const plan = page.getByRole('complementary', { name: 'Desktop, plan and numbers' })
  await plan.getByText('3 of 4').waitFor()
  await tabTo(page, 'button', 'Finish')
  await page.keyboard.press('Enter')
  await asked.getByRole('button', { name: 'Remember', exact: true }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('The session has ended.').waitFor({ timeout: A_RUN })
  expect((await deskhand(where, ['memory', 'list', '--json'])).events).toEqual([])
  expect(faults).toEqual([])
})

test('a plan is made of that run, run with another text, and handed on as YAML', async () => {
  const { where, page, faults } = opened
  await find(page, 'plans')
  await tabTo(page, 'button', 'From a run…')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Groceries')
  await page.keyboard.press('Enter')
  await page.getByRole('form', { name: 'Run this plan' }).waitFor()
  const inputs = page.getByRole('form', { name: 'Run this plan' }).getByRole('textbox')
  expect(await inputs.evaluateAll((all) => all.map((one) => (one as { value?: string }).value))).toContain(
    'Bread',
  )
  await inputs.first().focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Butter')
  // Another file than the one of the first run: nothing is replaced.
  await inputs.nth(1).focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type(join(where.home, 'other.txt'))
  await page.keyboard.press('Enter')
  await page.getByText('The session has ended.').waitFor({ timeout: A_RUN })
  expect((await textOf(where, 'other.txt')).trim()).toBe('Butter')
  expect((await textOf(where, 'list.txt')).trim()).toBe('Bread')

  await find(page, 'Groceries')
  await page.getByRole('region', { name: 'Last runs' }).waitFor()
  const download = page.waitForEvent('download')
  await tabTo(page, 'button', 'Export as YAML')
  await page.keyboard.press('Enter')
  expect(await readFile(await (await download).path(), 'utf8')).toMatch(/^task: .*\nsteps:\n/)
  expect(faults).toEqual([])
})

test('by the keys alone: asked for, done, saved as a plan from its result while the session goes on, and run as that plan', async () => {
  const { page, faults } = opened
  await page.keyboard.press('Alt+N')
  const request = page.getByRole('textbox', { name: 'Request' })
  await request.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('open galculator, click 6, click "*", click 7, click "=", read display')
  await tabTo(page, 'button', 'Beginning: ')
  await page.keyboard.press('Enter')
  await page.getByRole('menuitemcheckbox', { name: /Begin at once/ }).press('Enter')
  await request.focus()
  await page.keyboard.press('Enter')
  const result = page.getByRole('region', { name: 'Result' })
  await result.waitFor({ timeout: A_RUN })
  expect(await result.locator('[data-result]').innerText()).toBe('42')
  await tabTo(page, 'button', 'Save as plan', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Saved as a plan.').waitFor()
  // Nothing is asked and nothing has ended: the next request goes to the same desktop.
  expect(await page.getByRole('region', { name: 'Deskhand asks' }).count()).toBe(0)
  await page.getByText('Ready for the next request').first().waitFor()
  await tabTo(page, 'button', 'Open plan')
  await page.keyboard.press('Enter')
  await page.getByRole('form', { name: 'Run this plan' }).waitFor()
  await tabTo(page, 'button', 'Run')
  await page.keyboard.press('Enter')
  await page.getByText('The session has ended.').waitFor({ timeout: A_RUN })
  expect(
    await page.getByRole('region', { name: 'Result' }).locator('[data-result]').first().innerText(),
  ).toContain('42')
  expect(faults).toEqual([])
})

test('a batch of a table does each row, and does again what has failed', async () => {
  const { where, page, faults } = opened
  await find(page, 'new batch')
  await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('greetings')
  await tabTo(page, 'radio', 'Files')
  await page.keyboard.press('ArrowRight')
  await tabTo(page, 'textbox', 'Table (CSV)')
  await page.keyboard.type('name,folder\nAna,.\nBo,missing')
  await tabTo(page, 'textbox', 'Request')
  await page.keyboard.type(
    `open Mousepad, type "Hello {{name}}", save as "${where.home}/{{folder}}/{{name}}.txt"`,
  )
  await tabTo(page, 'button', 'Make batch')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Run 2 tasks' }).waitFor()
  await tabTo(page, 'button', 'Run 2 tasks')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Retry 1 failed' }).waitFor({ timeout: 2 * A_RUN })
  expect((await textOf(where, 'Ana.txt')).trim()).toBe('Hello Ana')
  await expect(access(join(where.home, 'missing/Bo.txt'))).rejects.toThrow('ENOENT')

  await mkdir(join(where.home, 'missing'))
  await tabTo(page, 'button', 'Retry 1 failed')
  await page.keyboard.press('Enter')
  const done = page.getByRole('cell', { name: 'Done', exact: true })
  await done.nth(1).waitFor({ timeout: A_RUN })
  expect((await textOf(where, 'missing/Bo.txt')).trim()).toBe('Hello Bo')
  // A reload finds it as it is.
  await page.reload()
  await done.nth(1).waitFor()
  expect(faults).toEqual([])
})

test('a schedule is made, and what the system would call carries it out', async () => {
  const { where, page, faults } = opened
  await find(page, 'new schedule')
  await page.getByRole('textbox', { name: 'Name' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Hello')
  await tabTo(page, 'button', 'Sunday')
  await page.keyboard.press('Space')
  await tabTo(page, 'textbox', 'Request')
  await page.keyboard.type('open Mousepad, type "On time", save as "~/time.txt"')
  await tabTo(page, 'button', 'Save')
  await page.keyboard.press('Enter')
  await page.getByText(/Mon, Sun 09:00/).waitFor()
  const shown = start(where, ['schedule', 'show', 'Hello'])
  let units = ''
  shown.child.stdout?.on('data', (data: Buffer) => (units += data.toString()))
  await shown.ended
  expect(units).toContain('OnCalendar=Mon,Sun *-*-* 09:00:00')
  expect(units).toMatch(/ExecStart=.*deskhand\.mjs" "schedule" "fire" "Hello"/)
  const fired = await deskhand(where, ['schedule', 'fire', 'Hello', '--now'])
  expect(fired.code).toBe(0)
  expect((await textOf(where, 'time.txt')).trim()).toBe('On time')
  await page.reload()
  await page.getByRole('row', { name: /Hello/ }).getByText('Done').waitFor()
  expect(faults).toEqual([])
})

test('devices are served, sent a request, and the run of one is seen', async () => {
  const { page, faults } = opened
  const port = await freePort()
  await find(page, 'devices')
  await tabTo(page, 'textbox', 'Port')
  await page.keyboard.press('Control+A')
  await page.keyboard.type(String(port))
  await page.keyboard.press('Enter')
  await page.getByText('This is the key for devices.').waitFor()
  const key = await page
    .locator('code')
    .filter({ hasText: /^[\w-]{40,}$/ })
    .innerText()
  const url = `ws://127.0.0.1:${port}/ws`
  await using other = await place()
  const device = start(other, ['connect', url, '--id', 'desk', '--display', 'virtual', '--json'], {
    DESKHAND_AIP_KEY: key,
  })
  await using _ended = {
    async [Symbol.asyncDispose]() {
      device.child.kill('SIGINT')
      await device.ended
    },
  }
  const row = page.getByRole('row', { name: 'desk' })
  await row.getByText('Free').waitFor({ timeout: A_RUN })
  await tabTo(page, 'button', 'I have it')
  await page.keyboard.press('Enter')
  expect(await page.getByText(key).count()).toBe(0)
  await tabTo(page, 'button', 'Send a request to “desk”')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Request' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('open galculator, click 7, click "*", click 6, click "=", read display')
  await tabTo(page, 'button', 'Send')
  await page.keyboard.press('Enter')
  await row.getByRole('button', { name: /^open galculator/ }).waitFor({ timeout: A_RUN })
  await row.getByRole('button', { name: /^open galculator/ }).press('Enter')
  const result = page.getByRole('region', { name: 'Result' })
  await result.waitFor({ timeout: A_RUN })
  expect(await result.innerText()).toMatch(/42/)
  expect(faults).toEqual([])
})

test('a setting is found and changed, and a run is gone through step by step', async () => {
  const { where, page, faults } = opened
  await find(page, 'limits and cost')
  await page.getByRole('heading', { name: 'Limits and cost', level: 1 }).waitFor()
  await tabTo(page, 'textbox', 'Steps')
  await page.keyboard.press('Control+A')
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await eventually(async () => {
    const kept = await readFile(join(where.data, 'config.yaml'), 'utf8')
    if (!/max_step: 7\b/.test(kept)) throw new Error(kept)
  })
  await find(page, 'history')
  await page.getByRole('searchbox', { name: /^Search in requests/ }).waitFor()
  await tabTo(page, 'button', 'Replay: Export my contacts as a CSV file')
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: 'Replay' }).waitFor()
  const here = page.getByRole('slider')
  const at = () => here.getAttribute('aria-valuetext')
  const first = await at()
  await page.keyboard.press('ArrowRight')
  await expect.poll(at).not.toBe(first)
  await page.keyboard.press('Home')
  await expect.poll(at).toBe(first)
  // To what went wrong.
  await page.keyboard.press('ArrowDown')
  await page.getByText('There is no menu “Export”.').waitFor()
  expect(faults).toEqual([])
})
