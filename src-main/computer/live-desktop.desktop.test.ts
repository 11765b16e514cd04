import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { PersonInput } from '../../src-preload/contract/person-input.ts'
import type { LiveDesktop, LiveFrame } from '../core/live-desktop.ts'
import { DrivenDesktop } from '../servers/desktop/testing/driven-desktop.ts'
import { createLiveDesktop } from './live-desktop.ts'
import { watchPerson } from './person-watch.ts'

let driven: DrivenDesktop
let live: LiveDesktop
const children: ChildProcess[] = []

beforeAll(async () => {
  driven = await DrivenDesktop.start('live')
  live = createLiveDesktop(driven.keeper)
})
afterAll(() => driven[Symbol.asyncDispose]())
afterEach(async () => {
  await live.letGo()
  for (const child of children.splice(0)) {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
})

async function eventually<T>(condition: () => Promise<T | null> | T | null): Promise<T> {
  const value = await driven.run.until(condition, 20_000, 20)
  if (value === null) throw new Error('It did not come true.')
  return value
}

const key = (name: string): PersonInput[] => [
  { type: 'key', key: name, down: true },
  { type: 'key', key: name, down: false },
]
const click = (x: number, y: number): PersonInput[] => [
  { type: 'button', point: { x, y }, button: 'left', down: true },
  { type: 'button', point: { x, y }, button: 'left', down: false },
]

/** A terminal at the top left, whose shell writes each line that it reads into a file. */
async function terminal(name: string): Promise<() => string> {
  const file = join(driven.folder, name)
  const script = `while read line; do printf '%s\\n' "$line" >> ${file}; done`
  const env = { ...driven.desktop.env, LC_ALL: 'C.UTF-8' }
  children.push(
    spawn('xterm', ['-u8', '-geometry', '80x20+0+0', '-T', name, '-e', 'sh', '-c', script], {
      env,
      stdio: 'ignore',
    }),
  )
  await eventually(
    async () =>
      (await driven.observe()).windows.find(({ title, active }) => title === name && active) ?? null,
  )
  return () => (existsSync(file) ? readFileSync(file, 'utf8') : '')
}

it('gives a frame at once and one after each change, in the width of each watcher', async () => {
  const written = await terminal('frames')
  const wide: LiveFrame[] = []
  const narrow: LiveFrame[] = []
  using _wide = live.watch({ maxWidth: 4000 }, (frame) => void wide.push(frame))
  await eventually(() => (wide.length > 0 ? true : null))
  using _narrow = live.watch({ maxWidth: 320 }, (frame) => void narrow.push(frame))
  await eventually(() => (narrow.length > 0 ? true : null))
  expect(wide[0]).toMatchObject({
    width: 1280,
    height: 800,
    bounds: { x: 0, y: 0, width: 1280, height: 800 },
  })
  expect(narrow[0]).toMatchObject({ width: 320, height: 200, bounds: { width: 1280 } })
  expect((await sharp(wide[0]?.data).metadata()).format).toBe('jpeg')
  await driven.run.sleep(1500)
  const before = { wide: wide.length, narrow: narrow.length }
  await live.input([...click(200, 100), { type: 'text', text: 'shown' }, ...key('Enter')])
  await eventually(() => (wide.length > before.wide && narrow.length > before.narrow ? true : null))
  await eventually(() => (written() === 'shown\n' ? true : null))
  // Black letters on white where there was nothing.
  await eventually(async () => ((await differs(wide[0], wide.at(-1))) ? true : null))
})

async function differs(one: LiveFrame | undefined, other: LiveFrame | undefined): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((frame) => sharp(frame?.data).raw().toBuffer()))
  return a !== undefined && b !== undefined && a.some((value, at) => Math.abs(value - (b[at] ?? 0)) > 100)
}

it('gives a slow watcher no frame while it takes one, then the newest', async () => {
  await terminal('slow')
  let open = Promise.withResolvers<void>()
  const taken: LiveFrame[] = []
  const all: LiveFrame[] = []
  using _fast = live.watch({ maxWidth: 640 }, (frame) => void all.push(frame))
  using _slow = live.watch({ maxWidth: 640 }, (frame) => {
    taken.push(frame)
    return open.promise
  })
  await eventually(() => (taken.length === 1 ? true : null))
  await live.input(click(200, 100))
  for (const letter of 'abc') {
    const before = all.length
    await live.input(key(letter))
    await eventually(() => (all.length > before ? true : null))
  }
  expect(taken).toHaveLength(1)
  const newest = all.at(-1)
  const next = open
  open = Promise.withResolvers()
  next.resolve()
  await eventually(() => (taken.length === 2 ? true : null))
  expect(taken[1]).toBe(newest)
  open.resolve()
})

