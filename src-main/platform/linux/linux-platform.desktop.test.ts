import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual, promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { centreOf, contains } from '../../core/geometry.ts'
import { RunControl } from '../../core/run-control.ts'
import type { PlatformElement, PlatformTree, PlatformWindow } from '../platform.ts'
import type { VirtualDesktop } from '../virtual-desktop.ts'
import { startVirtualDesktop } from '../virtual/start.ts'
import { LinuxPlatform } from './linux-platform.ts'

const execute = promisify(execFile)
const run = new RunControl()
const WITHIN = 40_000
const MAX = 500
const script = (name: string) => fileURLToPath(new URL(`./atspi/testing/${name}`, import.meta.url))
let home: string
let desktop: VirtualDesktop
let platform: LinuxPlatform
const children: ChildProcess[] = []

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'linux-platform-'))
  const size = { width: 1280, height: 800 }
  desktop = await startVirtualDesktop(
    { home, runId: 'tree', ...size, homeMode: 'private', log: () => {} },
    run,
  )
  platform = await LinuxPlatform.connect(desktop.env, run)
})

afterAll(async () => {
  await platform[Symbol.asyncDispose]()
  await desktop[Symbol.asyncDispose]()
  await rm(home, { recursive: true, force: true })
})

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  for (const window of await platform.windows(run)) {
    if (window.pid !== null && window.pid !== process.pid) {
      try {
        process.kill(window.pid, 'SIGKILL')
      } catch {
        // Ended by itself.
      }
    }
  }
  await eventually(async () => ((await platform.windows(run)).length === 0 ? true : null))
})

async function eventually<T>(condition: () => Promise<T | null> | T | null, within = WITHIN): Promise<T> {
  const value = await run.until(condition, within, 50)
  if (value === null) throw new Error('It did not come true.')
  return value
}

function start(command: string, ...args: string[]): void {
  children.push(spawn(command, args, { env: desktop.env, stdio: 'ignore' }))
}

const windowOf = (name: RegExp): Promise<PlatformWindow> =>
  eventually(async () => {
    const all = await platform.windows(run)
    return (
      all.find((window) => window.kind !== 'popup' && name.test(`${window.processName} ${window.title}`)) ??
      null
    )
  })

/** The window of an application with its whole tree: it takes a while until all is there. */
async function open(name: RegExp, ready: (tree: PlatformTree) => boolean): Promise<PlatformWindow> {
  const window = await windowOf(name)
  await platform.focusWindow(window.handle, run)
  await eventually(async () => (ready(await treeOf(window)) ? true : null))
  return windowOf(name)
}

const treeOf = (window: PlatformWindow) => platform.tree(window, { max: MAX }, run)

async function find(window: PlatformWindow, role: string, name: string): Promise<PlatformElement> {
  return eventually(async () => {
    const { elements } = await treeOf(window)
    return elements.find((element) => element.role === role && element.name === name) ?? null
  })
}

interface Seen {
  role: string
  name: string
  focused: boolean
  x: number
  y: number
  width: number
  height: number
  text: string | null
}
/** What another accessibility client sees. */
async function oracle(pid: number | null): Promise<Seen[]> {
  const { stdout } = await execute('/usr/bin/python3', [script('walk.py'), String(pid)], {
    env: desktop.env,
    timeout: 60_000,
    maxBuffer: 1e8,
  })
  return JSON.parse(stdout) as Seen[]
}

async function click(element: PlatformElement): Promise<void> {
  await platform.movePointer(centreOf(element.bounds), run)
  await platform.pressButton('left', run)
  await platform.releaseButton('left', run)
}

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await platform.pressKey(key, run)
  for (const key of keys.toReversed()) await platform.releaseKey(key, run)
}

/** Names and places of what can be pressed or read, for a comparison with another client. */
const NAMED = /^(push button|button|toggle button|check box|radio button|menu|label|static|link|page tab)$/
const ours = (tree: PlatformTree) =>
  tree.elements
    .filter((element) =>
      /^(button|toggle button|check box|radio button|menu|text|link|tab)$/.test(element.role),
    )
    .map(({ name, bounds: b }) => `${name} ${b.x},${b.y} ${b.width}x${b.height}`)
    .toSorted()
const theirs = (seen: Seen[], window: PlatformWindow) =>
  seen
    .filter((one) => NAMED.test(one.role) && one.name.trim() !== '' && contains(window.bounds, one))
    .map((one) => `${one.name.trim()} ${one.x},${one.y} ${one.width}x${one.height}`)
    .toSorted()

