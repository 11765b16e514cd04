// What a page of the desktop app can reach, and what it can't: https://electronjs.org/docs/tutorial/security in real windows.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CALL_NAMES } from '../src-preload/contract/call-names.ts'
import { launchApp, shell, startAgain, type App, type Launch } from './support/app.ts'
import { place, type Place } from './support/deskhand.ts'
import { personDesktop } from './support/person-desktop.ts'

/** A busy machine takes its time. */
const SOON = { timeout: 60_000 }

let where: Place
let desktop: Awaited<ReturnType<typeof personDesktop>>
let launch: Launch
let app: App
let chat: Page
let foreign: Server
let foreignAddress: string
const foreignRequests: string[] = []

beforeAll(async () => {
  where = await place()
  desktop = await personDesktop(where)
  launch = { where, desktop: desktop.env }
  app = await launchApp(launch)
  chat = await app.page('index')
  foreign = createServer((request, response) => {
    foreignRequests.push(request.url ?? '')
    response.setHeader('Content-Type', 'text/html').end('<title>foreign</title>')
  })
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve))
  foreignAddress = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`
})
afterAll(async () => {
  foreign?.close()
  await app[Symbol.asyncDispose]()
  await desktop[Symbol.asyncDispose]()
  await where[Symbol.asyncDispose]()
})

describe(`the windows of the app (${shell})`, () => {
  test('a page is given the calls of the contract, pushes and the path of a dropped file, and nothing of Node or Electron', async () => {
    const given = await chat.evaluate<Record<string, unknown>>(`({
      members: Object.keys(window.deskhand).sort(),
      calls: Object.keys(window.deskhand.calls).sort(),
      frozen: Object.isFrozen(window.deskhand) && Object.isFrozen(window.deskhand.calls),
      names: ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer', 'global'].filter((name) => name in window),
    })`)
    expect(given).toEqual({
      members: ['calls', 'pathOfFile', 'subscribe'],
      calls: [...CALL_NAMES].sort(),
      frozen: true,
      names: [],
    })
  })

  test('every window is sandboxed, isolated and without Node', async () => {
    const preferences = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map(({ webContents }) => {
        // Electron has it, but not in its types.
        const known = webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }
        return known.getLastWebPreferences()
      }),
    )
    expect(preferences.length).toBeGreaterThan(0)
    for (const each of preferences)
      expect(each).toMatchObject({
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        webSecurity: true,
      })
  })

  test('neither eval nor inline script nor a foreign address works in a page', async () => {
    expect(
      await chat.evaluate(`new Promise((resolve) => setTimeout(resolve)).then(() => {
        // Later: what a debugger evaluates is exempt from the policy as long as it has not returned.
        try { return (0, eval)('1') } catch (error) { return error.name }
      })`),
    ).toBe('EvalError')
    expect(
      await chat.evaluate(`(() => {
        const script = document.createElement('script')
        script.textContent = 'window.ran = true'
        document.head.append(script)
        script.remove()
        return 'ran' in window
      })()`),
    ).toBe(false)
    expect(
      await chat.evaluate(`fetch('${foreignAddress}/fetched').then(() => 'fetched', (error) => error.name)`),
    ).toBe('TypeError')
    expect(foreignRequests).not.toContain('/fetched')
  })

  test('a page can’t leave for another address, hold a foreign frame, or open a window', async () => {
    const here = await chat.evaluate('location.href')
    await chat.evaluate(`void (location.href = '${foreignAddress}/left')`)
    await chat.evaluate(`void window.open('${foreignAddress}/opened')`)
    await chat.evaluate(`(() => {
      const frame = document.createElement('iframe')
      frame.src = '${foreignAddress}/framed'
      document.body.append(frame)
      return new Promise((resolve) => setTimeout(resolve, 300)).then(() => frame.remove())
    })()`)
    expect(await chat.evaluate('location.href')).toBe(here)
    expect(foreignRequests.filter((path) => path === '/left' || path === '/framed')).toEqual([])
    await expect
      .poll(() => app.pages().filter((page) => page.url().startsWith(foreignAddress)).length, SOON)
      .toBe(0)
    expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  })

  test('only https goes to the person’s browser, and only through the one opener', async () => {
    // What the system is asked to open is caught before it gets there.
    await app.evaluate(({ shell: system }) => {
      const opened: string[] = []
      Object.assign(globalThis, { opened })
      system.openExternal = (address: string) => Promise.resolve(void opened.push(address))
    })
    const open = (url: string) =>
      chat.evaluate(`window.deskhand.calls.open_link({ url: '${url}' }).then(({ ok }) => ok)`)
    expect(await open('https://example.org/a')).toBe(true)
    for (const refused of [
      'http://example.org/',
      'file:///etc/passwd',
      'https://name:word@example.org/',
      'nonsense',
    ])
      expect(await open(refused), refused).toBe(false)
    await chat.evaluate(`void window.open('https://example.org/b')`)
    await expect
      .poll(() => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened), SOON)
      .toEqual(['https://example.org/a', 'https://example.org/b'])
  })

  test('no permission is given: geolocation, notifications, camera, clipboard', async () => {
    for (const name of ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read'])
      expect(
        await chat.evaluate(`navigator.permissions.query({ name: '${name}' }).then(({ state }) => state)`),
        name,
      ).toBe('denied')
  })

  test('a call that does not fit its schema, or has no name of the contract, is answered with a fault', async () => {
    expect(await chat.evaluate(`window.deskhand.calls.open_view({ view: 'nowhere' })`)).toMatchObject({
      ok: false,
      fault: { kind: 'input' },
    })
    expect(await chat.evaluate(`typeof window.deskhand.calls.no_such_call`)).toBe('undefined')
  })

  test('the files of runs are read through the app’s own address alone, and nothing beside them', async () => {
    for (const path of [
      'files/../config.yaml',
      'files/%2e%2e/config.yaml',
      'files/x/..%2f..%2fconfig.yaml',
      '../package.json',
    ])
      expect(
        await chat.evaluate(`fetch('${path}').then(({ status }) => status)`),
        path,
      ).toBeGreaterThanOrEqual(400)
  })

  test('a page from elsewhere that is loaded into a window is not heard', async () => {
    await app.evaluate(
      ({ BrowserWindow }, address: string) => BrowserWindow.getAllWindows()[0]?.loadURL(address),
      foreignAddress,
    )
    const answer = () =>
      app.evaluate(
        ({ BrowserWindow }) =>
          BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
            `document.title === 'foreign' && window.deskhand.calls.app_state({})`,
          ) as Promise<unknown>,
      )
    await expect
      .poll(answer, SOON)
      .toMatchObject({ ok: false, fault: { message: 'This page may not call Deskhand.' } })
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.loadURL('app://deskhand/index.html'),
    )
  })

  test('a second start shows the first and ends', async () => {
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
    expect(await startAgain(launch)).toBe(0)
    await expect
      .poll(
        () =>
          app.evaluate(({ BrowserWindow }) =>
            BrowserWindow.getAllWindows().map((window) => window.isVisible()),
          ),
        SOON,
      )
      .toEqual([true])
  })

  test('quitting with nothing running asks nothing and ends with 0', async () => {
    expect(await app.quit(), app.output()).toBe(0)
  })
})
