// Builds a whole world for agents in a test: a model that gives the replies of a script, a desktop of data, a journal in memory.
import { configSchema, type Config, type SystemConfig } from '../../../src-preload/contract/config.ts'
import type {
  EventBody,
  EventOf,
  SessionEvent,
  SessionEventType,
} from '../../../src-preload/contract/events.ts'
import type { Command, MCPToolInfo, Result, Route } from '../../core/command.ts'
import { VirtualClock } from '../../core/clock.ts'
import { Context } from '../../core/context.ts'
import type { Control, EffectReport, Observation, Picture, WindowInfo } from '../../core/desktop.ts'
import { testControl, testWindow } from '../../core/testing/desktop.ts'
import type { BasicCommandDispatcher, DispatchOptions } from '../../core/dispatcher.ts'
import { ModelError } from '../../core/errors.ts'
import type { EventSink } from '../../core/event-sink.ts'
import type { Answer, Interactor } from '../../core/interactor.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { ModelInput } from '../../models/input.ts'
import type { Model, ModelReply, ModelRequest, Role } from '../../models/model.ts'
import type { Agent } from '../agent.ts'
import type { AgentDependencies } from '../dependencies.ts'
import { subtaskEnd } from '../states.ts'

/** A reply, or a function in its place. */
export type Script = object | ((input: ModelInput) => unknown)

export class ScriptedModel implements Model {
  readonly asked: ModelRequest<unknown>[] = []
  pictures = false
  cost: number | null = 0.01
  readonly #scripts: Script[]

  constructor(...scripts: Script[]) {
    this.#scripts = scripts
  }

  /** Parses as an adapter does: a reply that does not fit the schema is a ModelError. */
  ask<T>(request: ModelRequest<T>, run: RunControl): Promise<ModelReply<T>> {
    run.throwIfStopped()
    this.asked.push(request)
    const script = this.#scripts.shift()
    if (script === undefined) return Promise.reject(new ModelError('The script has ended.'))
    const said: unknown = typeof script === 'function' ? script(request.input) : script
    if (said instanceof Error) return Promise.reject(said)
    const parsed = request.schema.safeParse(said)
    if (!parsed.success) return Promise.reject(new ModelError('The model gave no usable reply.'))
    return Promise.resolve({
      reply: parsed.data,
      provider: 'scripted',
      model: request.role,
      usage: { input_tokens: 1, output_tokens: 1, cached_tokens: null, cost: this.cost },
      attempts: 1,
      prompt: 'prompt',
    })
  }

  embed(): Promise<never> {
    return Promise.reject(new ModelError('No embeddings here.'))
  }

  nameOf(role: Role): string {
    return `scripted/${role}`
  }

  wantsPictures(): boolean {
    return this.pictures
  }
}

export const aWindow = (id: string, name: string, active = true): WindowInfo =>
  testWindow({ id, title: name, process_name: name.toLowerCase(), application: name, active })

export const aControl = testControl

export const PIXEL: Picture = {
  data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  width: 1,
  height: 1,
  bounds: { x: 0, y: 0, width: 1, height: 1 },
}

/** Without a gate (null) where the act had no target, so that nothing was judged. */
type Outcome = Partial<Result> & { gate?: Pick<EventOf<'gate_decided'>, 'decision'> | null }

/** A desktop of data. Acts succeed, and are confirmed, unless `acts` or `effects` says otherwise. */
export class ScriptedDesktop implements BasicCommandDispatcher {
  windows: WindowInfo[] = []
  chosen: WindowInfo | null = null
  controls: Control[] = []
  picture: Picture | null = PIXEL
  observing: () => Outcome = () => ({})
  acts: Record<string, (parameters: Record<string, unknown>) => Outcome> = {}
  effects: Record<string, EffectReport> = {}
  tools: MCPToolInfo[] = []
  readonly commands: Command[] = []
  readonly routes: Route[] = []
  readonly #sink: MemoryJournal
  readonly #names = new Map<string, string>()

  constructor(sink: MemoryJournal) {
    this.#sink = sink
  }

  /** Commands that act, in order. */
  get acted(): Command[] {
    return this.commands.filter((command) => command.tool_type === 'action')
  }

  async executeCommands(commands: Command[], options: DispatchOptions, run: RunControl): Promise<Result[]> {
    await run.checkpoint()
    return commands.map((command) => {
      this.commands.push(command)
      this.routes.push(options.route)
      return {
        status: 'success' as const,
        error: null,
        namespace: null,
        call_id: command.call_id ?? '',
        code: null,
        result: null,
        ...this.#outcome(command),
      }
    })
  }

  listTools(): Promise<MCPToolInfo[]> {
    return Promise.resolve(this.tools)
  }

  resets = 0
  reset(): Promise<void> {
    this.resets++
    return Promise.resolve()
  }

  #outcome(command: Command): Outcome {
    switch (command.tool_name) {
      case 'observe':
        return { result: this.#observation(command), ...this.observing() }
      case 'get_desktop_app_info':
        return { result: this.windows }
      case 'capture_desktop_screenshot':
        return { result: PIXEL }
      case 'verify_effect': {
        const name = this.#names.get(String(command.parameters['call_id'])) ?? ''
        return { result: this.effects[name] ?? { effect: 'confirmed', evidence: 'It is so.' } }
      }
      default:
        return this.#act(command)
    }
  }

