// The app when things break: a page that crashes, a program that is killed, a window that is closed, an end in mid-run.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { launchApp, shell, startAgain, type App } from './support/app.ts'
import { happened, journal, newestRun, request } from './support/app-person.ts'
import { place, type Place } from './support/deskhand.ts'
import { personDesktop } from './support/person-desktop.ts'

const REQUEST = 'open mousepad, type "kept", wait 90 seconds'
const SOON = { timeout: 60_000, interval: 50 }

const onVirtualDesktops = (where: Place) =>
  where.config(
    'app:\n  first_start_done: true\ndisplay:\n  kind: virtual\nsystem:\n  save_experience: always_not\n',
  )

/** Begins the request and resolves when its last act goes on. */
async function begin(app: App, where: Place): Promise<string> {
  const chat = await app.page('index')
  await request(chat, REQUEST)
  await expect.poll(() => newestRun(chat).catch(() => null), SOON).not.toBeNull()
  const run = await newestRun(chat)
  await happened(where, run, 'act_started', (event) => 'tool_name' in event && event.tool_name === 'wait')
  return run
}

/** Text of the chat window, also after its page has crashed and was loaded anew: a debugger may have lost it. */
const chatText = (app: App): Promise<string> =>
  app.evaluate(async ({ BrowserWindow }) => {
    const chat = BrowserWindow.getAllWindows().find(({ webContents }) =>
      webContents.getURL().includes('/index.html'),
    )
    return String(await chat?.webContents.executeJavaScript('document.body.innerText').catch(() => ''))
  })

/** What a person sees of the run while it waits: its request, each step, its state. */
const SHOWN = [REQUEST, 'kept', 'Wait', 'Running', 'Pause']
const shows = async (app: App): Promise<string[]> => {
  const text = await chatText(app)
  return SHOWN.filter((words) => text.includes(words))
}

describe(`the app (${shell})`, () => {
  test('a page that crashes is loaded anew and shows the run where it is, and the run goes on', async () => {
    await using where = await place()
    await onVirtualDesktops(where)
    await using desktop = await personDesktop(where)
    await using app = await launchApp({ where, desktop: desktop.env })
    const run = await begin(app, where)
    await expect.poll(() => shows(app), SOON).toEqual(SHOWN)
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
    )
    await expect.poll(() => shows(app), SOON).toEqual(SHOWN)
    const events = await journal(where, run)
    expect(events.map(({ type }) => type)).not.toContain('session_finished')
    expect(events.at(-1)).toMatchObject({ type: 'act_started', tool_name: 'wait' })
  })

  test('a window that is closed in mid-run, and one that is opened anew, show the same; quitting asks', async () => {
    await using where = await place()
    await onVirtualDesktops(where)
    await using desktop = await personDesktop(where)
    const launch = { where, desktop: desktop.env }
    await using app = await launchApp(launch)
    const run = await begin(app, where)
    await expect.poll(() => shows(app), SOON).toEqual(SHOWN)

    // Closed, it waits in the tray; a second start brings it back.
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    const visible = () =>
      app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()))
    expect(await visible()).toEqual([false])
    expect(await startAgain(launch)).toBe(0)
    await expect.poll(visible, SOON).toEqual([true])
    expect(await shows(app)).toEqual(SHOWN)

    // “Keep running” keeps it, and the run; “Terminate and quit” ends both in order.
    const answer = (response: number) =>
      app.evaluate(({ dialog }, given: number) => {
        Object.assign(globalThis, { asked: [] })
        dialog.showMessageBox = (options: unknown) => {
          ;(globalThis as unknown as { asked: unknown[] }).asked.push(options)
          return Promise.resolve({ response: given, checkboxChecked: false })
        }
      }, response)
    const asked = () => app.evaluate(() => (globalThis as unknown as { asked: { message: string }[] }).asked)
    await answer(0)
    await app.evaluate(({ app: electron }) => electron.quit())
    await expect
      .poll(asked, SOON)
      .toMatchObject([{ message: expect.stringContaining('still going on'), defaultId: 0 }])
    expect(await shows(app)).toEqual(SHOWN)
    await answer(1)
    expect(await app.quit(), app.output()).toBe(0)
    expect((await journal(where, run)).at(-1)).toMatchObject({ type: 'session_finished', status: 'stopped' })
    expect(await readdir(join(where.data, 'desktops')).catch(() => [])).toEqual([])
  })

  test('killed in mid-run, the app shows the run as interrupted at its step, goes on with it, or closes it', async () => {
    await using where = await place()
    await onVirtualDesktops(where)
    await using desktop = await personDesktop(where)
    const launch = { where, desktop: desktop.env }
    const killed = await launchApp(launch)
    const run = await begin(killed, where)
    killed.kill()
    await killed.exited
    const kept = await journal(where, run)
    const steps = new Set(kept.flatMap(({ step }) => (step === null ? [] : [step]))).size

    await using again = await launchApp(launch)
    const chat = await again.page('index')
    const listed = () =>
      chat.evaluate<{ value: { runs: { run: string; status: string; steps: number }[] } }>(
        `window.deskhand.calls.list_runs({})`,
      )
    expect((await listed()).value.runs).toMatchObject([{ run, status: 'interrupted', steps }])
    await chat.getByRole('navigation').getByText(REQUEST.slice(0, 12)).first().click()
    await chat.getByText('This run was interrupted').waitFor()
    const text = await chatText(again)
    for (const words of [REQUEST, 'kept', 'Wait']) expect(text).toContain(words)
    expect(await journal(where, run)).toEqual(kept)

    await chat.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect.poll(() => newestRun(chat), SOON).not.toBe(run)
    const next = await newestRun(chat)
    await happened(where, next, 'act_started', (event) => 'tool_name' in event && event.tool_name === 'wait')
    const goesOn = await journal(where, next)
    expect(goesOn[0]).toMatchObject({ type: 'run_started', continues: run })
    // What was verified is not done twice.
    const acts = goesOn.filter(({ type }) => type === 'act_started')
    expect(JSON.stringify(acts)).not.toContain('kept')

    again.kill()
    await again.exited
    await using last = await launchApp(launch)
    const page = await last.page('index')
    await page.getByRole('navigation').getByText(REQUEST.slice(0, 12)).first().click()
    await page.getByText('This run was interrupted').waitFor()
    await page.getByRole('button', { name: 'Close it' }).click()
    await page.getByText('This run was interrupted').waitFor({ state: 'detached' })
    await expect.poll(() => readdir(join(where.data, 'desktops')).catch(() => []), SOON).toEqual([])
  })
})
