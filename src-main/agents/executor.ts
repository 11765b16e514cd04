// Acts: carries out the actions of one reply in order, each judged at the gate, done, and verified by itself.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { EventOf, TargetSummary } from '../../src-preload/contract/events.ts'
import { evidenceWords, isUnwritten, seen, writtenFiles } from '../../src-preload/contract/evidence.ts'
import { isDocumentTool } from '../core/document-tools.ts'
import type { Command, MCPToolInfo, Result, Route } from '../core/command.ts'
import type { Context } from '../core/context.ts'
import { effectReportSchema, windowInfoSchema, type EffectReport, type Observation } from '../core/desktop.ts'
import { ToolError } from '../core/errors.ts'
import type { RunControl } from '../core/run-control.ts'
import type { ActionRecord } from '../models/input.ts'
import { isHeldBack, type DecidedAction } from './decision.ts'
import type { AgentDependencies, SharedMemory } from './dependencies.ts'
import { entering } from './entering.ts'
import { foresee, isForeseen } from './foreseen.ts'
import { madeAnew } from './made-anew.ts'
import { untilOpened } from './opening.ts'
import { unforeseenDialog } from './unforeseen-dialog.ts'

export interface Acting {
  context: Context
  observation: Observation
  tools: readonly MCPToolInfo[]
  /** Called for each action, because choosing a window changes it, and another agent has the tool that chooses one. */
  route: (command?: Command) => Route
  /** Returns the act that must follow at once after a successful action, before the next ones. */
  thereupon?: (record: ActionRecord) => DecidedAction | null
  /** Is told of each act that was tried. */
  effects?: Pick<SharedMemory, 'standing' | 'late'>
  /** Called before a text is read. */
  beforeReading?: () => Promise<void>
}

/** Tools whose calls change nothing on a screen; a server marks others by `readOnlyHint`. */
const NO_EFFECT = new Set([
  'texts',
  'wait',
  'wait_for_control',
  'summary',
  'execute_command',
  'get_system_info',
  'list_tools',
])

/** Records each action in `records` as soon as it has ended. Throws ToolError when the desktop is lost. */
export class Executor {
  readonly #deps: AgentDependencies
  #timeouts = 0

  constructor(deps: AgentDependencies) {
    this.#deps = deps
  }

  async execute(
    actions: readonly DecidedAction[],
    acting: Acting,
    records: ActionRecord[],
    run: RunControl,
  ): Promise<void> {
    const maxControls = this.#deps.config.system.max_controls
    let obstacle: string | null = null
    let last: ActionRecord | undefined
    for (const action of actions) {
      if (obstacle === null && last !== undefined)
        obstacle = await unforeseenDialog(action, last, acting, maxControls, run)
      if (obstacle === null && isHeldBack(action)) {
        obstacle = action.status === 'PENDING' ? 'the questions come first' : 'the task was given up'
      }
      if (obstacle !== null) {
        records.push(skipped(action, acting, obstacle))
        continue
      }
      if (action.function === 'texts') await acting.beforeReading?.()
      await untilOpened(action, records.at(-1), acting, maxControls, run)
      const record = await this.#act(entering(action, records.at(-1), acting.observation), acting, run)
      records.push(record)
      obstacle = obstacleOf(record)
      const next = obstacle === null ? acting.thereupon?.(record) : null
      if (next) records.push(await this.#act(next, acting, run))
      last = records.at(-1)
    }
  }

  async #act(decided: DecidedAction, acting: Acting, run: RunControl): Promise<ActionRecord> {
    await run.checkpoint()
    const maxControls = this.#deps.config.system.max_controls
    let action = isForeseen(decided) ? await foresee(decided, { ...acting, maxControls }, run) : decided
    if (typeof action === 'string') return notDone(decided, action)
    let command: Command & { call_id: string } = {
      tool_name: action.function,
      parameters: action.arguments,
      tool_type: 'action',
      call_id: randomUUID(),
      ...(action.status === 'CONFIRM' ? { confirm: true } : {}),
    }
    let [result, gate] = await this.#dispatch(command, acting, run)
    // The act before may still move the focus while this one is judged. Then nothing was done and nobody was asked, so it is tried once
    // more.
    if (result.code === 'target_changed' && gate?.decision === 'allow') {
      command = this.#repeated(command, command.parameters)
      ;[result, gate] = await this.#dispatch(command, acting, run)
    }
    // Without a decision of the gate nothing was aimed at: the control may have got another id.
    const anew =
      result.status === 'failure' && gate === null
        ? await madeAnew(action, { ...acting, maxControls }, run)
        : null
    if (anew) {
      action = anew
      command = this.#repeated(command, anew.arguments)
      ;[result, gate] = await this.#dispatch(command, acting, run)
    }
    const record: ActionRecord = {
      function: action.function,
      arguments: action.arguments,
      status: result.status,
      target: (gate ? targetWords(gate.target) : null) ?? targetOf(action, acting.observation),
      result: withoutEffect(command.tool_name, result.result),
      error: result.error,
      effect: null,
      evidence: null,
      user_confirm: confirmed(result, gate),
      code: result.code,
    }
    this.#bear(result)
    if (result.status !== 'success') {
      this.#note(record, command.call_id, acting, run)
      return record
    }
    follow(acting.context, action, result.result)
    const told = commandEffect(command.tool_name, result.result)
    if (told) {
      this.#deps.sink.emit({ type: 'effect_verified', call_id: command.call_id, ...told, ms: 0 })
      Object.assign(record, told)
    } else if (hasEffect(command.tool_name, acting.tools)) {
      const report = await this.#verify(command.call_id, acting, run)
      Object.assign(record, report)
    }
    this.#note(record, command.call_id, acting, run)
    return record
  }

