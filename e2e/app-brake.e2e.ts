// The brake of the app from each of its places, with a run in each phase. The journal of the run and another X client say what
// really happened.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SessionEventType } from '../src-preload/contract/events.ts'
import { OpenAIServer } from '../src-main/models/testing/openai-server.ts'
import { launchApp, shell, type App } from './support/app.ts'
import {
  happened,
  journal,
  newestRun,
  PLACES,
  request,
  shown,
  type BrakePlace,
  type Wish,
} from './support/app-person.ts'
import { place, type Place } from './support/deskhand.ts'
import { personDesktop } from './support/person-desktop.ts'
import { heldDown, watchInput } from './support/witness.ts'

/**
 * Promised are 250 ms. A test that runs beside others can't hold anybody to that (bench/ measures it); this bound only tells
 * "at once" from "when the phase is over", which lasts much longer in every case.
 */
const AT_ONCE = 5_000
const STUBBORN = join(import.meta.dirname, 'support/stubborn.py')

let where: Place
let desktop: Awaited<ReturnType<typeof personDesktop>>
let app: App
let model: OpenAIServer
let asked = Promise.withResolvers<void>()

beforeAll(async () => {
  where = await place()
  await mkdir(join(where.home, 'docs'))
  await writeFile(join(where.home, 'docs/a.txt'), 'there already')
  await where.config(
    'app:\n  first_start_done: true\n  pause_on_person: false\nsystem:\n  save_experience: always_not\n  sleep_time: 60\n' +
      `applications:\n  stubborn: /usr/bin/python3 ${STUBBORN}\n`,
  )
  desktop = await personDesktop(where)
  // Never answers: a model call goes on until it is stopped.
  model = await OpenAIServer.start({
    reply: () => {
      asked.resolve()
      return { hang: true }
    },
  })
  app = await launchApp({ where, desktop: desktop.env })
})
afterAll(async () => {
  await app?.[Symbol.asyncDispose]()
  await model?.[Symbol.asyncDispose]()
  await desktop?.[Symbol.asyncDispose]()
  await where?.[Symbol.asyncDispose]()
})

interface Phase {
  name: string
  request: string
  /** The model that hangs, instead of plain commands. */
  model?: boolean
  /** Resolves when the run is in this phase. */
  reached(run: string): Promise<void>
  /** The phase lasts from the first of these events to the second. */
  between: [SessionEventType, SessionEventType]
  /** What the header says of the run, and of the paused run: an open question comes before both. */
  word: string
  pausedWord: string
  from: Record<Wish, BrakePlace>
}

const PHASES: Phase[] = [
  {
    name: 'a model call',
    request: 'open galculator',
    model: true,
    reached: () => asked.promise,
    between: ['step_started', 'model_replied'],
    word: 'running',
    pausedWord: 'paused',
    from: { Pause: 'the chat window', Resume: 'the pill', Terminate: 'the tray' },
  },
  {
    name: 'a tool',
    request: 'open mousepad, wait 90 seconds, press a',
    reached: (run) =>
      happened(where, run, 'act_started', (event) => 'tool_name' in event && event.tool_name === 'wait'),
    between: ['act_started', 'act_finished'],
    word: 'running',
    pausedWord: 'paused',
    from: { Pause: 'a global shortcut', Resume: 'the tray', Terminate: 'the chat window' },
  },
  {
    // The check box never stays checked: its effect is waited for as long as the configuration lets it.
    name: 'settling',
    request: 'open stubborn, check "Never", wait 1 second',
    reached: (run) =>
      happened(where, run, 'act_finished', (event) => /check|toggle|click/.test(JSON.stringify(event))),
    between: ['act_finished', 'effect_verified'],
    word: 'running',
    pausedWord: 'paused',
    from: { Pause: 'the pill', Resume: 'the chat window', Terminate: 'a global shortcut' },
  },
  {
    name: 'a question',
    request: 'open mousepad, type "new", save as "~/docs/a.txt"',
    reached: (run) =>
      happened(where, run, 'question_asked', (event) => 'kind' in event && event.kind === 'sensitive_step'),
    between: ['question_asked', 'question_answered'],
    word: 'asking',
    pausedWord: 'asking',
    from: { Pause: 'the tray', Resume: 'a global shortcut', Terminate: 'the pill' },
  },
]

const press = (wish: Wish, from: BrakePlace) => PLACES[from](app, wish, desktop.env)

describe(`the brake of the app (${shell})`, () => {
  test.each(PHASES)(
    'in $name: paused, resumed and terminated, and every window says so at once',
    async (phase) => {
      const chat = await app.page('index')
      asked = Promise.withResolvers()
      await chat.evaluate(`window.deskhand.calls.set_config({
      key: ['models', 'default'],
      value: ${JSON.stringify(phase.model ? { provider: 'custom', model_name: 'slow', base_url: model.baseUrl, timeout: 300 } : { provider: 'offline' })},
    })`)
      const before = await newestRun(chat).catch(() => null)
      await request(chat, phase.request)
      await expect.poll(() => newestRun(chat).catch(() => null)).not.toBe(before)
      const run = await newestRun(chat)
      await phase.reached(run)
      await app.page('pill')

      await press('Pause', phase.from.Pause)
      await expect
        .poll(() => shown(app), { timeout: AT_ONCE, interval: 20 })
        .toEqual({ word: phase.pausedWord, chat: 'Resume', pill: 'Resume', tray: 'Resume' })
      const paused = await journal(where, run)
      expect(paused.at(-1)).toMatchObject({ type: 'paused' })
      const types = paused.map(({ type }) => type)
      const [begun, ended] = phase.between.map((type) => types.lastIndexOf(type))
      expect(begun, phase.name).toBeGreaterThan(ended ?? 0)
      await new Promise((resolve) => setTimeout(resolve, 600))
      expect((await journal(where, run)).length).toBe(paused.length)

      await press('Resume', phase.from.Resume)
      await happened(where, run, 'resumed')
      await expect
        .poll(() => shown(app), { timeout: AT_ONCE, interval: 20 })
        .toEqual({ word: phase.word, chat: 'Pause', pill: 'Pause', tray: 'Pause' })

      await press('Terminate', phase.from.Terminate)
      await happened(where, run, 'session_finished')
      using input = watchInput(desktop.env)
      await expect
        .poll(() => shown(app), { timeout: AT_ONCE, interval: 20 })
        .toEqual({ word: 'idle', chat: null, pill: null, tray: null })
      const events = await journal(where, run)
      const stopAt = events.findIndex(({ type }) => type === 'stop_requested')
      const after = events.slice(stopAt).map(({ type }) => type)
      expect(stopAt).toBeGreaterThan(0)
      expect(after).not.toContain('act_started')
      expect(after).not.toContain('model_replied')
      expect(events.at(-1)).toMatchObject({ type: 'session_finished', status: 'stopped' })
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      expect(input.events).toEqual([])
      expect(await heldDown(desktop.env)).toEqual([])
    },
  )

  test('after a terminate the next request works at once', async () => {
    const chat = await app.page('index')
    await request(chat, 'open galculator, click 7, click "*", click 6, click "=", read display')
    const result = chat.getByRole('region', { name: 'Result' })
    // The result of the request before stands there until this one has begun.
    await expect.poll(() => result.innerText(), { timeout: 120_000 }).toContain('42')
  })
})
