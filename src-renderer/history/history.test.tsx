// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { SearchHit } from '../../src-preload/contract/calls/history.ts'
import { sampleRun } from '../../src-preload/contract/testing/sample-run.ts'
import { usePlace } from '../state/place.ts'
import type { Answers } from '../testing/memory-wire.ts'
import { openWindow, recordedRun } from '../testing/open-window.tsx'
import { HistoryView } from './history-view.tsx'

const { summary } = recordedRun(sampleRun(), { run: 'sum', alive: false })
const RUNS = [
  summary,
  { ...summary, run: 'letter', request: 'write a letter', status: 'failed' as const, error: 'No paper.' },
]
const hit = (values: Partial<SearchHit>): SearchHit => ({
  run: 'letter',
  where: 'request',
  round: 0,
  step: null,
  text: 'write a letter',
  start: 8,
  length: 6,
  ...values,
})

const opened = (answers: Answers = {}) =>
  openWindow(<HistoryView place={{ view: 'history', run: null, part: null }} />, { runs: RUNS, answers })
const search = () => screen.getByRole<HTMLInputElement>('searchbox')

describe('the search of the history', () => {
  it('asks once for the words, and marks what was found', async () => {
    const { user, wire } = await opened({ search_runs: () => ({ hits: [hit({})] }) })
    await user.click(search())
    await user.paste(' letter ')
    expect(await screen.findByText('1 run')).toBeTruthy()
    expect(wire.sent('search_runs')).toEqual([{ text: 'letter', limit: 500 }])
    expect(screen.getByText('letter').tagName).toBe('MARK')
    await user.click(screen.getByRole('button', { name: 'write a letter' }))
    expect(usePlace.getState()).toMatchObject({ view: 'run', run: 'letter' })
  })

  it('that finds nothing says so, and leads back to all runs', async () => {
    const { user } = await opened({ search_runs: () => ({ hits: [] }) })
    await user.type(search(), 'ink')
    expect(await screen.findByText('Nothing found for “ink”')).toBeTruthy()
    await user.click(screen.getAllByRole('button', { name: 'Clear the search' }).at(-1) ?? search())
    expect(search().value).toBe('')
    expect(screen.getByRole('table', { name: 'Runs' })).toBeTruthy()
  })

  it('that could not be done says why, and keeps the words', async () => {
    const { user } = await opened({
      search_runs: () => {
        throw new Error('The index is being made.')
      },
    })
    await user.type(search(), 'ink')
    expect((await screen.findByText('The index is being made.')).closest('[role=alert]')).toBeTruthy()
    expect(search().value).toBe('ink')
  })

  it('is emptied by Escape', async () => {
    const { user } = await opened({ search_runs: () => ({ hits: [] }) })
    await user.type(search(), 'ink{Escape}')
    expect([search().value, screen.getAllByRole('row').length]).toEqual(['', 3])
  })

  it('keeps to the kind that is chosen', async () => {
    const { user } = await opened({
      search_runs: () => ({ hits: [hit({}), hit({ run: 'sum', text: 'letter', start: 0 })] }),
    })
    await user.click(screen.getByRole('button', { name: 'Failed 1' }))
    expect(screen.getAllByRole('row')).toHaveLength(2)
    await user.type(search(), 'letter')
    expect(await screen.findByText('1 run')).toBeTruthy()
  })
})

describe('a run in the history', () => {
  it('is deleted only after a question whose safe answer has the focus', async () => {
    const { user, wire, push } = await opened({ delete_run: () => ({}) })
    const menu = async () => {
      await user.click(screen.getByRole('button', { name: 'More for “write a letter”' }))
      await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
      return within(await screen.findByRole('alertdialog'))
    }
    const first = await menu()
    await expect.poll(() => document.activeElement).toBe(first.getByRole('button', { name: 'Keep it' }))
    await user.keyboard('{Enter}')
    expect(wire.sent('delete_run')).toEqual([])
    const second = await menu()
    await user.click(second.getByRole('button', { name: 'Delete' }))
    expect(wire.sent('delete_run')).toEqual([{ run: 'letter' }])
    await push({ push: 'run_deleted', run: 'letter' })
    expect(screen.queryByRole('button', { name: 'write a letter' })).toBeNull()
  })
})
