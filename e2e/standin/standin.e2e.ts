// What the stand-in for Electron claims to do, on real windows and with other X clients as witnesses. A program of its own
// (testing/app.mjs) uses it as an app does.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserWindow } from 'electron'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { XConnection } from '../../src-main/platform/linux/x11/connection.ts'
import { launchApp, startAgain, type App, type Launch } from '../support/app.ts'
import { place, type Place } from '../support/deskhand.ts'
import { personDesktop, xdotool } from '../support/person-desktop.ts'

const program = join(import.meta.dirname, 'testing/app.mjs')
type Fixture = {
  heard: string[]
  main: BrowserWindow
  float: BrowserWindow
}

/** In the program, which the functions that are sent there see. */
declare const fixture: () => Fixture

let where: Place
let desktop: Awaited<ReturnType<typeof personDesktop>>
let launch: Launch
let app: App

beforeAll(async () => {
  where = await place()
  desktop = await personDesktop(where)
  launch = { where, desktop: desktop.env, program }
  app = await launchApp(launch)
  await vi.waitFor(async () => expect(await app.evaluate(() => fixture().main.isVisible())).toBe(true))
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await desktop[Symbol.asyncDispose]()
  await where[Symbol.asyncDispose]()
})

const inPage = (code: string): Promise<unknown> =>
  app.evaluate(
    (_api, text: string) => fixture().main.webContents.executeJavaScript(text) as Promise<unknown>,
    code,
  )
/** A busy machine takes its time. */
const SOON = { timeout: 60_000 }
const heard = () => app.evaluate(() => fixture().heard)

