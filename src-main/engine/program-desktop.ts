// Opens a desktop for another program and does what the program does there and what it asks for, one after the other.
import { randomUUID } from 'node:crypto'
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import { choiceOf, openedWindow } from '../agents/opened-window.ts'
import { commandEffect, hasEffect, unverified } from '../agents/executor.ts'
import { carryOut, type DeviceWork } from '../aip/device/work.ts'
import { failure, type Command, type MCPToolInfo, type Result } from '../core/command.ts'
import { effectReportSchema, type EffectReport } from '../core/desktop.ts'
import { messageOf, StoppedError, UserError } from '../core/errors.ts'
import type { RunControl } from '../core/run-control.ts'
import { drop } from '../core/control-flow.ts'
import { openDesktop, type RunDesktop } from './desktops.ts'
import { openDeviceRun } from './device-run.ts'
import type { LentDesktop, RunRequest, RunSurroundings } from './run-request.ts'

/** The route of the agent that works alone, because that agent has every tool. */
const ROUTE = { agent_name: 'LinuxAgent', process_name: '', root_name: '' }
const STOPPED =
  'The person has stopped what this program does here. It goes on only when they have it connected anew.'

/** An act or a look of the program. */
export type ProgramCommand = Pick<Command, 'tool_name' | 'parameters' | 'namespace'>
/** The result of a command. `effect` is null for a look, a failure, and an act whose effect can't be observed. */
export type ProgramResult = Result & { effect: EffectReport | null }

/** Takes the events of the program's own acts, and asks the person; each record has its own. */
export type ProgramEars = Pick<RunRequest, 'interactor' | 'onBegun' | 'onDesktop'> & {
  onEvent(event: SessionEvent): void
}

interface Hand {
  work: DeviceWork
  tools: MCPToolInfo[]
  control: RunControl
}

/** Disposing ends the record of the acts, and a virtual desktop with everything on it. */
export class ProgramDesktop implements AsyncDisposable {
  /** Stopped when the program no longer needs the desktop; everything on it ends then. */
  readonly control: RunControl
  readonly #around: RunSurroundings
  readonly #desktop: RunDesktop
  readonly #lent: LentDesktop
  #hand: Hand | null = null
  #turn: Promise<unknown> = Promise.resolve()
  /** Whether a call of the program is under way. */
  #isBusy = false
  #isStopped = false

  private constructor(around: RunSurroundings, desktop: RunDesktop, control: RunControl) {
    this.#around = around
    this.#desktop = desktop
    this.control = control
    const left = { ...desktop, adopted: true, [Symbol.asyncDispose]: () => Promise.resolve() }
    // The first run on the desktop uses the process that was started with it.
    let { waiting } = desktop
    const lend = (): RunDesktop => {
      const one = { ...left, waiting }
      waiting = null
      return one
    }
    this.#lent = { desktop: lend, nextId: 1 }
  }

  /** Throws UserError where the desktop can't be opened. `run` is stopped when the program ends. */
  static async open(around: RunSurroundings, run: RunControl): Promise<ProgramDesktop> {
    const desktop = await openDesktop(around, `program-${randomUUID().slice(0, 8)}`, run, {
      endsWithOwner: true,
    })
    return new ProgramDesktop(around, desktop, run.child({ name: 'The desktop of a program' }))
  }

  get kind(): 'host' | 'virtual' {
    return this.#desktop.kind
  }

  close(): void {
    this.control.stop(new StoppedError('stopped', 'The program that it was for has gone.'))
  }

