// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ForeseenStep } from '../../src-preload/contract/calls/desktop.ts'
import { foreseen } from '../../src-preload/contract/foreseen-words.ts'
import { App } from '../chat/app.tsx'
import { setLanguage } from '../state/i18n.ts'
import { openWindow } from '../testing/open-window.tsx'

const STEPS: ForeseenStep[] = [
  {
    words: 'click Delete',
    outcome: 'would_do',
    acts: [
      {
        tool_name: 'click_input',
        parameters: {},
        words: 'Click button “Delete” in “Notes”',
        control: { role: 'button', name: 'Delete', window: 'Notes' },
        asks: { categories: ['delete'], reason: 'The button is called Delete.' },
      },
    ],
    reasons: [],
  },
  {
    words: 'click Save',
    outcome: 'later',
    acts: [],
    reasons: [foreseen('once_open', { sought: 'The control', name: 'Mousepad' })],
  },
  {
    words: 'click Nowhere',
    outcome: 'cannot',
    acts: [],
    reasons: [foreseen('not_found', { reason: 'There is no control “Nowhere”.' })],
  },
]

const opened = (config: Record<string, unknown> = {}) =>
  openWindow(<App />, {
    config,
    answers: {
      dry_run: () => ({ steps: STEPS }),
      list_strategies: () => ({ strategies: [] }),
    },
  })

describe('a dry run of plain commands', () => {
  it('says what each step would do, by keyboard, and begins no run', async () => {
    const { user, wire } = await opened()
    await user.keyboard('click Delete')
    screen.getByRole('button', { name: 'Dry run' }).focus()
    await user.keyboard('{Enter}')
    const box = within(await screen.findByRole('dialog', { name: 'What each step would do now' }))
    expect(await box.findByText(/1 of 3 steps can be done now\. It would stop at step 3\./)).toBeTruthy()
    expect(box.getByText(/You would be asked: it deletes something/i)).toBeTruthy()
    expect(box.getByText('There is no control “Nowhere”.')).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(wire.sent('dry_run')).toEqual([{ request: 'click Delete', models: {}, display: null }])
    expect(wire.sent('start_run')).toEqual([])
  })

  it('has no English sentence in Chinese', async () => {
    const { user } = await opened()
    await user.keyboard('click Delete')
    await user.click(screen.getByRole('button', { name: 'Dry run' }))
    await act(() => setLanguage('zh'))
    const box = await screen.findByRole('dialog', { name: '每一步现在会做什么' })
    const told = box.textContent.replaceAll(/click \w+|“[^”]*”/g, '')
    expect(told).toContain('打开后再查找')
    expect(told).not.toMatch(/[a-z]{3,}/i)
    await act(() => setLanguage('en'))
  })

  it('is not offered where a model decides the steps', async () => {
    await opened({ models: { default: { provider: 'openai', model_name: 'gpt-x' } } })
    expect(screen.queryByRole('button', { name: 'Dry run' })).toBeNull()
  })
})
