import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Composite, Shape, XEvent } from 'x11'
import { screenPoint, screenRect, type ScreenPoint } from '../../../core/geometry.ts'
import { RunControl } from '../../../core/run-control.ts'
import type { RawPicture } from '../../platform.ts'
import type { VirtualDesktop } from '../../virtual-desktop.ts'
import { startVirtualDesktop } from '../../virtual/start.ts'
import { XConnection } from './connection.ts'
import { handleOf } from './windows.ts'
import { X11Desktop } from './x11-desktop.ts'

const execute = promisify(execFile)
const run = new RunControl()
const SCREEN = screenRect({ x: 0, y: 0, width: 800, height: 600 })
let home: string
let desktop: VirtualDesktop
let x11: X11Desktop
const clients: XConnection[] = []

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'own-'))
  const { width, height } = SCREEN
  const options = { home, runId: 'own', width, height, homeMode: 'shared' as const, log: console.log }
  desktop = await startVirtualDesktop(options, run)
  x11 = await X11Desktop.connect(desktop.env)
})

afterAll(async () => {
  await x11[Symbol.asyncDispose]()
  await desktop[Symbol.asyncDispose]()
  await rm(home, { recursive: true })
})

afterEach(async () => {
  await x11.setOwnWindows([], run)
  for (const client of clients.splice(0)) await client[Symbol.asyncDispose]()
  await eventually(async () => ((await x11.windows(run)).length === 0 ? true : null))
})

async function eventually<T>(condition: () => Promise<T | null> | T | null): Promise<T> {
  const value = await run.until(condition, 15_000)
  if (value === null) throw new Error('It did not come true.')
  return value
}

const xdotool = async (...args: string[]): Promise<string> =>
  (await execute('xdotool', args, { env: desktop.env, timeout: 60_000 })).stdout.trim()

interface Window {
  client: XConnection
  id: number
  handle: string
  /** Names of the events that reached it. */
  seen: string[]
}

type Place = [x: number, y: number, width: number, height: number]

interface Look {
  /** The only parts that it draws. */
  shape?: Place[]
  /** It takes no clicks. */
  through?: boolean
  /** The window manager gives it a frame. */
  managed?: boolean
}

/** A window of an own X client, which notes what reaches it. */
async function open(
  [x, y, width, height]: Place,
  colour: number,
  { shape, through = false, managed = false }: Look = {},
): Promise<Window> {
  const client = await XConnection.open(desktop.env)
  clients.push(client)
  const id = client.client.AllocID()
  const seen: string[] = []
  client.onEvent((event: XEvent) => {
    if (event.wid === id) seen.push(event.name ?? '')
  })
  const eventMask = 0x1 | 0x2 | 0x4 | 0x8 | 0x8000
  const values = { eventMask, backgroundPixel: colour, overrideRedirect: managed ? 0 : 1 }
  const ext = await client.ask<Shape>((reply) => client.client.require('shape', reply))
  await client.act((each) => {
    each.CreateWindow(id, client.root, x, y, width, height, 0, 0, 1, 0, values)
    if (shape) ext.Rectangles(ext.Op.Set, ext.Kind.Bounding, id, 0, 0, shape)
    if (through) ext.Rectangles(ext.Op.Set, ext.Kind.Input, id, 0, 0, [])
    each.MapWindow(id)
  })
  await eventually(() => (seen.includes('Expose') ? true : null))
  seen.length = 0
  return { client, id, handle: handleOf(id), seen }
}

const colourAt = ({ rgba, width, bounds }: RawPicture, x: number, y: number): string =>
  rgba.subarray(((y - bounds.y) * width + x - bounds.x) * 4).toString('hex', 0, 3)

async function click(point: ScreenPoint): Promise<void> {
  await x11.movePointer(point, run)
  await x11.pressButton('left', run)
  await x11.releaseButton('left', run)
}

