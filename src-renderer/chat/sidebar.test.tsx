// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { sampleRun } from '../../src-preload/contract/testing/sample-run.ts'
import { usePlace } from '../state/place.ts'
import { openWindow, recordedRun } from '../testing/open-window.tsx'
import { TOAST_MS } from '../ui/toast.tsx'
import { App } from './app.tsx'

const { summary } = recordedRun(sampleRun(), { alive: false })
const run = (name: string, request: string, result: unknown = null) => ({
  ...summary,
  run: name,
  request,
  result,
  started_at: summary.started_at + (name === 'a' ? 1 : 0),
})
const runs = [run('a', 'open galculator, click 7', '42'), run('b', 'type "x", save as "~/notes/hello.txt"')]
const list = () => screen.getByRole('navigation', { name: 'Runs and views' })
const line = (name: RegExp) => within(list()).getByRole('button', { name })

const opened = (labels = {}) =>
  openWindow(<App />, {
    runs,
    answers: {
      list_labels: () => ({ labels }),
      label_run: () => ({}),
      delete_run: () => ({}),
      search_runs: () => ({ hits: [] }),
      watch_run: () => recordedRun(sampleRun(), { run: 'a', alive: false }).watched,
    },
  })

it('runs are told apart by their answer or the file that they wrote, and by names that a person gave', async () => {
  const { user, wire } = await opened({ b: { title: null, pinned: true } })
  expect(await screen.findByRole('region', { name: 'Pinned' })).toBeTruthy()
  expect(line(/^42 · open galculator/)).toBeTruthy()
  expect(line(/^hello.txt · type/)).toBeTruthy()
  line(/^42 · /).focus()
  await user.keyboard('{F2}')
  const field = screen.getByRole('textbox', { name: /^New name of/ })
  await user.clear(field)
  await user.type(field, 'The product{Enter}')
  expect(wire.sent('label_run')).toEqual([{ run: 'a', title: 'The product', pinned: false }])
})

it('a run has the icon of its application, another one a plain window, and each is asked for once', async () => {
  const ofCalculator = { ...runs[0], run: 'c', applications: ['Galculator', 'Mousepad'] }
  const ofPainter = { ...runs[0], run: 'd', applications: ['Painter'] }
  const icon = { type: 'image/png' as const, data: btoa('icon') }
  const address = vi.spyOn(URL, 'createObjectURL')
  onTestFinished(() => address.mockRestore())
  const { wire } = await openWindow(<App />, {
    runs: [ofCalculator, { ...ofCalculator, run: 'e' }, ofPainter] as typeof runs,
    answers: {
      list_labels: () => ({ labels: {} }),
      application_icons: () => ({ icons: { Galculator: icon } }),
    },
  })
  const pictures = () => list().querySelectorAll<HTMLImageElement>('img')
  await waitFor(() => expect(pictures()).toHaveLength(2))
  const [made] = address.mock.calls[0] ?? []
  expect(made).toMatchObject({ type: 'image/png' })
  expect(await (made as Blob).text()).toBe('icon')
  expect(wire.sent('application_icons')).toEqual([{ names: ['Galculator', 'Painter'] }])
})

it('a run that is deleted leaves the list at once, is had back, and is gone for good when nobody wants it back', async () => {
  const { user, wire } = await opened()
  line(/^42 · /).focus()
  await user.keyboard('{Delete}')
  expect(within(list()).queryByRole('button', { name: /^42 · / })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(line(/^42 · /)).toBeTruthy()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    line(/^42 · /).dispatchEvent(new KeyboardEvent('keydown', { key: 'Delete', bubbles: true }))
    await vi.advanceTimersByTimeAsync(TOAST_MS + 1)
  } finally {
    vi.useRealTimers()
  }
  expect(wire.sent('delete_run')).toEqual([{ run: 'a' }])
})

it('the search leads to the runs by arrows, and Enter opens the first', async () => {
  const { user } = await opened()
  const search = screen.getByRole('searchbox', { name: 'Search runs' })
  await user.type(search, 'galculator{ArrowDown}')
  expect(document.activeElement?.textContent).toContain('open galculator')
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(search)
  await user.keyboard('{Enter}')
  expect(usePlace.getState()).toMatchObject({ view: 'run', run: 'a' })
})
