import { describe, expect, test } from 'vitest'
import { summaryOf } from '../../src-preload/contract/run-summary.ts'
import { runViewOf } from '../../src-preload/contract/run-view.ts'
import { sampleRun } from '../../src-preload/contract/testing/sample-run.ts'
import { desktopsOf } from '../state/desktops.ts'
import { choicesOf, recentRequests } from './choices.ts'

const BOTH = { host_desktop: { there: true, why: null }, virtual_desktop: { there: true } }

const summary = summaryOf(runViewOf(sampleRun()), false)
const asked = (...requests: string[]) =>
  requests.map((request, i) => ({ ...summary, request, started_at: 9 - i }))
const wordsOf = (typed: string, requests: string[]) =>
  recentRequests(asked(...requests), typed).map((choice) => (choice.kind === 'again' ? choice.request : null))

describe('the quick request', () => {
  test('Enter runs where the configuration says, Alt and Enter on the other desktop', () => {
    expect(choicesOf('do it', desktopsOf('virtual', BOTH), [])).toEqual([
      { kind: 'run', desktop: 'virtual', keys: 'Enter' },
      { kind: 'run', desktop: 'host', keys: 'Alt+Enter' },
    ])
    expect(desktopsOf('auto', BOTH)).toEqual(['host', 'virtual'])
  })

  test('a desktop that can’t be driven is not offered', () => {
    expect(desktopsOf('host', { ...BOTH, host_desktop: { there: false, why: 'Wayland' } })).toEqual([
      'virtual',
    ])
    expect(desktopsOf('virtual', { ...BOTH, virtual_desktop: { there: false } })).toEqual(['host'])
  })

  test('earlier requests come once, the newest first, and those that have all the words', () => {
    expect(wordsOf('', ['b', 'a', 'b', ''])).toEqual(['b', 'a'])
    expect(wordsOf('form TRAVEL', ['Fill the travel form', 'Fill the form'])).toEqual([
      'Fill the travel form',
    ])
    expect(wordsOf('', ['1', '2', '3', '4', '5', '6'])).toHaveLength(5)
  })

  test('the name of a plan is no request that could be made again', () => {
    const followed = { ...summary, request: 'Write a note', plan: '/plans/Note.json' }
    expect(recentRequests([followed], '')).toEqual([])
  })

  test('a request that is typed in full is not offered again', () => {
    expect(wordsOf('Fill the form ', ['Fill the form'])).toEqual([])
  })

  test('before anything is typed there are earlier requests alone', () => {
    expect(choicesOf(' ', ['virtual'], asked('a'))).toEqual([{ kind: 'again', request: 'a', started_at: 9 }])
  })
})
