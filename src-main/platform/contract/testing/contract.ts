// Checks what every driver has to do, on a real desktop with a plain text editor. The checks need no test runner, so that the
// same ones run where there is none.
import assert from 'node:assert/strict'
import { CONTROL_ROLES, CONTROL_STATES } from '../../../core/desktop.ts'
import { StoppedError, ToolError } from '../../../core/errors.ts'
import { centreOf, contains, screenRect } from '../../../core/geometry.ts'
import { RunControl } from '../../../core/run-control.ts'
import type { Platform, PlatformElement, PlatformTree, PlatformWindow } from '../../platform.ts'

/** A driver on a desktop on which nothing else is open. */
export interface Subject {
  platform: Platform
  /** A plain text editor, as `launch` takes it. */
  editor: string
  /** Ends a process that a check has left. */
  end(pid: number): void
}

interface Check {
  title: string
  check: (desk: Desk) => Promise<void>
}

const MAX = 500
const WITHIN_MS = 15_000
const HANDED_OVER_MS = 6000
const TEXT = 'naïve 你好, 2 × 3 = 6'

/** The subject with the editor open, as most checks want it. */
class Desk {
  readonly run: RunControl
  readonly platform: Platform
  readonly editor: string
  #pids = new Set<number>()

  constructor({ platform, editor }: Subject, run: RunControl) {
    this.platform = platform
    this.editor = editor
    this.run = run
  }

  async eventually<T>(what: string, condition: () => Promise<T | null>): Promise<T> {
    const value = await this.run.until(condition, WITHIN_MS, 50)
    assert(value !== null, `${what}: it did not come true.`)
    return value
  }

  async open(): Promise<PlatformWindow> {
    const before = new Set((await this.platform.windows(this.run)).map(({ handle }) => handle))
    const opened = async () => {
      const all = await this.platform.windows(this.run)
      return all.find((window) => window.kind === 'normal' && !before.has(window.handle)) ?? null
    }
    await this.platform.launch(this.editor, [], this.run)
    // An editor of one instance may have handed its window over to the one that the check before has ended.
    if ((await this.run.until(opened, HANDED_OVER_MS, 50)) === null)
      await this.platform.launch(this.editor, [], this.run)
    const { handle } = await this.eventually('a window after launch', opened)
    await this.platform.focusWindow(handle, this.run)
    await this.eventually('a field in its tree', async () =>
      this.fieldIn(await this.tree(await this.window(handle))),
    )
    const window = await this.window(handle)
    if (window.pid !== null) this.#pids.add(window.pid)
    return window
  }

  async window(handle: string): Promise<PlatformWindow> {
    const window = (await this.platform.windows(this.run)).find((one) => one.handle === handle)
    assert(window, 'The window is listed.')
    return window
  }

  tree(window: PlatformWindow): Promise<PlatformTree> {
    return this.platform.tree(window, { max: MAX }, this.run)
  }

  fieldIn({ elements }: PlatformTree): PlatformElement | null {
    return elements.find((one) => one.editableText && !one.states.includes('readonly')) ?? null
  }

  async field(window: PlatformWindow): Promise<PlatformElement> {
    const field = this.fieldIn(await this.tree(window))
    assert(field, 'The editor has a field.')
    return field
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.platform.pressKey(key, this.run)
    for (const key of keys.toReversed()) await this.platform.releaseKey(key, this.run)
  }

  /** Reads the text without the newlines at its end, which are the editor's own. */
  async hasText(ref: string, wanted: string): Promise<void> {
    let seen: string | null = null
    const came = await this.run.until(
      async () => {
        seen = await this.platform.text(ref, this.run)
        return seen?.replace(/\r\n?/g, '\n').trimEnd() === wanted ? true : null
      },
      WITHIN_MS,
      50,
    )
    assert(came, `The text is ${JSON.stringify(seen)}, not ${JSON.stringify(wanted)}.`)
  }

