// Deskhand is killed in the middle of a run: what was done is not lost, and the run goes on or is closed.
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deskhand, place, startRun, story, type Place } from './support/deskhand.ts'
import { desktopOf } from './support/witness.ts'

const REQUEST = 'open galculator, click 7, wait 3 seconds, click 8, read display'

/** Kills the program (kill -9) as soon as it waits; answers the name of its run. */
async function killed(where: Place, ...more: string[]): Promise<string> {
  const running = startRun(where, REQUEST, [...more])
  const { run } = await running.event('run_started')
  await running.event('effect_verified', ({ evidence }) => evidence !== '')
  await running.event('act_started', ({ tool_name }) => tool_name === 'wait')
  running.child.kill('SIGKILL')
  await running.ended
  return run
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
const recordOf = (where: Place, run: string) => join(where.data, 'desktops', `${run}.json`)
const list = async (where: Place) =>
  (await deskhand(where, ['runs', '--json'])).events as unknown as { run: string; status: string }[]

test('a run that was killed goes on on its own desktop, and does nothing twice', async () => {
  await using where = await place()
  const run = await killed(where, '--resumable')
  const before = await desktopOf(where, run)
  // Any later start leaves the desktop to its person.
  expect(await list(where)).toMatchObject([{ run, status: 'interrupted' }])
  await deskhand(where, ['stop'])
  expect(await isThere(recordOf(where, run))).toBe(true)

  const { code, last, events } = await deskhand(where, ['continue', run, '--json'])
  expect(code, story(events)).toBe(0)
  expect(last?.result).toBe('78')
  expect(events[0]).toMatchObject({
    type: 'run_started',
    continues: run,
    display: { name: before['DISPLAY'] },
  })
  const done = events.flatMap((event) => (event.type === 'act_started' ? [event.tool_name] : []))
  expect(done).not.toContain('launch_application')
  expect(done.filter((tool) => tool === 'click_input')).toHaveLength(1)
  expect((await list(where)).map((line) => line.status).toSorted()).toEqual(['completed', 'stopped'])
  expect(await isThere(recordOf(where, run))).toBe(false)
})

test('a run of one agent goes on, too', async () => {
  await using where = await place()
  const run = await killed(where, '--resumable', '--strategy', 'single')
  const { code, last, events } = await deskhand(where, ['continue', run, '--json'])
  expect([code, last?.result], story(events)).toEqual([0, '78'])
  expect(events[0]).toMatchObject({ strategy: 'single', continues: run })
})

test('plain commands do not begin again on a new desktop where nobody is there to say so', async () => {
  await using where = await place()
  const run = await killed(where)
  const { code, last, events } = await deskhand(where, ['continue', '--json'])
  expect(code, story(events)).toBe(4)
  expect(last?.error).toMatch(/desktop of the interrupted run is gone/)
  expect(events[0]).toMatchObject({ continues: run })
  expect(events.filter(({ type }) => type === 'act_started')).toEqual([])
  // A run of the terminal keeps no desktop: the next start ends it.
  expect(await isThere(recordOf(where, run))).toBe(false)
})

test('a run that is closed is stopped, and its desktop is gone', async () => {
  await using where = await place()
  const run = await killed(where, '--resumable')
  expect(await isThere(recordOf(where, run))).toBe(true)
  const closed = await deskhand(where, ['close', run])
  expect(closed.code).toBe(0)
  expect(await isThere(recordOf(where, run))).toBe(false)
  expect(await list(where)).toMatchObject([{ run, status: 'stopped' }])
  const again = await deskhand(where, ['continue', run, '--json'])
  expect(again.code).toBe(1)
})
