// The overlay on a desktop that stands for the person's own, watched by other X clients.
import { execFile, spawn } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { screenRect } from '../src-main/core/geometry.ts'
import { XConnection } from '../src-main/platform/linux/x11/connection.ts'
import { takePicture } from '../src-main/platform/linux/x11/pictures.ts'
import { launchApp, shell, type App } from './support/app.ts'
import { happened, journal, newestRun, request } from './support/app-person.ts'
import { place, type Place } from './support/deskhand.ts'
import { personDesktop, xdotool } from './support/person-desktop.ts'

const exec = promisify(execFile)
const SOON = { timeout: 60_000, interval: 50 }

let where: Place
let desktop: Awaited<ReturnType<typeof personDesktop>>
let app: App
let run: string

beforeAll(async () => {
  where = await place()
  // A hand on the mouse would pause the run: another test's matter (mouse.e2e.ts).
  await where.config(
    'app:\n  first_start_done: true\n  pause_on_person: false\nsystem:\n  save_experience: always_not\n  save_full_screen: true\n',
  )
  desktop = await personDesktop(where)
  app = await launchApp({ where, desktop: desktop.env })
})
afterAll(async () => {
  await app?.[Symbol.asyncDispose]()
  await desktop?.[Symbol.asyncDispose]()
  await where?.[Symbol.asyncDispose]()
})

interface Lying {
  id: string
  bounds: { x: number; y: number; width: number; height: number }
  visible: boolean
  focusable: boolean
}

/** Windows of the overlay as the app knows them, null where there are none. */
const lying = (name: 'border' | 'pill'): Promise<Lying | null> =>
  app.evaluate(({ BrowserWindow }, page: string) => {
    const window = BrowserWindow.getAllWindows().find(({ webContents }) =>
      webContents.getURL().includes(page),
    )
    return window
      ? {
          id: window.getMediaSourceId().split(':')[1] ?? '',
          bounds: window.getBounds(),
          visible: window.isVisible(),
          focusable: window.isFocusable(),
        }
      : null
  }, `/${name}.html`)

const onX = async (id: string) => {
  const env = { ...process.env, ...desktop.env }
  const [{ stdout: info }, { stdout: shape }] = await Promise.all([
    exec('xwininfo', ['-id', id, '-stats'], { env }),
    exec('xwininfo', ['-id', id, '-shape'], { env }),
  ])
  return {
    mapped: info.includes('IsViewable'),
    unmanaged: info.includes('Override Redirect State: yes'),
    shaped: shape.includes('Window shape extents'),
  }
}

const colour = (pixels: Uint8Array, width: number, x: number, y: number, channels: number): number[] => {
  const at = (y * width + x) * channels
  return [...pixels.subarray(at, at + 3)]
}
/** `--agent`, in either theme. */
const isBlue = ([red = 0, green = 0, blue = 0]: number[]): boolean => blue - red > 70 && blue - green > 40

const activeWindow = () => xdotool(desktop.env, 'getactivewindow').catch(() => '')
const click = (x: number, y: number) => xdotool(desktop.env, 'mousemove', String(x), String(y), 'click', '1')

