import { expect, test } from 'vitest'
import type { EventBody, SessionEvent } from '../../src-preload/contract/events.ts'
import { lastOutcome, runViewOf } from '../../src-preload/contract/run-view.ts'
import { endOf } from './device-run.ts'

const viewOf = (bodies: EventBody[]) =>
  runViewOf(
    bodies.map((body, seq): SessionEvent => ({
      v: 1,
      seq,
      ts: seq,
      run: 'r',
      round: 0,
      step: null,
      ...body,
    })),
  )

test.each([
  ['yes', 'completed', 'done'],
  ['unsure', 'completed', 'unsure'],
  ['no', 'failed', 'failed'],
  [null, 'completed', 'done'],
] as const)(
  'a task that the server judges as “%s” has ended so on the device, too',
  (complete, status, outcome) => {
    const judged = complete && { type: 'evaluation_result' as const, complete, reason: 'It says so.' }
    const ended = endOf(
      { status, error: null, result: null, judged },
      { steps: 1, rounds: 1, log_path: '/r' },
    )
    const view = viewOf([{ type: 'round_started', request: 'do it' }, ...ended])
    expect([view.status, lastOutcome(view)]).toEqual([status, outcome])
  },
)
