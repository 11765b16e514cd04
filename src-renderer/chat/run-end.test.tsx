// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { EventBody } from '../../src-preload/contract/events.ts'
import { seen } from '../../src-preload/contract/evidence.ts'
import { runStarted, stepEvents, streamOf } from '../../src-preload/contract/testing/sample-run.ts'
import { setLanguage } from '../state/i18n.ts'
import { usePlace } from '../state/place.ts'
import { openWindow, recordedRun } from '../testing/open-window.tsx'
import { App } from './app.tsx'

const REQUEST = 'type "Hello", save as "~/hello.txt"'
const noise = (comment: string) => stepEvents({ comment })
const click = {
  call: 'c1',
  tool: 'click_input',
  words: 'Click button “Save” in “Save As”',
  effect: 'confirmed' as const,
  told: [
    seen('file_written', { path: '/home/ana/hello.txt' }),
    seen('closed', { kind: 'dialog', name: 'Save As' }),
  ],
}
const finished = (body: Partial<EventBody & { type: 'round_finished' }> = {}): EventBody => ({
  type: 'round_finished',
  status: 'FINISH',
  result: 'All 2 clauses are done.',
  error: null,
  steps: 2,
  cost: 0,
  ...body,
})
const ended = (status: 'completed' | 'failed'): EventBody => ({
  type: 'session_finished',
  status,
  result: null,
  error: null,
  reason: 'finished',
  steps: 2,
  rounds: 1,
  cost: 0,
  log_path: '/logs/sample',
})

const saved = [
  runStarted,
  { type: 'round_started' as const, request: REQUEST },
  ...stepEvents({ acts: [click] }),
  ...noise('All 2 clauses are done.'),
  finished(),
  ended('completed'),
]

async function shown(bodies: EventBody[], answers = {}) {
  const { summary, watched } = recordedRun(streamOf(bodies), { alive: false, own: false })
  return openWindow(<App />, {
    place: { view: 'run', run: summary.run },
    runs: [summary],
    answers: { watch_run: () => watched, ...answers },
  })
}
const result = () => screen.findByRole('region', { name: 'Result' })

const judged = (complete: 'yes' | 'no', level: 'session' | 'round' = 'session'): EventBody => ({
  type: 'evaluated',
  level,
  complete,
  reason: `It is ${complete}.`,
  sub_scores: [],
  quality: null,
  efficiency: null,
  effects: null,
  cost: 0,
})
const asked = (request: string): EventBody[] => [
  { type: 'round_started', request },
  ...stepEvents({}),
  finished({ result: null }),
]

describe('the judgement', () => {
  it('on each request of a conversation stands with that request, also of the last one', async () => {
    await shown([
      runStarted,
      ...asked('first'),
      judged('no'),
      ...asked('second'),
      judged('yes'),
      ended('failed'),
    ])
    const regions = await Promise.all(
      ['Result 1', 'Result 2'].map((name) => screen.findByRole('region', { name })),
    )
    expect(regions.map((region) => within(region).getAllByText(/^It is/).length)).toEqual([1, 1])
    expect(screen.getAllByText(/^It is/).map((line) => line.textContent)).toEqual([
      expect.stringContaining('It is no.'),
      expect.stringContaining('It is yes.'),
    ])
  })

  it('on a plan is none on its last step', async () => {
    await shown([runStarted, ...asked('first'), ...asked('second'), judged('yes'), ended('completed')])
    const last = await screen.findByRole('region', { name: 'Result 2' })
    expect(within(last).queryByText(/^It is/)).toBeNull()
    expect(screen.getAllByText(/^It is/)).toHaveLength(1)
  })
})

