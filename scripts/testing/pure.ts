// Keeps the projects `unit` and `windows` pure: their files share a process, so a file that starts a program or a thread, or leaves behind
// what the next one would see, fails and says where it belongs.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterAll, beforeAll, expect, vi } from 'vitest'

const CHANNELS = ['child_process', 'worker_threads']
/** Set by sharp when it is loaded first; nothing here reads it. */
const LIBRARY = 'VIPSHOME'
const sharedState = () => ({
  environment: Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== LIBRARY)),
  folder: process.cwd(),
  fakeTimers: vi.isFakeTimers(),
  listeners: process.eventNames().map((name) => `${String(name)}: ${String(process.listenerCount(name))}`),
})

const started: string[] = []
const note = (_message: unknown, channel: string | symbol) => started.push(String(channel))
let before: ReturnType<typeof sharedState>

beforeAll(() => {
  for (const channel of CHANNELS) subscribe(channel, note)
  before = sharedState()
})

afterAll(() => {
  for (const channel of CHANNELS) unsubscribe(channel, note)
  expect(started, 'This file starts programs or threads: add it to PROCESSES in vitest.config.ts').toEqual([])
  expect(sharedState(), 'This file changes what it shares with others: add it to PROCESSES').toEqual(before)
})
