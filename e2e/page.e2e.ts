// The page of a browser: `npm start` where there is neither Electron nor a screen, and `deskhand web`. The first request and all
// around it by the keyboard alone.
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import type { SessionEvent } from '../src-preload/contract/events.ts'
import type { ProgramMessage } from '../src-preload/contract/socket.ts'
import { openPageSocket } from '../src-main/web/testing/page-client.ts'
import { place, type Place } from './support/deskhand.ts'
import { find, openInBrowser, startPage, tabTo } from './support/page.ts'

const TEXT = 'naïve café 你好 😀 !@#'
const REQUEST = `open Mousepad, type "${TEXT}", save as "~/a.txt", then open galculator, click 7, click "*", click 6, click "=", read display`
const AGAIN = 'open Mousepad, type "another text", save as "~/a.txt"'
/** Milliseconds that a whole request may take on a machine with other things to do. */
const A_REQUEST = 120_000

/** The events of a run as its journal has them. */
const journalOf = async (where: Place, run: string): Promise<SessionEvent[]> =>
  (await readFile(join(where.data, 'logs', run, 'events.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SessionEvent)

/** The name of the run that the page shows. */
const runIn = (page: Page): string => decodeURIComponent(/#\/run\/(.+)$/.exec(page.url())?.[1] ?? '')

/** Types a request as a person does: the composer has the focus when one can be typed. */
async function request(page: Page, text: string): Promise<void> {
  await page
    .getByRole('textbox', { name: 'Request' })
    .and(page.locator(':focus'))
    .waitFor({ timeout: A_REQUEST })
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

/** Presses a button that only the keyboard leads to. */
async function pressButton(page: Page, name: string): Promise<void> {
  await tabTo(page, 'button', name)
  await page.keyboard.press('Enter')
}

const results = (page: Page) => page.getByRole('region', { name: 'Result' })

test('npm start without Electron and without a screen: one line with an address, and the whole of a first request in that page', async () => {
  await using where = await place()
  await using program = await startPage(where, { by: 'npm start' })
  expect(program.stdout()).toMatch(/^Deskhand is open at http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{43}\n$/)
  expect(program.stderr()).toContain('there is no screen here. Deskhand opens as a page')

  await using opened = await openInBrowser(program.address)
  const { page, faults } = opened
  expect(page.url()).toBe(`${new URL(program.address).origin}/`)
  for (const [step, button] of [
    ['1 of 3', 'Continue'],
    ['2 of 3', 'Continue'],
    ['3 of 3', 'Begin'],
  ] as const) {
    await page.getByText(step).waitFor()
    await pressButton(page, button)
  }

  await request(page, REQUEST)
  // The desktop beside it is live: what is on it changes.
  const desktop = page.getByLabel('The desktop of the run, live')
  await desktop.waitFor({ timeout: A_REQUEST })
  const before = await desktop.screenshot()
  await results(page).waitFor({ timeout: A_REQUEST })
  expect((await desktop.screenshot()).equals(before)).toBe(false)
  // On a busy machine an act may be tried once more: how many there are is left to the journal.
  const [, checked, acts] =
    /^Saved a\.txt\s+42\s+(\d+) of (\d+) checked/.exec(await results(page).innerText()) ?? []
  const told = await journalOf(where, runIn(page))
  const judged = told.findLast((event) => event.type === 'evaluated')
  expect(judged?.effects).toMatchObject({ confirmed: Number(checked), acts: Number(acts) })
  expect(await page.getByRole('button', { name: /button “7” in “galculator”/ }).count()).toBe(1)
  expect(await readFile(join(where.home, 'a.txt'), 'utf8')).toBe(TEXT)

  // A file is about to be replaced: the safe answer has the focus, and nothing is written before the other one is given.
  await request(page, AGAIN)
  const question = page.getByRole('region', { name: 'Deskhand asks' })
  await question.waitFor({ timeout: A_REQUEST })
  expect(await question.innerText()).toContain('it replaces a file')
  await page.locator('button:focus', { hasText: /^Refuse/ }).waitFor()
  expect(await readFile(join(where.home, 'a.txt'), 'utf8')).toBe(TEXT)
  await pressButton(page, 'Allow once')
  // The application asks about the same file, too: nobody is asked twice.
  await results(page).nth(1).waitFor({ timeout: A_REQUEST })
  expect(await readFile(join(where.home, 'a.txt'), 'utf8')).toBe('another text')

  await pressButton(page, 'Finish')
  await question.getByRole('button', { name: 'Remember', exact: true }).waitFor({ timeout: A_REQUEST })
  await pressButton(page, 'Remember')
  await page.getByText('The session has ended.').waitFor({ timeout: A_REQUEST })
  const events = await journalOf(where, runIn(page))
  expect(
    events.filter((event) => event.type === 'question_asked' && event.kind === 'sensitive_step'),
  ).toHaveLength(1)
  const kept = events.find((event) => event.type === 'experience_saved')
  expect(kept?.count).toBeGreaterThan(0)

  // Found again by a word of it, opened, and exported.
  await find(page, 'history')
  await tabTo(page, 'searchbox', 'Search in requests')
  await page.keyboard.type('galculator')
  await page.getByText('1 run', { exact: true }).waitFor()
  const download = page.waitForEvent('download')
  await pressButton(page, 'More for “open Mousepad')
  await page.getByRole('menuitem').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Export as H')
  await page.getByRole('menuitem', { name: 'Export as HTML' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  const report = await readFile(await (await download).path(), 'utf8')
  expect(report).toMatch(/galculator[^]*42/)

  expect(faults).toEqual([])
  expect(await program.interrupt()).toBe(0)
  expect(await readdir(join(where.data, 'desktops')).catch(() => [])).toEqual([])
})

test('Ctrl+C in the middle of a run stops it, tells the page, and leaves no desktop behind', async () => {
  await using where = await place()
  await using program = await startPage(where, { args: ['--display', 'virtual'] })
  const socket = await openPageSocket(program.address)
  const told: ProgramMessage[] = []
  let look = () => {}
  socket.on('message', (data: Buffer, isBinary) => {
    if (isBinary) return
    told.push(JSON.parse(data.toString()) as ProgramMessage)
    look()
  })
  const until = <T>(find: () => T | undefined) =>
    new Promise<T>((resolve) => {
      look = () => {
        const found = find()
        if (found !== undefined) resolve(found)
      }
      look()
    })
  const call = async (id: number, name: string, input: unknown): Promise<unknown> => {
    socket.send(JSON.stringify({ id, name, input }))
    const answer = await until(() => told.find((message) => 'id' in message && message.id === id))
    if (!('id' in answer) || !answer.envelope.ok) throw new Error(`${name}: ${JSON.stringify(answer)}`)
    return answer.envelope.value
  }
  const waiting = 'open Mousepad, type "Hello", wait 60 seconds'
  const { run } = (await call(1, 'start_run', { request: waiting, display: 'virtual' })) as { run: string }
  await call(2, 'watch_run', { run })
  const events = () =>
    told.flatMap((message) =>
      'push' in message && message.push.push === 'event' ? [message.push.event] : [],
    )
  await until(() => events().find((event) => event.type === 'act_started' && event.tool_name === 'wait'))
  const closed = once(socket, 'close')
  expect(await program.interrupt()).toBe(0)

  expect((await journalOf(where, run)).at(-1)).toMatchObject({ type: 'session_finished', status: 'stopped' })
  expect(events().at(-1)).toMatchObject({ type: 'session_finished', status: 'stopped' })
  expect((await closed)[0]).toBe(1001)
  expect(await readdir(join(where.data, 'desktops')).catch(() => [])).toEqual([])
  await expect(fetch(program.address)).rejects.toThrow()
})