describe('the end of a request', () => {
  it('says what came of it and how much was checked; what is no act is folded', async () => {
    await shown(saved)
    const section = await result()
    expect(within(section).getByText('Saved hello.txt')).toBeTruthy()
    expect(within(section).getByText(/^1 of 1 checked/)).toBeTruthy()
    const said = within(section).getByText('All 2 clauses are done.')
    expect([said.closest('details')?.open, section.querySelector('[data-result]')]).toEqual([false, null])
    expect(screen.getAllByText('All 2 clauses are done.')).toHaveLength(1)
  })

  it('of a request that has waited for a control: the waits are no lines, but one that was asked for is', async () => {
    const wait = (seconds: number, comment: string) =>
      stepEvents({
        comment,
        acts: [{ call: `w${seconds}`, tool: 'wait', words: `Wait ${seconds} s`, parameters: { seconds } }],
      })
    await shown([
      ...saved.slice(0, 2),
      ...wait(0.3, 'clause 1 of 2 [wait]: click 7'),
      ...wait(0.7, 'clause 1 of 2 [wait]: click 7'),
      ...wait(3, 'clause 2 of 2: wait 3 seconds'),
      finished(),
      ended('completed'),
    ])
    await result()
    expect(['0.3 s', '0.7 s', '3 s'].map((text) => screen.queryAllByText(text).length)).toEqual([0, 0, 1])
    expect(screen.queryAllByText(/\[wait\]/)).toEqual([])
  })

  it('offers what can be done next, by the calls that do it', async () => {
    const { user, wire } = await shown(saved, {
      start_run: () => ({ run: 'next' }),
      open_file: () => ({}),
      record_plan: () => ({
        run: 'sample',
        path: '/plans/sample.json',
        acts: 1,
        texts: [],
        secrets: [],
        notes: ['Step 3 could not be recorded.'],
      }),
      learn_run: () => ({ demonstrations: 1 }),
    })
    const press = async (name: string) => user.click(within(await result()).getByRole('button', { name }))
    await press('Open hello.txt')
    await press('Save as plan')
    expect(await screen.findByRole('button', { name: 'Open plan' })).toBeTruthy()
    expect(screen.getByText('Saved as a plan. Step 3 could not be recorded.')).toBeTruthy()
    await press('Remember')
    expect(await screen.findByText('Remembered 1 demonstration')).toBeTruthy()
    await press('Edit and run again')
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Request' }).value).toBe(REQUEST)
    await press('Again')
    expect(wire.sent('open_file')).toEqual([{ run: 'sample', path: '/home/ana/hello.txt' }])
    expect(wire.sent('start_run')).toEqual([expect.objectContaining({ request: REQUEST, mode: 'normal' })])
    expect(usePlace.getState().run).toBe('next')
  })

  it('that failed says what would help', async () => {
    const failed = finished({ status: 'FAIL', result: null, error: 'There is no button “Go”.' })
    const { user } = await shown([
      { ...runStarted, models: { host: 'offline', app: 'offline' } } as EventBody,
      { type: 'round_started', request: REQUEST },
      ...stepEvents({}),
      failed,
      ended('failed'),
    ])
    const section = await result()
    expect(within(section).getByText('There is no button “Go”.')).toBeTruthy()
    expect(within(section).queryByRole('button', { name: 'Save as plan' })).toBeNull()
    await user.click(within(section).getByRole('button', { name: 'Set up a model' }))
    expect(usePlace.getState()).toMatchObject({ view: 'settings', part: 'models' })
  })

  it.each([
    ['a plan leads back to the plan', 'plans/Note.json', 'Open plan', { view: 'plans', part: 'Note' }],
    [
      'a batch leads back to the batch',
      'batches/March/tasks/1-a.json',
      'Open batch',
      { view: 'batch', part: 'March' },
    ],
  ])('of %s: one step of it is no request of its own', async (_title, file, button, place) => {
    const { user } = await shown([
      { ...runStarted, plan: `/home/ana/.local/share/deskhand/${file}`, about: 'Write a note' } as EventBody,
      { type: 'round_started', request: 'save as "~/note.txt"' },
      ...stepEvents({}),
      finished({}),
      ended('completed'),
    ])
    const section = await result()
    expect(within(section).queryByRole('button', { name: 'Again' })).toBeNull()
    await user.click(within(section).getByRole('button', { name: button }))
    expect(usePlace.getState()).toMatchObject(place)
  })

  it('that was not understood is told once, with what can be said in the details', async () => {
    const known = 'Without a model, these commands are known: open APP.'
    const error = `Not understood: “dance”.\n${known}`
    const failing = stepEvents({ comment: error, error })
    await shown([
      runStarted,
      { type: 'round_started', request: 'dance' },
      ...failing,
      ...failing,
      finished({ status: 'FAIL', result: null, error }),
      { ...ended('failed'), reason: 'error', error } as EventBody,
    ])
    const section = await result()
    expect(screen.getAllByText(/Not understood/)).toHaveLength(1)
    expect(within(section).getByText('Not understood: “dance”.')).toBeTruthy()
    expect(within(section).getByText(known).closest('details')?.open).toBe(false)
    expect(screen.queryByText('The session ended with an error.')).toBeNull()
    await act(() => setLanguage('zh'))
    expect(within(section).getByText('无法理解：“dance”。')).toBeTruthy()
  })

  it('whose act has failed tells why in its result alone', async () => {
    const why = 'The menu “File” has no “Frobnicate”.'
    const error = `choose File > Frobnicate: ${why}`
    await shown([
      runStarted,
      { type: 'round_started', request: 'choose File > Frobnicate' },
      ...stepEvents({
        acts: [{ call: 'c1', tool: 'choose_menu', words: 'Choose it from the menu', error: why }],
        error,
      }),
      finished({ status: 'FAIL', result: null, error }),
    ])
    expect(within(await result()).getByText(error)).toBeTruthy()
    expect(screen.getAllByText(/Frobnicate”/)).toHaveLength(1)
    expect(screen.getByText('Didn’t work')).toBeTruthy()
  })

  it('that was broken off can be asked for again, and says nothing of its stop twice', async () => {
    await shown([
      { ...runStarted, models: { host: 'offline', app: 'offline' } } as EventBody,
      { type: 'round_started', request: REQUEST },
      ...stepEvents({ acts: [click], error: 'Stopped by the user.' }),
      {
        ...ended('failed'),
        status: 'stopped',
        reason: 'stopped',
        error: 'Stopped by the user.',
      } as EventBody,
    ])
    const section = await result()
    expect(within(section).getByText('Stopped')).toBeTruthy()
    expect(within(section).getByRole('button', { name: 'Again' })).toBeTruthy()
    expect(screen.queryByText(/Stopped by the user|You ended the session|What would help/)).toBeNull()
  })

  it('that its person has stopped does not tell them so', async () => {
    const error = 'Stopped by the user.'
    await shown([
      runStarted,
      { type: 'round_started', request: REQUEST },
      ...stepEvents({ acts: [click] }),
      finished({ status: 'FAIL', result: null, error }),
      { ...ended('failed'), status: 'stopped', reason: 'stopped', error } as EventBody,
    ])
    expect(within(await result()).getByText('Stopped')).toBeTruthy()
    expect(screen.queryByText(/Stopped by the user|You ended the session/)).toBeNull()
  })
})

