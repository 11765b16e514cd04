// Handles a device's tasks: one at a time, its commands in order, each answered once however often the server asks.
import { randomUUID } from 'node:crypto'
import type { EventBody } from '../../../src-preload/contract/events.ts'
import { gravest } from '../../../src-preload/contract/run-outcome.ts'
import type { Result } from '../../core/command.ts'
import { missingCaseError } from '../../core/control-flow.ts'
import { messageOf, StoppedError } from '../../core/errors.ts'
import type { Logger } from '../../core/logger.ts'
import { isRecord } from '../../core/record.ts'
import type { RunControl } from '../../core/run-control.ts'
import { allFailed, type Called } from '../protocol/called.ts'
import { commandOptionsSchema, isTold, MAX_TOLD, type ToldEvent, type Wish } from '../protocol/extension.ts'
import {
  carryOut,
  judgedSchema,
  type DeviceWork,
  type Judged,
  type OpenWork,
  type RemoteTask,
} from './work.ts'
import { clientMessage, type ClientMessage, type ServerMessage } from '../protocol/messages.ts'

type Draft = Parameters<typeof clientMessage>[0]

export interface DeviceTasksOptions {
  open: OpenWork
  /** Does nothing where there is no connection: the server asks again for what it did not get. */
  send: (message: ClientMessage) => void
  /** Whether there is a connection now. */
  isHeard: () => boolean
  clientId: string
  logger: Logger
}

/** A task, from its offer to its end. */
interface Current extends RemoteTask {
  /** Null until the server has given it. */
  session: string | null
  /** The person of this machine pauses and stops it; such wishes are files that are read again and again. */
  readonly run: RunControl
  /** The parent control of `run`, which the server pauses: a pause of one can't be resumed by the other. */
  readonly served: RunControl
  /** The desktop, as soon as it is open. */
  readonly work: Promise<DeviceWork>
  isOpen: boolean
  /** Answers by `response_id`; null while the command is carried out. */
  readonly answers: Map<string, ClientMessage | null>
  /** Commands that were done and whose answers are no longer kept. */
  readonly forgotten: Set<string>
  readonly calls: Map<string, RunControl>
  /** Ends with the last command so far: each command waits for those before it. */
  turn: Promise<unknown>
  /** The command that is being carried out, which events belong to. */
  doing: string | null
  /** Whether the person of this machine has paused it. */
  paused: boolean
  told: ToldEvent[]
  /** Whether `told` will be sent in a moment. */
  telling: boolean
  /** Whether the server, or this machine, has ended it: nothing is sent any more. */
  ended: boolean
}

/** Answers that are kept for a server that asks again. */
const ANSWERS_KEPT = 16
/** Sessions that have ended, kept so that a late command begins nothing. */
const SESSIONS_KEPT = 200

export class DeviceTasks {
  readonly #options: DeviceTasksOptions
  readonly #run: RunControl
  #current: Current | null = null
  /** Resolves when the desktop of the last task is closed. */
  #away: Promise<unknown> = Promise.resolve()
  readonly #over = new Set<string>()

  /** `run` is that of the whole connection. */
  constructor(options: DeviceTasksOptions, run: RunControl) {
    this.#options = options
    this.#run = run
  }

  get isBusy(): boolean {
    return this.#current !== null
  }

  /** The session of the present task; null where there is none, or the server has not given it yet. */
  get session(): string | null {
    return this.#current?.session ?? null
  }