  /** Carries out a request of the program here, after the record of its own acts has ended. Throws UserError after a stop. */
  runHere<T>(work: (lent: LentDesktop) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      await this.#letGo('completed')
      return work(this.#lent)
    })
  }

  /**
   * Carries out commands in order, up to the first failed one; `call` is stopped when the program cancels. Throws UserError after a stop by
   * the person, StoppedError when `call` or the desktop ends.
   */
  use(
    commands: readonly ProgramCommand[],
    ears: () => ProgramEars,
    call: RunControl,
  ): Promise<ProgramResult[]> {
    return this.#inTurn(async () => {
      call.throwIfStopped()
      const hand = (this.#hand ??= await this.#takeUp(ears))
      using each = hand.control.child({ name: 'A call of the program' })
      const cancel = () => each.stop(call.signal.reason as StoppedError)
      call.signal.addEventListener('abort', cancel, { once: true })
      this.#isBusy = true
      try {
        return await this.#carryOut(hand, commands, each)
      } finally {
        this.#isBusy = false
        call.signal.removeEventListener('abort', cancel)
      }
    })
  }

  /** Lists the tools that the program can use there. */
  async tools(ears: () => ProgramEars): Promise<MCPToolInfo[]> {
    return this.#inTurn(async () => (this.#hand ??= await this.#takeUp(ears)).tools)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const wasBusy = this.#isBusy
    this.close()
    await this.#turn
    await this.#letGo(wasBusy ? 'stopped' : 'completed')
    this.control[Symbol.dispose]()
    await this.#desktop[Symbol.asyncDispose]()
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    return this.#after(() => {
      this.control.throwIfStopped()
      if (this.#isStopped) throw new UserError(STOPPED)
      return work()
    })
  }

  #after<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => {})
    return done
  }

  async #takeUp(ears: () => ProgramEars): Promise<Hand> {
    const control = this.control.child({ name: 'What the program does' })
    try {
      const task = {
        task_name: '',
        // The request has our own words, because a program's words must not name anything for the gate.
        request: 'What another program did',
        askedBy: 'program' as const,
        lent: this.#lent,
        tell: () => {},
      }
      const work = await openDeviceRun(this.#around, { ...ears(), ...task }, control)
      const tools = await work.dispatcher.listTools(ROUTE, null, control)
      control.signal.addEventListener('abort', () => this.#ended(), { once: true })
      return { work, tools, control }
    } catch (error) {
      control[Symbol.dispose]()
      throw error
    }
  }

  /** Forgets the desktop after a stop by the person; if the desktop itself ends, nothing is left to do. */
  #ended(): void {
    if (this.control.stopped) return
    this.#isStopped = true
    drop(this.#after(() => this.#letGo('stopped')))
  }

  async #carryOut(
    hand: Hand,
    commands: readonly ProgramCommand[],
    run: RunControl,
  ): Promise<ProgramResult[]> {
    const results: ProgramResult[] = []
    for (const command of commands) {
      const called = this.#called(command, hand)
      const result = 'status' in called ? called : await this.#one(hand, called, run)
      const done = !('status' in called) && result.status === 'success'
      const effect = done ? await this.#effect(called, result, hand, run) : null
      if (done) await this.#chooseOpened(called, result, hand, run)
      results.push({ ...result, effect })
      if (result.status !== 'success' || effect?.effect === 'contradicted') break
    }
    return results
  }

  /** Chooses the window that an application has opened, to work in it. */
  async #chooseOpened(
    { tool_name }: Command,
    { result }: Result,
    hand: Hand,
    run: RunControl,
  ): Promise<void> {
    const window = tool_name === 'launch_application' ? openedWindow(result) : null
    if (window === null) return
    const choice = choiceOf(window)
    const called = this.#called({ tool_name: choice.function, parameters: choice.arguments }, hand)
    if (!('status' in called)) await this.#one(hand, called, run)
  }

  async #one({ work }: Hand, command: Command & { call_id: string }, run: RunControl): Promise<Result> {
    const options = { early_exit: true, timeout_ms: null, reset: false }
    const [result] = await carryOut(work, { commands: [command], route: ROUTE }, options, run)
    if (!result) throw new Error(`${command.tool_name} gave no result.`)
    return result
  }

  #called(command: ProgramCommand, { tools }: Hand): (Command & { call_id: string }) | Result {
    const call_id = randomUUID()
    const known = tools.filter(
      ({ tool_name, namespace }) =>
        tool_name === command.tool_name && (command.namespace ?? namespace) === namespace,
    )
    const [tool] = known
    if (!tool)
      return failure({ call_id }, 'unknown_tool', `There is no tool “${command.tool_name.slice(0, 80)}”.`)
    return { ...command, tool_type: tool.tool_type, call_id }
  }

  async #effect(
    command: Command & { call_id: string },
    result: Result,
    { work, tools }: Hand,
    run: RunControl,
  ): Promise<EffectReport | null> {
    if (command.tool_type !== 'action') return null
    const told = commandEffect(command.tool_name, result.result)
    if (told !== null || !hasEffect(command.tool_name, tools)) return told
    const verify: Command = {
      tool_name: 'verify_effect',
      parameters: { call_id: command.call_id, within: this.#around.config.system.sleep_time },
      tool_type: 'data_collection',
      namespace: 'UICollector',
    }
    const [said] = await work.dispatcher.executeCommands([verify], { route: ROUTE }, run)
    const report = effectReportSchema.safeParse(said?.result)
    return report.success ? report.data : unverified(said?.error ?? 'no report')
  }

  async #letGo(status: 'completed' | 'stopped'): Promise<void> {
    const hand = this.#hand
    if (!hand) return
    this.#hand = null
    try {
      const error = status === 'stopped' ? (hand.control.signal.reason as Error | undefined) : null
      hand.work.finish({ status, error: error?.message ?? null, result: null })
      await hand.work[Symbol.asyncDispose]()
    } catch (error) {
      this.#around.logger.error(messageOf(error))
    } finally {
      hand.control[Symbol.dispose]()
    }
  }
}