describe('a picture', () => {
  it('shows what is below own windows, what below them was painted meanwhile included', async () => {
    const below = await open([100, 100, 400, 300], 0x2244ff)
    const before = await x11.picture(SCREEN, run)
    const own = await open([50, 50, 200, 200], 0xff0000)
    expect(colourAt(await x11.picture(SCREEN, run), 150, 150)).toBe('ff0000')
    await x11.setOwnWindows([own.handle], run)
    // An application answers the server that wants its pixels; this one by its background.
    await eventually(async () => ((await x11.picture(SCREEN, run)).rgba.equals(before.rgba) ? true : null))
    await below.client.act((client) => {
      client.ChangeWindowAttributes(below.id, { backgroundPixel: 0x00cc66 })
      client.UnmapWindow(below.id)
      client.MapWindow(below.id)
    })
    await below.client.act((client) => client.LowerWindow(below.id))
    const after = await x11.picture(SCREEN, run)
    expect(colourAt(after, 150, 150)).toBe('00cc66')
    expect(after.showsOwnWindows).toBeUndefined()
    // The person still sees it: the server's own picture, taken by another program.
    const seen = await below.client.ask<{ data: Buffer }>((reply) =>
      below.client.client.GetImage(2, below.client.root, 60, 60, 1, 1, 0xffffffff, reply),
    )
    expect(seen.data.readUInt32LE() & 0xffffff).toBe(0xff0000)
  })

  it('keeps a window that lies above an own one, and the frame of a managed one', async () => {
    // Nothing in it changes by itself, as the prompt of a terminal that comes late does.
    const { handle } = await open([100, 100, 400, 300], 0x2244ff, { managed: true })
    await x11.focusWindow(handle, run)
    await eventually(async () => ((await x11.windows(run))[0]?.active === true ? true : null))
    const still = async () => {
      const first = await x11.picture(SCREEN, run)
      await run.sleep(300)
      return (await x11.picture(SCREEN, run)).rgba.equals(first.rgba) ? first : null
    }
    const before = await eventually(still)
    const own = await open([0, 0, 300, 300], 0xff0000)
    const above = await open([20, 20, 50, 50], 0x00ff00)
    await x11.setOwnWindows([own.handle], run)
    const expected = Buffer.from(before.rgba)
    for (let y = 20; y < 70; y++) for (let x = 20; x < 70; x++) expected.set([0, 255, 0], (y * 800 + x) * 4)
    await eventually(async () => ((await x11.picture(SCREEN, run)).rgba.equals(expected) ? true : null))
    expect(above.seen).not.toContain('UnmapNotify')
  })

  // On a machine with a load of ten, the window below was not on the screen at all in some runs; why is not known.
  it(
    'is of one part alone where only that is asked for, also where an own window is shaped',
    { retry: 2 },
    async () => {
      await open([0, 0, 800, 600], 0x333333)
      const frame: Place[] = [
        [0, 0, 800, 6],
        [0, 594, 800, 6],
      ]
      const own = await open([0, 0, 800, 600], 0xff8800, { shape: frame, through: true })
      await x11.setOwnWindows([own.handle], run)
      const strip = screenRect({ x: 100, y: 2, width: 10, height: 10 })
      await eventually(async () => {
        const picture = await x11.picture(strip, run)
        const all = Buffer.from('333333ff'.repeat(100), 'hex')
        return picture.rgba.equals(all) ? true : null
      })
    },
  )

  it('says so when own windows are in it: a server whose windows keep no pixels of their own', async () => {
    const own = await open([50, 50, 200, 200], 0xff0000)
    await x11.setOwnWindows([own.handle], run)
    // Another program takes over the painting of this window's neighbours and has named no background.
    const manager = await XConnection.open(desktop.env)
    clients.push(manager)
    const owner = manager.client.AllocID()
    const selection = await manager.atom('_NET_WM_CM_S0')
    await manager.act((client) => {
      client.CreateWindow(owner, manager.root, 0, 0, 1, 1, 0, 0, 1, 0, {})
      client.SetSelectionOwner(owner, selection, 0)
    })
    expect((await x11.picture(SCREEN, run)).showsOwnWindows).toBe(true)
  })

  it('needs nothing of ours where a compositing manager keeps the pixels already', async () => {
    const manager = await XConnection.open(desktop.env)
    clients.push(manager)
    const composite = await manager.ask<Composite>((reply) => manager.client.require('composite', reply))
    const owner = manager.client.AllocID()
    const selection = await manager.atom('_NET_WM_CM_S0')
    await manager.act((client) => {
      composite.RedirectSubwindows(manager.root, composite.Redirect.Automatic)
      client.CreateWindow(owner, manager.root, 0, 0, 1, 1, 0, 0, 1, 0, {})
      client.SetSelectionOwner(owner, selection, 0)
    })
    await open([0, 0, 800, 600], 0x2244ff)
    const own = await open([50, 50, 200, 200], 0xff0000)
    expect(await x11.setOwnWindows([own.handle], run)).toBe(false)
    const picture = await x11.picture(SCREEN, run)
    expect(colourAt(picture, 100, 100)).toBe('2244ff')
    expect(picture.showsOwnWindows).toBeUndefined()
  })
})

