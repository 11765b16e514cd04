// Every screen and dialog of the windows, one after the other, reached as a person reaches them: in the built page, with runs
// of the real engine on a virtual desktop and a data folder of some weeks.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright'
import { pageHeaders } from '../../src-main/web/page-policy.ts'
import type { Place } from './deskhand.ts'
import { recordMemories } from './recorded-memories.ts'
import { recordWeeks } from './recorded-runs.ts'
import { recordWork } from './recorded-work.ts'

const REQUEST =
  'open Mousepad, type "Milk, bread, apples", save as "~/shopping.txt", wait 3 seconds, then open galculator, click 7, click "*", click 6, click "=", read display'
const AGAIN = 'open Mousepad, type "Milk, bread, pears", save as "~/shopping.txt"'
const THIRD = 'open galculator, click 2, click "+", click 3, click "=", read display'
/** Milliseconds that a request may take. */
const A_REQUEST = 90_000
export const SETTINGS = [
  'models',
  'place',
  'safety',
  'servers',
  'limits',
  'memory',
  'records',
  'shortcuts',
  'appearance',
  'program',
  'machines',
  'data',
  'look',
  'doctor',
] as const

/** What the page shows now, under the name of its picture. */
export interface Screen {
  name: string
  page: Page
}

export const THEMES = ['light', 'dark'] as const

