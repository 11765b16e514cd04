// The first request in the app's own windows: it runs on a virtual desktop that is shown beside it, asks before it replaces a file,
// keeps what worked, and is found and exported afterwards.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { launchApp, shell } from './support/app.ts'
import { journal, newestRun, request } from './support/app-person.ts'
import { place } from './support/deskhand.ts'
import { skipFirstStart } from './support/page.ts'
import { personDesktop, xdotool } from './support/person-desktop.ts'

const TEXT = 'naïve café 你好 😀 !@#'
const REQUEST = `open Mousepad, type "${TEXT}", save as "~/a.txt", then open galculator, click 7, click "*", click 6, click "=", read display`
const AGAIN = 'open Mousepad, type "another text", save as "~/a.txt"'
/** Milliseconds that a whole request may take on a machine with other things to do. */
const A_REQUEST = 120_000

test(`the first request in the app’s own windows (${shell})`, async () => {
  await using where = await place()
  await where.config('display:\n  kind: virtual\n')
  await using desktop = await personDesktop(where)
  await using app = await launchApp({ where, desktop: desktop.env })
  const chat = await app.page('index')
  const faults: string[] = []
  chat.on('pageerror', (error) => faults.push(String(error)))
  await skipFirstStart(chat)

  await request(chat, REQUEST)
  const live = chat.getByRole('img', { name: 'The desktop of the run, live' })
  await live.waitFor({ timeout: A_REQUEST })
  const before = await live.screenshot()
  const results = chat.getByRole('region', { name: 'Result' })
  await results.waitFor({ timeout: A_REQUEST })
  expect((await live.screenshot()).equals(before)).toBe(false)
  expect(await results.innerText()).toContain('42')
  expect(await readFile(join(where.home, 'a.txt'), 'utf8')).toBe(TEXT)
  // On the person's own desktop nothing was opened but the app.
  expect(await xdotool(desktop.env, 'search', '--onlyvisible', '--class', 'galculator').catch(() => '')).toBe(
    '',
  )

  await request(chat, AGAIN)
  const question = chat.getByRole('region', { name: 'Deskhand asks' })
  await question.waitFor({ timeout: A_REQUEST })
  await chat.waitForFunction('document.activeElement?.textContent?.startsWith("Refuse")')
  expect(await readFile(join(where.home, 'a.txt'), 'utf8')).toBe(TEXT)
  await question.getByRole('button', { name: 'Allow once' }).click()
  // The application asks about the same file, too: nobody is asked twice.
  await results.nth(1).waitFor({ timeout: A_REQUEST })
  expect(await readFile(join(where.home, 'a.txt'), 'utf8')).toBe('another text')

  const run = await newestRun(chat)
  await chat.getByRole('button', { name: 'Finish', exact: true }).click()
  await question.getByRole('button', { name: 'Remember', exact: true }).click({ timeout: A_REQUEST })
  await chat.getByText('The session has ended.').waitFor({ timeout: A_REQUEST })
  expect((await journal(where, run)).at(-1)).toMatchObject({ type: 'session_finished', status: 'completed' })

  await chat.getByRole('button', { name: 'History', exact: true }).click()
  await chat.getByRole('searchbox', { name: /^Search in requests/ }).fill('galculator')
  await chat.getByText('1 run', { exact: true }).waitFor()
  const download = chat.waitForEvent('download')
  await chat
    .getByRole('button', { name: /^More for “open Mousepad/ })
    .last()
    .click()
  await chat.getByRole('menuitem', { name: 'Export as HTML' }).click()
  const report = await readFile(await (await download).path(), 'utf8')
  expect(report).toContain('galculator')
  expect(report).toContain('42')
  expect(faults).toEqual([])
})