describe('own windows', () => {
  it('are in no list and no hit test, with all that their program opens', async () => {
    const below = await open([100, 100, 400, 300], 0x2244ff)
    const own = await open([50, 50, 200, 200], 0xff0000)
    const menu = own.client.client.AllocID()
    await own.client.act((client) => {
      client.CreateWindow(menu, own.client.root, 300, 300, 100, 100, 0, 0, 1, 0, { overrideRedirect: 1 })
      client.MapWindow(menu)
    })
    const handles = async () => (await x11.windows(run)).map(({ handle }) => handle)
    expect(await handles()).toEqual([handleOf(menu), own.handle, below.handle])
    await x11.setOwnWindows([own.handle], run)
    expect(await handles()).toEqual([below.handle])
    for (const point of [screenPoint(150, 150), screenPoint(350, 350)]) {
      expect((await x11.windowAt(point, run))?.handle).toBe(below.handle)
      expect(await x11.ownWindowAt(point, run)).toBe(true)
    }
    expect(await x11.windowAt(screenPoint(60, 60), run)).toBeNull()
    expect(await x11.ownWindowAt(screenPoint(450, 350), run)).toBe(false)
    await x11.setOwnWindows([], run)
    expect(await handles()).toHaveLength(3)
  })

  it('are told from below by their input shape: a click goes through a border and is known to', async () => {
    const below = await open([100, 100, 400, 300], 0x2244ff)
    const border = await open([0, 0, 800, 600], 0xff8800, { through: true })
    await x11.setOwnWindows([border.handle], run)
    const point = screenPoint(200, 200)
    expect(await x11.ownWindowAt(point, run)).toBe(false)
    expect((await x11.windowAt(point, run))?.handle).toBe(below.handle)
    await click(point)
    await eventually(() => (below.seen.includes('ButtonRelease') ? true : null))
    expect(border.seen).toEqual([])
  })

  it('are known to have the keyboard', async () => {
    const other = await open([300, 300, 100, 100], 0x2244ff)
    const own = await open([50, 50, 200, 200], 0xff0000)
    await x11.setOwnWindows([own.handle], run)
    await own.client.act((client) => client.SetInputFocus(own.id, 1))
    expect(await x11.ownWindowHasKeyboard(run)).toBe(true)
    await own.client.act((client) => client.SetInputFocus(other.id, 1))
    expect(await x11.ownWindowHasKeyboard(run)).toBe(false)
  })

  it('change nothing that counts as a change of the desktop', async () => {
    const below = await open([100, 100, 400, 300], 0x2244ff)
    const own = await open([50, 50, 200, 200], 0xff0000)
    await x11.setOwnWindows([own.handle], run)
    await run.sleep(200)
    await using watch = await x11.watch(SCREEN, run)
    const paint = async ({ client, id }: Window, colour: number) => {
      await client.act((each) => each.ChangeWindowAttributes(id, { backgroundPixel: colour }))
      await client.act((each) => each.ClearArea(id, 0, 0, 0, 0, 0))
    }
    await paint(own, 0x880000)
    await run.sleep(200)
    expect(watch.lastChange()).toBeNull()
    // Also of what nobody sees, since it is in the pictures.
    await below.client.act((each) => each.ClearArea(below.id, 10, 10, 50, 50, 0))
    await eventually(() => watch.lastChange())
  })

  it('leave what opens, moves and goes a change', async () => {
    const below = await open([100, 100, 400, 300], 0x2244ff)
    const own = await open([0, 0, 800, 600], 0xff8800, { shape: [[0, 0, 800, 4]], through: true })
    await x11.setOwnWindows([own.handle], run)
    const changes: [string, () => Promise<unknown>][] = [
      ['it is painted', () => below.client.act((each) => each.ClearArea(below.id, 0, 0, 0, 0, 0))],
      ['it moves', () => below.client.act((each) => each.MoveWindow(below.id, 120, 130))],
      ['another opens', () => open([500, 100, 50, 50], 0xffffff)],
      ['it goes', () => below.client.act((each) => each.UnmapWindow(below.id))],
      ['it comes back', () => below.client.act((each) => each.MapWindow(below.id))],
      ['it is painted again', () => below.client.act((each) => each.ClearArea(below.id, 0, 0, 0, 0, 0))],
    ]
    for (const [name, change] of changes) {
      await using watch = await x11.watch(SCREEN, run)
      expect(watch.lastChange(), name).toBeNull()
      await change()
      await eventually(() => watch.lastChange())
      await run.sleep(50)
    }
  })

  it('are no reason to overlook a change that is seen', async () => {
    const below = await open([100, 100, 400, 300], 0x2244ff)
    const own = await open([50, 50, 200, 200], 0xff0000)
    await x11.setOwnWindows([own.handle], run)
    await using watch = await x11.watch(SCREEN, run)
    const paint = async ({ client, id }: Window, colour: number) => {
      await client.act((each) => each.ChangeWindowAttributes(id, { backgroundPixel: colour }))
      await client.act((each) => each.ClearArea(id, 0, 0, 0, 0, 0))
    }
    await paint(below, 0x00ff00)
    await eventually(() => watch.lastChange())
  })

  it('change nothing that counts when they move, take another shape, or go', async () => {
    await open([0, 0, 800, 600], 0x2244ff)
    const strips: Place[] = [
      [0, 0, 400, 4],
      [0, 396, 400, 4],
    ]
    const border = await open([100, 100, 400, 400], 0xff8800, { shape: strips, through: true })
    const pill = await open([300, 300, 100, 40], 0x222222)
    await x11.setOwnWindows([border.handle, pill.handle], run)
    const shape = await border.client.ask<Shape>((reply) => border.client.client.require('shape', reply))
    // Rows of a mark, each as wide as no other.
    const mark = Array.from({ length: 20 }, (_, row): Place => [200 - row, 150 + row, 2 * row + 1, 1])
    const changes: [string, () => Promise<void>][] = [
      ['a mark', () => cut([...strips, ...mark])],
      ['painting of the mark', () => border.client.act((each) => each.ClearArea(border.id, 0, 0, 0, 0, 0))],
      ['the mark goes', () => cut(strips)],
      ['the pill moves', () => pill.client.act((each) => each.MoveWindow(pill.id, 10, 500))],
      ['the pill goes', () => pill.client.act((each) => each.UnmapWindow(pill.id))],
    ]
    const cut = (places: Place[]) =>
      border.client.act(() => shape.Rectangles(shape.Op.Set, shape.Kind.Bounding, border.id, 0, 0, places))
    await run.sleep(300)
    for (const [name, change] of changes) {
      await using watch = await x11.watch(SCREEN, run)
      await change()
      await run.sleep(150)
      expect(watch.lastChange(), name).toBeNull()
      await run.sleep(400)
    }
  })
})

