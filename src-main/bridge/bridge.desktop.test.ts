// The bridge over a real engine, in memory: real applications on virtual desktops.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { stepsOf } from '../../src-preload/contract/run-view.ts'
import { createEngine, type Engine } from '../engine.ts'
import { createBridge, type ProgramBridge } from './create-bridge.ts'
import { silentShell } from './testing/shell.ts'
import { MemoryWindow } from './testing/window.ts'

let root = ''
let engine: Engine
let bridge: ProgramBridge
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'deskhand-bridge-'))
  await mkdir(join(root, 'home'))
  await mkdir(join(root, 'data'))
  await writeFile(join(root, 'data/config.yaml'), 'display:\n  kind: virtual\n')
  process.env['HOME'] = join(root, 'home')
  engine = await createEngine({
    home: join(root, 'data'),
    env: { PATH: process.env['PATH'], HOME: join(root, 'home') },
    printLog: () => {},
  })
  bridge = createBridge({ engine, shell: silentShell, checkOutput: true })
})
afterEach(async () => {
  await engine[Symbol.asyncDispose]()
  await rm(root, { recursive: true, force: true, maxRetries: 5 })
})

const CALCULATE = 'open galculator, click 7, click "*", click 6, click "=", read display'

describe('a conversation through the bridge', () => {
  it('runs a request, a queued one and an asked one, asks before it replaces a file, and keeps what worked', async () => {
    using window = new MemoryWindow(bridge)
    const path = join(root, 'home/note.txt')
    await writeFile(path, 'old')
    const { run } = await window.call('start_run', { request: CALCULATE })
    await window.watch(run)
    await window.call('queue_request', {
      run,
      request: `open Mousepad, type "new text", save as "${path}"`,
    })
    const calculated = await window.until(run, (view) => view.rounds[0]?.status === 'FINISH', 90_000)
    expect(calculated.rounds[0]?.result).toBe('42')

    const { question, details } = await window.question(run, 'sensitive_step')
    expect(details?.categories).toContain('overwrite')
    expect(await readFile(path, 'utf8')).toBe('old')
    expect((await window.call('app_state', {})).glance).toBe('asks')
    using second = new MemoryWindow(bridge)
    await second.watch(run)
    expect(second.view(run)).toEqual(window.view(run))
    const answer = { kind: 'sensitive_step' as const, allow: true }
    expect(await second.call('answer_question', { run, question, answer })).toEqual({ accepted: true })
    expect(await window.call('answer_question', { run, question, answer })).toEqual({ accepted: false })
    // Mousepad itself asks about the same file, too: nobody is asked twice.
    await window.question(run, 'new_request')
    expect(await readFile(path, 'utf8')).toContain('new text')
    expect((await window.call('app_state', {})).glance).toBe('idle')
    await window.call('finish_session', { run })
    const experience = await window.question(run, 'experience')
    await window.call('answer_question', {
      run,
      question: experience.question,
      answer: { kind: 'experience', save: true },
    })
    const ended = await window.until(run, (view) => view.finished_at !== null)
    expect({ status: ended.status, experience: ended.experience > 0 }).toEqual({
      status: 'completed',
      experience: true,
    })
    // An old run, opened after its program let go of it, shows the same.
    using later = new MemoryWindow(bridge)
    await expect.poll(() => bridge.live.find(run)).toBeNull()
    await later.watch(run)
    expect(later.view(run)).toEqual(ended)
  })

  it('pauses, resumes and terminates; what is shown comes from the engine, and the next request works at once', async () => {
    using window = new MemoryWindow(bridge)
    const { run } = await window.call('start_run', {
      request: 'open Mousepad, wait 1 seconds, wait 1 seconds, wait 20 seconds, type "never"',
    })
    await window.watch(run)
    await window.until(run, (view) => stepsOf(view).some(({ actions }) => actions.length > 0), 90_000)
    await window.call('control_run', { run, wish: 'pause' })
    await window.until(run, ({ status }) => status === 'paused', 5_000)
    const before = stepsOf(window.view(run)).length
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(stepsOf(window.view(run)).length - before).toBeLessThanOrEqual(1)
    await window.call('control_run', { run, wish: 'resume' })
    await window.until(run, ({ status }) => status === 'running', 5_000)
    await window.call('control_run', { run, wish: 'stop' })
    const stopped = await window.until(run, (view) => view.finished_at !== null, 20_000)
    expect(stopped.status).toBe('stopped')
    const next = await window.call('start_run', { request: CALCULATE, one_shot: true })
    await window.watch(next.run)
    await window.until(next.run, (view) => view.rounds[0]?.result === '42', 90_000)
  })

  it('says what can’t begin, and keeps nothing of it', async () => {
    using window = new MemoryWindow(bridge)
    await expect(window.call('start_run', { request: CALCULATE, display: 'host' })).rejects.toThrow(
      /no desktop here/,
    )
    await expect(window.call('start_run', { request: CALCULATE, strategy: 'telepathy' })).rejects.toThrow(
      /no strategy/,
    )
    await expect(window.call('watch_run', { run: 'nothing' })).rejects.toThrow(/no run/)
  })
})
