// `display.home: private`: the person's files are not there, and `~` is the empty home of that desktop.
import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { place, startRun, story } from './support/deskhand.ts'
import { desktopOf } from './support/witness.ts'

test('on a desktop with a private home, ~ is not the person’s', async () => {
  await using where = await place()
  await where.config('display:\n  home: private\n')
  const running = startRun(where, 'open mousepad, type "hidden", save as "~/a.txt", wait 3 seconds')
  const { run } = await running.event('run_started')
  const { HOME } = await desktopOf(where, run)
  await running.event(
    'act_started',
    (event) => event.tool_name === 'wait' && event.parameters['seconds'] === 3,
  )
  expect(HOME).not.toBe(where.home)
  await access(join(HOME ?? '', 'a.txt'))
  const { code } = await running.ended
  expect(code, `${running.stderr()}\n${story(running.events)}`).toBe(0)
  expect(await readdir(where.home)).not.toContain('a.txt')
})
