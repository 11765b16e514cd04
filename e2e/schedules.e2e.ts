import { readFile, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { localTime } from '../src-preload/contract/words.ts'
import { place, type Place } from './support/deskhand.ts'
import { startUserManager, whyNoManager } from './support/user-manager.ts'

const inTime = { timeout: 60_000 }
const fired = async ({ data }: Place, name: string) =>
  (await readFile(join(data, 'schedules', name, 'firings.jsonl'), 'utf8').catch(() => ''))
    .split('\n')
    .filter(Boolean)
    .map((line): unknown => JSON.parse(line))

test(
  'systemd begins what is scheduled: when a file appears, and at its time',
  { timeout: 240_000 },
  async (context) => {
    const why = whyNoManager()
    context.skip(why !== null, why ?? '')
    await using where = await place()
    const { home, data } = where
    await using manager = await startUserManager(where)

    const request = `open mousepad, type "from {{file}}", save as "${home}/seen.txt"`
    const added = [
      'schedule',
      'add',
      'letters',
      '--when-file',
      home,
      '--pattern',
      '*.in',
      '--request',
      request,
    ]
    expect(manager.deskhand(...added)).toBe('letters: waits for a file\n')
    await writeFile(join(home, 'march.in'), 'a letter')
    await expect.poll(() => fired(where, 'letters'), inTime).toMatchObject([{ outcome: 'began', why: null }])
    expect(await readFile(join(home, 'seen.txt'), 'utf8')).toBe(`from ${home}/march.in`)

    // The time of a minute ago, as a machine finds it that was off: made yesterday, and begun last two hours ago.
    const { hours, minutes } = localTime(new Date(Date.now() - 60_000))
    const every = ['--every', `day ${hours}:${minutes}`]
    manager.deskhand('schedule', 'add', 'morning', ...every, '--request', 'open galculator')
    const kept = join(data, 'schedules/morning/schedule.json')
    const schedule = JSON.parse(await readFile(kept, 'utf8')) as object
    await writeFile(kept, JSON.stringify({ ...schedule, saved_at: Date.now() - 86_400_000 }))
    const units = await readdir(join(home, '.config/systemd/user'))
    const timer = units.find((name) => name.endsWith('.timer')) ?? ''
    manager.run('systemctl', '--user', 'stop', timer)
    const before = Date.now() / 1000 - 7200
    await utimes(join(home, '.local/share/systemd/timers', `stamp-${timer}`), before, before)
    expect(await fired(where, 'morning')).toEqual([])
    manager.run('systemctl', '--user', 'start', timer)
    await expect.poll(() => fired(where, 'morning'), inTime).toMatchObject([{ outcome: 'began', why: null }])
    expect(manager.deskhand('schedule')).toMatch(/^morning +every day \d\d:\d\d +began .* +next /m)

    manager.deskhand('schedule', 'remove', 'letters')
    manager.deskhand('schedule', 'remove', 'morning')
    expect(manager.run('systemctl', '--user', 'list-units', '--all', 'deskhand-*')).not.toContain('.timer')
    expect(await readdir(join(home, '.config/systemd/user'))).toEqual([])
  },
)
