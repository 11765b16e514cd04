// A server or its device is killed at any moment of a task: nothing that was told is lost, nothing is done twice unasked, and
// nothing is left.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { connected, serving, type Connected } from '../e2e/support/aip.ts'
import { deskhand, place, type Place } from '../e2e/support/deskhand.ts'
import { FORM, pressesOf } from './support/form.ts'
import { many, TEST_MS } from './support/whole.ts'
import { allGone, expectWholeJournals } from './support/whole-run.ts'

/** Of each of the two. */
const KILLS = many({ whole: 50, usual: 1 })
/** Milliseconds from its dispatch within which a program is killed: the task has ended by then where the machine is quiet. */
const WITHIN_MS = 8_000
const HEARTBEAT = 'aip:\n  heartbeat: 2\n'
const REQUEST = 'open Form, click Next, wait 1 seconds, click Sort'
const YES = ['--yes-to', 'unknown', '--yes-to', 'run_command']

async function formPlace(): Promise<Place> {
  const at = await place()
  const program = join(at.home, 'form.py')
  await writeFile(program, FORM)
  await at.config(`${HEARTBEAT}applications:\n  Form: /usr/bin/python3 ${program} stays\n`)
  return at
}

/** Closes what a killed program has left open, as its person would. */
async function closeRuns(where: Place): Promise<void> {
  const listed = await deskhand(where, ['runs', '--json'])
  expect(listed.code, listed.stderr).toBe(0)
  for (const run of await expectWholeJournals(where)) await deskhand(where, ['close', run])
}

async function killed(device: Connected): Promise<void> {
  device.running.child.kill('SIGKILL')
  await device.running.ended
}

describe.each(['server', 'device'] as const)('a %s', (which) => {
  test('that is killed has lost nothing, repeats nothing, and leaves nothing', { timeout: TEST_MS }, async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      await using server = await serving(HEARTBEAT)
      await using device = await connected(server, 'desk', { at: await formPlace(), more: YES })
      await server.dispatch('desk', REQUEST, 'form')
      await wait(Math.random() * WITHIN_MS)
      if (which === 'device') {
        await killed(device)
        // The server is told, and says of the task what has come of it.
        expect(['failed', 'completed']).toContain((await server.result('form'))['outcome'])
        server.running.child.kill('SIGINT')
      } else {
        server.running.child.kill('SIGKILL')
        await server.running.ended
        // The device gives the task up when the heartbeat is over, and waits for its server.
        device.running.child.kill('SIGINT')
        await device.running.ended
      }
      await server.running.ended
      const before = pressesOf(device.where)
      for (const where of [server.where, device.where]) {
        await closeRuns(where)
        await allGone(where)
      }
      expect(pressesOf(device.where)).toEqual(before)
      expect(Math.max(...before)).toBeLessThanOrEqual(1)
    }
  }) // prettier-ignore
})
