// How a question is recorded, asked and given up.
import { describe, expect, it } from 'vitest'
import { MemoryJournal } from '../agents/testing/scripted.ts'
import { VirtualClock } from '../core/clock.ts'
import { StoppedError } from '../core/errors.ts'
import type { Interactor } from '../core/interactor.ts'
import { RunControl } from '../core/run-control.ts'
import { RecordedInteractor } from './recorded-interactor.ts'
import { person } from './testing/world.ts'

describe('a question', () => {
  it('is recorded before it is asked, holds deadlines and ends with the run', async () => {
    const journal = new MemoryJournal()
    const clock = new VirtualClock()
    const run = new RunControl({ clock, timeoutMs: 100 })
    let asked = false
    const never: Interactor = {
      ...person(),
      sensitiveStepAsker: () => {
        asked = true
        return new Promise(() => {})
      },
    }
    const asking = new RecordedInteractor(never, journal).sensitiveStepAsker(
      {
        call_id: 'c',
        action: 'Delete it',
        control_text: '',
        categories: [],
        reason: '',
        rule: '',
        consequence: null,
        target: {} as never,
        scopes: ['once'],
        coverage: null,
      },
      run,
    )
    await expect.poll(() => asked).toBe(true)
    clock.advance(10_000)
    expect(run.stopped).toBe(false)
    expect(journal.of('question_asked')).toMatchObject([
      { text: 'Delete it', call_id: 'c', choices: ['no', 'yes'] },
    ])
    run.stop()
    await expect(asking).rejects.toThrow(StoppedError)
    expect(journal.of('question_answered')).toMatchObject([{ by: 'nobody', answer: '' }])
  })
})
