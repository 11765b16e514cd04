import { expect, test, vi } from 'vitest'
import { runViewOf } from '../../src-preload/contract/run-view.ts'
import { runStarted, streamOf } from '../../src-preload/contract/testing/sample-run.ts'
import { SleepBlocker } from './power.ts'

const blocked = vi.hoisted(() => ({ ids: new Map<number, string>(), next: 1 }))
vi.mock('electron', () => ({
  powerSaveBlocker: {
    start: (kind: string) => {
      blocked.ids.set(blocked.next, kind)
      return blocked.next++
    },
    stop: (id: number) => blocked.ids.delete(id),
  },
}))

const virtual = runViewOf(streamOf([runStarted]))
const host = { ...virtual, display: { kind: 'host' as const, name: ':0' } }
const kinds = () => [...blocked.ids.values()]

test('the computer stays awake while a run works, and its screen on while one works on it', () => {
  const blocker = new SleepBlocker()
  blocker.update([virtual])
  blocker.update([virtual])
  expect(kinds()).toEqual(['prevent-app-suspension'])
  blocker.update([virtual, host])
  expect(kinds()).toEqual(['prevent-display-sleep'])
  blocker.update([{ ...host, paused: true }])
  expect(kinds()).toEqual([])
  blocker.update([host])
  blocker.update([])
  expect(kinds()).toEqual([])
})