  /** The same act under an id of its own. What is told of both is one act, since the first try has done nothing. */
  #repeated(command: Command & { call_id: string }, parameters: Command['parameters']) {
    const call_id = randomUUID()
    this.#deps.sink.emit({ type: 'act_repeated', call_id, instead_of: command.call_id })
    return { ...command, parameters, call_id }
  }

  #note(record: ActionRecord, callId: string, { effects, observation }: Acting, run: RunControl): void {
    effects?.standing.acted(record, callId, run.clock.monotonic(), observation.controls)
    effects?.late.acted(record, callId, run.clock.monotonic(), observation)
  }

  /** Returns the result, and the decision of the gate where the gate is on this machine. */
  async #dispatch(
    command: Command & { call_id: string },
    { context, route }: Acting,
    run: RunControl,
  ): Promise<[Result, EventOf<'gate_decided'> | null]> {
    const heard: EventOf<'gate_decided'>[] = []
    const end = this.#deps.sink.subscribe((event) => {
      if (event.type === 'gate_decided' && event.call_id === command.call_id) heard.push(event)
    })
    try {
      const [result] = await context.commandDispatcher.executeCommands(
        [command],
        { route: route(command) },
        run,
      )
      if (!result) throw new ToolError(`${command.tool_name} gave no result.`)
      return [result, heard.at(-1) ?? null]
    } finally {
      end()
    }
  }

  /** Ends the round where no other plan can help, because the desktop is lost, or two commands in a row have timed out. */
  #bear(result: Result): void {
    if (result.code === 'lost')
      throw new ToolError(`The desktop was lost: ${result.error ?? 'no reason given'}`)
    this.#timeouts = result.code === 'timeout' ? this.#timeouts + 1 : 0
    if (this.#timeouts > 1) throw new ToolError(`Two commands in a row timed out: ${result.error ?? ''}`)
  }

  async #verify(callId: string, { context, route }: Acting, run: RunControl): Promise<EffectReport> {
    const { sink, clock, config } = this.#deps
    const start = clock.elapsed()
    const command: Command = {
      tool_name: 'verify_effect',
      parameters: { call_id: callId, within: config.system.sleep_time },
      tool_type: 'data_collection',
      namespace: 'UICollector',
    }
    const [result] = await context.commandDispatcher.executeCommands([command], { route: route() }, run)
    if (result?.code === 'lost')
      throw new ToolError(`The desktop was lost: ${result.error ?? 'no reason given'}`)
    const report = effectReportSchema.safeParse(result?.result)
    const verified =
      result?.status === 'success' && report.success ? report.data : unverified(result?.error ?? 'no report')
    sink.emit({ type: 'effect_verified', call_id: callId, ...verified, ms: clock.elapsed() - start })
    return verified
  }
}

function obstacleOf(record: ActionRecord): string | null {
  if (record.user_confirm === 'no') return `${record.function} was refused`
  if (record.status !== 'success') return `${record.function} failed`
  if (record.effect === 'contradicted') return `${record.function} did not have its effect`
  return null
}

/** Says whether every act has succeeded. */
export const allWell = (records: readonly ActionRecord[]): boolean =>
  records.every((record) => obstacleOf(record) === null)

/** Says whether the disk has shown that an act which saves has not saved, and no later one has: no further look is then needed to know it. */
export function isLeftUnsaved(records: readonly ActionRecord[]): boolean {
  const last = records.findLastIndex(({ told }) => isUnwritten(told))
  return last !== -1 && writtenFiles(records.slice(last).flatMap(({ told = [] }) => told)).length === 0
}

