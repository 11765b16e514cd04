import { expect, test } from 'vitest'
import type { CallInput, CallOutput } from '../core/call-table.ts'
import { ToolError, UserError } from '../core/errors.ts'
import type { LiveFrame } from '../core/live-desktop.ts'
import type { RunControl } from '../core/run-control.ts'
import { KEEPER_CALLS, type FrameRequest, type KeeperCall } from '../servers/desktop/protocol/messages.ts'
import { createLiveDesktop } from './live-desktop.ts'

/** A desktop process that answers as the test says. */
class Process {
  readonly kind = 'virtual'
  isEnded = false
  killed = 0
  readonly asked: FrameRequest[] = []
  unwatched = 0
  open = 0
  answer: (params: FrameRequest, run: RunControl) => Promise<unknown> = ({ widths, seen }) =>
    Promise.resolve(seen === null ? frame(1, widths) : { ...frame(1, widths), pictures: [] })
  other: (call: KeeperCall, run: RunControl) => Promise<unknown> = () => Promise.resolve({ unknown: [] })

  async ask<C extends KeeperCall>(
    call: C,
    input: CallInput<typeof KEEPER_CALLS, C>,
    run: RunControl,
  ): Promise<CallOutput<typeof KEEPER_CALLS, C>> {
    if (this.isEnded) throw new ToolError('not driven any more')
    this.open += 1
    try {
      const isFrame = call === 'frame'
      if (isFrame) this.asked.push(input as FrameRequest)
      const work = isFrame ? this.answer(input as FrameRequest, run) : this.other(call, run)
      return KEEPER_CALLS[call].output.parse(await run.race(work)) as CallOutput<typeof KEEPER_CALLS, C>
    } finally {
      this.open -= 1
    }
  }
  unwatch(): void {
    this.unwatched += 1
  }
  kill(): void {
    this.killed += 1
  }
}

const frame = (seen: number, widths: number[]) => ({
  seen,
  bounds: { x: 0, y: 0, width: 1280, height: 800 },
  pictures: widths.map((width) => ({ width, height: 1, data: Buffer.from(String(seen)).toString('base64') })),
})

test('watchers share one capture, each width once', async () => {
  const process = new Process()
  const live = createLiveDesktop(process)
  const got: number[] = []
  const watch = (maxWidth: number) => live.watch({ maxWidth }, ({ width }) => void got.push(width))
  using _one = watch(640)
  using _two = watch(640)
  using _three = watch(320)
  await expect.poll(() => got.toSorted((a, b) => a - b)).toEqual([320, 640, 640])
  expect(process.asked.filter(({ seen }) => seen === null).flatMap(({ widths }) => widths)).toEqual([
    640, 320,
  ])
})

test('a watcher that comes later gets a frame at once, without a change', async () => {
  const process = new Process()
  process.answer = ({ widths, seen, within_ms }) =>
    seen === null
      ? Promise.resolve(frame(1, widths))
      : new Promise((resolve) => setTimeout(() => resolve({ ...frame(1, widths), pictures: [] }), within_ms))
  const live = createLiveDesktop(process)
  const early: LiveFrame[] = []
  using _early = live.watch({ maxWidth: 640 }, (each) => void early.push(each))
  await expect.poll(() => early.length).toBe(1)
  for (const maxWidth of [640, 100]) {
    const late: LiveFrame[] = []
    using _late = live.watch({ maxWidth }, (each) => void late.push(each))
    await expect.poll(() => late.length, { interval: 5 }).toBe(1)
    expect(late[0]?.width).toBe(maxWidth)
  }
  expect(early).toHaveLength(1)
})

test('when the last watcher goes, the request that is open ends, none follows, and the process is told', async () => {
  const process = new Process()
  process.answer = ({ widths, seen }) =>
    seen === null ? Promise.resolve(frame(1, widths)) : new Promise(() => {})
  const live = createLiveDesktop(process)
  const watches = [640, 320].map((maxWidth) => live.watch({ maxWidth }, () => {}))
  await expect.poll(() => process.asked.some(({ seen }) => seen !== null)).toBe(true)
  watches[0]?.[Symbol.dispose]()
  expect([process.unwatched, live.isWatched]).toEqual([0, true])
  watches[1]?.[Symbol.dispose]()
  expect(live.isWatched).toBe(false)
  expect(process.unwatched).toBe(1)
  await expect.poll(() => process.open).toBe(0)
  const { length } = process.asked
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(process.asked).toHaveLength(length)
})

test('a process that gives no frame is asked again, and a watcher that throws harms nobody', async () => {
  const process = new Process()
  let failures = 2
  const { answer } = process
  process.answer = (params, run) => {
    if (failures-- > 0) throw new ToolError('it has crashed')
    return answer(params, run)
  }
  const live = createLiveDesktop(process)
  const got: LiveFrame[] = []
  using _bad = live.watch({ maxWidth: 320 }, () => {
    throw new Error('a window is gone')
  })
  using _good = live.watch({ maxWidth: 320 }, (each) => void got.push(each))
  await expect.poll(() => got.length).toBe(1)
})

test('a desktop that is not driven any more ends the frames and refuses input; letting go is done already', async () => {
  const process = new Process()
  const live = createLiveDesktop(process)
  using _watch = live.watch({ maxWidth: 320 }, () => {})
  await expect.poll(() => process.asked.length).toBeGreaterThan(0)
  process.isEnded = true
  await expect(live.input([{ type: 'move', point: { x: 1, y: 1 } }])).rejects.toThrow(UserError)
  await live.letGo()
  await expect.poll(() => process.open).toBe(0)
  expect(process.killed).toBe(0)
})

test('a process that does not let go is ended, so that another one does', async () => {
  const process = new Process()
  process.other = () => Promise.reject(new ToolError('it hangs'))
  await createLiveDesktop(process).letGo()
  expect(process.killed).toBe(1)
})
