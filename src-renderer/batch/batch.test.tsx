// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { BatchNews, TaskRecord } from '../../src-preload/contract/calls/batch.ts'
import type { PreparedBatch } from '../../src-preload/contract/calls/prepared-batches.ts'
import { summaryOf } from '../../src-preload/contract/run-summary.ts'
import { runViewOf } from '../../src-preload/contract/run-view.ts'
import { sampleRun } from '../../src-preload/contract/testing/sample-run.ts'
import { useDeskhand } from '../state/store.ts'
import { usePlace } from '../state/place.ts'
import type { Answers } from '../testing/memory-wire.ts'
import { openWindow } from '../testing/open-window.tsx'
import { BatchView } from './batch-view.tsx'
import { NEW_BATCH } from './names.ts'
import { costOf, progressOf, withNews } from './progress.ts'

const record = (values: Partial<TaskRecord> = {}): TaskRecord => ({
  state: 'done',
  run: 'march-1',
  complete: 'yes',
  result: 'Saved',
  error: null,
  steps: 3,
  cost: 0.02,
  started_at: 0,
  finished_at: 1,
  ...values,
})
const batch = (values: Partial<PreparedBatch> = {}): PreparedBatch => ({
  name: 'march',
  folder: '/data/batches/march',
  follow: false,
  batch: null,
  going: false,
  tasks: [
    { task: '1-a', words: 'print a', record: record() },
    { task: '2-b', words: 'print b', record: record({ state: 'failed', error: 'No printer', cost: null }) },
    { task: '3-c', words: 'print c', record: null },
  ],
  changed: 0,
  ...values,
})

const opened = (part: string | null, answers: Answers = {}) =>
  openWindow(<BatchView place={{ view: 'batch', run: null, part }} />, {
    answers: {
      list_batches: () => ({ batches: [batch()] }),
      list_plans: () => ({ plans: [] }),
      start_batch: () => ({ batch: 'id-1' }),
      watch_batch: () => ({ news: [] }),
      unwatch_batch: () => ({}),
      control_batch: () => ({}),
      ...answers,
    },
  })
const news = (one: BatchNews) => ({ push: 'batch', batch: 'id-1', news: one }) as const
const states = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('td')?.textContent)

describe('how far a batch is', () => {
  it('is unknown in money once one of its runs did not say', () => {
    const { rows } = progressOf(batch())
    expect(costOf(rows)).toBeNull()
    const known = rows.filter(({ task }) => task !== '2-b')
    expect(costOf(known)).toBe(0.02)
    // One that runs now has cost nothing that is known yet, and nothing is wrong with that.
    expect(costOf([...known, { ...rows[0]!, state: 'running', cost: null }])).toBe(0.02)
  })

  it('is not done where the evaluation is not sure', () => {
    const start = progressOf(batch())
    const { rows } = withNews(start, {
      type: 'task_finished',
      task: '3-c',
      record: record({ complete: 'unsure' }),
    })
    expect(rows[2]?.state).toBe('unsure')
  })
})

