import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual, promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { XEvent } from 'x11'
import { StoppedError } from '../../../core/errors.ts'
import { screenPoint, screenRect } from '../../../core/geometry.ts'
import { RunControl } from '../../../core/run-control.ts'
import type { ClipboardContent, PlatformWindow } from '../../platform.ts'
import type { VirtualDesktop } from '../../virtual-desktop.ts'
import { startVirtualDesktop } from '../../virtual/start.ts'
import { XConnection } from './connection.ts'
import { handleOf } from './windows.ts'
import { X11Desktop } from './x11-desktop.ts'
import { fairTime } from '../../fair-time.ts'

const execute = promisify(execFile)
const run = new RunControl()
const WITHIN = 15_000
let home: string
let desktop: VirtualDesktop
let x11: X11Desktop
const children: ChildProcess[] = []
const witnesses: XConnection[] = []

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'x11-'))
  const options = {
    home,
    runId: 'x11',
    width: 1024,
    height: 768,
    homeMode: 'shared' as const,
    log: console.log,
  }
  desktop = await startVirtualDesktop(options, run)
  x11 = await X11Desktop.connect(desktop.env)
})

afterAll(async () => {
  await x11[Symbol.asyncDispose]()
  await desktop[Symbol.asyncDispose]()
  await rm(home, { recursive: true })
})

afterEach(async () => {
  for (const witness of witnesses.splice(0)) await witness[Symbol.asyncDispose]()
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
  await eventually(async () => ((await x11.windows(run)).length === 0 ? true : null))
})

function start(command: string, ...args: string[]): ChildProcess {
  const child = spawn(command, args, { env: desktop.env, stdio: ['pipe', 'ignore', 'ignore'] })
  children.push(child)
  return child
}

/** What an independent program says. */
async function ask(command: string, ...args: string[]): Promise<string> {
  return (await execute(command, args, { env: desktop.env, timeout: 60_000 })).stdout.trim()
}

async function eventually<T>(condition: () => Promise<T | null> | T | null): Promise<T> {
  const value = await run.until(condition, WITHIN)
  if (value === null) throw new Error('It did not come true.')
  return value
}

/** Returns when nothing on the screen has changed for longer than a caret blinks. */
async function quiet(): Promise<void> {
  await using watch = await x11.watch(screenRect({ x: 0, y: 0, width: 1024, height: 768 }), run)
  const began = fairTime()
  await eventually(() => (fairTime() - (watch.lastChange() ?? began) > 1_300 ? true : null))
}

const windowOfProcess = (name: string): Promise<PlatformWindow> =>
  eventually(async () => (await x11.windows(run)).find((window) => window.processName === name) ?? null)

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await x11.pressKey(key, run)
  for (const key of keys.toReversed()) await x11.releaseKey(key, run)
}

async function typeText(text: string): Promise<void> {
  for (const { segment } of new Intl.Segmenter().segment(text)) await press(segment)
}

/**
 * A window of an own X client, which notes every event that reaches it: the witness. It is no business of the window
 * manager, which holds back the click into a window that it has to raise first.
 */
async function openWitness(area = { x: 100, y: 100, width: 300, height: 200 }, overrideRedirect = 1) {
  const connection = await XConnection.open(desktop.env)
  witnesses.push(connection)
  const id = connection.client.AllocID()
  const seen: string[] = []
  connection.onEvent((event: XEvent & { keycode?: number; x?: number; y?: number }) => {
    if (event.wid === id) seen.push(`${event.name} ${event.keycode ?? ''}`.trim())
  })
  const { x, y, width, height } = area
  const mask = { eventMask: 0x1 | 0x2 | 0x4 | 0x8 | 0x8000, backgroundPixel: 0x123456, overrideRedirect }
  await connection.act((client) => {
    client.CreateWindow(id, connection.root, x, y, width, height, 0, 0, 1, 0, mask)
    client.MapWindow(id)
  })
  const handle = handleOf(id)
  // A window manager lists a window before it has placed it, and shows it after that.
  await eventually(() => (seen.includes('Expose') ? true : null))
  const window = await eventually(
    async () => (await x11.windows(run)).find((one) => one.handle === handle) ?? null,
  )
  if (overrideRedirect === 1) {
    await connection.act((client) => client.SetInputFocus(id, 1))
  }
  seen.length = 0
  return { connection, handle, window, seen, id }
}