/** Returns when all of the page has the colours of the theme. */
export async function showTheme(page: Page, theme: (typeof THEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.locator(`html[data-theme="${theme}"]`).waitFor({ state: 'attached' })
  // No frame is waited for: a page behind another one, or without a screen, is given one a second.
  await page.evaluate(
    `Promise.allSettled(document.getAnimations()
      .filter((animation) => animation.effect.getComputedTiming().iterations !== Infinity)
      .map((animation) => { animation.finish(); return animation.finished }))`,
  )
}

/** `page` shows the first start of the place's fresh data folder. */
export async function* visitScreens(page: Page, where: Place): AsyncGenerator<Screen> {
  yield* firstStart(page)
  yield* empty(page)
  yield* conversation(page)
  await recordWeeks(where.data)
  await page.reload()
  yield* records(page)
  yield* memory(page, where)
  yield* work(page, where)
  yield* settings(page)
  yield* planFirst(page)
  yield* smallWindow(page, 'quick', { width: 640, height: 360 }, async (quick) => {
    await quick.getByRole('combobox').or(quick.getByRole('textbox')).fill('open galculator')
    await quick.getByRole('option').first().waitFor()
  })
}

/** Before anything was run. */
async function* empty(page: Page): AsyncGenerator<Screen> {
  for (const [hash, name] of [
    ['#/new', 'new'],
    ['#/history', 'history-empty'],
    ['#/usage', 'usage-empty'],
    ['#/memory', 'memory-empty'],
  ] as const) {
    await go(page, hash)
    yield { name, page }
  }
  await go(page, '#/new')
}

/** What was learned: the list, what can be done with a line of it, one of them whole. */
async function* memory(page: Page, where: Place): AsyncGenerator<Screen> {
  recordMemories(where.data)
  await go(page, '#/memory')
  const more = page.getByRole('button', { name: /^More for “Rename the scans/ })
  await more.waitFor()
  yield { name: 'memory', page }
  await page.getByRole('button', { name: 'Learn a folder…' }).click()
  await page.getByRole('dialog').waitFor()
  yield { name: 'dialog-learn', page }
  await page.keyboard.press('Escape')
  await more.click()
  yield { name: 'memory-actions', page }
  await page.getByRole('menuitem', { name: 'Forget…' }).click()
  await page.getByRole('alertdialog').waitFor()
  yield { name: 'dialog-forget', page }
  await page.getByRole('button', { name: 'Keep it' }).click()
  await page.getByRole('button', { name: 'Rename the scans in ~/Scans by their date', exact: true }).click()
  await page.getByRole('heading', { name: 'What it says' }).waitFor()
  yield { name: 'memory-one', page }
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('form', { name: 'Edit' }).waitFor()
  yield { name: 'memory-edit', page }
}

/** Plans, batches, schedules, devices, and the palette that finds them. */
async function* work(page: Page, where: Place): AsyncGenerator<Screen> {
  const at = (name: string): Screen => ({ name, page })
  await recordWork(where)
  await go(page, '#/plans')
  await page.getByRole('button', { name: 'More for “Shopping list”' }).waitFor()
  yield at('plans')
  await go(page, '#/plans/Shopping%20list')
  await page.getByRole('form', { name: 'Run this plan' }).waitFor()
  yield at('plan')
  await page.getByRole('button', { name: 'Dry run' }).click()
  await page.getByRole('dialog').waitFor()
  await page.getByText('Looking at the desktop…').waitFor({ state: 'hidden', timeout: A_REQUEST })
  yield at('plan-dry-run')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('textbox', { name: 'Step 1' }).waitFor()
  yield at('plan-edit')
  await go(page, '#/new')
  await page.getByRole('button', { name: /^Where it runs: / }).click()
  await page.getByRole('menuitemcheckbox', { name: /^Virtual desktop/ }).waitFor()
  yield at('new-place')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Plan: No plan' }).click()
  await page.getByRole('menuitemcheckbox', { name: /^Shopping list/ }).waitFor()
  yield at('new-plans')
  await page.getByRole('menuitemcheckbox', { name: /^Shopping list/ }).click()
  await page.getByRole('textbox', { name: 'items' }).waitFor()
  yield at('new-plan')
  await page.getByRole('button', { name: 'Do not use the plan “Shopping list”' }).click()
  await go(page, '#/plans/+new')
  await page.getByRole('button', { name: 'Add step' }).waitFor()
  yield at('plan-new')
  await go(page, '#/batch')
  await page.getByRole('button', { name: 'Delete “March”' }).waitFor()
  yield at('batches')
  await go(page, '#/batch/March')
  await page.getByRole('button', { name: 'Retry 1 failed' }).waitFor()
  yield at('batch')
  await go(page, '#/batch/+new')
  await page.getByRole('radio', { name: 'Table (CSV)' }).click()
  yield at('batch-new')
  await go(page, '#/schedules')
  await page.getByRole('button', { name: 'More for “Weekly report”' }).waitFor()
  yield at('schedules')
  await go(page, '#/schedules/+new')
  await page.getByRole('button', { name: 'Monday' }).waitFor()
  yield at('schedule-new')
  await go(page, '#/devices')
  await page.getByRole('form', { name: 'Serve devices' }).waitFor()
  yield at('devices')
  await page.keyboard.press('Control+K')
  await page.getByRole('dialog', { name: 'Command palette' }).waitFor()
  await page.keyboard.type('re')
  yield at('palette')
  await page.keyboard.press('Escape')
}

async function* settings(page: Page): AsyncGenerator<Screen> {
  for (const name of SETTINGS) {
    await go(page, `#/settings/${name}`)
    yield { name: `settings-${name}`, page }
  }
  // A model that is not saved yet.
  await go(page, '#/settings/models')
  await page.getByRole('radio', { name: /^OpenAI/ }).click()
  await page.getByText('Not saved yet', { exact: false }).first().waitFor()
  yield { name: 'settings-models-draft', page }
  await go(page, '#/settings/servers')
  await page.getByRole('button', { name: 'Add a server' }).click()
  await page.getByRole('dialog').waitFor()
  yield { name: 'dialog-server', page }
  await page.keyboard.press('Escape')
}

async function* firstStart(page: Page): AsyncGenerator<Screen> {
  for (const step of [1, 2, 3]) {
    await page.getByRole('heading').first().waitFor()
    yield { name: `first-start-${step}`, page }
    await page.getByRole('button', { name: /^(Continue|Begin)$/ }).click()
  }
  await composer(page).waitFor()
}

/** One session: its request, the desktop beside it, the brake, both kinds of questions, its end. */
async function* conversation(page: Page): AsyncGenerator<Screen> {
  const at = (name: string): Screen => ({ name, page })
  await composer(page).fill(REQUEST)
  await page.keyboard.press('Enter')
  await page.getByText('Wait', { exact: true }).waitFor({ timeout: A_REQUEST })
  yield at('chat-running')
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  yield at('chat-paused')
  yield* smallWindow(page, 'pill', { width: 460, height: 44 }, async (pill) => {
    await pill.getByRole('button', { name: 'Resume' }).waitFor()
  })
  await page.getByRole('button', { name: 'Take over' }).click()
  await page.getByRole('button', { name: 'Hand back' }).waitFor()
  yield at('chat-taken-over')
  await page.getByRole('button', { name: 'Hand back' }).click()
  await result(page).waitFor({ timeout: A_REQUEST })
  yield at('chat-result')
  await page.getByRole('button', { expanded: false }).filter({ hasText: 'button “7”' }).first().click()
  await page
    .getByRole('img', { name: /What was on the screen/ })
    .first()
    .waitFor()
  yield at('chat-step')

  await composer(page).fill(AGAIN)
  await page.keyboard.press('Enter')
  const question = page.getByRole('region', { name: 'Deskhand asks' })
  await page.getByText('Needs you', { exact: true }).waitFor({ timeout: A_REQUEST })
  await page.keyboard.press('F8')
  await question.waitFor()
  yield at('chat-question')
  await question.getByRole('button', { name: 'Refuse and say why…' }).click()
  yield at('dialog-refuse-why')
  await question.getByRole('button', { name: 'Back' }).click()
  await composer(page).fill(THIRD)
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: '1 request in line' }).waitFor()
  yield at('chat-queue')
  await question.getByRole('button', { name: 'Allow once' }).click()
  await result(page).nth(2).waitFor({ timeout: A_REQUEST })
  yield at('chat-next-request')
  await page.getByRole('button', { name: 'Finish', exact: true }).click()
  await question.getByRole('button', { name: 'Remember', exact: true }).waitFor({ timeout: A_REQUEST })
  yield at('dialog-experience')
  await question.getByRole('button', { name: 'Remember', exact: true }).click()
  await page.getByText('The session has ended.').waitFor({ timeout: A_REQUEST })
  yield at('chat-ended')
}

