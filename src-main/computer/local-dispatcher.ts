// Dispatches commands on the machine that acts: every act passes the gate here, once, and is recorded before it happens.
import { randomUUID } from 'node:crypto'
import type { SystemConfig } from '../../src-preload/contract/config.ts'
import {
  failure,
  type Command,
  type MCPToolInfo,
  type Result,
  type Route,
  type ToolType,
} from '../core/command.ts'
import type { TargetDescription } from '../core/desktop.ts'
import type { BasicCommandDispatcher, DispatchOptions } from '../core/dispatcher.ts'
import { messageOf, StoppedError } from '../core/errors.ts'
import type { EventSink } from '../core/event-sink.ts'
import type { Logger } from '../core/logger.ts'
import type { RunControl } from '../core/run-control.ts'
import { hashOfScripts } from '../servers/desktop/targeting/scripts.ts'
import type { Act as GateAct, Admission, Gate, Judgement } from '../safety/gate.ts'
import { META } from '../servers/tool-reply.ts'
import type { Act, CommandRouter } from './command-router.ts'
import type { Computer } from './computer.ts'
import { parseTarget, plainTarget, summaryOf } from './targets.ts'
import { resultOf, type MCPToolCall } from './tool-call.ts'

interface LocalCommandDispatcherOptions {
  router: CommandRouter
  gate: Gate
  sink: EventSink
  config: Pick<SystemConfig, 'tool_timeout' | 'slow_tool'>
  logger: Logger
  /** Puts an act into plain words: `Click button “7” in “galculator”`. */
  words: (toolName: string, parameters: Record<string, unknown>, target: TargetDescription) => string
}

/** The forecast of an act that is not done. */
interface Foreseen {
  /** In plain words. */
  words: string
  target: TargetDescription
  judgement: Judgement
}

/** Milliseconds to find the target of an act. */
const RESOLVE_MS = 10_000

export class LocalCommandDispatcher implements BasicCommandDispatcher {
  readonly #options: LocalCommandDispatcherOptions

  constructor(options: LocalCommandDispatcherOptions) {
    this.#options = options
  }

  executeCommands(commands: Command[], options: DispatchOptions, run: RunControl): Promise<Result[]> {
    const { router, config, sink } = this.#options
    const { route } = options
    return router.execute(
      route,
      commands.map((command) => ({ ...command, call_id: command.call_id ?? randomUUID() })),
      {
        timeoutMs: options.timeoutMs ?? config.tool_timeout * 1000,
        earlyExit: options.earlyExit ?? true,
        slowMs: config.slow_tool * 1000,
        onSlow: (message) => sink.emit({ type: 'warning', message }),
        around: (call, computer, act) =>
          call.tool_info.tool_type === 'action'
            ? this.#pass(call, computer, route, act, run)
            : act({ [META.callId]: call.call_id }),
      },
      run,
    )
  }

  listTools(route: Route, toolType: ToolType | null, run: RunControl): Promise<MCPToolInfo[]> {
    return this.#options.router.listTools(route, toolType, run)
  }

  reset(run: RunControl): Promise<void> {
    return this.#options.router.reset(run)
  }

  /** Says what an act would meet now, and how the gate would judge it; asks nobody and does nothing. */
  async foresee(
    command: Omit<Command, 'call_id'>,
    route: Route,
    run: RunControl,
  ): Promise<Foreseen | { fault: string }> {
    const { router, gate, config } = this.#options
    let judged: GateAct | null = null
    const [result] = await router.execute(
      route,
      [{ ...command, call_id: randomUUID() }],
      {
        timeoutMs: config.tool_timeout * 1000,
        around: async (call, computer) => {
          const aimed = await this.#aim(call, computer, route, run)
          if ('status' in aimed) return aimed
          judged = aimed
          return failure(call, 'refused', 'Nothing is done while looking ahead.', call.tool_info.namespace)
        },
      },
      run,
    )
    // The callback has set the value, which the types can't show.
    const known = judged as GateAct | null
    if (!known) return { fault: result?.error ?? 'The desktop gave no answer.' }
    await gate.prepare(known)
    return { words: known.words, target: known.target, judgement: gate.judge(known) }
  }

