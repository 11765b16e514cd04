// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { runStarted, sampleRun, stepEvents, streamOf } from '../../src-preload/contract/testing/sample-run.ts'
import { navigate, usePlace } from '../state/place.ts'
import { openWindow, recordedRun } from '../testing/open-window.tsx'
import { App } from './app.tsx'

const line = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Request' })
const started = streamOf([runStarted, { type: 'round_started', request: 'open Mousepad' }, ...stepEvents({})])

describe('a new request', () => {
  it('is sent by Enter as it was typed, and its run is shown', async () => {
    const { user, wire } = await openWindow(<App />, {
      answers: {
        start_run: () => ({ run: 'begun' }),
        watch_run: () => recordedRun(started).watched,
      },
    })
    expect(document.activeElement).toBe(line())
    await user.keyboard('  open Mousepad{Enter}')
    expect(wire.sent('start_run')).toEqual([{ request: 'open Mousepad', display: null }])
    expect(usePlace.getState()).toMatchObject({ view: 'run', run: 'begun' })
    expect(wire.sent('watch_run')).toContainEqual({ run: 'begun', after: -1 })
    expect(line().value).toBe('')
    // By the keyboard alone the next one is typed at once.
    await expect.poll(() => document.activeElement).toBe(line())
  })

  it('has lines of its own by Shift and Enter; one without words is not sent', async () => {
    const { user, wire } = await openWindow(<App />)
    await user.keyboard('   {Enter}')
    expect(screen.getByRole('button', { name: 'Run' })).toHaveProperty('disabled', true)
    await user.clear(line())
    await user.keyboard('first{Shift>}{Enter}{/Shift}second')
    expect(line().value).toBe('first\nsecond')
    expect(wire.sent('start_run')).toEqual([])
  })

  it('that is refused is told, and what was typed is still there to be sent again', async () => {
    let refused = true
    const { user, wire } = await openWindow(<App />, {
      answers: {
        start_run: () => {
          if (refused) throw new Error('There is no Xvfb. Install it.')
          return { run: 'begun' }
        },
        watch_run: () => recordedRun(started).watched,
      },
    })
    await user.keyboard('open Mousepad{Enter}')
    expect(await screen.findByText('There is no Xvfb. Install it.')).toBeTruthy()
    expect(line().value).toBe('open Mousepad')
    expect(document.activeElement).toBe(line())
    refused = false
    await user.keyboard('{Enter}')
    expect(wire.sent('start_run')).toHaveLength(2)
    expect(screen.queryByText('There is no Xvfb. Install it.')).toBeNull()
  })

  it('that was begun is still there after another view', async () => {
    const { user } = await openWindow(<App />)
    await user.keyboard('open Mou')
    await user.click(screen.getByRole('button', { name: /^History/ }))
    expect(screen.queryByRole('textbox', { name: 'Request' })).toBeNull()
    await user.keyboard('{Alt>}n{/Alt}')
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Request' })).value).toBe(
      'open Mou',
    )
  })

  it('goes to the desktop that was chosen for it, by keyboard alone', async () => {
    const { user, wire } = await openWindow(<App />, { answers: { start_run: () => ({ run: 'begun' }) } })
    await user.keyboard('open Mousepad')
    await user.tab()
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Where it runs: This desktop')
    await user.keyboard('{Enter}')
    expect(
      (await screen.findByRole('menuitemcheckbox', { name: /This desktop/ })).getAttribute('aria-checked'),
    ).toBe('true')
    await user.keyboard('{Enter}')
    await user.click(line())
    await user.keyboard('{Enter}')
    expect(wire.sent('start_run')).toEqual([{ request: 'open Mousepad', display: 'virtual' }])
  })

  it('can begin as an example, which waits to be sent', async () => {
    const { user, wire } = await openWindow(<App />)
    await user.click(screen.getByRole('button', { name: /Hello from Deskhand/ }))
    expect(line().value).toContain('Hello from Deskhand')
    expect([document.activeElement, wire.sent('start_run')]).toEqual([line(), []])
  })
})

describe('a request to a run', () => {
  const opened = (bodies = started, options: Parameters<typeof recordedRun>[1] = {}) => {
    const { summary, watched } = recordedRun(bodies, options)
    return {
      place: { view: 'run' as const, run: summary.run },
      runs: [summary],
      answers: {
        watch_run: () => watched,
        queue_request: ({ request }: { request: string }) => ({ queue: [request] }),
        take_back_request: () => ({ queue: [] }),
        start_run: () => ({ run: 'next' }),
      },
    }
  }

  it('that goes on waits there, and can be taken back', async () => {
    const { user, wire, push } = await openWindow(<App />, opened())
    await user.type(line(), 'save it{Enter}')
    expect(wire.sent('queue_request')).toEqual([{ run: 'sample', request: 'save it' }])
    expect(screen.queryByRole('list', { name: /1 request/ })).toBeNull()
    await push({ push: 'queue', run: 'sample', queue: ['save it', 'close it'] })
    const waiting = screen.getByRole('list', { name: /2 requests/ })
    await user.click(within(waiting).getAllByRole('button', { name: 'Take it back' })[1] ?? waiting)
    expect(wire.sent('take_back_request')).toEqual([{ run: 'sample', index: 1 }])
    expect(wire.sent('start_run')).toEqual([])
  })

  it('that is over begins a new run', async () => {
    const { user, wire } = await openWindow(<App />, opened(sampleRun(), { alive: false }))
    await user.type(line(), 'once more{Enter}')
    expect(wire.sent('start_run')).toEqual([{ request: 'once more', display: null }])
    expect(wire.sent('queue_request')).toEqual([])
  })

  it('that asks for its first request answers that question', async () => {
    const question = { question: 'q1', kind: 'first_request' as const, text: 'What?', choices: [] }
    const asked = streamOf([
      runStarted,
      { type: 'question_asked', ...question, call_id: null, details: null },
    ])
    const options = opened(asked)
    const answer_question = () => ({ accepted: true })
    const { user, wire } = await openWindow(<App />, {
      ...options,
      answers: { ...options.answers, answer_question },
    })
    await user.type(line(), 'open Mousepad{Enter}')
    expect(wire.sent('answer_question')).toEqual([
      { run: 'sample', question: 'q1', answer: { kind: 'first_request', text: 'open Mousepad' } },
    ])
    expect(line().value).toBe('')
  })

  it('of which the connection is lost says so, and is loaded again from its last event', async () => {
    const { wire } = await openWindow(<App />, opened())
    await openedAgain(wire)
    expect(wire.sent('watch_run').at(-1)).toEqual({ run: 'sample', after: started.length - 1 })
  })
})

async function openedAgain(wire: { connection: (state: 'lost' | 'open') => void }): Promise<void> {
  wire.connection('lost')
  expect(await screen.findAllByText(/connection/i)).not.toEqual([])
  wire.connection('open')
  await expect.poll(() => screen.queryByText(/connection/i)).toBeNull()
  navigate('run', 'sample')
}