describe('the stand-in', () => {
  test('carries values, bytes and errors between a page and the program as Electron does', async () => {
    expect(
      await inPage(`fixture.echo({ bytes: new Uint8Array([1, 255]), when: new Date(5), none: undefined }).then(
        ({ value, ...rest }) => ({ ...rest, bytes: value.bytes instanceof Uint8Array && [...value.bytes], when: value.when.getTime(), none: 'none' in value }))`),
    ).toEqual({
      bytes: [1, 255],
      when: 5,
      none: true,
      from: 'app://standin/main.html',
      origin: 'app://standin',
      top: true,
    })
    expect(await inPage(`fixture.echo('fail').catch((error) => error.message)`)).toBe(
      "Error invoking remote method 'echo': Error: as asked",
    )
    expect(await inPage(`fixture.echo(() => 1).catch((error) => error.message)`)).toMatch(
      /could not be cloned/,
    )
    await inPage(`globalThis.end = fixture.hear((...args) => (globalThis.got = args))`)
    await app.evaluate(() => fixture().main.webContents.send('push', 1, new Uint8Array(300_000)))
    await expect
      .poll(() => inPage(`globalThis.got?.map((item) => item.length ?? item)`), SOON)
      .toEqual([1, 300_000])
  })

  test('shows a page what the preload exposes, and nothing else of it', async () => {
    expect(
      await inPage(`({ frozen: Object.isFrozen(fixture), secret: typeof secret, require: typeof require, process: typeof process,
        left: Object.keys(globalThis).filter((name) => name.includes('standin')), secure: isSecureContext })`),
    ).toEqual({
      frozen: true,
      secret: 'undefined',
      require: 'undefined',
      process: 'undefined',
      left: [],
      secure: true,
    })
  })

  test('streams what the app serves under its own scheme', async () => {
    expect(
      await inPage(
        `fetch('big.bmp').then((response) => response.arrayBuffer()).then((bytes) => bytes.byteLength)`,
      ),
    ).toBe(8_000_000)
  })

  test('throws for a member, an event or an option that nobody has implemented', async () => {
    const refused = (work: Parameters<App['evaluate']>[0]) => expect(app.evaluate(work)).rejects
    await refused((api) => api.app.setBadgeCount(1)).toThrow('does not implement app.setBadgeCount')
    await refused(() => fixture().main.setOpacity(1)).toThrow('BrowserWindow.setOpacity')
    await refused((api) => api.BrowserWindow.fromBrowserView(null as never)).toThrow('static BrowserWindow.')
    await refused((api) => api.shell.beep()).toThrow('shell.beep')
    await refused((api) => void api.app.on('gpu-info-update', () => {})).toThrow(
      'event gpu-info-update of app',
    )
    await refused((api) => void new api.BrowserWindow({ opacity: 1 })).toThrow(
      'option opacity of BrowserWindow',
    )
    await refused((api) => void new api.BrowserWindow({ webPreferences: { sandbox: false } })).toThrow(
      'windows with sandbox false',
    )
  })

  test('refuses what the app refuses: navigation, windows of a page, permissions', async () => {
    await inPage(`document.getElementById('away').click()`)
    await inPage(`void window.open('https://example.invalid/new')`)
    await expect.poll(heard, SOON).toContain('will-navigate https://example.invalid/')
    await expect.poll(heard, SOON).toContain('open https://example.invalid/new')
    expect(await inPage('location.pathname')).toBe('/main.html')
    expect(
      await inPage(`navigator.permissions.query({ name: 'geolocation' }).then(({ state }) => state)`),
    ).toBe('denied')
    await expect
      .poll(() => app.pages().filter((page) => page.url().startsWith('https:')).length, SOON)
      .toBe(0)
  })

  test('takes no focus with a window that must not have it, and lets clicks through where they must go', async () => {
    await app.evaluate(() => fixture().main.show())
    const active = () => xdotool(desktop.env, 'getactivewindow')
    const before = await active()
    await inPage(
      `addEventListener('mousedown', (event) => (globalThis.clicks = (globalThis.clicks ?? 0) + 1))`,
    )
    await app.evaluate(() => {
      fixture().float.setBounds({ x: 100, y: 150, width: 200, height: 100 })
      fixture().float.showInactive()
      return fixture().float.webContents.executeJavaScript(
        `addEventListener('mousedown', () => (globalThis.clicks = (globalThis.clicks ?? 0) + 1))`,
      ) as Promise<unknown>
    })
    const clicks = async () => [
      await inPage('globalThis.clicks ?? 0'),
      await app.evaluate(
        () => fixture().float.webContents.executeJavaScript('globalThis.clicks ?? 0') as Promise<number>,
      ),
    ]
    const click = (x: number, y: number) =>
      xdotool(desktop.env, 'mousemove', String(x), String(y), 'click', '1')
    await click(150, 200)
    await expect.poll(clicks, SOON).toEqual([0, 1])
    expect(await active()).toBe(before)
    await app.evaluate(() => fixture().float.setIgnoreMouseEvents(true))
    await click(150, 200)
    await expect.poll(clicks, SOON).toEqual([1, 1])
    await app.evaluate(() => {
      fixture().float.setIgnoreMouseEvents(false)
      fixture().float.setShape([{ x: 0, y: 0, width: 20, height: 100 }])
    })
    await click(150, 200)
    await expect.poll(clicks, SOON).toEqual([2, 1])
    await click(105, 200)
    await expect.poll(clicks, SOON).toEqual([2, 2])
    expect(await active()).toBe(before)
    await app.evaluate(() => fixture().float.hide())
  })

  test('asks the app about each download', async () => {
    await inPage(`Object.assign(document.createElement('a'), { href: 'big.bmp', download: 'big' }).click()`)
    await expect.poll(heard, SOON).toContain('download app://standin/big.bmp')
  })

  test('grabs global shortcuts on the X server, and says when another program has them', async () => {
    await xdotool(desktop.env, 'key', 'ctrl+shift+F9')
    await expect.poll(heard, SOON).toContain('shortcut')
    await using other = await XConnection.open(desktop.env)
    const first = other.display.min_keycode
    const rows = await other.ask<number[][]>((reply) => other.client.GetKeyboardMapping(first, 200, reply))
    const f8 = first + rows.findIndex(([keysym]) => keysym === 0xffc5)
    await other.act((client) => client.GrabKey(other.root, 0, 4, f8, 1, 1))
    expect(await app.evaluate(({ globalShortcut }) => globalShortcut.register('Control+F8', () => {}))).toBe(
      false,
    )
  })

  test('tells of a page whose process has crashed, and loads it anew', async () => {
    await app.evaluate(() => fixture().main.webContents.forcefullyCrashRenderer())
    await expect.poll(heard, SOON).toContain('gone crashed')
    await expect
      .poll(() => inPage(`fixture.echo(1).then(({ value }) => value)`).catch(() => null), SOON)
      .toBe(1)
  })

  test('a second start tells the first and ends', async () => {
    expect(await startAgain(launch)).toBe(7)
    await expect.poll(heard, SOON).toContain('second-instance')
  })

  test('leaves no browser behind when the program is killed', async () => {
    await using own = await place()
    await using doomed = await launchApp({ ...launch, where: own, env: { XDG_CONFIG_HOME: own.home } })
    const browsers = async () => {
      const found: number[] = []
      for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
        const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
        if (line.includes(`--user-data-dir=${own.data}`)) found.push(Number(pid))
      }
      return found
    }
    expect((await browsers()).length).toBeGreaterThan(0)
    doomed.kill()
    await doomed.exited
    await expect.poll(browsers).toEqual([])
  })
})
