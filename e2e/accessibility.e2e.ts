// Every screen and dialog in both themes, looked over by axe: nothing serious, nothing critical.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { place } from './support/deskhand.ts'
import { openInBrowser, startPage } from './support/page.ts'
import { showTheme, THEMES, visitScreens } from './support/screens.ts'

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** Screens that are left out by mistake are noticed. */
const LEAST = 40

/** Rules that run unasked and find what is serious or critical: each rule has one impact. The others cost a third of the time. */
const RULES = `axe._audit.rules
  .filter(({ enabled, impact, tags }) => enabled && /serious|critical/.test(impact) && !/experimental|deprecated/.test(tags))
  .map(({ id }) => id)`
const LEAST_RULES = 60

/** All rules for the first theme; of another one only the colours are different. */
async function faultsOf(page: Page, first: boolean): Promise<string[]> {
  if (!(await page.evaluate<boolean>('typeof axe === "object"'))) await page.evaluate(AXE)
  const rules = first ? await page.evaluate<string[]>(RULES) : ['color-contrast']
  if (first) expect(rules.length).toBeGreaterThanOrEqual(LEAST_RULES)
  const options = {
    runOnly: rules,
    resultTypes: ['violations'],
    // Style sheets and media: no rule reads them that finds something serious.
    preload: false,
  }
  const { violations } = await page.evaluate<AxeResults>(`axe.run(document, ${JSON.stringify(options)})`)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary}`),
  )
}

/** Milliseconds: looking at forty screens is a lot of work on a machine that has other things to do. */
const PATIENCE = 600_000

test('axe finds nothing serious on any screen, light and dark', { timeout: PATIENCE }, async () => {
  await using where = await place()
  await using program = await startPage(where, { args: ['--display', 'virtual'] })
  await using opened = await openInBrowser(program.address)
  const found: string[] = []
  let seen = 0
  for await (const { name, page } of visitScreens(opened.page, where)) {
    seen++
    for (const theme of THEMES) {
      await showTheme(page, theme)
      for (const fault of await faultsOf(page, theme === THEMES[0])) found.push(`${name}, ${theme}: ${fault}`)
    }
  }
  expect(found).toEqual([])
  expect(opened.faults).toEqual([])
  expect(seen).toBeGreaterThanOrEqual(LEAST)
})