describe('windows', () => {
  it('are listed front to back with title, application and client area as other programs see them', async () => {
    start('xterm', '-T', 'Behind – naïve 你好')
    const behind = await windowOfProcess('xterm')
    start('mousepad', '--disable-server')
    const front = await windowOfProcess('mousepad')
    const list = await x11.windows(run)
    expect(list.map(({ handle }) => handle)).toEqual([front.handle, behind.handle])
    expect(behind).toMatchObject({
      title: 'Behind – naïve 你好',
      kind: 'normal',
      application: 'XTerm',
      owner: null,
    })
    const geometry = await ask('xwininfo', '-id', behind.handle)
    const number = (label: string) => Number(new RegExp(`${label}:\\s+(-?\\d+)`).exec(geometry)?.[1])
    // Where it is now: the window manager places a window after it has taken it.
    expect(list.at(-1)?.bounds).toEqual({
      x: number('Absolute upper-left X'),
      y: number('Absolute upper-left Y'),
      width: number('Width'),
      height: number('Height'),
    })
    expect(behind.pid).toBe(Number(await ask('xdotool', 'getwindowpid', behind.handle)))
    const active = await eventually(
      async () => (await x11.windows(run)).find((window) => window.active) ?? null,
    )
    expect(Number(active.handle)).toBe(Number(await ask('xdotool', 'getactivewindow')))
  })

  it('include menus and dialogs, which name the window they belong to', async () => {
    start('mousepad', '--disable-server')
    const main = await windowOfProcess('mousepad')
    await x11.focusWindow(main.handle, run)
    await press('Alt', 'h')
    const menu = await eventually(
      async () => (await x11.windows(run)).find(({ kind }) => kind === 'popup') ?? null,
    )
    expect(menu).toMatchObject({ owner: main.handle, pid: main.pid, processName: 'mousepad' })
    await press('a')
    const dialog = await eventually(
      async () =>
        (await x11.windows(run)).find((window) => window.kind === 'dialog' && window.active) ?? null,
    )
    expect(dialog).toMatchObject({ owner: main.handle, active: true })
    expect(dialog.title).toBe(await ask('xdotool', 'getwindowname', dialog.handle))
  })

  it('of a plug-in are of the program that has started it, where they belong to its window', async () => {
    const host = await openWitness({ x: 50, y: 50, width: 200, height: 150 }, 0)
    const dialog = await openWitness({ x: 100, y: 100, width: 100, height: 80 }, 0)
    const set = async ({ connection, id }: typeof host, name: string, type: number, value: number) => {
      const atom = await connection.atom(name)
      const data = Buffer.alloc(4)
      data.writeUInt32LE(value)
      await connection.act((client) => client.ChangeProperty(0, id, atom, type, 32, data))
    }
    const [CARDINAL, WINDOW] = [6, 33]
    const plugin = start('sleep', '60')
    await set(host, '_NET_WM_PID', CARDINAL, process.pid)
    await set(dialog, '_NET_WM_PID', CARDINAL, plugin.pid ?? 0)
    const named = async () =>
      (await x11.windows(run)).find(({ handle }) => handle === dialog.handle)?.processName
    expect(await named()).toBe('sleep')
    await set(dialog, 'WM_TRANSIENT_FOR', WINDOW, host.id)
    const own = (await x11.windows(run)).find(({ handle }) => handle === host.handle)?.processName
    expect(await named()).toBe(own)
    // A program that it has not started only says that it belongs there.
    await set(dialog, '_NET_WM_PID', CARDINAL, process.ppid)
    expect(await named()).not.toBe(own)
  })

  it('come to the front and get the keyboard, and a window that is gone is an error', async () => {
    start('xterm', '-T', 'one')
    const one = await windowOfProcess('xterm')
    start('galculator')
    const two = await windowOfProcess('galculator')
    // A new window gets the keyboard a moment after it has come.
    await eventually(
      async () =>
        (await x11.windows(run)).find((window) => window.active && window.handle === two.handle) ?? null,
    )
    for (const window of [one, two, one]) {
      await x11.focusWindow(window.handle, run)
      expect(Number(await ask('xdotool', 'getactivewindow'))).toBe(Number(window.handle))
      expect((await x11.windows(run))[0]?.handle).toBe(window.handle)
    }
    await ask('xdotool', 'windowminimize', two.handle)
    await eventually(async () => (await x11.windows(run)).find((window) => window.minimized) ?? null)
    await x11.focusWindow(two.handle, run)
    expect((await x11.windows(run)).find(({ handle }) => handle === two.handle)).toMatchObject({
      minimized: false,
      active: true,
    })
    await x11.closeWindow(two.handle, run)
    await eventually(async () =>
      (await x11.windows(run)).some(({ handle }) => handle === two.handle) ? null : true,
    )
    await expect(x11.focusWindow(two.handle, run)).rejects.toThrow('The window is gone')
    await expect(x11.closeWindow(two.handle, run)).rejects.toThrow('The window is gone')
  })

  it('are found by a point, title bar included, and the bare desktop is none', async () => {
    start('xterm', '-geometry', '40x10+200+200')
    const xterm = await windowOfProcess('xterm')
    const at = (x: number, y: number) => x11.windowAt(screenPoint(x, y), run)
    expect((await at(xterm.bounds.x + 5, xterm.bounds.y + 5))?.handle).toBe(xterm.handle)
    expect((await at(xterm.bounds.x + 50, xterm.bounds.y - 8))?.handle).toBe(xterm.handle)
    expect(await at(1020, 760)).toBeNull()
    const popup = await openWitness({ x: xterm.bounds.x, y: xterm.bounds.y, width: 20, height: 20 })
    expect(popup.window.kind).toBe('popup')
    expect((await at(xterm.bounds.x + 5, xterm.bounds.y + 5))?.handle).toBe(popup.handle)
  })
})

