// The history of the page: a run is recorded as a plan there, and done again by the same engine without a model.
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { place, runIn, story } from './support/deskhand.ts'
import { openInBrowser, skipFirstStart, startPage } from './support/page.ts'

/** What each WebM file begins with. */
const EBML = '1a45dfa3'

test('a run is recorded in the history, and done again: the application writes its file once more', async () => {
  await using where = await place()
  const request = 'open Mousepad, type "Hello", save as "~/hello.txt"'
  const ran = await runIn(where, request, ['--task', 'hello'])
  expect(ran.code, story(ran.events)).toBe(0)
  const file = join(where.home, 'hello.txt')
  await rm(file)

  await using program = await startPage(where)
  await using opened = await openInBrowser(program.address)
  const { page, faults } = opened
  await skipFirstStart(page)
  await page.getByRole('button', { name: 'History', exact: true }).click()
  await page.getByRole('button', { name: `More for “${request}”` }).click()
  await page.getByRole('menuitem', { name: 'Record as plan' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'The run is recorded as a plan' })
  const plan = join(where.data, 'plans', 'hello.json')
  await dialog.getByText(plan).waitFor()
  // On a busy machine the run may have tried an act once more.
  const { recorded } = JSON.parse(await readFile(plan, 'utf8')) as { recorded: { acts: unknown[] } }
  const acts = recorded.acts.length
  expect(acts).toBeGreaterThanOrEqual(7)
  await dialog.getByRole('button', { name: 'Do it now' }).click()
  const judged = page.getByText(/of \d+ recorded acts were done/).first()
  // It stands in the details, which are closed.
  await judged.waitFor({ state: 'attached', timeout: 120_000 })
  expect(await judged.textContent()).toContain(`${acts} of ${acts} recorded acts`)
  expect(await readFile(file, 'utf8')).toBe('Hello')

  await page.getByRole('button', { name: 'History', exact: true }).click()
  await page
    .getByRole('button', { name: `Replay: ${request}` })
    .last()
    .click()
  const download = page.waitForEvent('download', { timeout: 60_000 })
  await page.getByRole('button', { name: 'Save as video' }).click()
  const video = await readFile(await (await download).path())
  expect(video.subarray(0, 4).toString('hex')).toBe(EBML)
  expect(video.length).toBeGreaterThan(10_000)
  expect(faults).toEqual([])
})
