// Makes a driver on the mock: keys go to the control that has the keyboard there, and a launched editor is a window of it.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { ToolError } from '../../../core/errors.ts'
import type { ScreenPoint } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { LaunchResult } from '../../platform.ts'
import { MacosPlatform, type Input } from '../macos-platform.ts'
import { resolveLaunch } from '../launch.ts'
import { readClipboard } from '../clipboard.ts'
import type { Mock } from './mock-frameworks.ts'

/** What the keyboard does to an editor: letters, blanks, and pasting with Cmd. */
class MockInput implements Input {
  readonly #mock: Mock
  readonly #texts = new Map<number, string>()
  readonly #held = new Set<string>()
  calls = 0

  constructor(mock: Mock) {
    this.#mock = mock
  }

  move({ x, y }: ScreenPoint): Promise<void> {
    this.calls++
    this.#mock.move(x, y)
    return Promise.resolve()
  }

  scroll(): Promise<void> {
    this.calls++
    return Promise.resolve()
  }

  key(name: string, down: boolean): Promise<void> {
    this.calls++
    if (!down) this.#held.delete(name)
    else if (/^(Shift|Super)$/.test(name)) this.#held.add(name)
    else this.#type(name)
    return Promise.resolve()
  }

  #type(name: string): void {
    const node = this.#mock.focused()
    const paste = this.#held.has('Super') && name === 'v'
    const text = paste
      ? Buffer.from(readClipboard().formats[0]?.data ?? '', 'base64').toString()
      : name === 'Space'
        ? ' '
        : this.#held.has('Shift')
          ? name.toUpperCase()
          : name
    const now = `${this.#texts.get(node) ?? ''}${text}`
    this.#texts.set(node, now)
    this.#mock.setText(node, 'AXValue', now)
  }
}

/** The driver with an editor that can be launched; `root` is where its applications are. */
export class MockDesktop extends MacosPlatform {
  readonly #mock: Mock
  readonly #root: string
  readonly #started: ChildProcess[] = []
  readonly input: MockInput

  constructor(mock: Mock, root: string) {
    const input = new MockInput(mock)
    super({ env: { HOME: root }, launch: {}, input })
    this.input = input
    this.#mock = mock
    this.#root = root
  }

  override async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#started) child.kill('SIGKILL')
    await super[Symbol.asyncDispose]()
  }

  override async launch(name: string, args: string[], run: RunControl): Promise<LaunchResult> {
    const { application } = await run.race(resolveLaunch(name, args, { HOME: this.#root }, {}, this.#root))
    // A process of its own, which a check may end.
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
    this.#started.push(child)
    await once(child, 'spawn')
    if (child.pid === undefined) throw new ToolError('It did not start.')
    const { pid } = child
    child.once('exit', () => this.#mock.end(pid))
    this.#mock.application(pid, application, [
      {
        role: 'AXWindow',
        subrole: 'AXStandardWindow',
        title: 'Untitled',
        at: [100, 100, 600, 400],
        links: { AXCloseButton: 'close', AXZoomButton: 'zoom' },
        parts: [
          {
            role: 'AXButton',
            subrole: 'AXZoomButton',
            title: 'zoom',
            at: [124, 104, 12, 12],
            actions: { AXPress: 'zoom' },
          },
          {
            role: 'AXButton',
            subrole: 'AXCloseButton',
            title: 'close',
            at: [104, 104, 12, 12],
            actions: { AXPress: 'close' },
          },
          {
            role: 'AXScrollArea',
            at: [100, 120, 600, 380],
            parts: [
              {
                role: 'AXTextArea',
                value: '',
                at: [100, 120, 600, 380],
                settable: ['AXValue'],
                actions: { AXShowMenu: 'count' },
              },
            ],
          },
        ],
      },
    ])
    this.#mock.front(pid)
    return { application, pid }
  }
}