describe('the person’s hand', () => {
  const watch = async () => {
    const told: ScreenPoint[] = []
    const ended = await x11.watchPointer((point) => told.push(point), run)
    return { told, [Symbol.asyncDispose]: () => ended[Symbol.asyncDispose]() }
  }

  it('is seen once, wherever the agent has left the pointer', async () => {
    await x11.movePointer(screenPoint(400, 300), run)
    await using watched = await watch()
    for (let step = 1; step <= 6; step++) {
      await xdotool('mousemove_relative', '--', '9', '4')
      await run.sleep(15)
    }
    await eventually(() => (watched.told.length > 0 ? true : null))
    await xdotool('mousemove', '10', '10')
    await run.sleep(300)
    expect(watched.told).toHaveLength(1)
  })

  it('is not seen in what the agent does: clicks, drags, wheels, keys', async () => {
    await open([100, 100, 400, 300], 0x2244ff)
    await using watched = await watch()
    for (let round = 0; round < 10; round++) {
      await click(screenPoint(120 + 30 * round, 140))
      await x11.pressButton('left', run)
      for (let step = 0; step < 60; step++) {
        await x11.movePointer(screenPoint(120 + 5 * step, 200 + round), run)
        if (step % 20 === 0) await run.sleep(15)
      }
      await x11.releaseButton('left', run)
      await x11.scroll(3, false, run)
      await x11.pressKey('a', run)
      await x11.releaseKey('a', run)
    }
    await run.sleep(300)
    expect(watched.told).toEqual([])
  })

  it('is not seen in an application that moves the pointer once, nor in a shaking table', async () => {
    await x11.movePointer(screenPoint(400, 300), run)
    await using watched = await watch()
    await xdotool('mousemove', '50', '60')
    await run.sleep(400)
    for (let shake = 0; shake < 10; shake++) {
      await xdotool('mousemove_relative', '--', shake % 2 === 0 ? '2' : '-2', '0')
      await run.sleep(20)
    }
    await run.sleep(200)
    expect(watched.told).toEqual([])
    expect(await xdotool('getmouselocation')).toMatch(/x:5\d y:60/)
  })

  it('counts from where the pointer is when the watch begins', async () => {
    await x11.movePointer(screenPoint(400, 300), run)
    await xdotool('mousemove', '100', '100')
    await using watched = await watch()
    await run.sleep(300)
    expect(watched.told).toEqual([])
  })
})
