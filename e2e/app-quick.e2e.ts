// The quick request: called by a key from anywhere, done without the chat window, and told by a notification.
import { expect, test } from 'vitest'
import { launchApp, shell } from './support/app.ts'
import { place } from './support/deskhand.ts'
import { personDesktop, xdotool } from './support/person-desktop.ts'

const SOON = { timeout: 60_000, interval: 50 }

test(`a quick request: the key opens it, Enter runs, Escape goes, and the answer is a notification that opens the run (${shell})`, async () => {
  await using where = await place()
  await where.config(
    'app:\n  first_start_done: true\ndisplay:\n  kind: virtual\nsystem:\n  save_experience: always_not\n',
  )
  await using desktop = await personDesktop(where)
  await using app = await launchApp({ where, desktop: desktop.env })
  await app.page('index')
  const visible = (page: string) =>
    app.evaluate(
      ({ BrowserWindow }, name: string) =>
        BrowserWindow.getAllWindows().some(
          (window) => window.webContents.getURL().includes(name) && window.isVisible(),
        ),
      `/${page}.html`,
    )
  await expect.poll(() => visible('index'), SOON).toBe(true)
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
  await expect.poll(() => visible('index'), SOON).toBe(false)

  // The keys come from another X client; what is typed goes wherever the keyboard is.
  await xdotool(desktop.env, 'key', 'ctrl+alt+space')
  await expect.poll(() => visible('quick'), SOON).toBe(true)
  const quick = await app.page('quick')
  const line = quick.getByRole('combobox', { name: 'Quick request' })
  await expect
    .poll(
      () =>
        quick.evaluate<boolean>(
          `document.hasFocus() && document.activeElement?.getAttribute('role') === 'combobox'`,
        ),
      SOON,
    )
    .toBe(true)
  await xdotool(desktop.env, 'type', 'not this')
  await expect.poll(() => line.inputValue(), SOON).toBe('not this')
  await xdotool(desktop.env, 'key', 'Escape')
  await expect.poll(() => visible('quick'), SOON).toBe(false)

  await xdotool(desktop.env, 'key', 'ctrl+alt+space')
  await expect.poll(() => visible('quick'), SOON).toBe(true)
  // It begins empty each time.
  await expect.poll(() => line.inputValue(), SOON).toBe('')
  await line.fill('open galculator, click 7, click "*", click 6, click "=", read display')
  await line.press('Enter')
  await expect.poll(() => visible('quick'), SOON).toBe(false)

  const told = () =>
    app.evaluate(({ standin }) =>
      standin.deeds.filter(({ what }) => what === 'notification').map(({ args }) => args.join(' ')),
    )
  await expect
    .poll(() => told().then((all) => all.some((text) => text.includes('42'))), { ...SOON, timeout: 90_000 })
    .toBe(true)
  expect(await visible('index')).toBe(false)
  await app.evaluate(({ standin }) => standin.notifications.at(-1)?.emit('click'))
  await expect.poll(() => visible('index'), SOON).toBe(true)
  const result = (await app.page('index')).getByRole('region', { name: 'Result' })
  await result.waitFor({ timeout: 120_000 })
  expect(await result.innerText()).toContain('42')
})
