// The person takes the mouse of their own desktop while a run acts on it.
import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { RunControl } from '../src-main/core/run-control.ts'
import type { VirtualDesktop } from '../src-main/platform/virtual-desktop.ts'
import { startVirtualDesktop } from '../src-main/platform/virtual/start.ts'
import { deskhand, place, start, story, type Place } from './support/deskhand.ts'
import { watchInput } from './support/witness.ts'

const exec = promisify(execFile)
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const KEYS = Array.from({ length: 300 }, (_, index) => `press ${'abcdefghij'[index % 10]}`).join(', ')

/** Some X11 desktop that Deskhand did not start for this run stands for the person's. */
const personsDesktop = (where: Place): Promise<VirtualDesktop> =>
  startVirtualDesktop(
    { home: where.home, runId: 'person', width: 1280, height: 800, homeMode: 'shared', log: () => {} },
    new RunControl(),
  )

async function sweep(env: Record<string, string>): Promise<void> {
  for (let step = 0; step < 12; step++) {
    await exec('xdotool', ['mousemove_relative', '--', step < 6 ? '14' : '-13', '9'], {
      env: { ...process.env, ...env },
    })
    await wait(20)
  }
}

test('a hand on the mouse pauses the run; resumed, it goes on, also from where the hand has left the pointer', async () => {
  await using where = await place()
  await using person = await personsDesktop(where)
  const running = start(where, ['run', `open mousepad, ${KEYS}`, '--display', 'host', '--json'], person.env)
  const { run } = await running.event('run_started')
  using input = watchInput(person.env)
  const presses = () => input.events.filter((event) => event.kind === 'key press').length
  await expect.poll(presses).toBeGreaterThan(8)
  await wait(1500)
  expect(
    running.events.some((event) => event.type === 'paused'),
    story(running.events),
  ).toBe(false)
  await sweep(person.env)
  expect(await running.event('paused')).toMatchObject({ by: 'mouse' })
  await wait(500)
  const paused = presses()
  await wait(1000)
  expect(presses()).toBe(paused)
  expect((await deskhand(where, ['resume', run], person.env)).code).toBe(0)
  await running.event('resumed')
  await expect.poll(presses).toBeGreaterThan(paused + 8)
  expect(running.events.filter((event) => event.type === 'paused')).toHaveLength(1)
  expect((await deskhand(where, ['stop', run], person.env)).code).toBe(0)
  expect((await running.ended).code).toBe(3)
})

test('the setting leaves the mouse to both, and clicks of the agent are no hand', async () => {
  await using where = await place()
  await where.config('app:\n  pause_on_person: false\n')
  await using person = await personsDesktop(where)
  const clicks = Array.from({ length: 12 }, (_, index) => `click ${String((index % 9) + 1)}`).join(', ')
  const request = ['run', `open galculator, ${clicks}`, '--display', 'host', '--json']
  const sweeping = spawn(
    'sh',
    ['-c', 'for i in $(seq 200); do xdotool mousemove_relative 3 2; sleep 0.05; done'],
    {
      env: { ...process.env, ...person.env },
      stdio: 'ignore',
    },
  )
  const { events } = await deskhand(where, request, person.env)
  sweeping.kill()
  expect(
    events.some((event) => event.type === 'paused'),
    story(events),
  ).toBe(false)
  await where.config('')
  const again = await deskhand(where, request, person.env)
  expect(
    again.events.some((event) => event.type === 'paused'),
    story(again.events),
  ).toBe(false)
  expect(again.code, `${again.stderr}\n${story(again.events)}`).toBe(0)
})
