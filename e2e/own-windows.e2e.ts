// A run on the person's own desktop where the shell has windows of its own in front of everything: plain X windows here, so that
// what the engine does with them is seen without the app. (`overlay.e2e.ts` has the app's.)
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Shape, XEvent } from 'x11'
import type { SessionEvent } from '../src-preload/contract/events.ts'
import type { OwnWindows } from '../src-main/core/own-windows.ts'
import type { LiveFrame } from '../src-main/core/live-desktop.ts'
import { contains, type ScreenPoint } from '../src-main/core/geometry.ts'
import { RunControl } from '../src-main/core/run-control.ts'
import { createEngine } from '../src-main/engine.ts'
import { XConnection } from '../src-main/platform/linux/x11/connection.ts'
import { startVirtualDesktop } from '../src-main/platform/virtual/start.ts'
import { absentInteractor } from '../src-main/core/interactor.ts'
import { place, story } from './support/deskhand.ts'
import { windowsOn } from './support/witness.ts'

const RED = 0xff0022
const PILL = { x: 40, y: 60, width: 700, height: 500 }

/** A border through which clicks go, and a pill in front of all that an application will show, both of one colour. */
async function shell(env: Record<string, string>) {
  const connection = await XConnection.open(env)
  const { client, root, size } = connection
  const [border, pill] = [client.AllocID(), client.AllocID()]
  const clicks: string[] = []
  const cleared: ScreenPoint[] = []
  connection.onEvent((event: XEvent) => {
    if (event.name?.startsWith('Button')) clicks.push(event.name)
  })
  const values = { backgroundPixel: RED, overrideRedirect: 1, eventMask: 0xc }
  const shape = await connection.ask<Shape>((reply) => client.require('shape', reply))
  const { width, height } = size
  await connection.act(() => {
    client.CreateWindow(border, root, 0, 0, width, height, 0, 0, 1, 0, values)
    shape.Rectangles(shape.Op.Set, shape.Kind.Bounding, border, 0, 0, [
      [0, 0, width, 6],
      [0, height - 6, width, 6],
    ])
    shape.Rectangles(shape.Op.Set, shape.Kind.Input, border, 0, 0, [])
    client.CreateWindow(pill, root, PILL.x, PILL.y, PILL.width, PILL.height, 0, 0, 1, 0, values)
    client.MapWindow(border)
    client.MapWindow(pill)
  })
  // Applications that open later are put above: what never takes the focus stays on top by raising itself.
  const raising = setInterval(() => {
    client.RaiseWindow(pill)
    client.RaiseWindow(border)
  }, 30)
  const move = (x: number, y: number) => connection.act(() => client.MoveWindow(pill, x, y))
  const own: OwnWindows = {
    handles: () => [border, pill].map((id) => `0x${id.toString(16)}`),
    onChanged: () => () => {},
    shield: {
      hide: () => Promise.reject(new Error('Nobody has to hide anything here.')),
      show: () => move(PILL.x, PILL.y),
      clear: async (point) => {
        cleared.push(point)
        expect(contains(PILL, point)).toBe(true)
        await move(PILL.x, height - 40)
      },
    },
  }
  return {
    own,
    clicks,
    cleared,
    [Symbol.asyncDispose]: () => {
      clearInterval(raising)
      return connection[Symbol.asyncDispose]()
    },
  }
}

async function redPixels(image: Uint8Array): Promise<number> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let count = 0
  for (let at = 0; at < data.length; at += info.channels) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
    if (red > 240 && green < 20 && blue > 20 && blue < 50) count += 1
  }
  return count
}

test('the shell’s own windows are in no picture and in the way of no click, and the run does its work below them', async () => {
  await using where = await place()
  const run = new RunControl()
  await using person = await startVirtualDesktop(
    { home: where.home, runId: 'person', width: 1024, height: 768, homeMode: 'shared', log: () => {} },
    run,
  )
  await using around = await shell(person.env)
  const events: SessionEvent[] = []
  const frames: LiveFrame[] = []
  const watches: Disposable[] = []
  const env = { ...process.env, ...person.env, HOME: where.home, DESKHAND_HOME: where.data }
  await using engine = await createEngine({
    home: where.data,
    env,
    printLog: () => {},
    ownWindows: around.own,
  })
  const end = await engine.run({
    request:
      'open galculator, click "Help", press Escape, click 7, click "*", click 6, click "=", read display',
    display: 'host',
    interactor: absentInteractor,
    onEvent: (event) => events.push(event),
    onDesktop: (desktop) => {
      if (desktop) watches.push(desktop.watch({ maxWidth: 640 }, (frame) => void frames.push(frame)))
    },
  })
  for (const watch of watches) watch[Symbol.dispose]()
  expect(end.result, story(events)).toBe('42')
  expect(around.clicks).toEqual([])
  expect(around.cleared.length).toBeGreaterThan(0)
  expect(events.some((event) => event.type === 'paused')).toBe(false)
  const pictures = (await readdir(end.log_path)).filter((name) => name.endsWith('.png'))
  expect(pictures.length).toBeGreaterThan(0)
  for (const name of pictures) expect(await redPixels(await readFile(join(end.log_path, name))), name).toBe(0)
  expect(frames.length).toBeGreaterThan(0)
  // Another program sees them all the while, and the calculator, too.
  expect((await windowsOn(person.env)).length).toBeGreaterThan(0)
})