describe('the tree', () => {
  it('of a GTK 3 application has every named control where another client sees it', async () => {
    await platform.launch('galculator', [], run)
    const window = await open(/galculator/, (tree) => tree.elements.length > 30)
    const tree = await treeOf(window)
    expect(ours(tree)).toEqual(theirs(await oracle(window.pid), window))
    expect(tree.limited).toBeNull()
  })

  it('of a page in Chromium has its form and 300 buttons where another client sees them', async () => {
    const page = join(home, 'page.html')
    await writeFile(
      page,
      `<!doctype html><title>Form</title><form><label>Name <input></label><label>Word <input type=password value=hunter2></label>
      <label>City <select><option>Berlin<option>Paris</select></label><label><input type=checkbox> Agree</label></form><div id=d></div>
      <script>for (let i = 0; i < 300; i++) { const b = document.createElement('button'); b.textContent = 'Button ' + i; d.append(b) }</script>`,
    )
    await platform.launch('chromium', [page], run)
    const window = await open(/Form/, (tree) =>
      tree.elements.some((element) => element.name === 'Button 299'),
    )
    const tree = await treeOf(window)
    const seen = theirs(await oracle(window.pid), window)
    expect(seen.length).toBeGreaterThan(300)
    expect(ours(tree)).toEqual(expect.arrayContaining(seen.filter((one) => one.startsWith('Button '))))
    const field = (role: string, name: string) =>
      tree.elements.find((one) => one.role === role && one.name === name)
    expect(field('edit', 'Name')?.value).toBe('')
    expect(field('password', 'Word')).toMatchObject({ value: null })
    expect(field('combo box', 'City')?.value).toBe('Berlin')
    expect(field('check box', 'Agree')?.states).toContain('unchecked')
    expect(JSON.stringify(tree)).not.toContain('hunter2')
  })

  it('has the items of an open menu in the window that shows them, and no longer when it is closed', async () => {
    await platform.launch('mousepad', [], run)
    const window = await open(/mousepad/, (tree) => tree.elements.some((element) => element.name === 'File'))
    // The keys of items are told before any menu is opened.
    expect(await platform.menuShortcuts(window, run)).toEqual(
      expect.arrayContaining([
        { keys: 'Alt+f', item: ['File'], opens: true },
        { keys: 'Ctrl+r', item: ['Search', 'Find and Replace...'], opens: false },
      ]),
    )
    await platform.invoke((await find(window, 'menu', 'File')).ref, null, run)
    const popup = await eventually(
      async () => (await platform.windows(run)).find((one) => one.kind === 'popup') ?? null,
    )
    const item = await find(window, 'menu item', 'Save As...')
    expect(item.window).toBe(popup.handle)
    expect(contains(popup.bounds, centreOf(item.bounds))).toBe(true)
    await press('Escape')
    await eventually(async () =>
      (await treeOf(window)).elements.some((one) => one.ref === item.ref) ? null : true,
    )
  })

  it('has the dialog of its application', async () => {
    await platform.launch('mousepad', [], run)
    const window = await open(/mousepad/, (tree) => tree.elements.some((element) => element.name === 'File'))
    await press('Control', 'f')
    const find_ = await eventually(async () => {
      const { elements } = await treeOf(window)
      return elements.find((element) => element.role === 'edit' && element.states.includes('focused')) ?? null
    })
    expect(find_.role).toBe('edit')
    await press('Control', 'r')
    const button = await find(window, 'button', 'Replace')
    expect(button.window).not.toBe(window.handle)
  })

  it('of an application without accessibility says so', async () => {
    start('xterm')
    const window = await windowOf(/xterm/)
    expect(await treeOf(window)).toEqual({
      elements: [],
      limited: `${window.application} offers no accessibility tree: use the picture and the keyboard.`,
      silent: false,
      treeless: true,
    })
  })

  it('says how to mend a desktop without an accessibility bus', async () => {
    start('xterm')
    const window = await windowOf(/xterm/)
    const { DBUS_SESSION_BUS_ADDRESS: _, AT_SPI_BUS_ADDRESS: __, ...env } = desktop.env
    await using lonely = await LinuxPlatform.connect(env, run)
    const tree = await lonely.tree(window, { max: MAX }, run)
    expect(tree.elements).toEqual([])
    expect(tree.limited).toMatch(/Install at-spi2-core/)
  })

  it('of an application that is stopped says that it does not answer, while others still do', async () => {
    await platform.launch('galculator', [], run)
    await platform.launch('mousepad', [], run)
    const stopped = await open(/galculator/, (tree) => tree.elements.length > 30)
    const alive = await open(/mousepad/, (tree) => tree.elements.length > 5)
    process.kill(stopped.pid!, 'SIGSTOP')
    const [hung, other] = await Promise.all([treeOf(stopped), treeOf(alive)])
    expect(hung).toEqual({
      elements: [],
      limited: `${stopped.application} does not answer.`,
      silent: true,
      treeless: false,
    })
    expect(other.elements.map((element) => element.name)).toContain('File')
    expect(await platform.menuShortcuts(stopped, run)).toEqual([])
    process.kill(stopped.pid!, 'SIGCONT')
    await eventually(async () => ((await treeOf(stopped)).elements.length > 30 ? true : null))
    // What it could not tell then is asked for again.
    expect(await platform.menuShortcuts(stopped, run)).not.toEqual([])
  })

  it('has a label that a program gives its field only after that was read, though nothing tells of it', async () => {
    start('/usr/bin/python3', script('late_label.py'))
    const window = await open(/Late label/, ({ elements }) => elements.some(({ role }) => role === 'edit'))
    const field = async () => (await treeOf(window)).elements.find(({ role }) => role === 'edit')
    expect(await eventually(async () => ((await field())?.name === 'Street' ? true : null), 5000)).toBe(true)
  })

  it('of 20,000 controls has those that can be seen, stops at the bound and says so', async () => {
    start('/usr/bin/python3', script('many.py'), '20000', 'boxes')
    const window = await windowOf(/Many/)
    const before = process.memoryUsage().rss
    const tree = await eventually(async () => {
      const read = await treeOf(window)
      return read.elements.length > 20 ? read : null
      // GTK takes seconds to make so many, and far more on a busy machine.
    }, 2 * WITHIN)
    expect(tree.elements.length).toBeLessThan(200)
    const few = await platform.tree(window, { max: 10 }, run)
    expect(few.elements).toHaveLength(10)
    expect(few.limited).toBe('Only 10 controls of ' + window.application + ' are listed; there are more.')
    expect(process.memoryUsage().rss - before).toBeLessThan(200e6)
  })
})

