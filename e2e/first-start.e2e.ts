// The first start in the page: what was chosen and is not there is said, never passed over.
import { expect, test } from 'vitest'
import { place } from './support/deskhand.ts'
import { openInBrowser, startPage } from './support/page.ts'

test('a model that was chosen and is not there keeps the first start at its step; plain commands go on', async () => {
  await using where = await place()
  await using program = await startPage(where)
  await using opened = await openInBrowser(program.address)
  const { page } = opened
  const step = page.getByText('1 of 3')
  await step.waitFor()

  for (const [choice, why] of [
    ['A model service', 'Choose a service, or begin'],
    ['A model on this machine', 'no model answers on this machine yet'],
  ] as const) {
    await page.getByRole('radio', { name: choice }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText(why).waitFor()
    expect(await step.count()).toBe(1)
  }
  await page.getByRole('radio', { name: 'Plain commands, no model' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('2 of 3').waitFor()
})
