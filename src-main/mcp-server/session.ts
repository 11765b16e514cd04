// Serves one MCP client: its tools are calls of the bridge, on a desktop of its own. What the client began ends with it.
import { randomUUID } from 'node:crypto'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js'
import {
  CallToolRequestSchema,
  ElicitResultSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type CallToolResult,
  type ServerNotification,
  type ServerRequest,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { BridgeError, type Bridge } from '../../src-preload/contract/bridge.ts'
import type { CallInput, CallOutput } from '../../src-preload/contract/calls.ts'
import type { PersonAnswer } from '../../src-preload/contract/calls/runs.ts'
import type { EventOf, SessionEvent } from '../../src-preload/contract/events.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'
import { emptyRunView, reduceRunView, type RunView } from '../../src-preload/contract/run-view.ts'
import { drop } from '../core/control-flow.ts'
import { messageOf } from '../core/errors.ts'
import { block } from '../models/render/data.ts'
import { instructions } from './instructions.ts'
import { answerOf, formOf } from './questions.ts'
import { sampled } from './sampling.ts'
import { serveResources } from './resources.ts'
import {
  actLine,
  failed,
  observationContent,
  planLine,
  progressWords,
  reportLink,
  runContent,
  summaryLine,
  text,
  valueContent,
} from './told.ts'
import {
  actSchema,
  listPlansSchema,
  observeSchema,
  readSchema,
  reportSchema,
  runPlanSchema,
  runRequestSchema,
  runsSchema,
  toolList,
} from './tools.ts'

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>
type Display = NonNullable<CallInput<'open_desktop'>['display']>
type Opened = CallOutput<'open_desktop'>
type Command = CallInput<'use_desktop'>['commands'][number]

export interface SessionOptions {
  /** The desktop for its acts, which the person chooses, never the client. Null: a virtual desktop. */
  display: Display | null
  version: string
}

/** Switches the SDK's own limit off, because a person may take their time to answer. */
const NO_TIMEOUT_MS = 2 ** 31 - 1
const STOPPED =
  'The person has stopped this. Do not go on: ask them what they want. Acts are possible again when they connect you anew.'
/** Events that a person may want to read as they happen. */
const PROGRESS: ReadonlySet<SessionEvent['type']> = new Set([
  'round_started',
  'act_started',
  'effect_verified',
  'paused',
  'resumed',
  'desktop_renewed',
])

export class ClientSession {
  readonly server: Server
  readonly #bridge: Bridge
  readonly #options: SessionOptions
  readonly #views = new Map<string, RunView>()
  readonly #over = new Map<string, PromiseWithResolvers<void>>()
  readonly #own = new Set<string>()
  readonly #unsubscribe: () => void
  #desktop: Promise<Opened> | null = null
  /** The current acting call, which questions and progress belong to. */
  #extra: Extra | null = null
  #progress = 0
  #turn: Promise<unknown> = Promise.resolve()
  #isStopped = false
  #isClosed = false

  constructor(bridge: Bridge, options: SessionOptions) {
    this.#bridge = bridge
    this.#options = options
    this.#unsubscribe = bridge.subscribe((push) => this.#hear(push))
    this.server = new Server(
      { name: 'deskhand', title: 'Deskhand', version: options.version },
      {
        capabilities: { tools: {}, resources: {} },
        instructions: instructions(options.display ?? 'virtual'),
      },
    )
    this.#serve()
  }

  /** Ends the client's work: stops its runs and closes its desktop. The bridge stays. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    const stops = [...this.#own].map((run) => this.#stop(run))
    const desktop = await this.#desktop?.catch(() => null)
    if (desktop) await this.#bridge.call('close_desktop', { desktop: desktop.desktop }).catch(() => {})
    await Promise.all(stops)
    this.#unsubscribe()
    for (const { resolve } of this.#over.values()) resolve()
  }

  #serve(): void {
    const { server } = this
    server.setRequestHandler(ListToolsRequestSchema, async () => {
      const { tools } = await this.#bridge.call('list_own_tools', {})
      return { tools: toolList(tools) }
    })
    server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
      try {
        return await this.#call(params.name, params.arguments ?? {}, extra)
      } catch (error) {
        if (error instanceof McpError) throw error
        if (error instanceof z.ZodError) return failed(`${params.name}: ${z.prettifyError(error)}`)
        if (error instanceof BridgeError) return failed(error.message)
        return failed(`Deskhand failed: ${messageOf(error)}`)
      }
    })
    serveResources(server, { runs: () => [...this.#own], report: (run, format) => this.#report(run, format) })
  }

  #call(name: string, given: unknown, extra: Extra): Promise<CallToolResult> {
    switch (name) {
      case 'run_request': {
        const { request, max_step = null, strategy = null } = runRequestSchema.parse(given)
        return this.#acting(extra, () => this.#run({ request, max_step, strategy }, extra))
      }
      case 'run_plan': {
        const plan = runPlanSchema.parse(given)
        return this.#acting(extra, () => this.#run({ request: null, plan }, extra))
      }
      case 'observe': {
        const parameters = observeSchema.parse(given)
        return this.#acting(extra, () => this.#observe(parameters, extra))
      }
      case 'act': {
        const { acts, observe } = actSchema.parse(given)
        const commands = acts.map((act) => ({ tool_name: act.tool, parameters: act.arguments }))
        return this.#acting(extra, () => this.#act(commands, observe, extra))
      }
      case 'read': {
        const { id, name: called, path } = readSchema.parse(given)
        const command =
          path === undefined
            ? { tool_name: 'texts', parameters: { id, name: called } }
            : { tool_name: 'read_file', parameters: { path } }
        return this.#acting(extra, () => this.#read(command, extra))
      }
      case 'list_plans':
        listPlansSchema.parse(given)
        return this.#plans()
      case 'runs':
        return this.#runs(runsSchema.parse(given).limit)
      case 'report':
        return this.#tellReport(reportSchema.parse(given).run)
      default:
        throw new McpError(ErrorCode.InvalidParams, `There is no tool “${name.slice(0, 80)}”.`)
    }
  }

  /** Runs acting calls one after the other. */
  #acting<T>(extra: Extra, work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(async () => {
      extra.signal.throwIfAborted()
      if (this.#isClosed || this.#isStopped)
        throw new BridgeError({ kind: 'stopped', message: STOPPED, key: null })
      this.#extra = extra
      this.#progress = 0
      try {
        return await work()
      } finally {
        this.#extra = null
      }
    })
    this.#turn = done.catch(() => {})
    return done
  }

  async #run(
    wanted: Partial<CallInput<'start_run'>> & { request: string | null },
    extra: Extra,
  ): Promise<CallToolResult> {
    const { desktop } = await this.#open()
    const { run } = await this.#bridge.call('start_run', {
      ...wanted,
      on: desktop,
      one_shot: true,
      attended: this.#canAsk,
      client_model: this.server.getClientCapabilities()?.sampling !== undefined,
      resumable: false,
      watch: true,
    })
    this.#own.add(run)
    const { promise } = this.#overOf(run)
    let isCancelled = false
    const cancel = () => {
      isCancelled = true
      drop(this.#stop(run))
    }
    extra.signal.addEventListener('abort', cancel, { once: true })
    if (extra.signal.aborted) cancel()
    try {
      await promise
    } finally {
      extra.signal.removeEventListener('abort', cancel)
    }
    const view = this.#viewOf(run)
    if (view.status === 'stopped' && !isCancelled && view.reason === 'stopped') this.#isStopped = true
    return runContent(view)
  }

  async #observe(parameters: Record<string, unknown>, extra: Extra): Promise<CallToolResult> {
    const [seen] = await this.#use([{ tool_name: 'observe', parameters }], extra)
    return seen?.status === 'success'
      ? { content: observationContent(seen.result) }
      : failed(seen?.error ?? 'Nothing could be seen.')
  }

  async #act(commands: Command[], observe: boolean, extra: Extra): Promise<CallToolResult> {
    const results = await this.#use(commands, extra)
    const lines = results.map((result, index) => actLine(commands[index]?.tool_name ?? '', result))
    const left = commands.slice(results.length).map(({ tool_name }) => `– ${tool_name}: not done.`)
    const isError = results.some(
      ({ status, effect }) => status !== 'success' || effect?.effect === 'contradicted',
    )
    const seen = observe
      ? await this.#observe({ picture: 'none', controls: true, max_controls: 300 }, extra)
      : null
    return {
      content: [text([...lines, ...left].join('\n')), ...(seen?.content ?? [])],
      ...(isError ? { isError: true } : {}),
    }
  }

  async #read(command: Command, extra: Extra): Promise<CallToolResult> {
    const [said] = await this.#use([command], extra)
    return said?.status === 'success'
      ? { content: valueContent(said.result) }
      : failed(said?.error ?? 'Nothing could be read.')
  }

  async #use(commands: Command[], extra: Extra) {
    const { desktop } = await this.#open()
    const call = randomUUID()
    const cancel = () => drop(this.#bridge.call('cancel_use', { desktop, call }))
    extra.signal.addEventListener('abort', cancel, { once: true })
    try {
      extra.signal.throwIfAborted()
      const { run, results } = await this.#bridge.call('use_desktop', { desktop, call, commands })
      this.#own.add(run)
      return results
    } finally {
      extra.signal.removeEventListener('abort', cancel)
    }
  }

  /** Opens one desktop for all of the client's acts; tries again after a failure. */
  async #open(): Promise<Opened> {
    const { display } = this.#options
    const opening = (this.#desktop ??= this.#bridge.call('open_desktop', {
      display: display ?? 'virtual',
      attended: this.#canAsk,
    }))
    try {
      const opened = await opening
      // The client has disconnected while its desktop was opened.
      if (this.#isClosed) await this.#bridge.call('close_desktop', { desktop: opened.desktop })
      return opened
    } catch (error) {
      if (this.#desktop === opening) this.#desktop = null
      throw error
    }
  }

  async #plans(): Promise<CallToolResult> {
    const { plans } = await this.#bridge.call('list_plans', {})
    return {
      content: [
        text(
          plans.length === 0
            ? 'No plan is kept. `deskhand record` makes one of a run.'
            : block('screen_data', plans.map(planLine)),
        ),
      ],
      structuredContent: {
        plans: plans.map(({ name, task, inputs, fault }) => ({
          name,
          task,
          // An input's text may be private, and its name is enough to set it.
          inputs: inputs.map((input) => input.name),
          fault,
        })),
      },
    }
  }

  async #runs(limit: number): Promise<CallToolResult> {
    const { runs } = await this.#bridge.call('list_runs', {})
    const own = runs.filter(({ run }) => this.#own.has(run)).slice(0, limit)
    return {
      content: [text(own.length === 0 ? 'Nothing was carried out yet.' : own.map(summaryLine).join('\n'))],
      structuredContent: {
        runs: own.map(({ run, request, status, last, error }) => ({ run, request, status, last, error })),
      },
    }
  }

  async #tellReport(run: string): Promise<CallToolResult> {
    const { content } = await this.#report(run, 'markdown')
    return { content: [text(content), reportLink(run)] }
  }

  /** Reads a report of the client's own runs only: a client must not read a person's other runs. */
  #report(run: string, format: 'html' | 'markdown') {
    if (!this.#own.has(run)) throw new McpError(ErrorCode.InvalidParams, 'You have no run of this name.')
    return this.#bridge.call('export_run', { run, format })
  }

  get #canAsk(): boolean {
    return this.server.getClientCapabilities()?.elicitation !== undefined
  }

  async #stop(run: string): Promise<void> {
    if (this.#viewOf(run).finished_at !== null) return
    // A run that has ended meanwhile needs no stop.
    await this.#bridge.call('control_run', { run, wish: 'stop' }).catch(() => {})
  }

  #viewOf = (run: string): RunView => this.#views.get(run) ?? emptyRunView()

  #overOf(run: string): PromiseWithResolvers<void> {
    const known = this.#over.get(run) ?? Promise.withResolvers<void>()
    this.#over.set(run, known)
    return known
  }

  #hear(push: Push): void {
    if (push.push === 'ask_model') return drop(this.#askModel(push))
    if (push.push === 'run_over') return this.#overOf(push.run).resolve()
    if (push.push !== 'event') return
    const { run, event } = push
    this.#views.set(run, reduceRunView(this.#viewOf(run), event))
    // Questions for a next request, and about remembering, are put to nobody here.
    const isAsked =
      event.type === 'question_asked' && (event.kind === 'question' || event.kind === 'sensitive_step')
    if (isAsked) drop(this.#ask(run, event))
    if (isAsked || PROGRESS.has(event.type)) drop(this.#tellProgress(event))
  }

  async #ask(run: string, asked: EventOf<'question_asked'>): Promise<void> {
    const answer = await this.#answer(run, asked)
    await this.#bridge.call('answer_question', { run, question: asked.question, answer }).catch(() => {})
  }

  async #answer(run: string, asked: EventOf<'question_asked'>): Promise<PersonAnswer> {
    const form = formOf(asked)
    const extra = this.#extra
    if (form === null || extra === null || !this.#canAsk) return { kind: 'nobody' }
    // The form is withdrawn when the question is answered elsewhere, or is over.
    const closing = new AbortController()
    const unsubscribe = this.#bridge.subscribe((push) => {
      if (push.push === 'run_over' && push.run === run) closing.abort()
      if (push.push === 'event' && push.run === run && push.event.type === 'question_answered')
        closing.abort()
    })
    try {
      const result = await extra.sendRequest(
        { method: 'elicitation/create', params: form },
        ElicitResultSchema,
        {
          timeout: NO_TIMEOUT_MS,
          signal: AbortSignal.any([extra.signal, closing.signal]),
        },
      )
      return answerOf(asked, result)
    } catch {
      // A failure of the client is no yes.
      return { kind: 'nobody' }
    } finally {
      unsubscribe()
    }
  }

  async #askModel({ ask, question }: Extract<Push, { push: 'ask_model' }>): Promise<void> {
    const extra = this.#extra
    const said = extra
      ? await sampled(question, (request, schema) =>
          extra.sendRequest(request, schema, { timeout: NO_TIMEOUT_MS, signal: extra.signal }),
        )
      : { answer: null, why: 'The request is over.' }
    await this.#bridge.call('answer_model', { ask, ...said })
  }

  async #tellProgress(event: SessionEvent): Promise<void> {
    const extra = this.#extra
    const progressToken = extra?._meta?.progressToken
    if (!extra || progressToken === undefined) return
    await extra.sendNotification({
      method: 'notifications/progress',
      params: { progressToken, progress: ++this.#progress, message: progressWords(event) },
    })
  }
}
