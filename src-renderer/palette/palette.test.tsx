// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { sampleRun } from '../../src-preload/contract/testing/sample-run.ts'
import { App } from '../chat/app.tsx'
import { usePlace } from '../state/place.ts'
import { openWindow, recordedRun } from '../testing/open-window.tsx'
import { found, type Entry } from './entries.ts'

const entry = (label: string, group: Entry['group'] = 'run'): Entry => ({
  id: label,
  group,
  label,
  run: () => {},
})
const labels = (entries: readonly Entry[], typed: string) => found(entries, typed).map(({ label }) => label)

describe('what the palette finds', () => {
  it('has all words, and what begins with them goes first', () => {
    const entries = [entry('Weekly report'), entry('Mail the report'), entry('Report card'), entry('Résumé')]
    expect(labels(entries, 'report')).toEqual(['Report card', 'Weekly report', 'Mail the report'])
    expect(labels(entries, 'the rep')).toEqual(['Mail the report'])
    expect(labels(entries, 'resume')).toEqual(['Résumé'])
  })

  it('is a few of each kind while nothing is typed', () => {
    const runs = Array.from({ length: 50 }, (_, index) => entry(`run ${index}`))
    expect(labels([entry('New request', 'action'), ...runs], '')).toHaveLength(7)
  })
})

describe('the palette', () => {
  it('opens by its keys from anywhere, and goes where Enter says', async () => {
    const { user } = await openWindow(<App />, {
      place: { view: 'usage' },
      answers: {
        list_plans: () => ({
          plans: [
            {
              name: 'Shopping',
              path: '/p.json',
              task: 'Write the list',
              steps: 1,
              recorded: false,
              inputs: [],
              changed: 0,
              fault: null,
              last: [],
            },
          ],
        }),
        read_usage: () => ({ models: [], days: [] }),
      },
    })
    await user.keyboard('{Control>}k{/Control}')
    const palette = within(await screen.findByRole('dialog', { name: 'Command palette' }))
    const line = palette.getByRole('combobox')
    await expect.poll(() => document.activeElement).toBe(line)
    await palette.findByRole('option', { name: /Shopping/ })
    await user.keyboard('shopp')
    expect(palette.getAllByRole('option')).toHaveLength(1)
    await user.keyboard('{Enter}')
    await expect.poll(() => usePlace.getState()).toMatchObject({ view: 'plans', part: 'Shopping' })
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('dialog', { name: 'Command palette' })
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('takes what Enter means, also where that is pressed before the plans are known', async () => {
    const plans = Promise.withResolvers<void>()
    const shopping = {
      name: 'Shopping',
      path: '/p.json',
      task: 'Shopping',
      steps: 1,
      recorded: false,
      inputs: [],
      changed: 0,
      fault: null,
      last: [],
    }
    const { user } = await openWindow(<App />, {
      place: { view: 'usage' },
      runs: [{ ...recordedRun(sampleRun()).summary, request: 'open shopping.txt' }],
      answers: {
        list_plans: () => plans.promise.then(() => ({ plans: [shopping] })),
        read_usage: () => ({ models: [], days: [] }),
      },
    })
    await user.keyboard('{Control>}k{/Control}')
    const palette = within(await screen.findByRole('dialog', { name: 'Command palette' }))
    await expect.poll(() => document.activeElement).toBe(palette.getByRole('combobox'))
    await user.keyboard('shopping{Enter}')
    expect(palette.getByRole('option', { name: /shopping.txt/ })).toBeTruthy()
    plans.resolve()
    await expect.poll(() => usePlace.getState()).toMatchObject({ view: 'plans', part: 'Shopping' })
  })

  it('gives the focus back on Escape, and to the composer for a new request', async () => {
    const { user } = await openWindow(<App />, { answers: { list_plans: () => ({ plans: [] }) } })
    await user.keyboard('{Alt>}s{/Alt}')
    const search = screen.getByRole('searchbox', { name: 'Search runs' })
    expect(document.activeElement).toBe(search)
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox', { name: 'Command palette' })
    await user.keyboard('{Escape}')
    await expect.poll(() => document.activeElement).toBe(search)
    const composer = screen.getByRole('textbox', { name: 'Request' })
    await user.keyboard('{Alt>}n{/Alt}')
    expect(document.activeElement).toBe(composer)
    await user.keyboard('{Alt>}s{/Alt}{Control>}k{/Control}')
    await screen.findByRole('combobox', { name: 'Command palette' })
    await user.keyboard('new request{Enter}')
    await expect.poll(() => screen.queryByRole('combobox', { name: 'Command palette' })).toBeNull()
    await expect.poll(() => document.activeElement).toBe(composer)
  })

  it('chooses by the arrows, and tells a screen reader which', async () => {
    const { user } = await openWindow(<App />, { answers: { list_plans: () => ({ plans: [] }) } })
    await user.keyboard('{Control>}k{/Control}')
    const line = await screen.findByRole('combobox', { name: 'Command palette' })
    const active = () =>
      document.getElementById(line.getAttribute('aria-activedescendant') ?? '')?.textContent
    await user.keyboard('settings')
    expect(screen.getAllByRole('option').length).toBeGreaterThan(10)
    const first = active()
    await user.keyboard('{ArrowDown}')
    expect(active()).not.toBe(first)
    await user.keyboard('{ArrowUp}{Enter}')
    await expect.poll(() => usePlace.getState().view).toBe('settings')
  })

  it('ends the program only after a question whose safe answer has the focus', async () => {
    const { user, wire } = await openWindow(<App />, {
      answers: { list_plans: () => ({ plans: [] }), quit: () => ({}) },
    })
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('combobox', { name: 'Command palette' })
    await user.keyboard('quit{Enter}')
    const asked = within(await screen.findByRole('alertdialog'))
    await expect.poll(() => document.activeElement).toBe(asked.getByRole('button', { name: 'Keep it' }))
    expect(wire.sent('quit')).toEqual([])
    await user.click(asked.getByRole('button', { name: 'Quit Deskhand' }))
    expect(wire.sent('quit')).toEqual([{}])
  })
})