  #observation({ parameters }: Command): Observation {
    return {
      windows: this.windows,
      window: this.chosen,
      controls: parameters['controls'] ? this.controls : [],
      picture: parameters['picture'] === 'none' ? null : this.picture,
      limited: null,
    }
  }

  #act({ tool_name, parameters, call_id = '' }: Command): Outcome {
    this.#names.set(call_id, tool_name)
    const { gate, ...outcome } = this.acts[tool_name]?.(parameters) ?? this.#usual(tool_name, parameters)
    if (gate === null) return outcome
    this.#sink.emit({
      type: 'gate_decided',
      call_id,
      tool_name,
      decision: gate?.decision ?? 'allow',
      categories: [],
      rule: 'test',
      reason: 'test',
      target: {
        kind: 'none',
        application: null,
        window: null,
        role: null,
        name: null,
        bounds: null,
        point: null,
      },
    })
    return outcome
  }

  #usual(name: string, parameters: Record<string, unknown>): Outcome {
    if (name !== 'select_application_window') return {}
    const window = this.windows.find((one) => one.id === parameters['id'])
    if (!window) return { status: 'failure', error: 'There is no such window.', code: 'tool' }
    this.chosen = window
    const { process_name } = window
    return { result: { root_name: process_name, process_name, window_info: window } }
  }
}

export class MemoryJournal implements EventSink {
  readonly events: SessionEvent[] = []
  readonly #listeners = new Set<(event: SessionEvent) => void>()

  emit(body: EventBody): SessionEvent {
    const head = { v: 1 as const, seq: this.events.length, ts: 0, run: 'test', round: null, step: null }
    const event: SessionEvent = { ...head, ...body }
    this.events.push(event)
    for (const listener of this.#listeners) listener(event)
    return event
  }

  of<T extends SessionEventType>(type: T): EventOf<T>[] {
    return this.events.filter((event): event is EventOf<T> => event.type === type)
  }

  sync(): Promise<void> {
    return Promise.resolve()
  }

  subscribe(listener: (event: SessionEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

/** Answers questions in order; after the last answer, nobody is present. */
export function scriptedInteractor(...answers: string[]): Interactor & { readonly questions: string[] } {
  const questions: string[] = []
  const nobody = <T>(answer: T): Promise<Answer<T>> => Promise.resolve({ answer, by: 'nobody' })
  const answered = (question: string): Promise<Answer<string>> => {
    questions.push(question)
    const answer = answers.shift()
    return answer === undefined ? nobody('') : Promise.resolve({ answer, by: 'person' })
  }
  return {
    questions,
    firstRequest: () => nobody(null),
    newRequest: () => nobody({ request: '', complete: true }),
    experienceAsker: () => nobody(false),
    sensitiveStepAsker: () => nobody({ allow: false, scope: 'once', why: null }),
    questionAsker: answered,
    secretAsker: answered,
  }
}

/** Makes everything that an agent needs, and keeps what it did. */
export function world(
  model: ScriptedModel,
  options: { answers?: string[]; system?: Partial<SystemConfig> } = {},
) {
  const journal = new MemoryJournal()
  const desktop = new ScriptedDesktop(journal)
  const interactor = scriptedInteractor(...(options.answers ?? []))
  const config: Config = configSchema.parse({ system: options.system ?? {} })
  const files = new Map<string, Buffer | string>()
  const lines: { request: unknown[]; response: unknown[] } = { request: [], response: [] }
  const context = new Context()
  context.set('REQUEST', 'do it')
  context.set('REQUEST_LOGGER', { write: (line) => lines.request.push(line) })
  context.set('LOGGER', { write: (line) => lines.response.push(line) })
  context.attachCommandDispatcher(desktop)
  const deps: AgentDependencies = {
    model,
    sink: journal,
    interactor,
    config,
    clock: new VirtualClock(),
    saveFile: (name, data) => {
      files.set(name, data)
      return Promise.resolve()
    },
    os: 'Linux 6',
  }
  return { model, journal, desktop, interactor, files, lines, context, deps }
}

/** Does one turn of a round. */
export async function turn(
  agent: Agent,
  context: Context,
  run: RunControl,
): Promise<{ agent: Agent; ended: ReturnType<typeof subtaskEnd> }> {
  await agent.handle(context, run)
  const state = agent.state.nextState(agent)
  const next = agent.state.nextAgent(agent)
  next.setState(state)
  const ended = subtaskEnd(agent, next)
  if (ended) context.currentRoundSubtaskAmount += 1
  return { agent: next, ended }
}

/** Does a whole round. Returns `Class.STATE` after each turn, and the agent with which it ended. */
export async function round(first: Agent, context: Context, run: RunControl, most = 60) {
  first.startRound(context)
  const states: string[] = []
  const ends: string[] = []
  let agent = first
  while (!agent.state.isRoundEnd() && states.length < most) {
    const turned = await turn(agent, context, run)
    agent = turned.agent
    states.push(`${agent.agentClass}.${agent.state.name}`)
    if (turned.ended) ends.push(turned.ended)
  }
  return { agent, states, ends }
}

const hostBase = { observation: 'o', thought: 't', message: [], questions: [], plan: [], arguments: {} }
export const hostReply = (status: string, more: Record<string, unknown> = {}) => ({
  ...hostBase,
  status,
  ...more,
})

type ScriptedAction = [name: string, args?: Record<string, unknown>, status?: string]
/** `actions` are [function, arguments, status]; the status of the reply is `status`. */
export const appReply = (
  status: string,
  actions: ScriptedAction[] = [],
  more: Record<string, unknown> = {},
) => ({
  observation: 'o',
  thought: 't',
  plan: [],
  status,
  action: actions.map(([name, args = {}, own], index) => ({
    function: name,
    arguments: args,
    status: own ?? (index === actions.length - 1 ? status : 'CONTINUE'),
  })),
  ...more,
})
