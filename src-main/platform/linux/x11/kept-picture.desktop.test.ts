import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Damage } from 'x11'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { screenRect } from '../../../core/geometry.ts'
import { RunControl } from '../../../core/run-control.ts'
import type { VirtualDesktop } from '../../virtual-desktop.ts'
import { startVirtualDesktop } from '../../virtual/start.ts'
import { XConnection } from './connection.ts'
import { KeptPicture } from './kept-picture.ts'
import { takePicture } from './pictures.ts'

const SIZE = { width: 800, height: 600 }
const run = new RunControl()
let home: string
let desktop: VirtualDesktop
let reader: XConnection
/** Another program, which paints. */
let painter: XConnection
let kept: KeptPicture

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'kept-'))
  const options = { home, runId: 'kept', ...SIZE, homeMode: 'shared' as const, log: console.log }
  desktop = await startVirtualDesktop(options, run)
  reader = await XConnection.open(desktop.env)
  painter = await XConnection.open(desktop.env)
  const damage = await reader.ask<Damage>((reply) => reader.client.require('damage', reply))
  kept = new KeptPicture(reader, damage)
})

afterAll(async () => {
  await painter[Symbol.asyncDispose]()
  await reader[Symbol.asyncDispose]()
  await desktop[Symbol.asyncDispose]()
  await rm(home, { recursive: true })
})

/** A generator of numbers below `most` that gives the same ones in each run. */
function numbers(seed: number): (most: number) => number {
  let state = seed
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state % most
  }
}

it('a kept picture shows what the screen shows, whatever has painted, opened, moved or closed meanwhile', async () => {
  const next = numbers(7)
  const windows: number[] = []
  const { client, root } = painter
  const areas = [
    screenRect({ x: 0, y: 0, ...SIZE }),
    screenRect({ x: 90.5, y: 40, width: 400.2, height: 333 }),
  ]
  const open = () => {
    const id = client.AllocID()
    const [x, y, width, height] = [next(700), next(500), 20 + next(300), 20 + next(300)]
    client.CreateWindow(id, root, x, y, width, height, 0, 0, 1, 0, {
      overrideRedirect: 1,
      backgroundPixel: next(2 ** 24),
    })
    client.MapWindow(id)
    windows.push(id)
  }
  const paint = (id: number) => {
    client.ChangeWindowAttributes(id, { backgroundPixel: next(2 ** 24) })
    client.ClearArea(id, next(200), next(200), 1 + next(60), 1 + next(60), 0)
  }
  let same = 0
  for (let turn = 0; turn < 150; turn++) {
    const window = windows[next(Math.max(1, windows.length))]
    const what = next(6)
    await painter.act(() => {
      if (window === undefined || what === 0) open()
      else if (what === 1) client.MoveWindow(window, next(700), next(500))
      else if (what === 2) client.DestroyWindow(windows.splice(windows.indexOf(window), 1)[0] ?? 0)
      else if (what < 5) paint(window)
    })
    const area = areas[turn % 20 < 14 ? 0 : 1] ?? areas[0]
    if (!area) throw new Error('No area.')
    const before = await kept.take(area)
    const held = Buffer.from(before.rgba)
    const truth = await takePicture(reader, area)
    expect(before.bounds).toEqual(truth.bounds)
    expect(before.rgba.equals(truth.rgba), `turn ${turn}, change ${what}`).toBe(true)
    if ((await kept.take(area)) === before) same++
    expect(held.equals(before.rgba)).toBe(true)
  }
  expect(same).toBeGreaterThan(140)
})

it('a picture that was given stays as it is when the screen changes', async () => {
  const area = screenRect({ x: 0, y: 0, ...SIZE })
  const before = await kept.take(area)
  const copy = Buffer.from(before.rgba)
  await painter.act((client) => {
    const id = client.AllocID()
    const values = { overrideRedirect: 1, backgroundPixel: 0x123456 }
    client.CreateWindow(id, painter.root, 5, 5, 30, 30, 0, 0, 1, 0, values)
    client.MapWindow(id)
  })
  const after = await kept.take(area)
  expect(after.rgba.equals(copy)).toBe(false)
  expect(before.rgba.equals(copy)).toBe(true)
})

it('pictures that are asked for at once are each of the present', async () => {
  const area = screenRect({ x: 0, y: 0, ...SIZE })
  const part = screenRect({ x: 0, y: 0, width: 50, height: 50 })
  const [one, two, three] = await Promise.all([kept.take(area), kept.take(part), kept.take(area)])
  expect([one.width, two.width, three.width]).toEqual([800, 50, 800])
  expect(one.rgba.equals(three.rgba)).toBe(true)
  await expect(kept.take(screenRect({ x: 5000, y: 0, width: 10, height: 10 }))).rejects.toThrow(
    'not on the screen',
  )
  expect((await kept.take(area)).rgba.equals(one.rgba)).toBe(true)
})