const notDone = (action: DecidedAction, error: string): ActionRecord => ({
  function: action.function,
  arguments: action.arguments,
  status: 'failure',
  target: null,
  result: null,
  error,
  effect: null,
  evidence: null,
  user_confirm: null,
})

const skipped = (action: DecidedAction, { observation }: Acting, why: string): ActionRecord => ({
  ...notDone(action, `Not done: ${why}.`),
  status: 'skipped',
  target: targetOf(action, observation),
})

/** Gives the person's answer at the gate; null where nobody was asked, also where the tool itself refused. */
function confirmed(result: Result, gate: EventOf<'gate_decided'> | null): 'yes' | 'no' | null {
  if (result.code === 'refused') return gate === null || gate.decision === 'ask' ? 'no' : null
  return gate?.decision === 'ask' ? 'yes' : null
}

/** Says whether a successful act has an effect on the screen. */
export function hasEffect(name: string, tools: readonly MCPToolInfo[]): boolean {
  if (NO_EFFECT.has(name)) return false
  return tools.find((tool) => tool.tool_name === name)?.annotations?.['readOnlyHint'] !== true
}

/** Takes the effect of an act from its own result: how a command line ended, what a document tool has read back. */
export function commandEffect(name: string, result: unknown): EffectReport | null {
  if (isDocumentTool(name)) return documentSchema.safeParse(result).data?.verified ?? null
  const ended = name === 'execute_command' ? endedSchema.safeParse(result) : null
  if (!ended?.success) return null
  const { exit_code: code, background } = ended.data
  const told = [
    seen('exit_code', { value: String(code) }),
    ...(background === undefined ? [] : [seen('left_ended')]),
  ]
  const isWhole = code === 0 && background === undefined
  return { effect: isWhole ? 'confirmed' : 'unconfirmed', evidence: evidenceWords(told), told }
}

const documentSchema = z.object({ verified: effectReportSchema })

/** The effect stands beside the result of an act, not in it. */
function withoutEffect(name: string, result: unknown): unknown {
  if (!isDocumentTool(name) || !documentSchema.safeParse(result).success) return result
  const { verified: _, ...rest } = result as Record<string, unknown>
  return rest
}

export function unverified(why: string): EffectReport {
  const told = [seen('unverified', { why })]
  return { effect: 'unconfirmed', evidence: evidenceWords(told), told }
}
/** `background` describes the end of the programs that it has left running. */
const endedSchema = z.object({ exit_code: z.number().int(), background: z.string().optional() })

const words = (role: string | null, name: string | null): string | null => {
  const text = [role, name ? `“${name}”` : null].filter((part) => part !== null).join(' ')
  return text === '' ? null : text
}

const targetWords = (target: TargetSummary): string | null => words(target.role, target.name)

/** Returns the id as a text, because models write ids as texts and as numbers; empty where there is none. */
function idOf({ arguments: { id } }: DecidedAction): string {
  return typeof id === 'string' || typeof id === 'number' ? String(id) : ''
}

/** Names the control or window of an id as it was observed: `button “7”`. */
function targetOf(action: DecidedAction, observation: Observation): string | null {
  const id = idOf(action)
  const control = observation.controls.find((one) => one.id === id)
  if (control) return words(control.role, control.name)
  const window = observation.windows.find((one) => one.id === id)
  return window ? words('window', window.title) : null
}

const chosenSchema = z.object({
  root_name: z.string(),
  process_name: z.string(),
  window_info: windowInfoSchema.nullish(),
})

/** Updates the context after an act has chosen or closed a window. */
export function follow(context: Context, action: DecidedAction, result: unknown): void {
  if (action.function === 'select_application_window') {
    const chosen = chosenSchema.safeParse(result)
    if (!chosen.success) return
    const { root_name, process_name, window_info } = chosen.data
    context.set('APPLICATION_ROOT_NAME', root_name)
    context.set('APPLICATION_PROCESS_NAME', process_name)
    if (!window_info) return
    const { id, title, kind, bounds } = window_info
    context.set('APPLICATION_WINDOW', window_info)
    context.set('APPLICATION_WINDOW_INFO', {
      kind: 'window',
      id,
      name: title,
      type: kind,
      rect: [bounds.x, bounds.y, bounds.x + bounds.width, bounds.y + bounds.height],
    })
  } else if (
    action.function === 'close_application_window' &&
    idOf(action) === context.get('APPLICATION_WINDOW')?.id
  ) {
    forgetWindow(context)
  }
}

export function forgetWindow(context: Context): void {
  context.set('APPLICATION_WINDOW', null)
  context.set('APPLICATION_WINDOW_INFO', null)
  context.set('APPLICATION_PROCESS_NAME', '')
  context.set('APPLICATION_ROOT_NAME', '')
}
