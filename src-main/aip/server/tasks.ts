// Runs the tasks of the server: one at a time on a device, the others wait in line, and results can be read for a while.
import { randomUUID } from 'node:crypto'
import type { AipConfig } from '../../../src-preload/contract/config.ts'
import type { Clock } from '../../core/clock.ts'
import { drop } from '../../core/control-flow.ts'
import { messageOf, StoppedError, ToolError, UserError } from '../../core/errors.ts'
import type { Logger } from '../../core/logger.ts'
import { RunControl } from '../../core/run-control.ts'
import { serverMessage, type ClientMessage, type TransferFrame } from '../protocol/messages.ts'
import type { RunTask, TaskOutcome } from './task.ts'
import type { Client, Clients } from './clients.ts'
import { offerTask } from './offer.ts'
import { failed, type Task, type TaskBook } from './task-book.ts'
import { TaskLine } from './task-line.ts'

interface Active {
  task: Task
  line: TaskLine
  run: RunControl
  /** Whether the device has answered the offer, or needs no offer. */
  accepted: boolean
}

interface TasksOptions {
  book: TaskBook
  config: Pick<AipConfig, 'heartbeat' | 'result_ttl' | 'max_queue'>
  clock: Clock
  clients: () => Clients
  runTask: RunTask
  logger: () => Logger
  /** Called when something changes that a list of devices shows. */
  changed: () => void
}

export interface TaskWish {
  request: string
  device: string
  taskName: string | null
  session: string | null
  requester: Client | null
}

/** The form of a session's id: never a path, never a long text. */
const SESSION = /^[\w@:.-]{1,200}$/

export class Tasks {
  readonly #options: TasksOptions
  readonly #queues = new Map<string, Task[]>()
  readonly #active = new Map<string, Active>()
  readonly #ends = new Set<Promise<void>>()
  /** Tasks whose offer has ended without an answer. */
  readonly #untaken = new WeakSet<Task>()
  #closed = false

  constructor(options: TasksOptions) {
    this.#options = options
  }

