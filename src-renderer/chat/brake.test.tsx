// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventBody } from '../../src-preload/contract/events.ts'
import { runStarted, sampleRun, stepEvents, streamOf } from '../../src-preload/contract/testing/sample-run.ts'
import { openWindow, recordedRun } from '../testing/open-window.tsx'
import { App } from './app.tsx'

const begun: EventBody[] = [
  runStarted,
  { type: 'round_started', request: 'open Mousepad' },
  ...stepEvents({}).slice(0, 2),
]
const going = streamOf(begun)
const next = { question: 'q', kind: 'new_request' as const, text: 'What next?', choices: [] }
const resting: EventBody[] = [...begun, { type: 'question_asked', ...next, call_id: null, details: null }]
const older = recordedRun(going, { run: 'older' })
const newer = recordedRun(going, { run: 'newer' })
const over = recordedRun(sampleRun(), { run: 'over', alive: false })

const opened = (shown: string, { shortcuts = {}, refuse = false, live = ['newer', 'older'] } = {}) =>
  openWindow(<App />, {
    place: { view: 'run', run: shown },
    app: { live, shortcuts },
    runs: [newer.summary, older.summary, over.summary],
    answers: {
      watch_run: ({ run }) =>
        [older, newer, over].find(({ summary }) => summary.run === run)?.watched ?? over.watched,
      control_run: ({ run }) => {
        if (refuse) throw new Error('The flags can’t be written.')
        return { run: run ?? shown }
      },
    },
  })

const button = (name: RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })

// A press soon after another run was ended is taken for the second half of a double press: each test has a time of its own.
let now = 0
beforeEach(() => {
  now += 60_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('the brake', () => {
  it('pressed twice does not end the next run as well', async () => {
    const { user, wire, push } = await opened('newer')
    await user.click(button(/^Terminate/))
    await push({ push: 'run', summary: { ...newer.summary, status: 'stopped' } })
    now += 1_000
    await user.click(button(/^Terminate/))
    expect(wire.sent('control_run')).toEqual([{ run: 'newer', wish: 'stop' }])
    now += 1_000
    await user.click(button(/^Terminate/))
    expect(wire.sent('control_run')).toContainEqual({ run: 'older', wish: 'stop' })
  })

  it('ends the run that is shown, though a newer one goes on', async () => {
    const { user, wire } = await opened('older')
    await user.click(button(/^Terminate/))
    expect(wire.sent('control_run')).toEqual([{ run: 'older', wish: 'stop' }])
  })

  it('shows what the program tells, not what was wished', async () => {
    const { user, wire, push } = await opened('older')
    await user.click(button(/^Pause/))
    expect(wire.sent('control_run')).toEqual([{ run: 'older', wish: 'pause' }])
    expect(screen.queryByRole('button', { name: /^Resume/ })).toBeNull()
    const paused = streamOf([...going, { type: 'paused', by: 'person' }]).at(-1)
    if (paused) await push(older.told(paused))
    await user.click(await screen.findByRole('button', { name: /^Resume/ }))
    expect(wire.sent('control_run')).toContainEqual({ run: 'older', wish: 'resume' })
  })

  it('of a run that has only just begun ends that one, though another session is open', async () => {
    const { user, wire } = await opened('starting', { live: ['starting', 'newer', 'older'] })
    await user.click(button(/^Terminate/))
    expect(wire.sent('control_run')).toEqual([{ run: 'starting', wish: 'stop' }])
  })

  it('is about the newest run that goes on where one that is over is shown, and names it', async () => {
    const { user, wire } = await opened('over')
    expect(screen.getByTitle('These act on “open Mousepad”')).toBeTruthy()
    await user.click(button(/^Pause/))
    expect(wire.sent('control_run')).toEqual([{ run: 'newer', wish: 'pause' }])
  })

  it('does nothing while nothing goes on', async () => {
    await openWindow(<App />, {
      place: { view: 'run', run: 'over' },
      runs: [over.summary],
      answers: { watch_run: () => over.watched },
    })
    expect([button(/^Pause/).disabled, button(/^Terminate/).disabled]).toEqual([true, true])
  })

  it('holds nothing while a session waits for its next request, and lets a held one go on', async () => {
    const rests = recordedRun(streamOf(resting), { run: 'rests' })
    const { user, wire, push } = await openWindow(<App />, {
      place: { view: 'run', run: 'rests' },
      app: { live: ['rests'] },
      runs: [rests.summary],
      answers: { watch_run: () => rests.watched, control_run: ({ run }) => ({ run: run ?? 'rests' }) },
    })
    expect([button(/^Pause/).disabled, button(/^Terminate/).disabled]).toEqual([true, false])
    await user.keyboard('{Control>}{Alt>}p{/Alt}{/Control}')
    expect(wire.sent('control_run')).toEqual([])
    const held = streamOf([...resting, { type: 'paused', by: 'person' }]).at(-1)
    if (held) await push(rests.told(held))
    await user.click(await screen.findByRole('button', { name: /^Resume/ }))
    expect(wire.sent('control_run')).toEqual([{ run: 'rests', wish: 'resume' }])
  })

  it('that did not reach the program says so, and can be pressed again', async () => {
    const { user, wire } = await opened('older', { refuse: true })
    await user.click(button(/^Pause/))
    expect(await screen.findByText('The flags can’t be written.')).toBeTruthy()
    await user.click(button(/^Pause/))
    expect(wire.sent('control_run')).toHaveLength(2)
  })

  it('works by its keys in a page', async () => {
    const page = await opened('older')
    await page.user.keyboard('{Control>}{Alt>}p{/Alt}{/Control}')
    expect(page.wire.sent('control_run')).toEqual([{ run: 'older', wish: 'pause' }])
  })

  it('leaves its keys to the app that has registered them everywhere', async () => {
    const app = await opened('older', { shortcuts: { pause: 'Control+Alt+P' } })
    await app.user.keyboard('{Control>}{Alt>}p{/Alt}{/Control}')
    expect(app.wire.sent('control_run')).toEqual([])
  })
})