  /** Takes a task that the server offers, and asks for it, as the reference expects. */
  begin(message: ServerMessage): void {
    const request = message.user_request?.trim() ?? ''
    const { session_id: session } = message
    const task_name = message.task_name ?? ''
    const answer = () => {
      this.#say({ type: 'task', status: 'continue', session_id: session, task_name, request })
    }
    // The server did not get the answer, because the connection was cut.
    if (this.#current && session !== null && this.#current.session === session) return answer()
    const refusal = this.#current
      ? 'This device is busy with another task.'
      : request === ''
        ? 'The task has no request.'
        : null
    if (refusal !== null) {
      this.#say({ type: 'error', status: 'error', session_id: session, error: refusal })
      return
    }
    this.#start({ request, task_name }, session)
    answer()
  }

  command(message: ServerMessage): void {
    const { session_id: session, response_id: id } = message
    if (id === null) return
    const commands = (message.actions ?? []).map((action) => ({
      ...action,
      call_id: action.call_id ?? randomUUID(),
    }))
    const refuse = (why: string) => {
      this.#answer(session, id, allFailed(commands, 'lost', why), [])
    }
    if (session !== null && this.#over.has(session)) return refuse('This session has ended on the device.')
    // A constellation's session, or one of a server that gives a session its id later, begins with its first command.
    const current =
      this.#current ??
      this.#start({ request: message.user_request ?? '', task_name: message.task_name ?? '' }, session)
    current.session ??= session
    if (current.session !== session) {
      // The reference's server makes up another id when the device asks for its task.
      if (current.answers.size > 0) return refuse('This device is busy with another task.')
      current.session = session
    }
    const known = current.answers.get(id)
    if (known) return this.#options.send(known)
    if (known === null) return
    if (current.forgotten.has(id)) return refuse('It was done; what came of it is not kept any more.')
    current.answers.set(id, null)
    const call = current.run.child({ name: 'A command' })
    current.calls.set(id, call)
    current.turn = current.turn.then(() => this.#carryOut(current, message, id, commands, call))
  }

  wish(wish: Wish): void {
    const current = this.#current
    if (!current) return
    switch (wish.wish) {
      case 'pause':
        return current.served.pause()
      case 'resume':
        return current.served.resume()
      case 'cancel':
        return current.calls
          .get(wish.response_id)
          ?.stop(new StoppedError('stopped', 'The server has stopped it.'))
      default:
        return missingCaseError(wish)
    }
  }

  /** Ends the task because the server has ended it. */
  end(message: ServerMessage): void {
    const current = this.#current
    if (
      !current ||
      (message.session_id !== null && message.session_id !== (current.session ?? message.session_id))
    )
      return
    const { error } = message
    const result = lastOf(message.result)
    const status = message.status === 'completed' ? 'completed' : 'failed'
    const judged = judgedIn(message.result)
    const end = { status, error, result, ...(judged && { judged }) } as const
    this.#finish(current, new StoppedError('stopped', 'The server has ended it.'), end)
  }

  /** Ends the task because the server is gone, or does not know the task. */
  abandon(why: string): void {
    if (this.#current)
      this.#finish(this.#current, new StoppedError('lost', why), {
        status: 'failed',
        error: why,
        result: null,
      })
  }

  /** Resolves when no desktop is open any more. */
  async close(): Promise<void> {
    this.abandon('This device has ended its connection.')
    await this.#away
  }

  #start(task: RemoteTask, session: string | null): Current {
    const served = this.#run.child({ name: 'The task of the server' })
    const run = served.child({ name: 'The task' })
    const tell = (event: EventBody) => this.#tell(current, event)
    const before = this.#away
    const work = before.then(async () => {
      const opened = await this.#options.open(task, tell, run)
      current.isOpen = true
      return opened
    })
    work.catch((error: unknown) => this.#options.logger.warn({ task: task.task_name }, messageOf(error)))
    const current: Current = {
      ...task,
      session,
      run,
      served,
      work,
      isOpen: false,
      answers: new Map(),
      forgotten: new Set(),
      calls: new Map(),
      turn: Promise.resolve(),
      doing: null,
      paused: false,
      told: [],
      telling: false,
      ended: false,
    }
    this.#current = current
    run.signal.addEventListener('abort', () => this.#stopped(current), { once: true })
    return current
  }

  /** Ends the task after a stop that did not come from the server: by the person of this machine, or by its end. */
  #stopped(current: Current): void {
    if (current.ended) return
    const reason = current.run.signal.reason as Error
    const error = `Stopped on the device: ${reason.message}`
    if (current.session !== null)
      this.#say({
        type: 'task_end',
        status: 'failed',
        session_id: current.session,
        task_name: current.task_name,
        error,
      })
    this.#finish(current, reason, { status: 'stopped', error: reason.message, result: null })
  }