  /** Queues a task for its device. Throws UserError where it can't be taken. */
  add(wish: TaskWish): Task {
    const { book, config } = this.#options
    if (this.#closed) throw new UserError('This server is ending.')
    const waiting = this.#queues.get(wish.device) ?? []
    if (waiting.length >= config.max_queue) {
      throw new UserError(`As many tasks wait for “${wish.device}” as may.`)
    }
    const session = wish.session ?? randomUUID()
    if (!SESSION.test(session)) throw new UserError('The session_id is none.')
    if (book.hasSession(session)) throw new UserError('There is a session of this id already.')
    const task: Task = {
      session,
      taskName: book.freeName(wish.taskName ?? session),
      request: wish.request,
      device: wish.device,
      requester: wish.requester,
      state: 'queued',
      run: null,
      outcome: null,
      endedAt: null,
    }
    book.add(task)
    this.#queues.set(wish.device, [...waiting, task])
    this.#options.changed()
    // The requester gets its answer before the task starts.
    queueMicrotask(() => this.#next(wish.device))
    return task
  }

  /** Returns null where there is no such task, or none any more. */
  find(taskName: string): Task | null {
    return this.#options.book.find(taskName)
  }

  /** Returns the task that a device carries out, and those that wait for it. */
  of(device: string): { running: Task | null; queued: Task[] } {
    return { running: this.#active.get(device)?.task ?? null, queued: this.#queues.get(device) ?? [] }
  }

  /** Returns the session that a registered device goes on with; null where there is none. */
  sessionOf(device: string): string | null {
    const active = this.#active.get(device)
    return active && active.line.state !== 'gone' ? active.task.session : null
  }

  /** Returns the task if the message accepts its offer; a UFO device knows the task by its name alone. */
  accept(device: Client, message: ClientMessage): Task | null {
    const active = this.#active.get(device.id)
    if (!active || active.accepted) return null
    const { session, taskName } = active.task
    const meant =
      message.session_id === session || (message.session_id === null && message.task_name === taskName)
    if (!meant) return null
    active.line.hear(message)
    return active.task
  }

  /** Tells whether a device answers an offer that has expired: its task counts as failed, so it must not begin now. */
  isTooLate(device: Client, { task_name, session_id, request }: ClientMessage): boolean {
    const task = task_name === null ? null : this.find(task_name)
    if (!task || !this.#untaken.has(task) || task.device !== device.id) return false
    return task.request === request && (session_id ?? task.session) === task.session
  }

  /** Takes a device's message about its task, if the task is its own and still its current one. */
  hear(device: Client, message: ClientMessage): void {
    const active = this.#active.get(device.id)
    const session = message.session_id ?? active?.task.session
    if (!active || session !== active.task.session) {
      const line = { device: device.id, type: message.type }
      return this.#options.logger().warn(line, 'It speaks of a session that it does not have.')
    }
    if (message.type === 'task_end') {
      const why = message.error ?? 'The task was ended on the device.'
      active.run.stop(new StoppedError('stopped', why))
    }
    active.line.hear(message)
  }

  hearFrame(device: Client, frame: TransferFrame | Uint8Array): void {
    this.#active.get(device.id)?.line.hearFrame(frame)
  }

  /** Handles a client that has connected, or (`again`) come back. */
  connected(client: Client, again: boolean): void {
    // The client is first told that it is registered, and which task it goes on with.
    queueMicrotask(() => {
      if (client.end && again) this.#active.get(client.id)?.line.join(client.device, client.end)
      this.#next(client.id)
    })
  }

  lost(client: Client): void {
    this.#active.get(client.id)?.line.lose()
  }

  /** Handles a client that does not come back: its own tasks fail, and the tasks that it requested are ended. */
  gone(client: Client): void {
    const error = `The device “${client.id}” is gone.`
    if (client.type === 'device') {
      const active = this.#active.get(client.id)
      active?.line.leave()
      active?.run.stop(new StoppedError('lost', error))
      for (const task of this.#queues.get(client.id) ?? []) this.#end(task, failed(error))
      this.#queues.delete(client.id)
    }
    for (const task of this.#options.book.open())
      if (task.requester === client) this.#cancel(task, 'Who asked for it has gone.')
  }

  /** Ends all, and waits until it has ended. */
  async close(why: string): Promise<void> {
    this.#closed = true
    for (const task of this.#options.book.open()) this.#cancel(task, why)
    await Promise.allSettled(this.#ends)
  }

  #cancel(task: Task, why: string): void {
    const active = this.#active.get(task.device)
    if (active?.task === task) return active.run.stop(new StoppedError('stopped', why))
    const queue = this.#queues.get(task.device) ?? []
    this.#queues.set(
      task.device,
      queue.filter((waiting) => waiting !== task),
    )
    this.#end(task, failed(why))
  }

  #next(id: string): void {
    const device = this.#options.clients().findDevice(id)
    if (this.#active.has(id) || !device?.end || this.#closed) return
    const [task, ...rest] = this.#queues.get(id) ?? []
    if (!task) return
    if (rest.length > 0) this.#queues.set(id, rest)
    else this.#queues.delete(id)
    const { clock } = this.#options
    const active: Active = {
      task,
      line: new TaskLine(task, device.device, device.end),
      run: new RunControl({ clock, name: 'The task' }),
      // A device that has asked for the task itself needs no offer; a UFO device takes a constellation's commands without one.
      accepted: task.requester === device || (task.requester !== null && device.device.deskhand === null),
    }
    this.#active.set(id, active)
    task.state = 'running'
    this.#options.changed()
    const ended = this.#carryOut(active)
    this.#ends.add(ended)
    drop(ended.finally(() => this.#ends.delete(ended)))
  }

  async #carryOut(active: Active): Promise<void> {
    const { task, line, run } = active
    const { book, config, runTask, logger, changed } = this.#options
    let outcome: TaskOutcome
    try {
      if (!active.accepted) await offerTask(task, line, config.heartbeat * 1000, run)
      active.accepted = true
      const { session, taskName, request } = task
      outcome = await runTask({ session, taskName, request, link: line }, run, (name) => {
        book.begun(task, name)
        changed()
      })
    } catch (error) {
      if (!(error instanceof StoppedError) && !(error instanceof UserError))
        logger().error(
          { task: task.taskName, stack: error instanceof Error ? error.stack : null },
          messageOf(error),
        )
      outcome = failed(messageOf(error), task.run)
    }
    if (!active.accepted) this.#untaken.add(task)
    run[Symbol.dispose]()
    this.#active.delete(task.device)
    this.#end(task, outcome)
    const { type, status, result, error } = endOf(task, outcome)
    // A connected device is told as well, so that it can show the end and is free again.
    tell(() => line.state === 'connected' && line.send({ type, status, result, error }))
    this.#next(task.device)
  }

  #end(task: Task, outcome: TaskOutcome): void {
    this.#options.book.end(task, outcome)
    const { requester } = task
    if (requester?.end?.isConnected && requester.id !== task.device) {
      const { end } = requester
      tell(() => end.sendMessage(endOf(task, outcome)))
    }
    this.#options.changed()
  }
}

const endOf = (task: Task, { status, result, error }: TaskOutcome) =>
  serverMessage({
    type: 'task_end',
    status,
    result,
    error,
    session_id: task.session,
    task_name: task.taskName,
  })

/** Sends a message, and ignores a connection that breaks at this moment. */
function tell(say: () => void): void {
  try {
    say()
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
  }
}
