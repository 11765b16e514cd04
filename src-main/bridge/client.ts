// A shell without windows calls the bridge in its own program. What needs no engine is answered without one.
import { BridgeError, type Bridge } from '../../src-preload/contract/bridge.ts'
import type { CallName } from '../../src-preload/contract/call-names.ts'
import type { CallInput, CallOutput } from '../../src-preload/contract/calls.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'
import { deskhandHome } from '../config/home.ts'
import { drop } from '../core/control-flow.ts'
import { DataFolder } from '../engine/data-folder.ts'
import { openProgramLog } from '../engine/program-log.ts'
import type { Engine, EngineOptions } from '../engine.ts'
import type { ProgramBridge } from './create-bridge.ts'
import type { Handlers } from './handler.ts'
import { lightHandlers } from './light-handlers.ts'
import type { Serving } from './serving.ts'
import { createRouter, faultOf, type Connection } from './router.ts'

export interface ClientOptions {
  /** It says where the data folder is, too. */
  env: NodeJS.ProcessEnv
  version: string
  /** Takes the log where it is printed: lines of JSON. */
  printLog: (line: string) => void
  /** What is wrong in the configuration has its default instead of being an error. */
  lenient?: boolean
  /** The desktop that is meant where a call says none, instead of the configuration's. */
  display?: EngineOptions['display']
  /** The program stays, and its pages are told what other programs change. */
  lasting?: boolean
  /** How its programs are started; as plain Node where nothing is said. */
  startProgram?: EngineOptions['startProgram']
  /** How another program starts the `deskhand` command; the script of this program where nothing is said. */
  command?: string[]
  /** A page wants the program to end. */
  onQuit?: () => void
  /** How an engine is made; for tests. */
  createEngine?: (options: EngineOptions, data: DataFolder) => Promise<Engine>
  /** What is served; for tests. */
  serving?: Serving
  /** The data folder, opened; for tests. */
  data?: DataFolder
}

/** Disposing stops what it has begun and waits until that is cleaned up. */
export interface BridgeClient extends Bridge, AsyncDisposable {
  /** Makes the engine now; else the first call does that needs it. Throws BridgeError where the configuration can't be used. */
  begin(): Promise<void>
  /** Ends what its calls wait for. Runs go on. */
  hangUp(): void
}

export type OpenBridge = (options: ClientOptions) => BridgeClient

/** Opening it reads and starts nothing. */
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

  constructor(options: ClientOptions) {
    this.#options = options
    const { env, printLog, data } = options
    this.#data = data ?? new DataFolder({ home: deskhandHome(env), env, printLog, ...programsOf(options) })
    this.#light = lightHandlers(this.#data)
    // Only its own calls reach it.
    const handlers = this.#light as Handlers<CallName>
    // The caller prints what was refused; a defect is written down.
    const config = { log_level: 'error', print_log: false } as const
    const logger = openProgramLog({ home: this.#data.home, config, print: printLog })
    this.#quick = createRouter({ handlers, logger: () => logger }).connect((push) => this.#tell(push))
  }

  async call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
    const quick = this.#whole === null && this.#light[name] !== undefined
    const connection = quick ? this.#quick : (await this.#open()).connection
    const answer = await connection.call(name, input)
    if (!answer.ok) throw new BridgeError(answer.fault)
    // The program has made it by the schema of this very call.
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
      // The page goes last: it shows how everything else has ended.
      const { engine, bridge } = whole
      await bridge.serving.stopServing()
      await engine[Symbol.asyncDispose]()
      await bridge.serving[Symbol.asyncDispose]()
      bridge[Symbol.dispose]()
    }
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
    const { onQuit: quit = () => {}, serving, command } = this.#options
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
}

const programsOf = ({ startProgram }: ClientOptions) => (startProgram ? { startProgram } : {})
