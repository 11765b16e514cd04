// Keeps a desktop process: starts it, calls its tools, ends it by SIGKILL when it does not obey, and makes sure that nothing
// stays held.
import { randomUUID } from 'node:crypto'
import type { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { CallToolResultSchema, type CallToolResult, type Tool } from '@modelcontextprotocol/sdk/types.js'
import {
  askCall,
  NO_DEADLINE_MS,
  noticeOf,
  tell,
  type CallInput,
  type CallOutput,
} from '../core/call-table.ts'
import type { ChildProgram, StartProgram } from '../core/child-program.ts'
import { drop } from '../core/control-flow.ts'
import type { DesktopEnvironment } from '../core/desktop.ts'
import { programPath } from '../core/entry.ts'
import { messageOf, ToolError, UserError } from '../core/errors.ts'
import type { ScreenPoint } from '../core/geometry.ts'
import { silentLogger, type Logger } from '../core/logger.ts'
import type { PictureShield } from '../core/picture-shield.ts'
import { startNodeProgram } from '../core/node-program.ts'
import { RunControl } from '../core/run-control.ts'
import { childEnvironment } from '../servers/child-environment.ts'
import {
  DESKTOP_META,
  FIRST_NOTICES,
  KEEPER_CALLS,
  KEEPER_NOTICES,
  memorySchema,
  NAMESPACES,
  type DesktopMemory,
  type KeeperCall,
  type Ledger,
} from '../servers/desktop/protocol/messages.ts'
import { failed } from '../servers/tool-reply.ts'
import { DesktopLink, startDesktopProgram, type DesktopProgram } from './desktop-link.ts'
import { DesktopWishes } from './desktop-wishes.ts'
import type { DesktopServers } from './mcp-server.ts'

/** Milliseconds that a cancelled call may take to end, before its process is killed. */
const GRACE_MS = 150
/** Milliseconds for cleaning up after a killed process, including the start of a fresh one. */
const RECOVERY_MS = 10_000

/** How many fresh processes are tried for that, when one after the other is killed. */
const MAX_RECOVERIES = 3

interface DesktopProcessOptions {
  desktop: DesktopEnvironment
  logger?: Logger
  /** `applications` of the configuration: further names that a launch knows. */
  applications?: Record<string, string>
  /** The first id that its controls get: earlier ids belong to another desktop of the same session. */
  nextId?: number | undefined
  /** Variables that are added to the desktop's environment. */
  extraEnv?: Record<string, string>
  /** Path of another program that speaks the same protocol; for tests. */
  program?: string
  /** How the process is started; a child of plain Node unless a shell has another way. */
  startProgram?: StartProgram | undefined
  /** The process that `waitForDesktop` has started for this desktop and that knows it: the first one that serves it. */
  waiting?: ChildProgram | null | undefined
}

type ProgramOptions = Pick<
  DesktopProcessOptions,
  'logger' | 'applications' | 'nextId' | 'extraEnv' | 'program' | 'startProgram'
>

const programOf = (options: ProgramOptions, env: Record<string, string>): DesktopProgram => ({
  program: options.program ?? programPath('desktop', 'servers/desktop/main.ts'),
  env: childEnvironment({ ...env, ...options.extraEnv }),
  memory: memorySchema.parse({ next_id: options.nextId }),
  applications: options.applications ?? {},
  logger: options.logger ?? silentLogger,
  startProgram: options.startProgram ?? startNodeProgram,
})

/**
 * Starts the process of a desktop that is still starting: it loads meanwhile, and connects when `tellDesktop` says where. `env`: the part of
 * the environment that is already known. The caller must kill a process that it does not use.
 */
export const waitForDesktop = (options: ProgramOptions, env: Record<string, string>): ChildProgram =>
  startDesktopProgram(programOf(options, env), { waits: true })

/** Tells a waiting process, once, the whole environment of its desktop. */
export function tellDesktop(waiting: ChildProgram, env: Record<string, string>): void {
  // A process that has ended takes nothing; who starts to use it finds that out.
  drop(waiting.transport.send(noticeOf(FIRST_NOTICES, 'desktop', { env: childEnvironment(env) })))
}

export class DesktopProcess implements DesktopServers, AsyncDisposable {
  readonly namespaces = NAMESPACES
  readonly #options: DesktopProcessOptions
  readonly #logger: Logger
  #link: Promise<DesktopLink> | null = null
  #current: DesktopLink | null = null
  #memory: DesktopMemory
  /** The clean-up after a process that was killed; everything waits for it. */
  #recovery: Promise<void> = Promise.resolve()
  readonly #wishes = new DesktopWishes()
  #ended = false
  #starts = 0
  #tools: Tool[] | null = null

  private constructor(options: DesktopProcessOptions) {
    this.#options = options
    this.#logger = options.logger ?? silentLogger
    this.#memory = memorySchema.parse({ next_id: options.nextId })
  }

  /** Starts the process of a desktop. Throws UserError when that desktop can't be used. */
  static async start(options: DesktopProcessOptions, run: RunControl): Promise<DesktopProcess> {
    const keeper = new DesktopProcess(options)
    try {
      await keeper.#ready(run)
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
      throw new UserError(`The desktop ${options.desktop.name} can't be used: ${error.message}`, {
        cause: error,
      })
    }
    return keeper
  }

  /** The pid of the current process; null between two. */
  get pid(): number | null {
    return this.#current?.pid ?? null
  }

  /** How often the process was restarted. */
  get restarts(): number {
    return Math.max(0, this.#starts - 1)
  }

  /** The first id that was not given to a control. */
  get nextId(): number {
    return this.#memory.next_id
  }

  get kind(): 'host' | 'virtual' {
    return this.#options.desktop.kind
  }

  /** Whether it was disposed, so that it takes no more calls. */
  get isEnded(): boolean {
    return this.#ended
  }

  /**
   * Makes a call that is no tool. Starts a process where there is none. Throws ToolError, also for a process that ends meanwhile; throws
   * StoppedError when `run` ends, whether the process hangs or not.
   */
  async ask<C extends KeeperCall>(
    call: C,
    input: CallInput<typeof KEEPER_CALLS, C>,
    run: RunControl,
  ): Promise<CallOutput<typeof KEEPER_CALLS, C>> {
    if (this.#ended) throw new ToolError(`The desktop ${this.#options.desktop.name} is not driven any more.`)
    const link = await this.#ready(run)
    try {
      return await askCall(link.client, KEEPER_CALLS, call, input, run)
    } catch (error) {
      run.throwIfStopped()
      const how = await Promise.race([link.gone, wait(GRACE_MS).then(() => null)])
      if (how === null) throw error
      throw new ToolError(`the desktop process has ended (${how}). Try again.`, { cause: error })
    }
  }

  /** Tells the current process, if there is one, that nobody watches the desktop any more. */
  unwatch(): void {
    const link = this.#current
    if (link && !link.isGone) tell(link.client, KEEPER_NOTICES, 'unwatch', {})
  }

  /** Ends a hanging process. Another process releases what it held. */
  kill(): void {
    this.#current?.kill()
  }

  /**
   * Makes these windows (X11: ids as `0x…`) the app's own: no list, tree, hit test or picture contains them, and no act can target them.
   * `shield` does the parts that the driver can't. Call it again whenever a window comes or goes.
   */
  async setOwnWindows(handles: readonly string[], shield: PictureShield | null): Promise<void> {
    await this.#wish(this.#wishes.setOwnWindows(handles, shield, this.#current?.client ?? null))
  }

  /** Used through `watchPerson` of person-watch.ts. */
  async watchPerson(onMoved: ((point: ScreenPoint) => void) | null): Promise<void> {
    await this.#wish(this.#wishes.watchPerson(onMoved, this.#current?.client ?? null))
  }

  /** Ignores a process that does not take a setting: it is about to be replaced, and its successor gets the setting. */
  async #wish(told: Promise<void>): Promise<void> {
    try {
      await told
    } catch (error) {
      this.#logger.warn(`The desktop process did not take a wish: ${messageOf(error)}`)
    }
  }

  /** Returns the connection. Cancelling a call on it does not kill a hanging process; `callTool` does. */
  async client(run: RunControl): Promise<Client> {
    return (await this.#ready(run)).client
  }

  async listTools(run: RunControl): Promise<Tool[]> {
    if (this.#tools) return this.#tools
    const link = await this.#ready(run)
    const { tools } = await run.race(link.client.listTools({}, { timeout: NO_DEADLINE_MS }))
    this.#tools = tools
    return tools
  }

  /**
   * Calls a tool. A crash, a missed deadline and a lost desktop give failed results with such a code; throws StoppedError when
   * `run` was stopped: by then the call has ended, or its process has.
   */
  async callTool(
    name: string,
    parameters: Record<string, unknown>,
    meta: Record<string, unknown>,
    timeoutMs: number,
    run: RunControl,
  ): Promise<CallToolResult> {
    using call = run.child({ timeoutMs, name })
    let link: DesktopLink
    try {
      link = await this.#ready(call)
    } catch (error) {
      run.throwIfStopped()
      return failed(messageOf(error), call.stopped ? 'timeout' : 'lost')
    }
    const token = randomUUID()
    const ended = link.ended(token)
    const { lease } = run
    const forget = lease?.onExtended((until) => tell(link.client, KEEPER_NOTICES, 'lease', until))
    try {
      const result = await link.client.request(
        {
          method: 'tools/call',
          params: {
            name,
            arguments: parameters,
            _meta: {
              ...meta,
              [DESKTOP_META.token]: token,
              ...(lease ? { [DESKTOP_META.lease]: lease.until } : {}),
            },
          },
        },
        CallToolResultSchema,
        { signal: call.signal, timeout: NO_DEADLINE_MS },
      )
      this.#learn(result._meta?.[DESKTOP_META.memory])
      return result
    } catch (error) {
      if (call.stopped) {
        await this.#endCall(link, ended.done)
        run.throwIfStopped()
        return failed(`${name} took longer than ${String(timeoutMs / 1000)} s and was ended.`, 'timeout')
      }
      // The pipe closes a moment before the process's end is known.
      const how = await Promise.race([link.gone, wait(GRACE_MS).then(() => null)])
      if (how === null) return failed(messageOf(error))
      return this.#crashed(link, name, how, run)
    } finally {
      forget?.()
      ended.forget()
    }
  }

  /** Ends the process; the next call gets a new one, which only remembers which ids were given. */
  async reset(): Promise<void> {
    const link = this.#current
    this.#memory = { ...memorySchema.parse({}), next_id: this.#memory.next_id }
    if (link) await this.#end(link)
  }

  /** Ends the process and leaves nothing held. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended = true
    // A process that is still starting would otherwise be left behind.
    await this.#link?.catch(() => null)
    const link = this.#current
    if (link) await this.#end(link)
    await this.#recovery
    const fresh = this.#current
    if (fresh) await this.#end(fresh)
  }

  /** Returns the current process, or starts one. */
  async #ready(run: RunControl): Promise<DesktopLink> {
    await run.race(this.#recovery)
    return this.#running(run)
  }

  async #running(run: RunControl): Promise<DesktopLink> {
    if (this.#current && !this.#current.isGone) return this.#current
    this.#link ??= this.#start()
    return run.race(this.#link)
  }

  /** Starts a process outside the run of the call that needs it first, because other calls may wait for the same start. */
  async #start(): Promise<DesktopLink> {
    using run = new RunControl({ name: 'Starting the desktop process' })
    const { desktop, waiting } = this.#options
    this.#starts += 1
    try {
      const link = await DesktopLink.start(
        {
          ...programOf(this.#options, desktop.env),
          memory: this.#memory,
          wishes: this.#wishes,
          waiting: this.#starts === 1 ? (waiting ?? null) : null,
        },
        run,
      )
      this.#current = link
      drop(link.gone.then(() => this.#left(link)))
      return link
    } finally {
      this.#link = null
    }
  }

  /** Releases what an ended process held. */
  #left(link: DesktopLink): void {
    if (this.#current === link) this.#current = null
    if (link.leftSomething) this.#recover(link.ledger)
  }

  #recover(ledger: Ledger): void {
    const before = this.#recovery
    this.#recovery = this.#release(before, ledger)
  }

  async #release(before: Promise<void>, ledger: Ledger): Promise<void> {
    await before
    using run = new RunControl({ timeoutMs: RECOVERY_MS, name: 'Releasing what was held' })
    for (let left = MAX_RECOVERIES; ; left--) {
      let link: DesktopLink | null = null
      try {
        link = await this.#running(run)
        await askCall(link.client, KEEPER_CALLS, 'release', ledger, run)
        return
      } catch (error) {
        // The process was killed while it released, so another process does it. The pipe closes a moment before the process's end is known.
        const isGone =
          link !== null && (await Promise.race([link.gone, wait(GRACE_MS).then(() => null)])) !== null
        if (isGone && left > 1 && !run.stopped) continue
        this.#logger.error(`Keys, buttons or the clipboard may still be held: ${messageOf(error)}`)
        return
      }
    }
  }

  /** Waits shortly until a cancelled call has ended; else ends its process. */
  async #endCall(link: DesktopLink, done: Promise<void>): Promise<void> {
    const obeyed = await Promise.race([done.then(() => true), wait(GRACE_MS).then(() => false)])
    if (obeyed) return
    this.#logger.warn('The desktop process did not end a call: it is killed.')
    link.kill()
    await link.gone
  }

  async #crashed(link: DesktopLink, name: string, how: string, run: RunControl): Promise<CallToolResult> {
    try {
      await this.#ready(run)
    } catch (error) {
      run.throwIfStopped()
      return failed(`The desktop is lost: ${messageOf(error)}`, 'lost')
    }
    this.#logger.error(`The desktop process ${String(link.pid)} has crashed in ${name}: ${how}`)
    return failed(
      `The desktop process crashed during ${name} (${how}) and was started again. Look before you go on.`,
      'crash',
    )
  }

  async #end(link: DesktopLink): Promise<void> {
    link.close()
    const left = await Promise.race([link.gone.then(() => true), wait(GRACE_MS * 4).then(() => false)])
    if (!left) link.kill()
    await link.gone
  }

  #learn(memory: unknown): void {
    const parsed = memorySchema.safeParse(memory)
    if (!parsed.success) return
    this.#memory = { ...parsed.data, next_id: Math.max(this.#memory.next_id, parsed.data.next_id) }
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
