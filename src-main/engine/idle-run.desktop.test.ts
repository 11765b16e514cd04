// A whole session on virtual desktops that waits for its next request: its programs are gone meanwhile, unless work would be.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EventOf, SessionEvent } from '../../src-preload/contract/events.ts'
import { NO_PERMISSION, type Interactor } from '../core/interactor.ts'
import { RunControl } from '../core/run-control.ts'
import { createEngine } from '../engine.ts'
import { isAlive } from '../platform/linux/processes.ts'
import { readRecord, type DesktopRecord } from '../platform/virtual/record.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'idle-'))
  // Half a second, in minutes.
  await writeFile(
    join(home, 'config.yaml'),
    'display:\n  give_back_after: 0.008\nsystem:\n  save_experience: always_not\n',
  )
})
afterEach(() => rm(home, { recursive: true, force: true }))

const programsOf = (record: DesktopRecord | null): boolean[] => (record?.processes ?? []).map(isAlive)

test('its programs end while it waits; the next request has a desktop, which stays while a text is unsaved', async () => {
  await using engine = await createEngine({ home, env: process.env, printLog: () => {} })
  using run = new RunControl()
  const events: SessionEvent[] = []
  const of = <T extends SessionEvent['type']>(type: T) =>
    events.filter((event): event is EventOf<T> => event.type === type)
  const seen = (condition: () => boolean) => run.until(() => condition() || null, 60_000, 50)
  const record = () => readRecord(home, events[0]?.run ?? '')
  const found: { first: boolean[]; meanwhile: unknown; second: boolean[] } = {
    first: [],
    meanwhile: null,
    second: [],
  }
  let before: DesktopRecord | null = null
  let asked = 0
  const interactor: Interactor = {
    firstRequest: () => Promise.resolve({ answer: null, by: 'person' }),
    newRequest: async () => {
      asked += 1
      const next = (request: string) => ({
        answer: { request, complete: request === '' },
        by: 'person' as const,
      })
      if (asked === 1) {
        before = await record()
        found.first = programsOf(before)
        await seen(() => of('desktop_given_back').length === 1)
        found.meanwhile = {
          programs: programsOf(before),
          folders: await readdir(join(home, 'desktops')),
        }
        return next('open mousepad and type "not saved"')
      }
      await seen(() => of('warning').some(({ message }) => message.includes('unsaved')))
      found.second = programsOf(await record())
      return next('')
    },
    experienceAsker: () => Promise.resolve({ answer: false, by: 'person' }),
    questionAsker: () => Promise.resolve({ answer: '', by: 'nobody' }),
    secretAsker: () => Promise.resolve({ answer: '', by: 'nobody' }),
    sensitiveStepAsker: () => Promise.resolve({ answer: NO_PERMISSION, by: 'nobody' }),
  }
  const end = await engine.run({
    request: 'open galculator',
    display: 'virtual',
    interactor,
    onEvent: (event) => events.push(event),
  })
  const story = JSON.stringify(events.map(({ type, ...rest }) => [type, rest]).slice(-25))
  expect(found.first.length, story).toBeGreaterThan(2)
  expect(found.first.every(Boolean)).toBe(true)
  expect(found.meanwhile, story).toEqual({ programs: found.first.map(() => false), folders: [] })
  expect(of('desktop_given_back'), story).toHaveLength(1)
  expect(of('desktop_renewed')).toHaveLength(1)
  expect(found.second.length > 0 && found.second.every(Boolean), story).toBe(true)
  expect(of('warning').map(({ message }) => message)).toEqual([
    expect.stringMatching(/^The virtual desktop is kept: “.*” has unsaved work\.$/) as string,
    // Nobody answers what shall become of it when the session ends.
    expect.stringMatching(/^Not saved, and lost with the virtual desktop: “.*”\.$/) as string,
  ])
  expect(end, story).toMatchObject({ status: 'completed', rounds: 2 })
})
