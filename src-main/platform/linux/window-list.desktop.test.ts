import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual, promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RunControl } from '../../core/run-control.ts'
import type { PlatformWindow } from '../platform.ts'
import type { VirtualDesktop } from '../virtual-desktop.ts'
import { startVirtualDesktop } from '../virtual/start.ts'
import { WindowList } from './window-list.ts'
import { X11Desktop } from './x11/x11-desktop.ts'

const execute = promisify(execFile)
const run = new RunControl()
let home: string
let desktop: VirtualDesktop
let x11: X11Desktop
let list: WindowList
let looks = 0
const children: ChildProcess[] = []

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'window-list-'))
  const size = { width: 1024, height: 768 }
  desktop = await startVirtualDesktop(
    { home, runId: 'list', ...size, homeMode: 'private', log: () => {} },
    run,
  )
  x11 = await X11Desktop.connect(desktop.env)
  const counted = {
    windows(control: RunControl) {
      looks++
      return x11.windows(control)
    },
  }
  list = await WindowList.open(desktop.env, counted)
})

afterAll(async () => {
  for (const child of children) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
  await list[Symbol.asyncDispose]()
  await x11[Symbol.asyncDispose]()
  await desktop[Symbol.asyncDispose]()
  await rm(home, { recursive: true, force: true })
})

const start = (command: string, ...args: string[]) =>
  children.push(spawn(command, args, { env: desktop.env, stdio: 'ignore' }))
const ask = (command: string, ...args: string[]) => execute(command, args, { env: desktop.env })
const until = async (condition: (windows: PlatformWindow[]) => boolean) => {
  const found = await run.until(async () => (condition(await x11.windows(run)) ? true : null), 15_000)
  if (!found) throw new Error('It did not come true.')
}

/** A window manager goes on for a moment: two looks, one after the other, may lie on either side of a change. */
const agree = (after: string) =>
  expect
    .poll(async () => isDeepStrictEqual(await list.windows(run), await x11.windows(run)), {
      message: after,
      timeout: 60_000,
    })
    .toBe(true)

describe('the list of windows', () => {
  it('is the same as that of a new look, after whatever has changed', async () => {
    start('xterm', '-title', 'One')
    start('xterm', '-title', 'Two')
    await until((windows) => windows.length === 2)
    await agree('at first')
    const one = (await list.windows(run)).find((window) => window.title === 'One')!
    const changes: [string, () => Promise<unknown>, (windows: PlatformWindow[]) => boolean][] = [
      ['moved', () => ask('xdotool', 'windowmove', one.handle, '123', '77'), (all) => all.some((w) => w.bounds.x >= 123)],
      ['resized', () => ask('xdotool', 'windowsize', one.handle, '300', '200'), (all) => all.some((w) => w.bounds.width <= 300)],
      ['named', () => ask('xdotool', 'set_window', '--name', 'Other', one.handle), (all) => all.some((w) => w.title === 'Other')],
      ['in front', () => x11.focusWindow(one.handle, run), (all) => all[0]?.handle === one.handle],
      ['minimized', () => ask('xdotool', 'windowminimize', one.handle), (all) => all.some((w) => w.minimized)],
      ['opened', async () => start('xterm', '-title', 'Three'), (all) => all.some((w) => w.title === 'Three')],
      ['closed', () => x11.closeWindow(one.handle, run), (all) => all.every((w) => w.handle !== one.handle)],
    ] // prettier-ignore
    for (const [name, change, done] of changes) {
      await list.windows(run)
      await change()
      await until(done)
      await agree(name)
    }
  })

  it('is not asked for again while nothing has changed', async () => {
    await list.windows(run)
    const before = looks
    for (let time = 0; time < 10; time++) await list.windows(run)
    expect(looks).toBe(before)
  })

  it('is given to all who wait for it when one of them is stopped', async () => {
    start('xterm', '-title', 'Four')
    await until((windows) => windows.some((window) => window.title === 'Four'))
    const stopped = new RunControl()
    const [first, second] = [list.windows(stopped), list.windows(run)]
    stopped.stop()
    await expect(first).rejects.toThrow('Stopped')
    expect((await second).map((window) => window.title)).toContain('Four')
  })
})