it('does with keys, mouse and text what the person does, any character included', async () => {
  const written = await terminal('hand')
  const shifted: PersonInput[] = [
    { type: 'key', key: 'Shift', down: true },
    { type: 'key', key: 'A', down: true },
    { type: 'key', key: 'Shift', down: false },
    { type: 'key', key: 'a', down: false },
  ]
  await live.input([...click(200, 100), ...shifted, ...key('b'), ...key(' ')])
  await live.input([
    { type: 'text', text: 'ñandú 你好 €' },
    ...key('x'),
    ...key('Backspace'),
    ...key('Enter'),
  ])
  await eventually(() => (written() === 'Ab ñandú 你好 €\n' ? true : null))
  expect(await driven.heldDown()).toBe('keys [] buttons 0')
})

it('lets go of what the person holds when they hand back, and when the process dies', async () => {
  const hold: PersonInput[] = [
    { type: 'key', key: 'Control', down: true },
    { type: 'button', point: { x: 900, y: 600 }, button: 'left', down: true },
  ]
  await live.input(hold)
  expect(await driven.heldDown()).toMatch(/keys \[\d+\] buttons 1$/)
  await live.letGo()
  expect(await driven.heldDown()).toBe('keys [] buttons 0')
  await live.input(hold)
  process.kill(driven.keeper.pid ?? 0, 'SIGKILL')
  await eventually(async () => ((await driven.heldDown()) === 'keys [] buttons 0' ? true : null))
})

it('has no frames for a while from a process that hangs or is killed, and then has again', async () => {
  const written = await terminal('hang')
  const frames: LiveFrame[] = []
  using _watch = live.watch({ maxWidth: 320 }, (frame) => void frames.push(frame))
  await eventually(() => (frames.length > 0 ? true : null))
  const type = async (text: string) => {
    const before = frames.length
    await live.input([...click(200, 100), { type: 'text', text }, ...key('Enter')])
    await eventually(() => (frames.length > before && written().endsWith(`${text}\n`) ? true : null))
  }
  const pid = driven.keeper.pid ?? 0
  process.kill(pid, 'SIGSTOP')
  await driven.run.sleep(1500)
  process.kill(pid, 'SIGCONT')
  await type('stopped')
  process.kill(pid, 'SIGKILL')
  await eventually(() => (driven.keeper.pid === pid ? null : true))
  await type('killed')
})

it('watches the person’s hand also after the process was started anew, and not its own', async () => {
  const told: string[] = []
  await using watch = await watchPerson(driven.keeper, ({ x, y }) => told.push(`${String(x)},${String(y)}`))
  const sweep = async () => {
    for (let step = 0; step < 8; step++) {
      await driven.witness('xdotool', ['mousemove_relative', '--', '-11', '-7'])
      await driven.run.sleep(20)
    }
  }
  await live.input([{ type: 'move', point: { x: 700, y: 500 } }, ...click(710, 505)])
  await driven.run.sleep(300)
  expect(told).toEqual([])
  await sweep()
  await eventually(() => (told.length === 1 ? true : null))
  await sweep()
  expect(told).toHaveLength(1)
  await watch.restart()
  await sweep()
  await eventually(() => (told.length === 2 ? true : null))
  const pid = driven.keeper.pid
  process.kill(pid ?? 0, 'SIGKILL')
  await eventually(() => (driven.keeper.pid !== pid ? true : null))
  await driven.observe()
  await driven.run.sleep(100)
  await sweep()
  await eventually(() => (told.length === 3 ? true : null))
})

it('takes an own window out of pictures and lists of every process that follows another', async () => {
  const witness = await open()
  await driven.keeper.setOwnWindows([witness.handle], null)
  const titles = async () => (await driven.observe()).windows.map(({ title }) => title)
  expect(await titles()).not.toContain('Own')
  const pid = driven.keeper.pid
  process.kill(pid ?? 0, 'SIGKILL')
  await eventually(() => (driven.keeper.pid !== pid ? true : null))
  expect(await titles()).not.toContain('Own')
  await driven.keeper.setOwnWindows([], null)
  expect(await titles()).toContain('Own')
})

async function open(): Promise<{ handle: string }> {
  children.push(spawn('xterm', ['-T', 'Own'], { env: driven.desktop.env, stdio: 'ignore' }))
  const id = await eventually(async () => {
    const found = await driven.witness('xdotool', ['search', '--name', '^Own$']).catch(() => '')
    return found === '' ? null : found.split('\n').at(-1)
  })
  return { handle: `0x${Number(id).toString(16)}` }
}

it('ends with its watchers: nothing more is asked of the process', async () => {
  const frames: LiveFrame[] = []
  const watch = live.watch({ maxWidth: 320 }, (frame) => void frames.push(frame))
  await eventually(() => (frames.length > 0 ? true : null))
  watch[Symbol.dispose]()
  const before = frames.length
  await terminal('unseen')
  await driven.run.sleep(500)
  expect(frames).toHaveLength(before)
})
