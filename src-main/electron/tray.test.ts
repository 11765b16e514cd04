import type { MenuItemConstructorOptions } from 'electron'
import { expect, test, vi } from 'vitest'
import { summaryOf } from '../../src-preload/contract/run-summary.ts'
import { runViewOf, type RunSummary } from '../../src-preload/contract/run-view.ts'
import { runStarted, sampleRun, stepEvents, streamOf } from '../../src-preload/contract/testing/sample-run.ts'
import { textsFor } from './texts.ts'
import { trayMenu, type TrayState } from './tray.ts'

vi.mock('electron', () => ({ Tray: null, Menu: {}, nativeImage: {}, nativeTheme: {} }))

const done: string[] = []
const actions = {
  open: () => done.push('open'),
  openRun: (run: string) => done.push(`open ${run}`),
  quick: () => done.push('quick'),
  control: (run: string, wish: string) => done.push(`${wish} ${run}`),
  quit: () => done.push('quit'),
}
const idle: TrayState = { glance: 'idle', busy: [], recent: [], shortcuts: {} }
const running = runViewOf(
  streamOf([runStarted, { type: 'round_started', request: 'r' }, ...stepEvents({ acts: [] })]),
)
const paused = { ...running, paused: true }
const menu = (state: Partial<TrayState>, language: 'en' | 'zh' = 'en') =>
  trayMenu({ ...idle, ...state }, textsFor(language, 'en'), actions)
const labels = (items: MenuItemConstructorOptions[]) => items.map(({ label, type }) => label ?? type)
const click = (items: MenuItemConstructorOptions[], label: string) => {
  done.length = 0
  const item = items.find((one) => one.label === label)
  item?.click?.(...([] as unknown as Parameters<NonNullable<typeof item.click>>))
  return done
}

test('without a run the menu has no brake', () => {
  expect(labels(menu({}))).toEqual([
    'Nothing is running',
    'separator',
    'Quick request…',
    'Open Deskhand',
    'separator',
    'Quit…',
  ])
})

test('while a run goes on the brake comes first, with its keys, and acts on that run', () => {
  const items = menu({
    glance: 'running',
    busy: [running],
    shortcuts: { pause: 'Control+Alt+P', terminate: null },
  })
  expect(labels(items).slice(0, 4)).toEqual(['Running · step 1', 'Pause', 'Terminate', 'separator'])
  expect(items[1]?.accelerator).toBe('Control+Alt+P')
  expect(items[2]).not.toHaveProperty('accelerator')
  expect(click(items, 'Pause')).toEqual(['pause sample'])
  expect(click(items, 'Terminate')).toEqual(['stop sample'])
})

test('a paused run can be resumed', () => {
  const items = menu({ glance: 'paused', busy: [paused] })
  expect(labels(items).slice(0, 2)).toEqual(['Paused', 'Resume'])
  expect(click(items, 'Resume')).toEqual(['resume sample'])
})

test('the newest runs are there by their requests, one line each, and open', () => {
  const summary = summaryOf(runViewOf(sampleRun()), false)
  const named = (run: string, request: string, status: RunSummary['status']): RunSummary => ({
    ...summary,
    run,
    request,
    status,
  })
  const items = menu({
    recent: [
      named('a', `Salt & pepper\n${'long '.repeat(30)}`, 'asking'),
      named('b', 'Sum it up', 'completed'),
      ...['c', 'd', 'e', 'f'].map((run) => named(run, run, 'failed')),
    ],
  })
  const runs = labels(items).filter((label) => /^[!✓✗]/.test(label ?? ''))
  expect(runs).toHaveLength(5)
  expect(runs[0]).toMatch(/^! Salt && pepper long .*…$/)
  expect(runs[0]!.length).toBeLessThan(60)
  expect(click(items, '✓ Sum it up')).toEqual(['open b'])
})

test('a run that waits for its next request has done its work', () => {
  const summary = {
    ...summaryOf(runViewOf(sampleRun()), true),
    status: 'asking',
    asks: 'new_request',
  } as const
  expect(labels(menu({ recent: [{ ...summary, request: 'Done' }] }))).toContain('✓ Done')
})

test('the words are the person’s', () => {
  expect(labels(menu({}, 'zh'))).toContain('快速请求…')
  expect(textsFor('system', 'zh-Hans-CN')).toBe(textsFor('zh', 'en'))
  expect(textsFor('system', 'de-DE')).toBe(textsFor('en', 'zh'))
})
