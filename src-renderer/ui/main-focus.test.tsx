// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { App } from '../chat/app.tsx'
import { openWindow, recordedRun } from '../testing/open-window.tsx'
import { sampleRun } from '../../src-preload/contract/testing/sample-run.ts'

const main = () => screen.getByRole('main')

describe('the keyboard', () => {
  it('is in the view to which the palette leads', async () => {
    const { user } = await openWindow(<App />, { place: { view: 'usage' } })
    await user.keyboard('{Control>}k{/Control}')
    await user.keyboard('schedules{Enter}')
    await screen.findByRole('heading', { name: 'Schedules', level: 1 })
    await expect.poll(() => document.activeElement).toBe(main())
    await user.tab()
    expect(main().contains(document.activeElement)).toBe(true)
  })

  it('stays in the history when the run that it was on is deleted', async () => {
    const { summary } = recordedRun(sampleRun())
    const { user, push } = await openWindow(<App />, { place: { view: 'history' }, runs: [summary] })
    screen.getByRole('button', { name: /^Replay/ }).focus()
    await push({ push: 'run_deleted', run: summary.run })
    expect(screen.queryByRole('button', { name: /^Replay/ })).toBeNull()
    await expect.poll(() => document.activeElement).toBe(main())
    await user.tab()
    expect(main().contains(document.activeElement)).toBe(true)
  })
})
