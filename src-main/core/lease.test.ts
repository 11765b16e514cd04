import { expect, test } from 'vitest'
import { StoppedError } from './errors.ts'
import { Lease, momentAfter, momentNow } from './lease.ts'
import { RunControl } from './run-control.ts'

const lasting = (ms: number) => new Lease(momentAfter(momentNow(), ms), 'The lease has lapsed.')

test('nothing acts under a lease that has lapsed, also where no timer could tell it', () => {
  const lease = lasting(60_000)
  using run = new RunControl({ lease })
  using act = run.child()
  act.throwIfStopped()
  using late = new RunControl({ lease: lasting(0) })
  using lateAct = late.child().child()
  expect(() => lateAct.throwIfStopped()).toThrow(StoppedError)
  expect([late.stopped, late.signal.reason]).toEqual([
    true,
    expect.objectContaining({ reason: 'lost', message: 'The lease has lapsed.' }),
  ])
  expect(act.lease).toBe(lease)
})

test('either clock ends it: one that was set forward, or one that went on while the machine slept', () => {
  const now = momentNow()
  expect(new Lease({ wall: now.wall + 60_000, steady: now.steady }, '').lapsed).toBe(true)
  expect(new Lease({ wall: now.wall, steady: now.steady + 60_000 }, '').lapsed).toBe(true)
  expect(new Lease(momentAfter(now, 60_000), '').lapsed).toBe(false)
})

test('it can be extended while it holds, and not any more when it has lapsed', () => {
  const lease = lasting(60_000)
  const heard: number[] = []
  const later = momentAfter(momentNow(), 120_000)
  const forget = lease.onExtended(({ wall }) => heard.push(wall))
  lease.extend(later)
  forget()
  lease.extend(momentAfter(later, 1))
  expect(heard).toEqual([later.wall])
  const lapsed = lasting(-1)
  lapsed.extend(later)
  expect(lapsed.lapsed).toBe(true)
})

test('a pause does not stand still for a lease', async () => {
  using run = new RunControl({ lease: lasting(0) })
  run.pause()
  await expect(run.checkpoint()).rejects.toThrow('The lease has lapsed.')
})