describe('a picture', () => {
  it('has the pixels that another program sees, also of an area that reaches out of the screen', async () => {
    start('mousepad', '--disable-server')
    const { handle } = await windowOfProcess('mousepad')
    await x11.focusWindow(handle, run)
    await quiet()
    const other = async (area: string) =>
      (
        await execute('import', ['-window', 'root', '-crop', area, '-depth', '8', 'rgba:-'], {
          env: desktop.env,
          encoding: 'buffer',
          maxBuffer: 1 << 26,
        })
      ).stdout
    const whole = await x11.picture(screenRect({ x: 0, y: 0, width: 1024, height: 768 }), run)
    expect(whole.rgba.equals(await other('1024x768+0+0'))).toBe(true)
    const edge = await x11.picture(screenRect({ x: -10, y: 600.5, width: 321.2, height: 400 }), run)
    expect(edge).toMatchObject({ width: 312, height: 168, bounds: { x: 0, y: 600, width: 312, height: 168 } })
    expect(edge.rgba.equals(await other('312x168+0+600'))).toBe(true)
    await expect(x11.picture(screenRect({ x: 2000, y: 0, width: 5, height: 5 }), run)).rejects.toThrow(
      'not on the screen',
    )
  })
})

describe('change', () => {
  it('is seen inside the watched area only', async () => {
    const witness = await openWitness({ x: 300, y: 300, width: 100, height: 100 })
    await quiet()
    await using inside = await x11.watch(screenRect({ x: 310, y: 310, width: 10, height: 10 }), run)
    await using outside = await x11.watch(screenRect({ x: 500, y: 500, width: 100, height: 100 }), run)
    expect(inside.lastChange()).toBeNull()
    const client = witness.connection.client as unknown as {
      ClearArea: (...args: number[]) => void
      DestroyWindow: (id: number) => void
    }
    await witness.connection.act(() => client.DestroyWindow(witness.id))
    await eventually(() => inside.lastChange())
    expect(outside.lastChange()).toBeNull()
  })
})

