// What a run leaves behind where a person is asked: their word, in the page.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { expect, test } from 'vitest'
import { place, type Place } from './support/deskhand.ts'
import { openInBrowser, skipFirstStart, startPage } from './support/page.ts'

const BAD = 'open galculator, click 7, click "Nonesuch"'
/** Milliseconds that a request may take. */
const A_REQUEST = 90_000

interface Row {
  outcome: string
  text: string
}

/** What the store holds, read by SQLite alone. */
async function learned({ data }: Place): Promise<Row[]> {
  const path = join(data, 'memory.db')
  if (!existsSync(path)) return []
  const db = new SqliteDatabase(path, { readonly: true })
  try {
    return db.prepare('SELECT * FROM memories ORDER BY id').all() as Row[]
  } finally {
    db.close()
  }
}

test('a person who is asked has the last word, also on what did not work', async () => {
  await using where = await place()
  await using program = await startPage(where, { args: ['--display', 'virtual'] })
  await using opened = await openInBrowser(program.address)
  const { page, faults } = opened
  await skipFirstStart(page)
  const question = page.getByRole('region', { name: 'Deskhand asks' })
  const request = async (text: string) => {
    await page.getByRole('button', { name: /^New request/ }).click()
    await page.getByRole('textbox', { name: 'Request' }).fill(text)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Finish', exact: true }).click({ timeout: A_REQUEST })
    await question.waitFor({ timeout: A_REQUEST })
  }
  await request(BAD)
  expect(await question.innerText()).toContain('Remember what did not work?')
  await question.getByRole('button', { name: 'Don’t remember' }).click()
  await page.getByText('The session has failed: it is judged incomplete.').waitFor()
  expect(await learned(where)).toEqual([])
  await request(BAD)
  await question.getByRole('button', { name: 'Remember', exact: true }).click()
  await page.getByText('The session has failed: it is judged incomplete.').waitFor()
  const memories = await learned(where)
  expect(memories.length).toBeGreaterThan(0)
  for (const { outcome, text } of memories) {
    expect(outcome).toBe('did_not_work')
    expect(text).toMatch(/did not work/)
  }
  expect(faults).toEqual([])
}, 240_000)