  #finish(current: Current, why: Error, end: Parameters<DeviceWork['finish']>[0]): void {
    current.ended = true
    if (this.#current === current) this.#current = null
    if (current.session !== null) this.#remember(current.session)
    const stop = () =>
      current.run.stop(why instanceof StoppedError ? why : new StoppedError('stopped', why.message))
    // A command that runs, or a desktop that opens, is stopped at once. A task that has ended does not count as stopped.
    if (current.calls.size > 0 || !current.isOpen) stop()
    this.#away = current.turn
      .then(() => current.work)
      .then(
        async (work) => {
          work.finish(end)
          await work[Symbol.asyncDispose]()
        },
        () => {},
      )
      .catch((error: unknown) => this.#options.logger.error(messageOf(error)))
      .finally(() => {
        stop()
        current.run[Symbol.dispose]()
        current.served[Symbol.dispose]()
      })
  }

  async #carryOut(
    current: Current,
    message: ServerMessage,
    id: string,
    commands: readonly Called[],
    call: RunControl,
  ): Promise<void> {
    const route = {
      agent_name: message.agent_name ?? '',
      process_name: message.process_name ?? '',
      root_name: message.root_name ?? '',
    }
    current.doing = id
    // The server must know of the pause, because its deadline for this command would run out otherwise.
    if (current.paused) this.#tell(current, { type: 'paused', by: 'person' })
    let results: Result[]
    try {
      const options = commandOptionsSchema.parse(message.deskhand ?? {})
      const work = await call.race(current.work)
      results = await carryOut(work, { commands, route }, options, call)
    } catch (error) {
      // Every failure is answered, so that the server never waits in vain.
      const code = current.isOpen && !current.run.stopped ? 'tool' : 'lost'
      results = allFailed(commands, code, messageOf(error))
    }
    current.doing = null
    current.calls.delete(id)
    call[Symbol.dispose]()
    const answer = this.#answer(current.session, id, results, current.told.splice(0))
    current.answers.set(id, answer)
    // Commands that are still under way stay, so that none is done twice when the server asks again.
    const done = [...current.answers].filter(([, known]) => known !== null)
    for (const [old] of done.slice(0, -ANSWERS_KEPT)) {
      current.answers.delete(old)
      current.forgotten.add(old)
    }
  }

  #answer(session: string | null, id: string, results: Result[], events: ToldEvent[]): ClientMessage {
    return this.#say({
      type: 'command_results',
      // The reference's server reads the results; the status says that the task goes on.
      status: 'continue',
      session_id: session,
      prev_response_id: id,
      action_results: results.map((result) => ({ ...result, result: result.result ?? null })),
      deskhand: events.length > 0 ? { response_id: id, events } : null,
    })
  }

  /** Sends an event to a Deskhand server at once; an event that can't be sent now goes with the answer. */
  #tell(current: Current, event: EventBody): void {
    const { doing, told, session } = current
    if (event.type === 'paused' || event.type === 'resumed') current.paused = event.type === 'paused'
    if (doing === null || current.ended || !isTold(event) || told.length >= MAX_TOLD) return
    told.push(event)
    if (current.telling) return
    current.telling = true
    setImmediate(() => {
      current.telling = false
      if (told.length === 0 || current.ended || !this.#options.isHeard()) return
      const deskhand = { response_id: doing, events: told.splice(0) }
      this.#say({ type: 'heartbeat', status: 'ok', session_id: session, deskhand })
    })
  }

  #say(draft: Draft): ClientMessage {
    const message = clientMessage({ client_id: this.#options.clientId, ...draft })
    this.#options.send(message)
    return message
  }

  #remember(session: string): void {
    this.#over.add(session)
    for (const old of [...this.#over].slice(0, -SESSIONS_KEPT)) this.#over.delete(old)
  }
}

/** Returns the gravest judgement in the list of all results that a server sends; null for none. */
const judgedIn = (result: unknown): Judged | null =>
  gravest(Array.isArray(result) ? result.flatMap((entry) => judgedSchema.safeParse(entry).data ?? []) : [])

/** Returns the result of the last round, out of the list of all results that a server sends. */
function lastOf(result: unknown): unknown {
  if (!Array.isArray(result)) return result
  const rounds = result.filter(
    (entry) => isRecord(entry) && entry['type'] !== 'evaluation_result' && 'result' in entry,
  )
  const last: unknown = rounds.at(-1)
  if (isRecord(last)) return last['result']
  return result.length > 0 ? result : null
}
