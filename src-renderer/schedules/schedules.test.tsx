// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { scheduleSchema, type ShownSchedule } from '../../src-preload/contract/calls/schedules.ts'
import { usePlace } from '../state/place.ts'
import type { Answers } from '../testing/memory-wire.ts'
import { openWindow } from '../testing/open-window.tsx'
import { NEW_SCHEDULE } from './names.ts'
import { SchedulesView } from './schedules-view.tsx'

const shown = (values: Partial<ShownSchedule> = {}): ShownSchedule => ({
  schedule: scheduleSchema.parse({
    name: 'Report',
    work: { kind: 'request', request: 'write the report' },
    when: { kind: 'time', days: ['mon', 'thu'], at: '09:00' },
    yes_to: ['overwrite'],
  }),
  active: true,
  fault: null,
  next: Date.UTC(2026, 10, 30, 9),
  last: [],
  ...values,
})

const opened = (part: string | null, answers: Answers = {}, app = {}) =>
  openWindow(<SchedulesView place={{ view: 'schedules', run: null, part }} />, {
    app,
    answers: {
      list_schedules: () => ({ system: 'systemd', schedules: [shown()] }),
      list_plans: () => ({ plans: [] }),
      save_schedule: ({ schedule }) => shown({ schedule }),
      ...answers,
    },
  })

describe('the schedules', () => {
  it('say when each comes, what came of it, and why the system does not have one', async () => {
    await opened(null, {
      list_schedules: () => ({
        system: 'systemd',
        schedules: [
          shown({ last: [{ at: 0, outcome: 'missed', due: 0, run: null, why: null }] }),
          shown({
            schedule: { ...shown().schedule, name: 'Other' },
            active: false,
            next: null,
            fault: 'Failed to connect to bus',
          }),
        ],
      }),
    })
    expect(await screen.findAllByText(/Mon, Thu 09:00 · write the report/)).toHaveLength(2)
    expect(screen.getByText('Missed')).toBeTruthy()
    expect(screen.getByText('Not active: Failed to connect to bus')).toBeTruthy()
  })

  it('that share a fault tell it once, above them', async () => {
    const off = { active: false, next: null, fault: 'Failed to connect to bus' } as const
    await opened(null, {
      list_schedules: () => ({
        system: 'systemd',
        schedules: [shown(off), shown({ ...off, schedule: { ...shown().schedule, name: 'Other' } })],
      }),
    })
    expect(await screen.findAllByText('Not active: Failed to connect to bus')).toHaveLength(1)
    expect(screen.getAllByText('Not active')).toHaveLength(2)
  })

  it('make one by keyboard alone: days, time and request', async () => {
    const { user, wire } = await opened(NEW_SCHEDULE)
    await expect.poll(() => document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }))
    await user.keyboard('Report')
    screen.getByRole('button', { name: 'Tuesday' }).focus()
    await user.keyboard(' ')
    expect(screen.getByRole('button', { name: 'Tuesday' }).getAttribute('aria-pressed')).toBe('true')
    screen.getByRole('textbox', { name: 'Request' }).focus()
    await user.keyboard('write the report')
    screen.getByRole('button', { name: 'Save' }).focus()
    await user.keyboard('{Enter}')
    expect(wire.sent('save_schedule')).toEqual([
      {
        schedule: {
          name: 'Report',
          when: { kind: 'time', days: ['mon', 'tue'], at: '09:00' },
          work: { kind: 'request', request: 'write the report' },
          display: 'virtual',
          yes_to: [],
          missed: 'tell',
        },
        replace: false,
      },
    ])
    await expect.poll(() => usePlace.getState()).toMatchObject({ view: 'schedules', part: null })
  })

  it('are carried out on the own desktop where the system has no virtual ones', async () => {
    const { user, wire } = await opened(NEW_SCHEDULE, {}, { virtual_desktop: { there: false } })
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Report')
    await user.type(screen.getByRole('textbox', { name: 'Request' }), 'write the report')
    expect(screen.getByText('This desktop only: this system has no virtual desktops.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(wire.sent('save_schedule')).toMatchObject([{ schedule: { display: 'host' } }])
  })

  it('changed, keep what the form does not show', async () => {
    const { user, wire } = await opened('Report')
    const request = await screen.findByRole('textbox', { name: 'Request' })
    await user.type(request, ' again')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(wire.sent('save_schedule')).toMatchObject([
      { schedule: { yes_to: ['overwrite'], work: { request: 'write the report again' } }, replace: true },
    ])
  })

  it('run one now, which asks at this window, and write down that it began', async () => {
    const { user, wire } = await opened(null, {
      take_schedule: () => ({
        schedule: shown().schedule,
        due: null,
        missed: false,
        begins: [{ request: 'write the report', plan: null }],
      }),
      start_run: () => ({ run: 'report-1' }),
      note_firing: () => ({}),
    })
    await user.click(await screen.findByRole('button', { name: 'More for “Report”' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Run now' }))
    await expect.poll(() => usePlace.getState().run).toBe('report-1')
    expect(wire.sent('start_run')).toEqual([
      { request: 'write the report', plan: null, display: 'virtual', yes_to: ['overwrite'], one_shot: true },
    ])
    expect(wire.sent('note_firing')).toMatchObject([
      { name: 'Report', firing: { outcome: 'began', run: 'report-1' } },
    ])
  })
})