describe('keys', () => {
  const PRINTABLE = Array.from({ length: 95 }, (_, i) => String.fromCodePoint(32 + i)).join('')
  const TEXT = `${PRINTABLE} é ß 你好 😀 Ω Ж`

  it('arrive as every printable character in a terminal', async () => {
    const file = join(home, 'typed')
    start('xterm', '-e', 'sh', '-c', `stty -echo; cat > ${file}`)
    const xterm = await windowOfProcess('xterm')
    await x11.focusWindow(xterm.handle, run)
    await eventually(() => readFile(file).catch(() => null))
    await typeText(`${TEXT}\n`)
    await press('Control', 'd')
    expect(await eventually(async () => (await readFile(file, 'utf8')) || null)).toBe(`${TEXT}\n`)
  })

  it('arrive as every printable character in an editor, whose shortcut saves the file', async () => {
    const file = join(home, 'document.txt')
    await writeFile(file, '')
    start('mousepad', '--disable-server', file)
    const editor = await windowOfProcess('mousepad')
    await x11.focusWindow(editor.handle, run)
    await typeText(TEXT)
    await press('Ctrl', 'S')
    expect(await eventually(async () => (await readFile(file, 'utf8')) || null)).toBe(TEXT)
  })

  it('mean the same with Caps Lock on, and in another layout', async () => {
    const file = join(home, 'layouts')
    start('xterm', '-e', 'sh', '-c', `stty -echo; cat > ${file}`)
    await x11.focusWindow((await windowOfProcess('xterm')).handle, run)
    await eventually(() => readFile(file).catch(() => null))
    const text = 'aZ Yy@{}\\;:'
    await ask('xdotool', 'key', 'Caps_Lock')
    await typeText(`éÉ${text}\n`)
    await ask('xdotool', 'key', 'Caps_Lock')
    await ask('setxkbmap', 'de')
    await typeText(`${text}\n`)
    await ask('setxkbmap', '-layout', 'us,gr')
    await typeText(`${text}\n`)
    await ask('setxkbmap', 'us')
    await press('Control', 'd')
    const typed = await eventually(async () => {
      const content = await readFile(file, 'utf8')
      return content.split('\n').length === 4 ? content : null
    })
    expect(typed).toBe(`éÉ${text}\n${text}\n${text}\n`)
  })

  it('that were lent reach an application that is busy for seconds', async () => {
    const file = join(home, 'busy.txt')
    await writeFile(file, '')
    const editor = start('mousepad', '--disable-server', file)
    await x11.focusWindow((await windowOfProcess('mousepad')).handle, run)
    await quiet()
    editor.kill('SIGSTOP')
    await typeText('Grüße, 你好')
    await run.sleep(3_000)
    editor.kill('SIGCONT')
    await quiet()
    await press('Ctrl', 'S')
    expect(await eventually(async () => (await readFile(file, 'utf8')) || null)).toBe('Grüße, 你好')
  })

  it('that were lent to characters without a key are given back', async () => {
    const before = await ask('xmodmap', '-pke')
    const lender = await X11Desktop.connect(desktop.env)
    await lender.pressKey('鳥', run)
    await lender.releaseKey('鳥', run)
    expect(await ask('xmodmap', '-pke')).not.toBe(before)
    await lender[Symbol.asyncDispose]()
    expect(await ask('xmodmap', '-pke')).toBe(before)
  })

  it('and buttons are single events, in order, and nothing more', async () => {
    const witness = await openWitness()
    const { x, y } = witness.window.bounds
    await x11.movePointer(screenPoint(x + 20, y + 20), run)
    await x11.pressButton('right', run)
    await x11.releaseButton('right', run)
    await x11.scroll(2, false, run)
    await x11.scroll(-1, false, run)
    await x11.scroll(1, true, run)
    await x11.pressKey('*', run)
    await x11.releaseKey('*', run)
    await x11.pressKey('Shift', run)
    await x11.pressKey('A', run)
    await x11.releaseKey('A', run)
    await x11.releaseKey('Shift', run)
    const both = (button: number) => [`ButtonPress ${button}`, `ButtonRelease ${button}`]
    const wanted = [
      ...[3, 4, 4, 5, 6].flatMap(both),
      'KeyPress 50',
      'KeyPress 17',
      'KeyRelease 17',
      'KeyRelease 50',
      'KeyPress 50',
      'KeyPress 38',
      'KeyRelease 38',
      'KeyRelease 50',
    ]
    await eventually(() => (witness.seen.length >= wanted.length ? true : null))
    expect(witness.seen).toEqual(wanted)
    expect(await ask('xdotool', 'getmouselocation')).toContain(`x:${x + 20} y:${y + 20}`)
  })

  it.each([
    ['click', 1, () => x11.pressButton('left', run).then(() => x11.releaseButton('left', run))],
    ['turn the wheel over', 5, () => x11.scroll(-1, false, run)],
  ])(
    '%s what a tooltip lies over once it has gone away, as it does when the pointer comes',
    async (_does, button, act) => {
      const witness = await openWitness()
      const { connection } = witness
      const { x, y } = witness.window.bounds
      const tooltip = connection.client.AllocID()
      const atoms = ['_NET_WM_WINDOW_TYPE', 'ATOM', '_NET_WM_WINDOW_TYPE_TOOLTIP']
      const [name = 0, type = 0, value = 0] = await Promise.all(atoms.map((atom) => connection.atom(atom)))
      const data = Buffer.alloc(4)
      data.writeUInt32LE(value)
      const gone = Promise.withResolvers<void>()
      connection.onEvent((event) => {
        // A busy program is late.
        if (event.wid === tooltip && event.name === 'EnterNotify')
          void setTimeout(300)
            .then(() => connection.act((client) => client.UnmapWindow(tooltip)))
            .then(gone.resolve)
      })
      await x11.movePointer(screenPoint(x + 250, y + 150), run)
      await connection.act((client) => {
        // It notes the pointer (0x10) and clicks.
        const mask = { eventMask: 0x10 | 0x4 | 0x8, backgroundPixel: 0, overrideRedirect: 1 }
        client.CreateWindow(tooltip, connection.root, x + 5, y + 5, 80, 40, 0, 0, 1, 0, mask)
        client.ChangeProperty(0, tooltip, name, type, 32, data)
        client.MapWindow(tooltip)
      })
      await x11.movePointer(screenPoint(x + 20, y + 20), run)
      await act()
      await gone.promise
      await eventually(() => (witness.seen.length >= 2 ? true : null))
      expect(witness.seen.filter((each) => each.startsWith('Button'))).toEqual([
        `ButtonPress ${button}`,
        `ButtonRelease ${button}`,
      ])
    },
  )

  it('never overtake a click, which the window manager holds back', async () => {
    const witness = await openWitness({ x: 50, y: 50, width: 300, height: 200 }, 0)
    await x11.focusWindow(witness.handle, run)
    await x11.movePointer(screenPoint(witness.window.bounds.x + 20, witness.window.bounds.y + 20), run)
    const click = ['ButtonPress 1', 'ButtonRelease 1', 'KeyPress 38', 'KeyRelease 38']
    for (let round = 1; round <= 20; round++) {
      await x11.pressButton('left', run)
      await x11.releaseButton('left', run)
      await press('a')
      await eventually(() => (witness.seen.length >= 4 * round ? true : null))
    }
    expect(witness.seen).toEqual(Array.from({ length: 20 }, () => click).flat())
  })

  it('never overtake a click that a busy window manager holds back for a while', async () => {
    const witness = await openWitness({ x: 50, y: 50, width: 300, height: 200 }, 0)
    await x11.focusWindow(witness.handle, run)
    await x11.movePointer(screenPoint(witness.window.bounds.x + 20, witness.window.bounds.y + 20), run)
    const manager = Number(await ask('pgrep', '-f', `^openbox .*${home}`))
    process.kill(manager, 'SIGSTOP')
    const resumed = setTimeout(800).then(() => process.kill(manager, 'SIGCONT'))
    await x11.pressButton('left', run)
    await x11.releaseButton('left', run)
    await press('a')
    await resumed
    await eventually(() => (witness.seen.length >= 4 ? true : null))
    expect(witness.seen).toEqual(['ButtonPress 1', 'ButtonRelease 1', 'KeyPress 38', 'KeyRelease 38'])
  })

  it('are no longer pressed after a stop, but what is held is let go', async () => {
    const witness = await openWitness()
    await x11.movePointer(screenPoint(witness.window.bounds.x + 5, witness.window.bounds.y + 5), run)
    const stopped = run.child()
    await x11.pressKey('Control', stopped)
    await x11.pressButton('left', stopped)
    stopped.stop()
    for (const act of [
      () => x11.pressKey('s', stopped),
      () => x11.pressButton('right', stopped),
      () => x11.scroll(1, false, stopped),
      () => x11.movePointer(screenPoint(0, 0), stopped),
      () => x11.closeWindow(witness.handle, stopped),
    ]) {
      await expect(act()).rejects.toThrow(StoppedError)
    }
    await x11.releaseButton('left', stopped)
    await x11.releaseKey('Control', stopped)
    await eventually(() => (witness.seen.length >= 4 ? true : null))
    expect(witness.seen).toEqual(['KeyPress 37', 'ButtonPress 1', 'ButtonRelease 1', 'KeyRelease 37'])
  })

  it('held by a process that is gone are let go by another', async () => {
    const first = await X11Desktop.connect(desktop.env)
    await first.pressKey('Control', run)
    await first.pressKey('*', run)
    await first[Symbol.asyncDispose]()
    const state = async () => {
      const connection = await XConnection.open(desktop.env)
      const reply = await connection.ask<{ keyMask: number }>((answer) =>
        connection.client.QueryPointer(connection.root, answer),
      )
      await connection[Symbol.asyncDispose]()
      return reply.keyMask
    }
    expect(await state()).toBe(4 + 1)
    await x11.releaseKey('*', run)
    await x11.releaseKey('Control', run)
    expect(await state()).toBe(0)
  })

  it('of unknown names are refused with the nearest, before anything is pressed', async () => {
    await expect(x11.pressKey('Entr', run)).rejects.toThrow('There is no key “Entr”. Did you mean Enter')
    expect(x11.knowsKey('Entr')).toBe(false)
    expect(x11.knowsKey('PageDown')).toBe(true)
  })
})

