// Lets a shell without windows call the bridge in its own program. Calls that need no engine are answered without one.
import { BridgeError, type Bridge } from '../../src-preload/contract/bridge.ts'
import type { CallName } from '../../src-preload/contract/call-names.ts'
import type { CallInput, CallOutput } from '../../src-preload/contract/calls.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'
import { deskhandHome } from '../config/home.ts'
import { drop } from '../core/control-flow.ts'
import { DataFolder } from '../engine/data-folder.ts'
import { openProgramLog } from '../engine/program-log.ts'
import type { EarlyDesktop } from '../engine/desktops.ts'
import type { Engine, EngineOptions } from '../engine.ts'
import type { ProgramBridge } from './create-bridge.ts'
import type { Handlers } from './handler.ts'
import { lightHandlers } from './light-handlers.ts'
import type { Serving } from './serving.ts'
import { createRouter, faultOf, type Connection } from './router.ts'

export interface ClientOptions {
  /** The environment, which also says where the data folder is. */
  env: NodeJS.ProcessEnv
  version: string
  /** Takes the log where it is printed: lines of JSON. */
  printLog: (line: string) => void
  /** Replaces wrong values of the configuration by defaults; without it they are errors. */
  lenient?: boolean
  /** The desktop for calls that name none, instead of the configuration's. */
  display?: EngineOptions['display']
  /** Begins the virtual desktop of a run that will come at once, where this display (null: the configuration's) is one. */
  desktopFor?: { display: EngineOptions['display'] | null } | null
  /** Whether the program stays, and sends changes by other programs to its pages. */
  lasting?: boolean
  /** How its programs are started; the default is plain Node. */
  startProgram?: EngineOptions['startProgram']
  /** How another program starts the `deskhand` command; the default is the script of this program. */
  command?: string[]
  /** Called when a page wants the program to end. */
  onQuit?: () => void
  /** Makes the engine; for tests. */
  createEngine?: (options: EngineOptions, data: DataFolder) => Promise<Engine>
  /** The pages and servers of the program; for tests. */
  serving?: Serving
  /** The data folder, opened; for tests. */
  data?: DataFolder
}

/** Disposing stops the work that it has begun, and waits for the clean-up. */
export interface BridgeClient extends Bridge, AsyncDisposable {
  /** Makes the engine now; otherwise the first call that needs it does. Throws BridgeError where the configuration can't be used. */
  begin(): Promise<void>
  /** Ends the work for which its calls wait. Runs go on. */
  hangUp(): void
}

export type OpenBridge = (options: ClientOptions) => BridgeClient

/** Opens the bridge, which reads and starts nothing yet. */
export const openBridge: OpenBridge = (options) => new ProgramClient(options)

interface Whole {
  engine: Engine
  bridge: ProgramBridge
  connection: Connection
}

class ProgramClient implements BridgeClient {
  readonly #options: ClientOptions
  readonly #data: DataFolder
  readonly #light: Partial<Handlers<CallName>>
  readonly #quick: Connection
  readonly #listeners = new Set<(push: Push) => void>()
  #whole: Promise<Whole> | null = null
  #hungUp = false
  #early: EarlyDesktop | null = null

  constructor(options: ClientOptions) {
    this.#options = options
    const { env, printLog, data } = options
    this.#data = data ?? new DataFolder({ home: deskhandHome(env), env, printLog, ...programsOf(options) })
    this.#light = lightHandlers(this.#data)
    // Only the calls of these handlers reach them.
    const handlers = this.#light as Handlers<CallName>
    // The caller prints refusals; only a defect goes to the log.
    const config = { log_level: 'error', print_log: false } as const
    const logger = openProgramLog({ home: this.#data.home, config, print: printLog })
    this.#quick = createRouter({ handlers, logger: () => logger }).connect((push) => this.#tell(push))
  }

  async call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
    const quick = this.#whole === null && this.#light[name] !== undefined
    const connection = quick ? this.#quick : (await this.#open()).connection
    const answer = await connection.call(name, input)
    if (!answer.ok) throw new BridgeError(answer.fault)
    // The program has made the value by the schema of this call.
    return answer.value as CallOutput<N>
  }

  subscribe(listener: (push: Push) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async begin(): Promise<void> {
    await this.#open()
  }

  hangUp(): void {
    this.#hungUp = true
    this.#quick[Symbol.dispose]()
    if (this.#whole)
      drop(
        this.#whole.then(
          ({ connection }) => connection[Symbol.dispose](),
          () => {},
        ),
      )
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const whole = await this.#whole?.catch(() => null)
    if (whole) {
      // The page ends last, because it shows how everything else has ended.
      const { engine, bridge } = whole
      await bridge.serving.stopServing()
      await engine[Symbol.asyncDispose]()
      await bridge.serving[Symbol.asyncDispose]()
      bridge[Symbol.dispose]()
    }
    await this.#early?.[Symbol.asyncDispose]()
    this.hangUp()
    await this.#data[Symbol.asyncDispose]()
  }

  #tell(push: Push): void {
    for (const listener of this.#listeners) listener(push)
  }

  async #open(): Promise<Whole> {
    try {
      return await (this.#whole ??= this.#make())
    } catch (error) {
      throw new BridgeError(faultOf(error))
    }
  }

  async #make(): Promise<Whole> {
    const { env, printLog, version, display, lenient = false, lasting = false, createEngine } = this.#options
    const { onQuit: quit = () => {}, serving, command, desktopFor } = this.#options
    if (desktopFor) this.#early = await this.#beginDesktop(desktopFor.display ?? display)
    const [make, { createBridge }, { pageShell }] = await Promise.all([
      createEngine ?? import('../engine.ts').then((room) => room.createEngine),
      import('./create-bridge.ts'),
      import('./page-shell.ts'),
    ])
    const engine = await make(
      {
        home: this.#data.home,
        env,
        printLog,
        lenient,
        ...(display ? { display } : {}),
        ...programsOf(this.#options),
        early: this.#early,
      },
      this.#data,
    )
    const bridge = createBridge({
      engine,
      shell: pageShell({ version, env, quit, command }),
      watching: lasting,
      ...(serving ? { serving } : {}),
    })
    const connection = bridge.connect((push) => this.#tell(push))
    if (this.#hungUp) connection[Symbol.dispose]()
    return { engine, bridge, connection }
  }

  /** Its programs start while the engine is loaded. */
  async #beginDesktop(display: EngineOptions['display']): Promise<EarlyDesktop | null> {
    const { beginDesktop } = await import('../engine/early-desktop.ts')
    const { home, env } = this.#data
    const { printLog } = this.#options
    const wanted = display ? { display } : {}
    return beginDesktop({ home, env, printLog, ...wanted, ...programsOf(this.#options) })
  }
}

const programsOf = ({ startProgram }: ClientOptions) => (startProgram ? { startProgram } : {})
