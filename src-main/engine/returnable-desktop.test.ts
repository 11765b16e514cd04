// A session that waits gives its desktop back, unless a person or their work is on it; the next request gets another one.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { configSchema } from '../../src-preload/contract/config.ts'
import { MemoryJournal } from '../agents/testing/scripted.ts'
import { VirtualClock } from '../core/clock.ts'
import { observationSchema, windowInfoSchema } from '../core/desktop.ts'
import { StoppedError, ToolError, UserError } from '../core/errors.ts'
import { silentLogger } from '../core/logger.ts'
import { RunControl } from '../core/run-control.ts'
import { scriptedElement, ScriptedPlatform, scriptedWindow } from '../platform/testing/scripted.ts'
import { closedGate } from './inspect.ts'
import { ReturnableDesktop, type DrivenDesktop } from './returnable-desktop.ts'
import { buildStack, type Stack } from './stack.ts'
import { startsOn } from './testing/scripted-engine.ts'

const SPAN_MS = 60_000
const route = { agent_name: 'HostAgent', process_name: '', root_name: '' }

const calculator = () =>
  scriptedWindow({
    title: 'Calculator',
    processName: 'galculator',
    active: true,
    elements: [scriptedElement('button', '7')],
  })
const editor = (title: string) =>
  scriptedWindow({ title, processName: 'mousepad', elements: [scriptedElement('document', 'Text')] })

/** Knows how many waits for the span are open. */
class CountingClock extends VirtualClock {
  waits = 0

  override after(ms: number, callback: () => void): () => void {
    if (ms !== SPAN_MS) return super.after(ms, callback)
    this.waits++
    let open = true
    const over = () => {
      if (open) this.waits--
      open = false
    }
    const cancel = super.after(ms, () => {
      over()
      callback()
    })
    return () => {
      over()
      cancel()
    }
  }
}

/** A session that waits; each desktop that is opened shows a calculator. */
async function world({ afterMs = SPAN_MS }: { afterMs?: number | null } = {}) {
  const clock = new CountingClock()
  const run = new RunControl({ clock })
  const journal = new MemoryJournal()
  const platforms: ScriptedPlatform[] = []
  const ended: number[] = []
  const stacks: Stack[] = []
  let isWaiting = false
  const live = { isWatched: false }
  const hooks: { end: () => Promise<void>; open: () => void } = {
    end: () => Promise.resolve(),
    open: () => {},
  }
  const open = async (nextId?: number): Promise<DrivenDesktop> => {
    hooks.open()
    const number = platforms.length
    const platform = new ScriptedPlatform([calculator()])
    platforms.push(platform)
    const stack = await buildStack(
      {
        config: configSchema.parse({}),
        desktop: { kind: 'virtual', name: `:${number}`, env: {} },
        gate: closedGate,
        sink: journal,
        logger: silentLogger,
        startProgram: startsOn(platform),
        nextId,
      },
      run,
    )
    stacks.push(stack)
    return {
      settings: null,
      display: { kind: 'virtual', name: `:${number}` },
      stack,
      live,
      async [Symbol.asyncDispose]() {
        await hooks.end()
        await stack[Symbol.asyncDispose]()
        ended.push(number)
      },
    }
  }
  const first = await open()
  const desktop = new ReturnableDesktop({ first, open, afterMs, sink: journal, logger: silentLogger })
  const answer = Promise.withResolvers<string>()
  const types = () => journal.events.map(({ type }) => type)
  /** The id of the calculator's button on the desktop that is there. */
  const idOfSeven = async (): Promise<number> => {
    const process = stacks.at(-1)!.desktopProcess
    const call = async (name: string, parameters: object) => {
      const { content } = await process.callTool(name, { ...parameters }, {}, 5000, run)
      return JSON.parse(content[0]?.type === 'text' ? content[0].text : '') as unknown
    }
    const [window] = z.array(windowInfoSchema).parse(await call('get_desktop_app_info', {}))
    await call('select_application_window', { id: window?.id, name: window?.title })
    const { controls } = observationSchema.parse(await call('observe', { picture: 'none' }))
    return Number(controls.find(({ name }) => name === '7')?.id)
  }
  /** The span passes once, with all that it brings about: it is waited for again, or there is no desktop. */
  const pass = async () => {
    clock.advance(SPAN_MS)
    const isOver = () => clock.waits > 0 || !isWaiting || types().includes('desktop_given_back')
    await expect.poll(isOver, { interval: 1 }).toBe(true)
  }
  const wait = async () => {
    isWaiting = true
    try {
      return await desktop.whileIdle(() => answer.promise, run)
    } finally {
      isWaiting = false
    }
  }
  return { clock, run, journal, platforms, ended, live, hooks, desktop, answer, types, idOfSeven, wait, pass }
}

test('it is given back after the span; the next request gets another desktop, on which no id comes again', async () => {
  const { run, platforms, ended, desktop, answer, types, idOfSeven, wait, pass } = await world()
  await using _desktop = desktop
  const before = await idOfSeven()
  const waiting = wait()
  await pass()
  expect(types()).toEqual(['desktop_given_back'])
  expect(ended).toEqual([0])
  answer.resolve('the next')
  expect(await waiting).toBe('the next')
  // Only the request opens it.
  expect(platforms).toHaveLength(1)
  expect(await desktop.takeUp(run)).toBe(true)
  expect(types()).toEqual(['desktop_given_back', 'desktop_renewed'])
  expect(before).toBeGreaterThan(0)
  expect(await idOfSeven()).toBeGreaterThan(before)
  expect(await desktop.takeUp(run)).toBe(false)
})

