// The page of the memory: what was learned is found, read, changed, pinned, forgotten, learned, taken in and handed out, all of it
// judged by the store itself.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deskhand, place, type Place } from './support/deskhand.ts'
import { launchBrowser, openInBrowser, skipFirstStart, startPage } from './support/page.ts'
import { recordAnswers, recordMemories } from './support/recorded-memories.ts'

const SCANS = 'Rename the scans in ~/Scans by their date'

/** What the terminal, another program, says of the memory. */
const listed = async (where: Place, ...words: string[]) =>
  (await deskhand(where, ['memory', 'list', '--json', ...words])).events as unknown as Record<
    string,
    unknown
  >[]

const titles = (page: Page) => page.getByRole('row').locator('td:first-child button').allInnerTexts()
const total = (page: Page, count: number) =>
  page.getByText(count === 1 ? '1 memory' : `${count} memories`, { exact: true }).waitFor()

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

/** A page beside a store that `fill` has filled. */
async function openPage(fill: (where: Place) => void | Promise<void>) {
  await using begun = new AsyncDisposableStack()
  const where = begun.use(await place())
  await fill(where)
  const program = begun.use(await startPage(where, { args: ['--display', 'virtual'] }))
  const { page, faults } = begun.use(await openInBrowser(program.address, {}, browser))
  await skipFirstStart(page)
  const owned = begun.move()
  const { address } = program
  return { where, address, page, faults, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

const goToMemory = (page: Page) => page.goto(`${page.url().split('#')[0]}#/memory`)

/** The button of this name has the focus. */
const focused = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).and(page.locator(':focus')).waitFor({ timeout: 5000 })

describe('with six memories', () => {
  let opened: Awaited<ReturnType<typeof openPage>>
  beforeAll(async () => {
    opened = await openPage(({ data }) => recordMemories(data))
  })
  afterAll(() => opened[Symbol.asyncDispose]())

  test('a dialog of the memory gives the focus back to what has opened it: by keys alone nobody is lost', async () => {
    const { page } = opened
    await goToMemory(page)
    await total(page, 6)
    await page.getByRole('button', { name: `More for “${SCANS}”` }).press('Enter')
    await page.getByRole('menuitem', { name: 'Forget…' }).press('Enter')
    await page.locator('button:focus', { hasText: 'Keep it' }).press('Escape')
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await focused(page, `More for “${SCANS}”`)
    await page.getByRole('button', { name: 'Learn a folder…' }).press('Enter')
    await page.getByRole('dialog').getByRole('textbox', { name: 'Folder' }).press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await focused(page, 'Learn a folder…')
  })

  test('the memory in a narrow window: what each is about can be read, and what can be done is in reach', async () => {
    const { page } = opened
    const whole = page.viewportSize()!
    await page.setViewportSize({ width: 480, height: 800 })
    await goToMemory(page)
    await total(page, 6)
    const about = await page.getByRole('button', { name: SCANS, exact: true }).boundingBox()
    expect(about?.width).toBeGreaterThan(150)
    const actions = page.getByRole('row').last().getByRole('button').last()
    const { x = 0, width = 0 } = (await actions.boundingBox()) ?? {}
    expect(x + width).toBeLessThan(480)
    await actions.click({ timeout: 2000 })
    await page.getByRole('menuitem', { name: 'Read' }).waitFor()
    await page.keyboard.press('Escape')
    await page.setViewportSize(whole)
  })

  test('the memory in the page: search and filters, read, edit, pin and forget', async () => {
    const { where, page, faults } = opened
    await page.getByRole('button', { name: 'Memory', exact: true }).click()
    await total(page, 6)

    await page.getByRole('searchbox', { name: 'Search in what was learned' }).fill('scans')
    await total(page, 1)
    expect(await titles(page)).toEqual([SCANS])
    await page.getByRole('searchbox', { name: 'Search in what was learned' }).press('Escape')
    await total(page, 6)
    await page.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: 'Experience' }).click()
    await total(page, 2)
    await page.getByRole('combobox', { name: 'Application' }).click()
    await page.getByRole('option', { name: 'pcmanfm' }).click()
    await total(page, 1)
    expect(await titles(page)).toEqual([SCANS])

    await page.getByRole('button', { name: SCANS, exact: true }).click()
    expect(await page.getByRole('article').innerText()).toMatch(
      /the run rename-scans[^]*helped 3 of 4 times[^]*“New name”/,
    )
    // By the keyboard alone: the form has the focus, Enter in a field saves it.
    await page.getByRole('button', { name: 'Edit', exact: true }).press('Enter')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Give scans their date')
    await page.getByRole('textbox', { name: 'Application' }).fill('pcmanfm, Thunar')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Give scans their date' }).waitFor()
    await page.getByText('You have changed it: nothing that is learned later replaces it.').waitFor()
    await page.getByRole('button', { name: 'Pin', exact: true }).click()
    await page.getByText('Pinned: it does not sink when runs fail.').waitFor()
    expect(await listed(where, 'scans')).toMatchObject([
      { title: 'Give scans their date', applications: ['pcmanfm', 'Thunar'], pinned: true },
    ])

    // Forgetting asks, the safe answer has the focus, and a person can still keep it.
    await page.getByRole('button', { name: 'Forget…' }).click()
    await page.locator('button:focus', { hasText: 'Keep it' }).press('Enter')
    expect(await listed(where, 'scans')).toHaveLength(1)
    await page.getByRole('button', { name: 'Forget…' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Forget', exact: true }).click()
    // The list is as it was left, without it.
    await page.getByText('Nothing fits', { exact: true }).waitFor()
    expect(await listed(where, 'scans')).toEqual([])
    await page.getByRole('button', { name: 'Show all' }).click()
    await total(page, 5)
    expect(faults).toEqual([])
  })

  test('two windows on one memory: what is forgotten in one is gone in the other, and by keys alone nobody is lost', async () => {
    const { page, address } = opened
    await goToMemory(page)
    await total(page, 5)
    const other = await page.context().newPage()
    await other.goto(address)
    await other.getByRole('button', { name: 'Memory', exact: true }).click()
    await total(other, 5)
    const [first = '', second = ''] = await titles(other)

    await other.getByRole('button', { name: `More for “${first}”` }).press('Enter')
    await other.getByRole('menuitem', { name: 'Forget…' }).press('Enter')
    await other.locator('button:focus', { hasText: 'Keep it' }).press('Tab')
    await other.keyboard.press('Enter')
    await total(other, 4)
    await focused(other, second)
    await total(page, 4)
    expect(await titles(page)).not.toContain(first)

    // In and out of one of them: on its page, in its form, and back on its line.
    await other.keyboard.press('Enter')
    await focused(other, 'All memories')
    await other.getByRole('button', { name: 'Edit', exact: true }).press('Enter')
    await other.getByRole('button', { name: 'Cancel' }).press('Enter')
    await focused(other, 'Edit')
    await other.getByRole('button', { name: 'All memories' }).press('Enter')
    await focused(other, second)
  })
})

test('the end of a long list: the way further leads nowhere there, and keeps the focus', async () => {
  await using opened = await openPage(({ data }) => recordAnswers(data, 51))
  const { page } = opened
  await goToMemory(page)
  await total(page, 51)
  const further = page.getByRole('button', { name: 'Further' }).first()
  await further.press('Enter')
  await page.getByText('51–51').waitFor()
  await further.and(page.locator(':focus')).waitFor({ timeout: 5000 })
  await page.keyboard.press('Enter')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByText('1–50').first().waitFor()
})

test('the memory in the page: a folder is learned, files go in and out, and a bad one changes nothing', async () => {
  await using opened = await openPage(async ({ home }) => {
    await mkdir(join(home, 'docs'))
    await writeFile(join(home, 'docs/guide.md'), '# Export\n\nFile, Export as PDF writes the sheet as PDF.')
    await writeFile(join(home, 'docs/broken.pdf'), 'no PDF')
  })
  const { where, page, faults } = opened
  await page.getByRole('button', { name: 'Memory', exact: true }).click()
  await page.getByText('Nothing learned yet').waitFor()

  await page.getByRole('button', { name: 'Learn a folder…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Folder' }).fill('~/nowhere')
  await dialog.getByRole('textbox', { name: 'Application' }).fill('soffice')
  await dialog.getByRole('button', { name: 'Learn', exact: true }).click()
  await dialog.getByText(/There is no folder .*nowhere/).waitFor()
  await dialog.getByRole('textbox', { name: 'Folder' }).fill('~/docs')
  await dialog.getByRole('button', { name: 'Learn', exact: true }).click()
  await dialog.getByText('Learned 1 file; pieces: 1.').waitFor()
  expect(await dialog.innerText()).toMatch(/1 file could not be read:[^]*broken\.pdf: it is no PDF/)
  await page.keyboard.press('Escape')
  await total(page, 1)
  expect(await listed(where)).toMatchObject([
    { kind: 'document', title: 'Export', applications: ['soffice'] },
  ])

  const give = async (name: string, content: string) => {
    await page.getByRole('button', { name: 'Import and export' }).click()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('menuitem', { name: 'Import a file…' }).click()
    await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) })
  }
  const answer = '{"question":"Which folder?","answer":"~/reports"}\n'
  await give('qa_pairs.jsonl', `${answer}{"question":`)
  const refused = page.getByText(/qa_pairs\.jsonl is no qa_pairs\.jsonl/)
  await refused.waitFor()
  // It says nothing of another view.
  await page.getByRole('button', { name: 'History', exact: true }).click()
  await refused.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Memory', exact: true }).click()
  expect(await listed(where)).toHaveLength(1)
  await give('qa_pairs.jsonl', answer)
  await total(page, 2)

  await page.getByRole('button', { name: 'Import and export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export qa_pairs.jsonl' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toBe(answer)
  expect(faults).toEqual([])
})
