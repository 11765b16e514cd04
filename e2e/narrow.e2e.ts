// Every page in a narrow window and in Chinese: nothing stands outside of the window, and no words of the windows are English.
import { expect, test } from 'vitest'
import { SETTINGS } from './support/screens.ts'
import { place } from './support/deskhand.ts'
import { openInBrowser, startPage } from './support/page.ts'
import { recordMemories } from './support/recorded-memories.ts'
import { recordWeeks } from './support/recorded-runs.ts'
import { recordWork } from './support/recorded-work.ts'
import en from '../resources/locales/en.json' with { type: 'json' }
import zh from '../resources/locales/zh.json' with { type: 'json' }

const PAGES = [
  'new',
  'history',
  'usage',
  'memory',
  'plans',
  'plans/Shopping list',
  'plans/+new',
  'batch',
  'batch/March',
  'batch/+new',
  'schedules',
  'schedules/+new',
  'devices',
  'run/sum-invoices',
  'run/export-contacts',
  'run/notes-to-pdf',
  'run/mail-the-report',
  ...SETTINGS.map((name) => `settings/${name}`),
]

type Words = { [key: string]: string | Words }
const flat = (words: Words): string[] =>
  Object.values(words).flatMap((value) => (typeof value === 'string' ? [value] : flat(value)))

/** What the windows say in English, in two words or more, and not in Chinese. */
const chinese = new Set(flat(zh))
const ENGLISH = flat(en).filter((text) => / /.test(text) && !/\{\{/.test(text) && !chinese.has(text))

/** The texts that can be seen, and what says the names of things that have none. */
const TEXTS = `(() => {
  const found = new Set()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) found.add(walker.currentNode.textContent.trim())
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
    for (const name of ['aria-label', 'title', 'placeholder']) found.add(element.getAttribute(name) ?? '')
  return [...found]
})()`

/** What can be pressed, read or filled in and ends right of the window, unless it stands in what scrolls sideways. */
const OUTSIDE = `(() => {
  const scrolls = (element) => element !== null &&
    (/auto|scroll/.test(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth + 1 || scrolls(element.parentElement))
  return [...document.querySelectorAll('button, a, input, textarea, h1, h2, h3, p, label, td, th')]
    .filter((element) => {
      const { width, height, right } = element.getBoundingClientRect()
      return width > 1 && height > 1 && right > innerWidth + 1 && !scrolls(element.parentElement)
    })
    .map((element) => element.tagName + ' ' + (element.textContent || element.getAttribute('aria-label') || '').slice(0, 40))
})()`

test('at 420 pixels and in Chinese, every page is inside of the window and in its language', async () => {
  await using where = await place()
  await where.config('app:\n  first_start_done: true\n')
  await recordWeeks(where.data)
  await recordWork(where)
  await using program = await startPage(where, { args: ['--display', 'virtual'] })
  // The setting is “system”: for a page that is the language of its browser.
  await using opened = await openInBrowser(program.address, {
    locale: 'zh-CN',
    viewport: { width: 420, height: 860 },
  })
  const { page } = opened
  await page.getByRole('textbox', { name: zh.composer.label }).waitFor()
  recordMemories(where.data)
  const faults: string[] = []
  for (const name of PAGES) {
    await page.evaluate(`location.hash = ${JSON.stringify(`#/${name}`)}`)
    await page
      .getByText(/…$/)
      .locator('visible=true')
      .and(page.getByRole('status'))
      .first()
      .waitFor({ state: 'hidden' })
    const texts = new Set(await page.evaluate<string[]>(TEXTS))
    faults.push(...ENGLISH.filter((text) => texts.has(text)).map((text) => `${name}: English: ${text}`))
    faults.push(...(await page.evaluate<string[]>(OUTSIDE)).map((what) => `${name}: outside: ${what}`))
    if (await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth'))
      faults.push(`${name}: the page is wider than its window`)
  }
  expect(faults).toEqual([])
  expect(opened.faults).toEqual([])
})