test('an answer before the span keeps it; nothing waits afterwards', async () => {
  const { run, ended, desktop, answer, types, wait, pass } = await world()
  await using _desktop = desktop
  answer.resolve('soon')
  expect(await wait()).toBe('soon')
  await pass()
  expect(await desktop.takeUp(run)).toBe(false)
  expect([types(), ended]).toEqual([[], []])
})

test.each([
  [
    '*notes.txt - Mousepad',
    'mousepad',
    'The virtual desktop is kept: “*notes.txt - Mousepad” has unsaved work.',
  ],
  [
    'report.odt - Writer',
    'soffice.bin',
    'The virtual desktop is kept: “report.odt - Writer” may have unsaved work.',
  ],
  ['sh', 'xterm', 'The virtual desktop is kept: “sh” may have unsaved work.'],
])('“%s” of %s keeps it, which is told once, until it is saved', async (title, processName, told) => {
  const { journal, platforms, ended, desktop, answer, types, wait, pass } = await world()
  await using _desktop = desktop
  const window = { ...editor(title), processName }
  platforms[0]?.open(window)
  const waiting = wait()
  await pass()
  await pass()
  expect(journal.of('warning').map(({ message }) => message)).toEqual([told])
  expect(ended).toEqual([])
  platforms[0]?.close(window.handle)
  await pass()
  expect(types()).toEqual(['warning', 'desktop_given_back'])
  answer.resolve('')
  await waiting
})

test('it is kept while somebody watches', async () => {
  const { ended, live, desktop, answer, types, wait, pass } = await world()
  await using _desktop = desktop
  live.isWatched = true
  const waiting = wait()
  await pass()
  expect([types(), ended]).toEqual([[], []])
  live.isWatched = false
  await pass()
  expect(ended).toEqual([0])
  answer.resolve('')
  await waiting
})

test('it is kept while a person has taken it over, and for a whole span after they have handed it back', async () => {
  const { clock, run, ended, desktop, answer, wait, pass } = await world()
  await using _desktop = desktop
  const waiting = wait()
  run.pause()
  await pass()
  await pass()
  expect(ended).toEqual([])
  clock.advance(SPAN_MS / 2)
  run.resume()
  await pass()
  expect(ended).toEqual([])
  await pass()
  expect(ended).toEqual([0])
  answer.resolve('')
  await waiting
})

test('who begins to watch while it is looked for unsaved work keeps it', async () => {
  const { platforms, ended, live, desktop, answer, wait, pass } = await world()
  await using _desktop = desktop
  const platform = platforms[0]!
  const windows = platform.windows.bind(platform)
  platform.windows = (...given) => {
    live.isWatched = true
    return windows(...given)
  }
  const waiting = wait()
  await pass()
  expect([live.isWatched, ended]).toEqual([true, []])
  answer.resolve('')
  await waiting
})

test('an answer that comes while it is being ended waits for that, and gets another one', async () => {
  const { clock, run, ended, hooks, desktop, answer, types, idOfSeven, wait } = await world()
  await using _desktop = desktop
  const end = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  hooks.end = () => {
    begun.resolve()
    return end.promise
  }
  const waiting = wait()
  clock.advance(SPAN_MS)
  await begun.promise
  answer.resolve('now')
  let answered = false
  void waiting.then(() => (answered = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect([answered, ended]).toEqual([false, []])
  hooks.end = () => Promise.resolve()
  end.resolve()
  await waiting
  expect(await desktop.takeUp(run)).toBe(true)
  expect(types()).toEqual(['desktop_given_back', 'desktop_renewed'])
  expect(await idOfSeven()).toBeGreaterThan(0)
})

test('where it can’t be seen what is open, it is kept, and that is told', async () => {
  const { journal, platforms, ended, desktop, answer, wait, pass } = await world()
  await using _desktop = desktop
  platforms[0]!.windows = () => Promise.reject(new ToolError('the desktop hangs'))
  const waiting = wait()
  await pass()
  expect(journal.of('warning').map(({ message }) => message)).toEqual([
    expect.stringContaining('it can’t be seen whether there is unsaved work') as string,
  ])
  expect(ended).toEqual([])
  answer.resolve('')
  await waiting
})

test('where it is never given back, nothing waits for it', async () => {
  const { clock, run, ended, desktop, answer, wait } = await world({ afterMs: null })
  await using _desktop = desktop
  const waiting = wait()
  expect(clock.waits).toBe(0)
  answer.resolve('')
  await waiting
  expect([await desktop.takeUp(run), ended]).toEqual([false, []])
})

test('a stop ends the wait; the desktop is ended with the run, once', async () => {
  const { run, ended, desktop, types, pass } = await world()
  const waiting = desktop.whileIdle(() => run.race(new Promise<string>(() => {})), run)
  run.stop()
  await expect(waiting).rejects.toThrow(StoppedError)
  await pass()
  expect([types(), ended]).toEqual([[], []])
  await desktop[Symbol.asyncDispose]()
  expect(ended).toEqual([0])
})

test('no desktop that can be had is told as it is, and nothing is told as renewed', async () => {
  const { run, hooks, desktop, answer, types, wait, pass } = await world()
  const waiting = wait()
  await pass()
  answer.resolve('next')
  await waiting
  hooks.open = () => {
    throw new UserError('Xvfb is not installed')
  }
  await expect(desktop.takeUp(run)).rejects.toThrow('Xvfb is not installed')
  expect(types()).toEqual(['desktop_given_back'])
  await expect(desktop.dispatcher.executeCommands([], { route }, run)).rejects.toThrow('given back')
})
