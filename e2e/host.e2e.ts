// On a desktop that a person uses: it is left as it was.
import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { RunControl } from '../src-main/core/run-control.ts'
import { startVirtualDesktop } from '../src-main/platform/virtual/start.ts'
import { deskhand, place, story } from './support/deskhand.ts'
import { windowsOn } from './support/witness.ts'

const exec = promisify(execFile)

test('a run on the person’s own desktop leaves their windows and their clipboard as they were', async () => {
  await using where = await place()
  // Some X11 desktop that Deskhand did not start for this run stands for the person's.
  await using person = await startVirtualDesktop(
    { home: where.home, runId: 'person', width: 1280, height: 800, homeMode: 'shared', log: () => {} },
    new RunControl(),
  )
  const env = { ...process.env, ...person.env }
  const copy = spawn('xclip', ['-selection', 'clipboard'], { env, stdio: ['pipe', 'ignore', 'ignore'] })
  copy.stdin.end('what the person had copied')
  const note = spawn('mousepad', [], { env, stdio: 'ignore' })
  try {
    await expect
      .poll(() => windowsOn(person.env).then((all) => all.some((window) => window.pid === note.pid)), {
        timeout: 20_000,
      })
      .toBe(true)
    const { code, last, events, stderr } = await deskhand(
      where,
      [
        'run',
        'open galculator, click 3, click "+", click 4, click "=", read display',
        '--display',
        'host',
        '--json',
      ],
      person.env,
    )
    expect(code, `${stderr}\n${story(events)}`).toBe(0)
    expect(last?.result).toBe('7')
    expect(events.find((event) => event.type === 'run_started')).toMatchObject({
      strategy: 'host-app',
      display: { kind: 'host', name: person.name },
    })
    expect((await exec('xclip', ['-selection', 'clipboard', '-o'], { env })).stdout).toBe(
      'what the person had copied',
    )
    expect((await windowsOn(person.env)).some((window) => window.pid === note.pid)).toBe(true)
  } finally {
    note.kill()
    copy.kill()
  }
})

test('a desktop without an accessibility bus is worked on by one agent, and that is said', async () => {
  await using where = await place()
  await using person = await startVirtualDesktop(
    { home: where.home, runId: 'person', width: 1280, height: 800, homeMode: 'shared', log: () => {} },
    new RunControl(),
  )
  const { DISPLAY = '', XAUTHORITY = '' } = person.env
  const { code, events, stderr } = await deskhand(
    where,
    ['run', 'open galculator', '--display', 'host', '--json'],
    { DISPLAY, XAUTHORITY },
  )
  expect(code, `${stderr}\n${story(events)}`).toBe(0)
  expect(events.find((event) => event.type === 'run_started')).toMatchObject({
    session_type: 'LinuxSession',
    strategy: 'single',
  })
  expect(events.find((event) => event.type === 'warning')?.message).toMatch(
    /accessibility of this desktop can't be reached.*the strategy `single`/,
  )
  expect((await windowsOn(person.env)).map((window) => window.title)).toContain('galculator')
})

test('a Wayland session is refused as a desktop, with what to do instead', async () => {
  await using where = await place()
  const wayland = { DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0', XDG_SESSION_TYPE: 'wayland' }
  const { code, last, stderr } = await deskhand(
    where,
    ['run', 'open galculator', '--display', 'host', '--json'],
    wayland,
  )
  expect(code).toBe(1)
  expect(`${last?.error}${stderr}`).toMatch(/Wayland[^]*--display virtual/)
})