describe('a control', () => {
  it('is done by its action: 7 * 6 = shows 42 to another client', async () => {
    await platform.launch('galculator', [], run)
    const window = await open(/galculator/, (tree) => tree.elements.length > 30)
    for (const key of ['7', '*', '6', '=']) {
      expect(await platform.invoke((await find(window, 'toggle button', key)).ref, null, run)).toBe(true)
    }
    const shown = await eventually(
      async () => (await oracle(window.pid)).find((one) => one.text === '42') ?? null,
    )
    expect(shown.role).toBe('text')
    const display = (await treeOf(window)).elements.find((element) => element.role === 'edit')
    expect(display?.value).toBe('42')
    expect(await platform.text(display!.ref, run)).toBe('42')
  })

  it('takes a text of any script, and tells it whole', async () => {
    await platform.launch('mousepad', [], run)
    const window = await open(/mousepad/, (tree) => tree.elements.some((element) => element.role === 'edit'))
    const edit = (await treeOf(window)).elements.find((element) => element.role === 'edit')!
    const text = `naïve café 你好 😀 !@#$%^&*()\n${'long '.repeat(300)}`
    expect(await platform.setText(edit.ref, text, run)).toBe(true)
    expect((await oracle(window.pid)).some((one) => one.text === text)).toBe(true)
    expect(await platform.text(edit.ref, run)).toBe(text)
    expect((await platform.element(edit.ref, run))?.value).toBe(text.slice(0, 600))
  })

  it('that does not keep a text says false and has its old one; a locked one is not touched', async () => {
    start('/usr/bin/python3', script('liar.py'))
    const window = await open(/Liar/, (tree) => tree.elements.length > 8)
    const capitals = await find(window, 'edit', 'Capitals')
    expect(capitals.value).toBe('BEFORE')
    expect(await platform.setText(capitals.ref, 'small', run)).toBe(false)
    expect((await oracle(window.pid)).map((one) => one.text)).toContain('BEFORE')
    expect(await platform.setText((await find(window, 'edit', 'Locked')).ref, 'open', run)).toBe(false)
    expect((await oracle(window.pid)).map((one) => one.text)).toContain('locked')
    const secret = await find(window, 'password', 'Secret')
    expect(secret.value).toBeNull()
    expect(await platform.text(secret.ref, run)).toBeNull()
    expect(await platform.setText(secret.ref, 'new secret', run)).toBe(true)
  })

  it('is toggled, set to a number, and chosen from a list', async () => {
    start('/usr/bin/python3', script('liar.py'))
    const window = await open(/Liar/, (tree) => tree.elements.length > 8)
    const box = await find(window, 'check box', 'Agree')
    expect(await platform.invoke(box.ref, null, run)).toBe(true)
    await eventually(async () =>
      (await platform.element(box.ref, run))?.states.includes('checked') ? true : null,
    )
    const slider = (await treeOf(window)).elements.find((element) => element.role === 'slider')!
    expect(await platform.setValue(slider.ref, 7, run)).toBe(true)
    expect((await platform.element(slider.ref, run))?.value).toBe('7')
    const combo = (await treeOf(window)).elements.find((element) => element.role === 'combo box')!
    expect(combo.value ?? combo.name).toBe('Red')
    await platform.invoke(combo.ref, null, run)
    const green = await find(window, 'menu item', 'Green')
    expect(await platform.select(green.ref, run)).toBe(true)
    await eventually(async () => {
      const now = await platform.element(combo.ref, run)
      return (now?.value ?? now?.name) === 'Green' ? true : null
    })
  })

  it('of GTK 4 is where the pointer finds it', async () => {
    await platform.launch('gnome-calculator', [], run)
    const window = await open(/gnome-calculator/, (tree) =>
      tree.elements.some((element) => element.name === '='),
    )
    for (const name of ['5', '+', '8', '=']) {
      const button = await find(window, 'button', name)
      const hit = await platform.elementAt(centreOf(button.bounds), run)
      expect(hit.element?.name).toBe(name)
      expect(hit.window?.handle).toBe(window.handle)
      await click(button)
    }
    await eventually(async () => (await oracle(window.pid)).find((one) => one.text === '13') ?? null)
  })

  it('of Qt 5 takes a text and opens a menu', async () => {
    await platform.launch('featherpad', [], run)
    const window = await open(/featherpad/i, (tree) =>
      tree.elements.some((element) => element.name === 'File'),
    )
    const edit = (await treeOf(window)).elements.find(
      (element) => element.role === 'edit' && element.states.includes('multiline'),
    )!
    expect(await platform.setText(edit.ref, 'Grüße 你好', run)).toBe(true)
    expect((await oracle(window.pid)).some((one) => one.text === 'Grüße 你好')).toBe(true)
    await platform.invoke((await find(window, 'menu', 'File')).ref, null, run)
    const item = await find(window, 'menu item', 'Save As')
    expect(item.window).not.toBe(window.handle)
    await press('Escape')
  })

  it('of a page in Chromium is invoked, focused and hit, and honestly refuses a text', async () => {
    const page = join(home, 'acts.html')
    await writeFile(
      page,
      `<!doctype html><title>Acts</title><label>Name <input oninput="document.title=this.value"></label>
      <input type=range min=0 max=10 value=3 aria-label=Amount oninput="document.title='range '+this.value">
      <button onclick="document.title='pressed'">Go</button>`,
    )
    await platform.launch('chromium', [page], run)
    const window = await open(/Acts/, (tree) => tree.elements.some((element) => element.name === 'Go'))
    const field = await find(window, 'edit', 'Name')
    expect(await platform.setText(field.ref, 'text', run)).toBe(false)
    expect(await platform.focus(field.ref, run)).toBe(true)
    expect((await platform.focusedElement(run))?.ref).toBe(field.ref)
    const go = await find(window, 'button', 'Go')
    expect((await platform.elementAt(centreOf(go.bounds), run)).element?.ref).toBe(go.ref)
    expect(await platform.invoke(go.ref, null, run)).toBe(true)
    await windowOf(/pressed/)
    expect(await platform.setValue((await find(window, 'slider', 'Amount')).ref, 8, run)).toBe(true)
    await windowOf(/range 8/)
  })
})

