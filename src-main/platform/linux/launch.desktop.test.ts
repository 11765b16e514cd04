import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { RunControl } from '../../core/run-control.ts'
import type { PlatformWindow } from '../platform.ts'
import type { VirtualDesktop } from '../virtual-desktop.ts'
import { startVirtualDesktop } from '../virtual/start.ts'
import { launchApplication } from './launch.ts'
import { X11Desktop } from './x11/x11-desktop.ts'

const execute = promisify(execFile)
const run = new RunControl()
let home: string
const desktops: { desktop: VirtualDesktop; x11: X11Desktop }[] = []

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'launch-'))
  for (const runId of ['left', 'right']) {
    const desktop = await startVirtualDesktop(
      { home, runId, width: 1024, height: 768, homeMode: 'shared', log: console.log },
      run,
    )
    desktops.push({ desktop, x11: await X11Desktop.connect(desktop.env) })
  }
})

afterAll(async () => {
  for (const { desktop, x11 } of desktops) {
    await x11[Symbol.asyncDispose]()
    await desktop[Symbol.asyncDispose]()
  }
  await rm(home, { recursive: true })
})

/** Titles of the windows of a desktop, as xdotool sees them. */
async function titles({ desktop }: { desktop: VirtualDesktop }, pattern: string): Promise<string[]> {
  const search = ['search', '--onlyvisible', '--name', pattern, 'getwindowname', '%@']
  const found = await execute('xdotool', search, { env: desktop.env }).catch(() => ({ stdout: '' }))
  return found.stdout.split('\n').filter((line) => line !== '')
}

async function shown({ x11 }: { x11: X11Desktop }, title: RegExp): Promise<PlatformWindow> {
  const window = await run.until(
    async () => (await x11.windows(run)).find((one) => title.test(one.title)) ?? null,
    60_000,
    50,
  )
  if (!window) throw new Error(`No window ${title}`)
  return window
}

it('LibreOffice and Chromium run on two desktops at once, each window on its own', async () => {
  const page = join(home, 'page.html')
  await writeFile(page, '<title>A page</title>')
  for (const [index, name] of ['left', 'right'].entries()) {
    const sheet = join(home, `${name}.csv`)
    await writeFile(sheet, '1,2\n')
    const { env } = desktops[index]!.desktop
    // Which browser the system names depends on what is installed.
    const choice = '[Default Applications]\ntext/html=chromium.desktop\n'
    await writeFile(join(env['XDG_CONFIG_HOME'] ?? '', 'mimeapps.list'), choice)
    expect(await launchApplication('LibreOffice Calc', [sheet], env, {}, run)).toMatchObject({
      application: 'LibreOffice Calc',
    })
    expect(await launchApplication(page, [], env, {}, run)).toMatchObject({
      application: 'Chromium Web Browser',
    })
  }
  for (const place of desktops) {
    expect(await shown(place, /A page/)).toMatchObject({
      processName: 'chromium',
      application: 'Chromium Web Browser',
    })
    const calc = await shown(place, /Text Import|LibreOffice Calc/)
    expect(calc).toMatchObject({
      processName: 'soffice',
      application: expect.stringContaining('LibreOffice'),
    })
  }
  for (const [index, name] of ['left', 'right'].entries()) {
    const other = index === 0 ? 'right' : 'left'
    expect((await titles(desktops[index]!, name)).length).toBeGreaterThan(0)
    expect(await titles(desktops[index]!, other)).toEqual([])
    expect(await titles(desktops[index]!, 'A page')).toHaveLength(1)
  }
})

it.each([
  ['org.xfce.mousepad.desktop', 'mousepad'],
  ['featherpad.desktop', 'featherpad'],
])('a text file opens in the application that the person has chosen: %s', async (entry, program) => {
  const place = desktops[0]!
  const { env } = place.desktop
  // The choice is the test's own: which application it is without one depends on what else is installed.
  await writeFile(
    join(env['XDG_CONFIG_HOME']!, 'mimeapps.list'),
    `[Default Applications]\ntext/plain=${entry};\n`,
  )
  const file = join(home, `${program}.txt`)
  await writeFile(file, 'text')
  const { stdout } = await execute('xdg-mime', ['query', 'default', 'text/plain'], { env })
  expect(stdout.trim()).toBe(entry)
  await launchApplication(file, [], env, {}, run)
  const window = await shown(place, new RegExp(`${program}\\.txt`))
  expect(window.processName).toBe(program)
})

it('a program that is not there is an error that names it', async () => {
  const applications = { ghost: '/nowhere/ghost --now' }
  await expect(
    launchApplication('ghost', [], desktops[0]!.desktop.env, { applications }, run),
  ).rejects.toThrow('“ghost” could not be started')
})
