// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { CHECKLIST_QUESTIONS, type ChecklistItem } from '../../src-preload/contract/checklist.ts'
import type { EventBody } from '../../src-preload/contract/events.ts'
import { runStarted, streamOf } from '../../src-preload/contract/testing/sample-run.ts'
import { setLanguage } from '../state/i18n.ts'
import { openWindow, recordedRun } from '../testing/open-window.tsx'
import { App } from './app.tsx'

const item = (id: string, words: string, more: Partial<ChecklistItem> = {}): ChecklistItem => ({
  id,
  words,
  state: 'open',
  ask: false,
  ...more,
})
const shown = (items: ChecklistItem[], of: 'commands' | 'recorded' = 'commands'): EventBody => ({
  type: 'checklist',
  items,
  by: 'run',
  of,
  afresh: false,
})
const THREE = [item('1', 'open Mousepad'), item('2', 'type "x"'), item('3', 'save as "~/x.txt"')]
const asked: EventBody = {
  type: 'question_asked',
  question: 'q',
  kind: 'question',
  text: 'Begin with 3 steps?',
  choices: ['Begin', 'Stop'],
  call_id: null,
  details: null,
  told: { code: CHECKLIST_QUESTIONS.begin.code, parameters: { words: '' } },
}

async function opened(bodies: EventBody[], options: { own?: boolean; alive?: boolean } = {}) {
  const run = recordedRun(
    streamOf([runStarted, { type: 'round_started', request: 'do it' }, ...bodies]),
    options,
  )
  return openWindow(<App />, {
    place: { view: 'run', run: 'sample' },
    runs: [run.summary],
    answers: {
      watch_run: () => run.watched,
      edit_checklist: () => ({}),
      answer_question: () => ({ accepted: true }),
    },
  })
}

const aside = async () =>
  within(await screen.findByRole('complementary', { name: 'Desktop, plan and numbers' }))

describe('the checklist of a run', () => {
  it('is changed by keyboard alone: ticked off, moved, made to ask, and reworded', async () => {
    const { user, wire } = await opened([shown(THREE)])
    const list = await aside()
    const box = await list.findByRole('checkbox', { name: 'Do this: type "x"' })
    box.focus()
    await user.keyboard(' ')
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}{Alt>}{ArrowDown}{/Alt}')
    list.getByRole('button', { name: 'Change “type "x"”' }).focus()
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Ask me at this step' }))
    list.getByRole('button', { name: 'Change “type "x"”' }).focus()
    await user.keyboard('{Enter}')
    await user.click(await screen.findByRole('menuitem', { name: 'Change the words…' }))
    const field = await list.findByRole('textbox', { name: 'The step in words' })
    await user.clear(field)
    await user.type(field, 'type "y"{Enter}')
    expect(wire.sent('edit_checklist')).toEqual([
      { run: 'sample', changes: [{ item: '2', left_out: true }] },
      { run: 'sample', changes: [{ item: '2', before: '1' }] },
      { run: 'sample', changes: [{ item: '2', before: null }] },
      { run: 'sample', changes: [{ item: '2', ask: true }] },
      { run: 'sample', changes: [{ item: '2', words: 'type "y"' }] },
    ])
  })

  it('leaves what was begun as it is, and nothing goes before it', async () => {
    const { user, wire } = await opened([
      shown([
        item('1', 'open Mousepad', { state: 'done' }),
        item('2', 'type "x"', { state: 'current' }),
        item('3', 'press Enter'),
      ]),
    ])
    const list = await aside()
    expect(list.getAllByRole('checkbox')).toHaveLength(1)
    list.getByRole('checkbox', { name: 'Do this: press Enter' }).focus()
    await user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    expect(wire.sent('edit_checklist')).toEqual([])
    expect(list.getByText('1 of 3')).toBeTruthy()
  })

  it('does not offer words that can’t be changed, nor changes of another program’s run or of one that is over', async () => {
    const { user } = await opened([shown(THREE, 'recorded')])
    await user.click((await aside()).getByRole('button', { name: 'Change “open Mousepad”' }))
    expect(await screen.findByRole('menuitem', { name: /Move down/ })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Change the words…' })).toBeNull()
  })

  it('is only shown once its request is over', async () => {
    const over = {
      type: 'round_finished',
      status: 'FAIL',
      result: null,
      error: 'No.',
      steps: 0,
      cost: 0,
    } as const
    await opened([shown(THREE), over])
    const list = await aside()
    expect(await list.findByText('open Mousepad')).toBeTruthy()
    expect(list.queryByRole('checkbox')).toBeNull()
  })

  it.each([{ own: false }, { alive: false, own: false }])(
    'is only shown where it is not this program’s: %o',
    async (options) => {
      await opened([shown(THREE)], options)
      const list = await aside()
      expect(await list.findByText('open Mousepad')).toBeTruthy()
      expect(list.queryByRole('checkbox')).toBeNull()
    },
  )

  it('stands with the question whether to begin, which Chinese reads in Chinese', async () => {
    const { user, wire } = await opened([shown(THREE), asked])
    const box = within(await screen.findByRole('region', { name: 'Deskhand asks' }))
    expect(box.getByRole('heading', { name: 'Begin with this plan?' })).toBeTruthy()
    expect(box.getAllByRole('checkbox')).toHaveLength(3)
    // It stands there alone.
    expect(screen.getAllByRole('checkbox')).toHaveLength(3)
    await user.click(box.getByRole('button', { name: /Begin/ }))
    expect(wire.sent('answer_question')).toMatchObject([{ answer: { kind: 'question', text: 'Begin' } }])
  })

  it('is asked in Chinese where the windows are Chinese', async () => {
    await opened([shown(THREE), asked])
    await act(() => setLanguage('zh'))
    const box = within(await screen.findByRole('region', { name: 'Deskhand 询问' }))
    expect(await box.findByRole('heading', { name: '按此计划开始吗？' })).toBeTruthy()
    expect(box.queryByText(/Begin|Stop/)).toBeNull()
    await act(() => setLanguage('en'))
  })
})
