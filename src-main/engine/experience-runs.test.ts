// What a run leaves behind on a scripted desktop: by each `save_experience`, and in a model's words where they hold.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { expect, test } from 'vitest'
import { scriptedHome } from './testing/scripted-home.ts'

/** How each memory says that it went, read by SQLite alone. */
function outcomesIn(data: string): string[] {
  const path = join(data, 'memory.db')
  if (!existsSync(path)) return []
  const db = new SqliteDatabase(path, { readonly: true })
  try {
    return db.prepare('SELECT outcome FROM memories ORDER BY id').pluck().all() as string[]
  } finally {
    db.close()
  }
}

const good = (file: string) => `open "${file}", press Ctrl+End, type "omega", press Ctrl+S`
const bad = (file: string) => `open "${file}", press Ctrl+End, click "Nonesuch"`

test.each([
  ['always', 'worked', good, ['worked']],
  ['always', 'failed', bad, ['did_not_work']],
  ['auto', 'worked', good, ['worked']],
  ['auto', 'failed', bad, ['did_not_work']],
  // Nobody is there to be asked, and an unasked answer is no.
  ['ask', 'worked', good, []],
  ['ask', 'failed', bad, []],
  ['always_not', 'worked', good, []],
  ['always_not', 'failed', bad, []],
] as const)('save_experience: %s: of a run that %s', async (when, ends, requestOf, kept) => {
  await using home = await scriptedHome(`system: {save_experience: ${when}}\n`)
  const end = await home.run({ request: requestOf(home.file) })
  expect(end.status, end.error ?? '').toBe(ends === 'worked' ? 'completed' : 'failed')
  expect(home.events.filter(({ type }) => type === 'experience_saved')).toHaveLength(kept.length)
  expect([...new Set(outcomesIn(home.data))]).toEqual(kept)
})