describe('a batch', () => {
  it('is carried on, and each task shows what becomes of it', async () => {
    const { user, wire, push } = await opened('march')
    await user.click(await screen.findByRole('button', { name: 'Run 1 task' }))
    expect(wire.sent('start_batch')).toEqual([
      { plans: ['/data/batches/march'], follow: false, retry: null, parallel: 1, display: 'host' },
    ])
    await expect.poll(() => wire.sent('watch_batch')).toEqual([{ batch: 'id-1' }])
    await push(
      news({ type: 'batch_started', root: '', tasks: ['1-a', '2-b', '3-c'], left: ['3-c'], parallel: 1 }),
      news({ type: 'task_started', task: '3-c', run: 'march-3', how: 'begins' }),
    )
    expect(states()).toEqual(['Done', 'Failed', 'Running'])
    await user.click(screen.getByRole('button', { name: 'Pause' }))
    await push(news({ type: 'batch_paused', paused: true }))
    await user.click(await screen.findByRole('button', { name: 'Resume' }))
    await push(news({ type: 'batch_paused', paused: false }))
    expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(wire.sent('control_batch')).toEqual(
      ['pause', 'resume', 'stop'].map((wish) => ({ batch: 'id-1', wish })),
    )
    await push(news({ type: 'task_finished', task: '3-c', record: record({ run: 'march-3' }) }))
    expect(states()).toEqual(['Done', 'Failed', 'Done'])
    await user.click(screen.getByRole('button', { name: 'print c' }))
    await expect.poll(() => usePlace.getState().run).toBe('march-3')
  })

  it('does again what has failed, and nothing else', async () => {
    const { user, wire } = await opened('march')
    await user.click(await screen.findByRole('button', { name: 'Retry 1 failed' }))
    expect(wire.sent('start_batch')).toMatchObject([{ retry: 'failed' }])
  })

  it('that goes on is met where it is, after a reload', async () => {
    const going = batch({ batch: 'id-1', going: true })
    const { wire } = await opened('march', {
      list_batches: () => ({ batches: [going] }),
      watch_batch: () => ({
        news: [
          {
            type: 'batch_started',
            root: '',
            tasks: ['1-a', '2-b', '3-c'],
            left: ['2-b', '3-c'],
            parallel: 2,
          },
          { type: 'task_started', task: '2-b', run: 'march-2', how: 'begins' },
          { type: 'batch_paused', paused: true },
        ],
      }),
    })
    await expect.poll(states).toEqual(['Done', 'Running', 'Next'])
    expect(screen.getByRole('button', { name: 'Resume' })).toBeTruthy()
    expect(wire.sent('watch_batch')).toEqual([{ batch: 'id-1' }])
  })

  it('says of a task at a pause that it waits', async () => {
    await opened('march', {
      list_batches: () => ({ batches: [batch({ batch: 'id-1', going: true })] }),
      watch_batch: () => ({ news: [{ type: 'task_started', task: '2-b', run: 'sample', how: 'begins' }] }),
    })
    await expect.poll(states).toEqual(['Done', 'Running', 'Next'])
    const paused = summaryOf(runViewOf(sampleRun().slice(0, 3)), true)
    act(() => useDeskhand.setState({ runs: [{ ...paused, status: 'paused' }] }))
    expect(states()).toEqual(['Done', 'Paused', 'Next'])
  })

  it('that can’t begin says why', async () => {
    const { user } = await opened('march')
    const { push } = await opened('march')
    await user.click((await screen.findAllByRole('button', { name: 'Run 1 task' }))[0]!)
    await push(news({ type: 'batch_failed', message: 'Another Deskhand works on it.' }))
    expect((await screen.findAllByText('Another Deskhand works on it.')).length).toBeGreaterThan(0)
  })

  it('is made of files and a request, by keyboard alone', async () => {
    const { user, wire } = await opened(NEW_BATCH, { prepare_batch: ({ name }) => batch({ name }) })
    await expect.poll(() => document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }))
    const tabTo = async (name: string) => {
      const field = screen.getByRole('textbox', { name })
      for (let tabs = 0; tabs < 6 && document.activeElement !== field; tabs++) await user.tab()
    }
    await user.keyboard('march')
    await tabTo('Files')
    await user.keyboard('/home/ana/in')
    await tabTo('Request')
    await user.keyboard('print it{Control>}{Enter}{/Control}')
    await expect
      .poll(() => wire.sent('prepare_batch'))
      .toEqual([
        {
          name: 'march',
          work: { kind: 'request', request: 'print it' },
          items: { kind: 'files', paths: ['/home/ana/in'] },
        },
      ])
    await expect.poll(() => usePlace.getState()).toMatchObject({ view: 'batch', part: 'march' })
  })

  it('takes files and a table that are dropped on its page', async () => {
    const { user } = await opened(NEW_BATCH, {
      keep_attachment: ({ name }) => ({ path: `/kept/${name}` }),
    })
    const page = await screen.findByRole('form', { name: 'New batch' })
    const drop = (...files: File[]) => fireEvent.drop(page, { dataTransfer: { types: ['Files'], files } })
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Files' })
    await user.type(field, '/home/ana/in')
    drop(new File(['a'], 'a.txt'), new File(['b'], 'b.txt'))
    await expect.poll(() => field.value).toBe('/home/ana/in\n/kept/a.txt\n/kept/b.txt')
    await user.click(screen.getByRole('radio', { name: 'Table (CSV)' }))
    drop(new File(['name\nAda'], 'people.csv'))
    await expect
      .poll(() => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Table (CSV)' }).value)
      .toBe('name\nAda')
  })
})