describe('the clipboard', () => {
  const text = (value: string) => ({
    formats: [{ type: 'text/plain', data: Buffer.from(value).toString('base64') }],
  })
  const xclip = async (...args: string[]): Promise<Buffer> =>
    (
      await execute('xclip', ['-selection', 'clipboard', '-o', ...args], {
        env: desktop.env,
        encoding: 'buffer',
        maxBuffer: 1 << 26,
        timeout: 60_000,
      })
    ).stdout
  const put = async (data: Buffer, ...args: string[]) => {
    const child = spawn('xclip', ['-selection', 'clipboard', '-i', ...args], {
      env: desktop.env,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    child.stdin.end(data)
    await once(child, 'exit')
  }

  it('tells how often another program has taken it, also with the same text, and leaves own writing out', async () => {
    const before = (await x11.clipboardTaken(run)) ?? Number.NaN
    const taken = async () => ((await x11.clipboardTaken(run)) ?? Number.NaN) - before
    await put(Buffer.from('same'))
    await run.until(async () => ((await taken()) === 1 ? true : null), 2_000)
    await put(Buffer.from('same'))
    await run.until(async () => ((await taken()) === 2 ? true : null), 2_000)
    await x11.writeClipboard(text('own'), run)
    expect(await taken()).toBe(2)
  })

  /** xclip may go into the background before the X server has heard of it. */
  const becomes = async (wanted: ClipboardContent) => {
    await run.until(
      async () => (isDeepStrictEqual(await x11.readClipboard(run), wanted) ? true : null),
      2_000,
    )
    const { formats } = await x11.readClipboard(run)
    expect(formats.map(({ type, data }) => [type, data.length])).toEqual(
      wanted.formats.map(({ type, data }) => [type, data.length]),
    )
    expect(isDeepStrictEqual(formats, wanted.formats)).toBe(true)
  }

  it('is read from another program, text and picture, small and large', async () => {
    await x11.writeClipboard(text('before'), run)
    await put(Buffer.from('naïve 你好 😀'))
    await becomes(text('naïve 你好 😀'))
    const large = 'é你'.repeat(400_000)
    await put(Buffer.from(large))
    await becomes(text(large))
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 13, 10])
    await put(png, '-t', 'image/png')
    await becomes({ formats: [{ type: 'image/png', data: png.toString('base64') }] })
  })

  it('is given to another program in every format, small and large', async () => {
    const html = Buffer.from('<b>fett</b>')
    await x11.writeClipboard(
      { formats: [...text('fett ü').formats, { type: 'text/html', data: html.toString('base64') }] },
      run,
    )
    expect((await xclip()).toString()).toBe('fett ü')
    expect((await xclip('-t', 'UTF8_STRING')).toString()).toBe('fett ü')
    expect(await xclip('-t', 'text/html')).toEqual(html)
    expect((await xclip('-t', 'TARGETS')).toString()).toContain('text/html')
    for (const size of [128 * 1024, 128 * 1024 + 1, 1_000_000]) {
      const large = Buffer.alloc(size, 'abcdefg')
      await x11.writeClipboard(text(large.toString()), run)
      expect((await xclip()).equals(large)).toBe(true)
    }
  })

  it('comes back whole after it was borrowed', async () => {
    await put(Buffer.from('mine'))
    await becomes(text('mine'))
    const saved = await x11.readClipboard(run)
    await x11.writeClipboard(text('borrowed'), run)
    expect((await xclip()).toString()).toBe('borrowed')
    expect(await x11.readClipboard(run)).toEqual(text('borrowed'))
    await x11.writeClipboard(saved, run)
    expect((await xclip()).toString()).toBe('mine')
    await x11.writeClipboard({ formats: [] }, run)
    await expect(xclip()).rejects.toThrow(/Command failed/)
    expect(await x11.readClipboard(run)).toEqual({ formats: [] })
  })

  it('outlives the process that filled it', async () => {
    const source = new URL('x11-desktop.ts', import.meta.url).href
    const control = new URL('../../../core/run-control.ts', import.meta.url).href
    const code = `import { X11Desktop } from '${source}'; import { RunControl } from '${control}'
      const x11 = await X11Desktop.connect(process.env)
      await x11.writeClipboard({ formats: [{ type: 'text/plain', data: Buffer.from('still here').toString('base64') }] }, new RunControl())
      await x11[Symbol.asyncDispose]()`
    await execute(process.execPath, ['--input-type=module', '-e', code], {
      env: desktop.env,
      timeout: 60_000,
    })
    expect((await xclip()).toString()).toBe('still here')
    expect(await x11.readClipboard(run)).toEqual(text('still here'))
  })
})