  get pids(): ReadonlySet<number> {
    return this.#pids
  }
}

const isPlaced = ({ width, height }: { width: number; height: number }): boolean => width > 0 && height > 0

export const CHECKS: readonly Check[] = [
  {
    title: 'has screens with a size, one of them the primary',
    async check({ platform, run }) {
      const screens = await platform.screens(run)
      assert.equal(screens.filter(({ primary }) => primary).length, 1)
      assert(screens.every(({ bounds, scale }) => isPlaced(bounds) && scale > 0))
    },
  },
  {
    title: 'says what an unknown application could have been meant to be, and starts nothing',
    async check({ platform, run }) {
      await assert.rejects(platform.launch('no-such-application-here', [], run), ToolError)
      assert.deepEqual(await platform.windows(run), [])
    },
  },
  {
    title: 'lists the window of what it has launched, in front once it has the keyboard',
    async check(desk) {
      const window = await desk.open()
      const [screen] = await desk.platform.screens(desk.run)
      assert.notEqual(window.title.trim(), '')
      assert.notEqual(window.processName.trim(), '')
      assert(window.pid !== null && window.pid > 0)
      assert(isPlaced(window.bounds) && screen && contains(screen.bounds, centreOf(window.bounds)))
      await desk.eventually('it is active', async () =>
        (await desk.window(window.handle)).active ? true : null,
      )
      assert.equal((await desk.platform.windows(desk.run))[0]?.handle, window.handle)
    },
  },
  {
    title: 'tells the controls of a window, parents first, each once, in words that everyone knows',
    async check(desk) {
      const window = await desk.open()
      const { elements } = await desk.tree(window)
      const seen = new Set<string>()
      for (const element of elements) {
        assert(!seen.has(element.ref), `${element.ref} is told once.`)
        assert(element.parent === null || seen.has(element.parent), 'A parent comes before its children.')
        seen.add(element.ref)
        assert(CONTROL_ROLES.includes(element.role), element.role)
        assert(element.states.every((state) => CONTROL_STATES.includes(state)))
      }
      assert(elements.length > 1)
      assert.equal(await desk.platform.treeFault(desk.run), null)
    },
  },
  {
    title: 'says when a tree is cut, and keeps to the number that was asked for',
    async check(desk) {
      const { elements, limited } = await desk.platform.tree(await desk.open(), { max: 1 }, desk.run)
      assert(elements.length <= 1)
      assert(limited !== null && limited !== '')
    },
  },
  {
    title: 'replaces a text of any script through the tree and reads it back',
    async check(desk) {
      const { ref } = await desk.field(await desk.open())
      assert.equal(await desk.platform.setText(ref, TEXT, desk.run), true)
      await desk.hasText(ref, TEXT)
      assert.equal((await desk.platform.element(ref, desk.run))?.ref, ref)
    },
  },
  {
    title: 'selects a part of a text and says what is selected, or that it can not',
    async check(desk) {
      const { ref } = await desk.field(await desk.open())
      await desk.platform.setText(ref, TEXT, desk.run)
      await desk.hasText(ref, TEXT)
      if (!(await desk.platform.selectText(ref, 6, 8, desk.run))) return
      await desk.eventually('the selection', async () =>
        (await desk.platform.selectedText(ref, desk.run)) === '你好' ? true : null,
      )
    },
  },
  {
    title: 'finds the control and the window at a point',
    async check(desk) {
      const window = await desk.open()
      const field = await desk.field(window)
      const at = await desk.platform.elementAt(centreOf(field.bounds), desk.run)
      assert.equal(at.window?.handle, window.handle)
      assert.equal(at.element?.ref, field.ref)
    },
  },
  {
    title: 'types with keys into the control that has the focus, and knows it',
    async check(desk) {
      const { ref } = await desk.field(await desk.open())
      assert.equal(await desk.platform.setText(ref, '', desk.run), true)
      assert.equal(await desk.platform.focus(ref, desk.run), true)
      await desk.eventually('the focus', async () =>
        (await desk.platform.focusedElement(desk.run))?.ref === ref ? true : null,
      )
      await desk.press('a')
      await desk.press('Shift', 'b')
      await desk.press('Space')
      await desk.press('7')
      await desk.hasText(ref, 'aB 7')
    },
  },
  {
    title: 'clicks where it is told to',
    async check(desk) {
      const window = await desk.open()
      const field = await desk.field(window)
      await desk.platform.setText(field.ref, '', desk.run)
      await desk.platform.movePointer(centreOf(field.bounds), desk.run)
      await desk.platform.pressButton('left', desk.run)
      await desk.platform.releaseButton('left', desk.run)
      await desk.press('x')
      await desk.hasText(field.ref, 'x')
    },
  },
  {
    title: 'knows the keys of every keyboard by their names, and no others',
    check({ platform }) {
      for (const key of [
        'Control',
        'Shift',
        'Alt',
        'Super',
        'Enter',
        'Escape',
        'Tab',
        'F1',
        'a',
        '*',
        'PageDown',
      ])
        assert(platform.knowsKey(key), key)
      for (const key of ['Nonsense', 'F99', '']) assert(!platform.knowsKey(key), key)
      return Promise.resolve()
    },
  },
  {
    title: 'keeps a text on the clipboard, and pastes it',
    async check(desk) {
      const window = await desk.open()
      const { ref } = await desk.field(window)
      await desk.platform.setText(ref, '', desk.run)
      const data = Buffer.from(TEXT).toString('base64')
      const formats = ['text/plain;charset=utf-8', 'UTF8_STRING', 'text/plain'].map((type) => ({
        type,
        data,
      }))
      await desk.platform.writeClipboard({ formats }, desk.run)
      const read = await desk.platform.readClipboard(desk.run)
      assert(read.formats.some((format) => Buffer.from(format.data, 'base64').toString() === TEXT))
      await desk.platform.focus(ref, desk.run)
      await desk.press(...desk.platform.pasteKeys(window).flatMap((combination) => combination.split('+')))
      await desk.hasText(ref, TEXT)
    },
  },
  {
    title: 'takes pictures of the size that was asked for, and sees a change in them',
    async check(desk) {
      const window = await desk.open()
      const { ref, bounds } = await desk.field(window)
      await using watch = await desk.platform.watch(window.bounds, desk.run)
      const area = screenRect({ ...bounds, width: 120, height: 60 })
      const picture = await desk.platform.picture(area, desk.run)
      assert.deepEqual([picture.width, picture.height, picture.rgba.length], [120, 60, 120 * 60 * 4])
      await desk.platform.setText(ref, 'MMMMMMMMMMMM', desk.run)
      await desk.eventually('a change', async () => {
        const now = await desk.platform.picture(area, desk.run)
        return now.rgba.equals(picture.rgba) ? null : true
      })
      await desk.eventually('the watch tells it', () => Promise.resolve(watch.lastChange()))
    },
  },
  {
    title: 'tells the texts of a window',
    async check(desk) {
      const window = await desk.open()
      const { ref } = await desk.field(window)
      await desk.platform.setText(ref, TEXT, desk.run)
      await desk.hasText(ref, TEXT)
      const { texts } = await desk.platform.texts(await desk.window(window.handle), { max: MAX }, desk.run)
      assert(texts.some(({ text }) => text.includes('你好')))
      const place = await desk.platform.textBounds(ref, 0, 5, desk.run)
      assert(place === null || contains(window.bounds, centreOf(place)))
    },
  },
  {
    title: 'does nothing to what is not there',
    async check(desk) {
      const window = await desk.open()
      const { ref } = await desk.field(window)
      if (window.pid !== null) process.kill(window.pid, 'SIGKILL')
      await desk.eventually('its window is gone', async () =>
        (await desk.platform.windows(desk.run)).some(({ handle }) => handle === window.handle) ? null : true,
      )
      const { platform, run } = desk
      assert.equal(await platform.element(ref, run), null)
      assert.equal(await platform.text(ref, run), null)
      for (const act of [
        () => platform.setText(ref, 'x', run),
        () => platform.invoke(ref, null, run),
        () => platform.select(ref, run),
        () => platform.focus(ref, run),
      ])
        assert.equal(
          await act().catch((error: unknown) => (error instanceof ToolError ? false : error)),
          false,
        )
      await assert.rejects(platform.focusWindow(window.handle, run), ToolError)
    },
  },
  {
    title: 'leaves own windows out',
    async check(desk) {
      const { handle, bounds } = await desk.open()
      await desk.platform.setOwnWindows([handle], desk.run)
      const windows = await desk.platform.windows(desk.run)
      const at = await desk.platform.elementAt(centreOf(bounds), desk.run)
      const takes = await desk.platform.ownWindowAt(centreOf(bounds), desk.run)
      await desk.platform.setOwnWindows([], desk.run)
      assert(!windows.some((window) => window.handle === handle))
      assert.notEqual(at.window?.handle, handle)
      assert.equal(takes, true)
      await desk.window(handle)
    },
  },
  {
    title: 'does nothing any more once it is stopped',
    async check(desk) {
      const window = await desk.open()
      const { ref } = await desk.field(window)
      await desk.platform.setText(ref, 'before', desk.run)
      await desk.hasText(ref, 'before')
      using stopped = desk.run.child()
      stopped.stop()
      await assert.rejects(desk.platform.tree(window, { max: MAX }, stopped), StoppedError)
      await assert.rejects(desk.platform.setText(ref, 'after', stopped), StoppedError)
      await assert.rejects(desk.platform.pressKey('a', stopped), StoppedError)
      await desk.hasText(ref, 'before')
    },
  },
  {
    title: 'maximizes a window, minimizes it and restores it',
    async check(desk) {
      const { handle, bounds } = await desk.open()
      const now = async () =>
        (await desk.platform.windows(desk.run)).find((window) => window.handle === handle)
      const size = (rect = bounds) => rect.width * rect.height
      await desk.platform.setWindowState(handle, 'maximized', desk.run)
      await desk.eventually('it is larger', async () => (size((await now())?.bounds) > size() ? true : null))
      await desk.platform.setWindowState(handle, 'minimized', desk.run)
      await desk.eventually('it is minimized', async () => ((await now())?.minimized ? true : null))
      // It comes back as it was, and only then becomes smaller.
      await desk.platform.setWindowState(handle, 'normal', desk.run)
      await desk.eventually('it is there again', async () =>
        (await now())?.minimized === false ? true : null,
      )
      await desk.platform.setWindowState(handle, 'normal', desk.run)
      await desk.eventually('it has its old size', async () =>
        size((await now())?.bounds) === size() ? true : null,
      )
      await assert.rejects(desk.platform.setWindowState('0x7fffff', 'maximized', desk.run), ToolError)
    },
  },
  {
    title: 'asks a window to close',
    async check(desk) {
      const { handle } = await desk.open()
      await desk.platform.closeWindow(handle, desk.run)
      await desk.eventually('it is gone', async () =>
        (await desk.platform.windows(desk.run)).some((window) => window.handle === handle) ? null : true,
      )
    },
  },
]

/** Carries out one check on a clean desktop, and ends what the check has opened. Rejects with what is wrong. */
export async function carryOut({ check }: Check, subject: Subject): Promise<void> {
  using run = new RunControl()
  const desk = new Desk(subject, run)
  try {
    await check(desk)
  } finally {
    for (const pid of desk.pids) subject.end(pid)
    await run.until(
      async () => ((await subject.platform.windows(run)).length === 0 ? true : null),
      WITHIN_MS,
      50,
    )
  }
}
