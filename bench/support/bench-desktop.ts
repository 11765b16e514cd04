// A virtual desktop with the product's own stack on it, driven without a model.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { configSchema, type Config } from '../../src-preload/contract/config.ts'
import { SAFETY_CATEGORIES } from '../../src-preload/contract/safety.ts'
import {
  observationSchema,
  type DesktopEnvironment,
  type Observation,
  type WindowInfo,
} from '../../src-main/core/desktop.ts'
import { silentLogger } from '../../src-main/core/logger.ts'
import { RunControl } from '../../src-main/core/run-control.ts'
import { openDesktop } from '../../src-main/engine/desktops.ts'
import { listWindows } from '../../src-main/engine/inspect.ts'
import { buildStack, type Stack } from '../../src-main/engine/stack.ts'
import { createGate } from '../../src-main/safety/create-gate.ts'
import { absentInteractor } from '../../src-main/core/interactor.ts'
import { noRecord } from './no-record.ts'

const exec = promisify(execFile)

/** The agent that has all tools of the desktop. */
export const ROUTE = { agent_name: 'LinuxAgent', process_name: '', root_name: '' }

export const stringEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )

export class BenchDesktop implements AsyncDisposable {
  readonly environment: DesktopEnvironment
  /** A folder of its own, gone at the end. */
  readonly home: string
  readonly stack: Stack
  readonly config: Config
  readonly run: RunControl
  readonly #owned: AsyncDisposableStack

  private constructor(
    parts: Pick<BenchDesktop, 'environment' | 'home' | 'stack' | 'config' | 'run'>,
    owned: AsyncDisposableStack,
  ) {
    this.environment = parts.environment
    this.home = parts.home
    this.stack = parts.stack
    this.config = parts.config
    this.run = parts.run
    this.#owned = owned
  }

  static async open(): Promise<BenchDesktop> {
    await using owned = new AsyncDisposableStack()
    const run = owned.use(new RunControl())
    const home = await mkdtemp(join(tmpdir(), 'deskhand-bench-'))
    owned.defer(() => rm(home, { recursive: true, force: true, maxRetries: 5 }))
    const config = configSchema.parse({ display: { kind: 'virtual' } })
    const around = { home, env: stringEnvironment(), config, logger: silentLogger }
    const desktop = owned.use(await openDesktop(around, 'bench', run))
    const gate = createGate({
      policy: config.safety,
      yesTo: new Set(SAFETY_CATEGORIES),
      interactor: absentInteractor,
      runId: 'bench',
    })
    const stack = owned.use(
      await buildStack({ config, desktop, gate, sink: noRecord, logger: silentLogger }, run),
    )
    return new BenchDesktop({ environment: desktop, home, stack, config, run }, owned.move())
  }

  /** Starts an application, or opens a file, by the product's own tool, and chooses its window. */
  async launch(name: string, ...args: string[]): Promise<WindowInfo> {
    const launched = await this.#command('launch_application', { name, arguments: args }, 'action')
    const opened = (launched as { window: WindowInfo | null }).window
    // The first window of some is a splash screen.
    const window = await this.run.until(async () => {
      const windows = await listWindows(this.stack, this.run)
      const normal = windows.filter(({ kind }) => kind === 'normal')
      return normal.find(({ id }) => id === opened?.id) ?? normal[0]
    }, 30_000)
    if (!window) throw new Error(`${name} shows no window.`)
    await this.#command('select_application_window', { id: window.id, name: window.title }, 'action')
    return window
  }

  /** What a step of an agent asks for: controls and, unless it is sent none, a picture of the window. */
  async observe(pictured = true): Promise<Observation> {
    const picture = pictured ? 'window' : 'none'
    const parameters = { controls: true, picture, max_controls: this.config.system.max_controls }
    return observationSchema.parse(await this.#command('observe', parameters, 'data_collection'))
  }

  /** Waits until the window lists the same controls for a while. */
  async settled(atLeast: number): Promise<Observation> {
    let last = ''
    let same = 0
    const observation = await this.run.until(
      async () => {
        const seen = await this.observe()
        const now = seen.controls.map(({ id, name }) => `${id} ${name}`).join('\n')
        same = now === last && seen.controls.length >= atLeast ? same + 1 : 0
        last = now
        return same >= 3 ? seen : null
      },
      60_000,
      300,
    )
    if (!observation) throw new Error(`The window does not come to rest: ${last}`)
    return observation
  }

  /** Keys from outside of Deskhand, as xdotool names them. */
  async press(...keys: string[]): Promise<void> {
    await exec('xdotool', ['key', '--delay', '20', ...keys], { env: this.environment.env })
  }

  async #command(
    tool_name: string,
    parameters: Record<string, unknown>,
    tool_type: 'action' | 'data_collection',
  ): Promise<unknown> {
    const [result] = await this.stack.dispatcher.executeCommands(
      [{ tool_name, parameters, tool_type }],
      { route: ROUTE },
      this.run,
    )
    if (result?.status !== 'success') throw new Error(`${tool_name}: ${result?.error}`)
    return result.result
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#owned.disposeAsync()
  }
}