it('windows are seen and get the keyboard also after their window manager has ended', async () => {
  const options = {
    home,
    runId: 'alone',
    width: 640,
    height: 480,
    homeMode: 'shared' as const,
    log: console.log,
  }
  await using alone = await startVirtualDesktop(options, run)
  await using other = await X11Desktop.connect(alone.env)
  const open = async (title: string, ...more: string[]): Promise<PlatformWindow> => {
    spawn('xterm', ['-T', title, '-geometry', '20x5', ...more], { env: alone.env, stdio: 'ignore' })
    const named = async () => (await other.windows(run)).find((window) => window.title === title) ?? null
    return eventually(named)
  }
  await open('before')
  for (const pid of alone.pids) {
    if ((await readFile(`/proc/${pid}/comm`, 'utf8')).trim() === 'openbox') process.kill(pid, 'SIGKILL')
  }
  const written = join(home, 'written')
  const { handle } = await open('after', '-e', 'sh', '-c', `read line; echo "$line" > ${written}; sleep 60`)
  const titles = (windows: PlatformWindow[]) => windows.map(({ title }) => title).toSorted()
  expect(titles(await other.windows(run))).toEqual(['after', 'before'])
  await other.focusWindow(handle, run)
  expect(titles((await other.windows(run)).filter(({ active }) => active))).toEqual(['after'])
  for (const key of ['o', 'k', 'Enter']) {
    await other.pressKey(key, run)
    await other.releaseKey(key, run)
  }
  await eventually(async () => ((await readFile(written, 'utf8').catch(() => '')) === 'ok\n' ? true : null))
})

it('a display that went away is an error that says so', async () => {
  const options = {
    home,
    runId: 'lost',
    width: 640,
    height: 480,
    homeMode: 'shared' as const,
    log: console.log,
  }
  const other = await startVirtualDesktop(options, run)
  const lost = await X11Desktop.connect(other.env)
  await other[Symbol.asyncDispose]()
  await expect(lost.windows(run)).rejects.toThrow('is lost')
  await lost[Symbol.asyncDispose]()
  await expect(X11Desktop.connect(other.env)).rejects.toThrow('Can’t connect to the display')
})