it('a run in Chinese has no English sentence beside what the applications and the person said', async () => {
  const gate = { decision: 'ask', category: 'overwrite', answer: 'yes' } as const
  await shown([
    ...saved.slice(0, 2),
    ...stepEvents({ acts: [{ ...click, gate }] }),
    ...noise('All 2 clauses are done.'),
    ...saved.slice(-2),
  ])
  await act(() => setLanguage('zh'))
  // The plan beside it is in the words of the agent, which are those of the request.
  const all = [...document.querySelectorAll('ol[aria-label], main section')]
  const lines = all.filter((line) => line.closest('aside') === null)
  const text = lines
    .flatMap((line) => {
      const copy = line.cloneNode(true) as HTMLElement
      // What an application or a person has said, and the details that are marked as English.
      for (const own of copy.querySelectorAll('[lang="en"], h2, [data-result], summary ~ *')) own.remove()
      return copy.textContent
    })
    .join('\n')
    .replaceAll(/“[^”]*”/g, '')
  expect(text).toContain('已保存 hello.txt')
  expect(screen.getByText('全部 2 条命令已完成。')).toBeTruthy()
  expect(text).not.toContain('Click')
  // Names stand alone; three words in a row are a sentence.
  expect(text.match(/[A-Za-z’]+(?: [A-Za-z’]+){2,}/g) ?? []).toEqual([])
})