/** A request whose checklist is shown, and waits for a yes. */
async function* planFirst(page: Page): AsyncGenerator<Screen> {
  await go(page, '#/new')
  await page.getByRole('button', { name: 'Beginning: Begin at once' }).click()
  await page.getByRole('menuitemcheckbox', { name: /^Show the plan first/ }).click()
  await composer(page).fill(THIRD)
  await page.keyboard.press('Enter')
  const question = page.getByRole('region', { name: 'Deskhand asks' })
  await question.getByRole('button', { name: 'Begin', exact: true }).waitFor({ timeout: A_REQUEST })
  yield { name: 'chat-checklist', page }
  await question.getByRole('button', { name: 'Stop', exact: true }).click()
  await page.getByText('stopped', { exact: false }).first().waitFor({ timeout: A_REQUEST })
}

/** What was run before: each kind of end, the history, the usage. */
async function* records(page: Page): AsyncGenerator<Screen> {
  for (const [run, name] of [
    ['sum-invoices', 'run-completed'],
    ['export-contacts', 'run-failed'],
    ['notes-to-pdf', 'run-interrupted'],
    ['mail-the-report', 'run-stopped'],
  ] as const) {
    await go(page, `#/run/${run}`)
    yield { name, page }
  }
  await go(page, '#/history')
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .waitFor()
  yield { name: 'history', page }
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click()
  yield { name: 'history-actions', page }
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).waitFor()
  yield { name: 'dialog-delete', page }
  await page.getByRole('button', { name: 'Keep it' }).click()
  await page.getByRole('searchbox', { name: /^Search in requests/ }).fill('figures')
  await page.getByText('8 runs', { exact: true }).waitFor()
  yield { name: 'history-search', page }
  await page.getByRole('searchbox', { name: /^Search in requests/ }).fill('')
  await page
    .getByRole('button', { name: /^More for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Replay' }).click()
  const replay = page.getByRole('group', { name: 'Replay' })
  await replay.waitFor()
  // To a step that has a picture.
  while ((await replay.getByRole('img').count()) === 0) await page.keyboard.press('ArrowRight')
  yield { name: 'history-replay', page }
  await go(page, '#/usage')
  await page.getByText('By application').waitFor()
  yield { name: 'usage', page }
}

/** The app's small windows have pages of their own, which the web shell does not serve: they are put in here. */
async function* smallWindow(
  main: Page,
  name: string,
  size: { width: number; height: number },
  ready: (page: Page) => Promise<void>,
): AsyncGenerator<Screen> {
  const { origin, host, hash } = new URL(main.url())
  const run = /^#\/run\/(.+)$/.exec(hash)?.[1]
  // A context of its own: beside a second page of the same one, the main page is given one frame a second from then on.
  const context = await main
    .context()
    .browser()!
    .newContext({ storageState: await main.context().storageState(), reducedMotion: 'reduce' })
  const page = await context.newPage()
  // To the browser a page that a test puts in comes from nowhere, and has to be let to this machine's own addresses.
  await context.grantPermissions(['local-network-access'])
  await page.route(new RegExp(`/${name}\\.html`), async (route) => {
    const body = await readFile(join(import.meta.dirname, '../../out/renderer', `${name}.html`))
    const headers = { ...pageHeaders([`ws://${host}`]), 'Content-Type': 'text/html; charset=utf-8' }
    await route.fulfill({ body, headers })
  })
  await page.setViewportSize(size)
  await page.goto(`${origin}/${name}.html${run === undefined ? '' : `#run=${run}`}`)
  await ready(page)
  yield { name, page }
  await context.close()
}

const composer = (page: Page): Locator => page.getByRole('textbox', { name: 'Request' })
const result = (page: Page): Locator => page.getByRole('region', { name: 'Result' })

async function go(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`)
  // What is shown first is replaced by what is loaded.
  await page
    .getByText(/^(Loading|Reading the history|Reading the memory|Adding up|Looking at this machine)…$/)
    .first()
    .waitFor({ state: 'hidden' })
}