describe('a tree that is used again', () => {
  /** What a client sees that has never looked before. */
  async function fresh(window: PlatformWindow): Promise<PlatformTree> {
    await using other = await LinuxPlatform.connect(desktop.env, run)
    return await other.tree(window, { max: MAX }, run)
  }
  const comparable = (tree: PlatformTree) =>
    tree.elements.map(({ ref, name, value, states, bounds }) => ({ ref, name, value, states, bounds }))

  const wheel = (element: PlatformElement) => async () => {
    await platform.movePointer(centreOf(element.bounds), run)
    await platform.scroll(-5, false, run)
  }
  const xdotool = (...args: string[]) =>
    execute('xdotool', ['getactivewindow', ...args], { env: desktop.env })

  /** Does one change after the other, and compares with those who look for the first time. */
  async function staysTrue(name: RegExp, changes: (() => Promise<unknown>)[]): Promise<void> {
    for (const [index, change] of changes.entries()) {
      await treeOf(await windowOf(name))
      await change()
      // What a toolkit does later than it answers no client can see: it has settled when two new ones agree.
      let settled: unknown = null
      let kept: unknown = null
      for (
        let attempt = 0;
        attempt < 8 && (settled === null || !isDeepStrictEqual(kept, settled));
        attempt++
      ) {
        const window = await windowOf(name)
        const one = comparable(await fresh(window))
        kept = comparable(await treeOf(window))
        settled = isDeepStrictEqual(one, comparable(await fresh(window))) ? one : null
      }
      expect(kept, `after change ${index}`).toEqual(settled)
    }
  }

  it('is never older than what GTK 3 shows', async () => {
    await platform.launch('mousepad', [], run)
    const window = await open(/mousepad/, (tree) => tree.elements.some((element) => element.role === 'edit'))
    await staysTrue(/mousepad/, [
      () => press('x'),
      () => press('Control', 'r'),
      () => press('Escape'),
      () => xdotool('windowmove', '300', '200'),
      () => xdotool('windowsize', '500', '400'),
      () => press('Control', 'm'),
      () => press('Control', 'm'),
      () => press('Control', 't'),
      async () => platform.invoke((await find(window, 'menu', 'Edit')).ref, null, run),
      () => press('Escape'),
      () => press('Control', 'f'),
      () => press('Escape'),
    ])
  })

  it('of a sheet has the cell that a click chooses, and is never older than what LibreOffice shows', async () => {
    await platform.launch('libreoffice-calc', [], run)
    const window = await open(/Calc/, (tree) => tree.elements.some((element) => element.name === 'C4'))
    const cell = await find(window, 'cell', 'C4')
    expect((await platform.elementAt(centreOf(cell.bounds), run)).element).toMatchObject({
      ref: cell.ref,
      name: 'C4',
    })
    await click(cell)
    await eventually(async () => (await oracle(window.pid)).find((one) => one.text === 'C4') ?? null)
    expect((await platform.focusedElement(run))?.name).toBe('C4')
    await press('4')
    await press('2')
    await press('Enter')
    await eventually(async () => ((await platform.element(cell.ref, run))?.value === '42' ? true : null))
    expect((await find(window, 'cell', 'C4')).value).toBe('42')
    await staysTrue(/Calc/, [
      () => press('7'),
      () => press('Enter'),
      () => click(cell),
      () => press('Control', 'b'),
      wheel(cell),
      () => xdotool('windowsize', '900', '600'),
      async () => platform.invoke((await find(window, 'menu', 'Sheet')).ref, null, run),
      () => press('Escape'),
    ])
  })

  it('is never older than what Chromium shows', async () => {
    const page = join(home, 'changes.html')
    await writeFile(
      page,
      `<!doctype html><title>Changes</title><input aria-label=Name autofocus>
      <button onclick="more.hidden = !more.hidden">Toggle</button><p id=more hidden><button>More</button></p>
      <button onclick="setTimeout(() => late.textContent = 'Later ' + n++, 300)">Wait</button><button id=late>Late</button>
      <div style="height:200px;overflow:auto" id=list></div><button>Below</button>
      <script>let n = 0; for (let i = 0; i < 60; i++) { const b = document.createElement('button'); b.textContent = 'Row ' + i; b.style.display = 'block'; list.append(b) }</script>`,
    )
    await platform.launch('chromium', [page], run)
    const window = await open(/Changes/, (tree) => tree.elements.some((element) => element.name === 'Row 1'))
    const row = await find(window, 'button', 'Row 1')
    const toggle = await find(window, 'button', 'Toggle')
    const late = await find(window, 'button', 'Wait')
    await staysTrue(/Changes/, [
      () => press('x'),
      () => click(toggle),
      () => click(toggle),
      wheel(row),
      () => click(late),
      () => xdotool('windowsize', '700', '500'),
      () => press('Tab'),
    ])
  })
})