  /** Finds the target of an act, as the gate judges it. */
  async #aim(
    call: MCPToolCall,
    computer: Computer,
    route: Route,
    run: RunControl,
  ): Promise<GateAct | Result> {
    const target = await this.#resolve(call, computer, run)
    if ('status' in target) return target
    return {
      call_id: call.call_id,
      tool: call.tool_info,
      parameters: call.parameters,
      target,
      route,
      confirm: call.confirm,
      ...(call.accept ? { tool_changed: true as const } : {}),
      words: this.#options.words(call.tool_info.tool_name, call.parameters, target),
    }
  }

  /** Takes an act through its steps: resolve → gate → record → act → record. */
  async #pass(
    call: MCPToolCall,
    computer: Computer,
    route: Route,
    act: Act,
    run: RunControl,
  ): Promise<Result> {
    const judged = await this.#aim(call, computer, route, run)
    if ('status' in judged) return judged
    const { words, target: resolved } = judged
    const admission = await this.#admit(judged, run)
    if (!admission.admitted) {
      return failure(call, 'refused', refusal(words, admission), call.tool_info.namespace)
    }
    if (admission.user_confirm === 'yes') await call.accept?.()
    await run.checkpoint()
    // A desktop's own tools check the target themselves, right before the act.
    const now = RUNS_FILES.has(call.tool_info.namespace) ? await this.#resolve(call, computer, run) : resolved
    if ('status' in now) return now
    if ((now.scripts ?? null) !== (resolved.scripts ?? null)) {
      const changed = 'The files that this runs have changed since it was judged: it was not done.'
      return failure(call, 'target_changed', changed, call.tool_info.namespace)
    }
    return this.#act(judged, act, run)
  }

  async #admit(judged: GateAct, run: RunControl): Promise<Admission> {
    const { gate } = this.#options
    try {
      const admission = await gate.admit(judged, run)
      this.#tellJudgement(judged, admission)
      return admission
    } catch (error) {
      // An unanswered question ends the run, and the record shows which question it was.
      if (error instanceof StoppedError) this.#tellJudgement(judged, gate.judge(judged))
      throw error
    }
  }

  async #act(judged: GateAct, act: Act, run: RunControl): Promise<Result> {
    const { sink } = this.#options
    const { call_id, tool, parameters, target, words } = judged
    const { tool_name, tool_type, namespace } = tool
    sink.emit({
      type: 'act_started',
      call_id,
      tool_name,
      tool_type,
      namespace,
      parameters,
      target: summaryOf(target),
      words,
    })
    const started = run.clock.elapsed()
    const finish = (outcome: Pick<Result, 'status' | 'result' | 'error'>) =>
      sink.emit({
        type: 'act_finished',
        call_id,
        tool_name,
        status: outcome.status,
        result: outcome.result ?? null,
        error: outcome.error,
        ms: run.clock.elapsed() - started,
      })
    try {
      await this.#written()
      const result = await act({
        [META.callId]: call_id,
        [META.admitted]: true,
        ...(target.fingerprint === '' ? {} : { [META.expectedTarget]: target.fingerprint }),
      })
      finish(result)
      return result
    } catch (error) {
      finish({
        status: 'failure',
        result: null,
        error: `Ended before its result was known: ${messageOf(error)}`,
      })
      throw error
    }
  }

  /** Makes sure that an act is recorded before it is done; a journal that can't be written ends the run. */
  async #written(): Promise<void> {
    try {
      await this.#options.sink.sync()
    } catch (error) {
      throw new StoppedError('lost', messageOf(error))
    }
  }

  #tellJudgement(judged: GateAct, judgement: Judgement): void {
    const { decision, categories, rule, reason } = judgement
    this.#options.sink.emit({
      type: 'gate_decided',
      call_id: judged.call_id,
      tool_name: judged.tool.tool_name,
      decision,
      categories,
      rule,
      reason,
      target: summaryOf(judged.target),
    })
  }

  /**
   * Asks the desktop for the target of an act; the desktop also remembers the state before it, so that the effect can be judged. If the
   * target can't be known, it is `unknown`. It is a failure when the desktop is lost, the arguments are invalid (`NOPE` is no key), or the
   * control is gone: a person is never asked about an act that can't be done.
   */
  async #resolve(
    call: MCPToolCall,
    computer: Computer,
    run: RunControl,
  ): Promise<TargetDescription | Result> {
    const { tool_name, namespace } = call.tool_info
    const own = await ownTarget(call)
    if (namespace === 'BashExecutor' || !(own || call.mcp_server?.kind === 'desktop')) {
      return own ?? plainTarget('unknown', null)
    }
    const resolve = await computer.command2tool(
      {
        tool_name: 'resolve_target',
        parameters: { call_id: call.call_id, tool_name, parameters: call.parameters },
        tool_type: 'data_collection',
      },
      run,
    )
    if ('status' in resolve) return own ?? plainTarget('unknown', resolve.error)
    const reply = await computer.runAction(resolve, { timeoutMs: RESOLVE_MS }, run)
    const result = resultOf(reply, call, call.tool_info.namespace)
    if (result.status === 'failure') {
      this.#options.logger.warn({ tool: tool_name, call_id: call.call_id }, result.error ?? '')
      if (result.code === 'lost' || result.code === 'bad_arguments') return result
      return own ?? plainTarget('unknown', result.error)
    }
    const target = parseTarget(result.result)
    if (target.kind === 'unknown')
      return failure(call, 'target_changed', target.text ?? 'There is nothing to act on.', namespace)
    return own && target.kind === 'none' ? own : target
  }
}

const RUNS_FILES = new Set(['BashExecutor', 'CommandLineExecutor'])
const WORKS_ON_FILES = new Set(['FileExecutor', 'DocumentExecutor', 'CodeExecutor'])

/** Reads targets from the arguments themselves, by the names of the built-in tools. */
async function ownTarget(call: MCPToolCall): Promise<TargetDescription | null> {
  const { namespace } = call.tool_info
  if (namespace === 'CommandLineExecutor') {
    return plainTarget('application', textOf(call.parameters['bash_command']))
  }
  if (WORKS_ON_FILES.has(namespace)) return plainTarget('files', null)
  if (namespace === 'BashExecutor') {
    const command = textOf(call.parameters['command'])
    if (command === null) return plainTarget('none', null)
    // An approval holds only for the present content of the files that would be run.
    const scripts = await hashOfScripts(command, textOf(call.parameters['cwd']) ?? '')
    return { ...plainTarget('command', command), scripts }
  }
  return null
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function refusal(words: string, admission: Admission): string {
  if (admission.why) return `The person refused this act and says: “${admission.why}” (${words})`
  const who = admission.user_confirm === 'no' ? 'The person' : `The rule “${admission.rule}”`
  return `${who} refused this act (${words}): ${admission.reason}`
}