describe(`the overlay (${shell})`, () => {
  test('comes with a run on this desktop as border and pill, which no window manager manages and nothing focuses', async () => {
    const note = spawn('mousepad', [], {
      env: { ...process.env, ...desktop.env, HOME: where.home },
      stdio: 'ignore',
    })
    try {
      await expect
        .poll(
          () => xdotool(desktop.env, 'search', '--onlyvisible', '--class', 'mousepad').catch(() => ''),
          SOON,
        )
        .not.toBe('')
      await writeFile(join(where.home, 'seen.txt'), 'text that the agent looks at')
      const chat = await app.page('index')
      await request(chat, 'open galculator, click 7, read display, wait 60 seconds')
      await expect.poll(() => newestRun(chat).catch(() => null), SOON).not.toBeNull()
      run = await newestRun(chat)
      await happened(where, run, 'act_started', (event) => 'tool_name' in event && event.tool_name === 'wait')
      for (const name of ['border', 'pill'] as const) {
        await expect.poll(() => lying(name), SOON).toMatchObject({ visible: true, focusable: false })
        const window = await lying(name)
        await expect.poll(() => onX(window?.id ?? ''), SOON).toMatchObject({ mapped: true, unmanaged: true })
        const active = Number(await activeWindow())
        expect(active).not.toBe(Number(window?.id))
      }
      // The application that the run works in has the focus.
      expect(await xdotool(desktop.env, 'getactivewindow', 'getwindowname')).toContain('galculator')
    } finally {
      note.kill()
    }
  })

  test('the border surrounds the whole display and lets every click through to what lies below', async () => {
    const border = await lying('border')
    expect(border?.bounds).toEqual({ x: 0, y: 0, width: 1440, height: 900 })
    // A witness below the edge and below the middle: a window that logs the clicks that reach it.
    const witness = spawn('xev', ['-geometry', '300x200+0+300', '-event', 'button'], {
      env: { ...process.env, ...desktop.env },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let heard = 0
    witness.stdout.on(
      'data',
      (chunk: Buffer) => (heard += chunk.toString().match(/ButtonPress/g)?.length ?? 0),
    )
    try {
      // The search fails while the window manager still makes and drops windows of its own for it.
      let id = ''
      const search = async () => {
        const found = await xdotool(desktop.env, 'search', '--onlyvisible', '--name', 'Event Tester')
        return (id = found.split('\n')[0] ?? '')
      }
      await expect.poll(() => search().catch(() => ''), SOON).not.toBe('')
      await xdotool(desktop.env, 'windowmove', '--sync', id, '0', '300').catch(() => '')
      const place = await xdotool(desktop.env, 'getwindowgeometry', '--shell', id)
      const [x = 0, y = 0] = ['X', 'Y'].map((name) =>
        Number(new RegExp(`^${name}=(-?\\d+)`, 'm').exec(place)?.[1]),
      )
      await click(x + 100, y + 100)
      await expect.poll(() => heard, SOON).toBe(1)
      await click(Math.max(x, 0) + 1, y + 100)
      await expect.poll(() => heard, SOON).toBe(2)
    } finally {
      witness.kill()
    }
  })

  test('neither border nor pill is in the agent’s pictures, its windows or its controls', async () => {
    // The X server itself shows the border at the edge, and the pill where it lies.
    const pill = await lying('pill')
    const points = [
      { x: 700, y: 1 },
      { x: 1, y: 700 },
      { x: (pill?.bounds.x ?? 0) + 60, y: (pill?.bounds.y ?? 0) + 4 },
    ]
    await using x = await XConnection.open(desktop.env)
    const screen = await takePicture(x, screenRect({ x: 0, y: 0, ...x.size }))
    const shownAt = ({ x: left, y: top }: { x: number; y: number }) =>
      colour(screen.rgba, screen.width, left, top, 4)
    expect(points.slice(0, 2).map(shownAt).map(isBlue)).toEqual([true, true])

    const folder = join(where.data, 'logs', run)
    const names = await readdir(folder, { recursive: true })
    let whole = 0
    for (const name of names.filter((each) => each.endsWith('.png'))) {
      const { data, info } = await sharp(join(folder, name))
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true })
      if (info.width !== screen.width || info.height !== screen.height) continue
      whole++
      for (const point of points) {
        const seen = colour(data, info.width, point.x, point.y, 3)
        expect(seen, `${name} at ${point.x}, ${point.y}`).not.toEqual(shownAt(point))
      }
    }
    expect(whole).toBeGreaterThan(0)

    const trees = names.filter((name) => name.endsWith('.json'))
    const texts = await Promise.all(trees.map((name) => readFile(join(folder, name), 'utf8')))
    expect(texts.some((text) => text.includes('galculator'))).toBe(true)
    for (const text of texts) expect(text).not.toMatch(/pill\.html|border\.html|Deskhand/)
    const titles = (await journal(where, run)).flatMap((event) =>
      event.type === 'observed' && event.window ? [event.window.title] : [],
    )
    expect(titles.join()).not.toMatch(/Deskhand/)
  })

  test('the pill says the step, and a real click on its buttons pauses, resumes and terminates without taking the focus', async () => {
    const pill = await app.page('pill')
    await expect.poll(() => pill.locator('main').innerText(), SOON).toMatch(/Step \d+/)
    const before = await activeWindow()
    const press = async (name: string) => {
      const button = await pill.getByRole('button', { name }).boundingBox()
      const window = await lying('pill')
      if (!button || !window) throw new Error(`There is no ${name} on the pill.`)
      await click(
        Math.round(window.bounds.x + button.x + button.width / 2),
        Math.round(window.bounds.y + button.y + button.height / 2),
      )
    }
    await press('Pause')
    await happened(where, run, 'paused')
    await pill.getByRole('button', { name: 'Resume' }).waitFor()
    expect(await activeWindow()).toBe(before)
    await press('Resume')
    await happened(where, run, 'resumed')
    await pill.getByRole('button', { name: 'Pause' }).waitFor()
    await press('Terminate')
    await happened(where, run, 'session_finished')
    expect((await journal(where, run)).at(-1)).toMatchObject({ status: 'stopped' })
    expect(await activeWindow()).toBe(before)
  })

  test('goes when the run has ended', async () => {
    await expect.poll(() => Promise.all([lying('border'), lying('pill')]), SOON).toEqual([null, null])
  })
})
