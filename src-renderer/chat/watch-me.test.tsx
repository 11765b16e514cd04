// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { WatchedPlan } from '../../src-preload/contract/calls/desktop.ts'
import { PlansView } from '../plans/plans-view.tsx'
import { usePlace } from '../state/place.ts'
import { openWindow } from '../testing/open-window.tsx'
import { WatchMe } from './watch-me.tsx'

const watched: WatchedPlan = {
  object: 'mousepad',
  steps: ['type "{{Your name}}"', 'choose File > Save'],
  inputs: { 'Your name': 'Ana' },
  notes: ['password'],
}

function Window() {
  const place = usePlace()
  return place.view === 'plans' ? <PlansView place={place} /> : <WatchMe run="r" takenOver />
}

it('what a person was seen to do is a new plan with its inputs, which they can change and save', async () => {
  const { user, wire } = await openWindow(<Window />, {
    place: { view: 'run', run: 'r' },
    answers: {
      watch_hand: () => ({}),
      unwatch_hand: () => watched,
      save_plan: ({ name, task }) => ({
        name,
        task,
        path: '/p',
        object: '',
        close: false,
        steps: [],
        inputs: [],
        recorded: null,
      }),
    },
  })
  await user.click(screen.getByRole('button', { name: 'Watch me' }))
  await user.click(await screen.findByRole('button', { name: 'Make a plan of it' }))
  expect(await screen.findByText('Left out: a password. It is in no plan.')).toBeTruthy()
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Greet')
  await user.type(screen.getByRole('textbox', { name: 'What it does' }), 'Greets')
  const step = screen.getByRole<HTMLInputElement>('textbox', { name: 'Step 2' })
  await user.clear(step)
  await user.type(step, 'save as "{{{{file}}"{Control>}{Enter}{/Control}')
  expect(wire.sent('save_plan')).toEqual([
    expect.objectContaining({
      object: 'mousepad',
      steps: [
        { words: 'type "{{Your name}}"', from: null },
        { words: 'save as "{{file}}"', from: null },
      ],
      inputs: { 'Your name': 'Ana', file: '' },
    }),
  ])
})
