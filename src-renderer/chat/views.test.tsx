// @vitest-environment happy-dom
// Every view whose question is answered late, or refused.
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { CallName } from '../../src-preload/contract/call-names.ts'
import type { Place } from '../state/place.ts'
import { openWindow } from '../testing/open-window.tsx'
import type { Answers } from '../testing/memory-wire.ts'
import { App } from './app.tsx'

const WHY = 'The disk is full.'

const VIEWS: [CallName, Partial<Place>][] = [
  ['read_usage', { view: 'usage' }],
  ['list_memories', { view: 'memory' }],
  ['read_memory', { view: 'memory', part: '7' }],
  ['list_plans', { view: 'plans' }],
  ['read_plan', { view: 'plans', part: 'Letter' }],
  ['list_batches', { view: 'batch' }],
  ['list_batches', { view: 'batch', part: 'letters' }],
  ['list_schedules', { view: 'schedules' }],
  ['list_schedules', { view: 'schedules', part: 'Weekly' }],
  ['list_devices', { view: 'devices' }],
  ['watch_run', { view: 'run', run: 'sample' }],
  ['watch_run', { view: 'history', run: 'sample' }],
  ['list_presets', { view: 'settings', part: 'models' }],
  ['list_rules', { view: 'settings', part: 'safety' }],
  ['list_mcp_servers', { view: 'settings', part: 'servers' }],
  ['programs_setup', { view: 'settings', part: 'machines' }],
]
const answering = (name: CallName, answer: () => Promise<never>): Answers => ({ [name]: answer })

it.each(VIEWS)('%s that fails is told in %o, and is asked again', async (name, place) => {
  const answers = answering(name, () => Promise.reject(new Error(WHY)))
  const { user, wire } = await openWindow(<App />, { place, answers })
  await screen.findByText(new RegExp(WHY))
  const before = wire.sent(name).length
  // Other parts of a page may lack answers, too.
  for (const again of screen.getAllByRole('button', { name: 'Try again' })) await user.click(again)
  await expect.poll(() => wire.sent(name).length).toBeGreaterThan(before)
})

it.each(VIEWS)('%s that is late is waited for in %o', async (name, place) => {
  const { promise } = Promise.withResolvers<never>()
  const { wire } = await openWindow(<App />, { place, answers: answering(name, () => promise) })
  expect(wire.sent(name).length).toBeGreaterThan(0)
  const told = screen.getAllByRole('status').map(({ textContent }) => textContent)
  expect(told.filter((words) => words.endsWith('…') || words.startsWith('Asking'))).not.toEqual([])
})
