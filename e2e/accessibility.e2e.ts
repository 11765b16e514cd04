// Every screen and dialog in both themes, looked over by axe: nothing serious, nothing critical.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { place } from './support/deskhand.ts'
import { openInBrowser, startPage } from './support/page.ts'
import { showTheme, THEMES, visitScreens } from './support/screens.ts'

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Screens that are left out by mistake are noticed. */
const LEAST = 40

async function faultsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>('typeof axe === "object"'))) await page.evaluate(AXE)
  const { violations } = await page.evaluate<AxeResults>('axe.run(document, { resultTypes: ["violations"] })')
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
    )
}

test('axe finds nothing serious on any screen, light and dark', async () => {
  await using where = await place()
  await using program = await startPage(where, { args: ['--display', 'virtual'] })
  await using opened = await openInBrowser(program.address)
  const found: string[] = []
  let seen = 0
  for await (const { name, page } of visitScreens(opened.page, where)) {
    seen++
    for (const theme of THEMES) {
      await showTheme(page, theme)
      for (const fault of await faultsOf(page)) found.push(`${name}, ${theme}: ${fault}`)
    }
  }
  expect(found).toEqual([])
  expect(opened.faults).toEqual([])
  expect(seen).toBeGreaterThanOrEqual(LEAST)
})
