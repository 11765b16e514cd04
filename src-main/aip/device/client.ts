// Keeps a device connected: it connects to a server, registers, answers, and comes back after a connection was cut.
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { drop } from '../../core/control-flow.ts'
import { messageOf, StoppedError, ToolError, UserError } from '../../core/errors.ts'
import type { Logger } from '../../core/logger.ts'
import type { RunControl } from '../../core/run-control.ts'
import { EXTENSION_VERSION, welcomeSchema, wishSchema } from '../protocol/extension.ts'
import { DeviceTasks } from './tasks.ts'
import { framesOf, withoutPictures } from '../protocol/transfer.ts'
import type { OpenWork } from './work.ts'
import {
  clientMessage,
  type ClientMessage,
  type DeviceSystemInfo,
  type ServerMessage,
} from '../protocol/messages.ts'
import { clientEnd, type AIPProtocol } from '../protocol/protocol.ts'
import type { Transport } from '../protocol/transport.ts'

/** News about the connection. */
export type DeviceNews =
  | { news: 'connected'; resumed: boolean }
  | { news: 'lost'; why: string; retryInMs: number }

export interface DeviceClientOptions {
  clientId: string
  info: DeviceSystemInfo
  /** Throws UserError where trying again is of no use. */
  connect: (run: RunControl) => Promise<Transport>
  open: OpenWork
  onNews: (news: DeviceNews) => void
  logger: Logger
  /** Between 0 and 1; spreads the reconnections of many devices when a server comes back. */
  random?: () => number
}

type Line = AIPProtocol<ServerMessage, ClientMessage>

/** Seconds between two heartbeats where the server does not say how long it waits: the reference's server waits 120. */
const USUAL_HEARTBEAT_S = 30
const REGISTERED_WITHIN_MS = 20_000
const LONGEST_WAIT_MS = 60_000

/** Returns the reference's back-off: 2^n seconds, at most a minute, and a random time in the upper half of that. */
export const backOff = (failures: number, random: () => number): number =>
  Math.min(LONGEST_WAIT_MS, 1000 * 2 ** failures) * (0.5 + random() / 2)

export class DeviceClient {
  readonly #options: DeviceClientOptions
  /** Proves to the server that the device that comes back is this program. */
  readonly #instance = randomUUID()
  #line: Line | null = null
  /** Whether the server of the line is a Deskhand, too. */
  #isDeskhand = false
  #wasRegistered = false
  /** Cancels the wait after which the task of a missing server ends. */
  #forgive = () => {}

  constructor(options: DeviceClientOptions) {
    this.#options = options
  }

  /** Serves until `run` is stopped. Throws UserError where the server does not want this device. */
  async serve(run: RunControl): Promise<void> {
    const { clientId, open, logger, onNews, random = Math.random } = this.#options
    const send = (message: ClientMessage) => this.#send(message)
    const isHeard = () => this.#line?.isConnected === true
    const tasks = new DeviceTasks({ open, clientId, logger, send, isHeard }, run)
    let failures = 0
    try {
      while (!run.stopped) {
        let why: string
        try {
          why = await this.#connection(tasks, run, () => (failures = 0))
        } catch (error) {
          run.throwIfStopped()
          // A server may still hold the cut connection and refuse this device; it gives it up within its heartbeat.
          if (error instanceof UserError && !this.#wasRegistered) throw error
          why = messageOf(error)
        }
        run.throwIfStopped()
        const retryInMs = backOff(failures++, random)
        onNews({ news: 'lost', why, retryInMs })
        await run.sleep(retryInMs)
      }
    } catch (error) {
      if (!(error instanceof StoppedError) || !run.stopped) throw error
    } finally {
      this.#forgive()
      await tasks.close()
      this.#line?.close()
    }
  }

  /** Holds one connection from its beginning to its end, and returns why it ended. */
  async #connection(tasks: DeviceTasks, run: RunControl, registered: () => void): Promise<string> {
    using starting = run.child({ timeoutMs: REGISTERED_WITHIN_MS, name: 'Registering' })
    const line = clientEnd(await starting.race(this.#options.connect(starting)))
    const welcomed = Promise.withResolvers<Welcome>()
    const ended = Promise.withResolvers<string>()
    welcomed.promise.catch(() => {})
    let heardAt = run.clock.monotonic()
    // Messages that come with the confirmation, or before it, are handled after it.
    let waiting: ServerMessage[] | null = []
    let isConfirmed = false
    line.listen({
      message: (message) => {
        heardAt = run.clock.monotonic()
        if (waiting === null) this.#hear(message, tasks, line)
        else if (isConfirmed) waiting.push(message)
        else if (message.type === 'heartbeat') {
          isConfirmed = true
          welcomed.resolve(welcomeOf(message))
        } else if (message.type !== 'error') waiting.push(message)
        else {
          welcomed.reject(
            new UserError(`The server does not take this device: ${message.error ?? 'no reason given'}`),
          )
        }
      },
      transfer: () => {},
      nonsense: (fault, value) => {
        this.#options.logger.warn(`The server sent what is no message: ${fault}`)
        this.#sendOn(line, answerTo(value, fault) ?? { type: 'error', status: 'error', error: fault })
      },
      closed: (why) => {
        welcomed.reject(new ToolError(why))
        ended.resolve(why)
      },
    })
    try {
      line.sendMessage(this.#registration())
      const welcome = await starting.race(welcomed.promise)
      this.#wasRegistered = true
      registered()
      this.#line = line
      this.#isDeskhand = welcome.heartbeat !== null
      this.#forgive()
      const resumed = welcome.session !== null && welcome.session === tasks.session
      if (!resumed) tasks.abandon('The server knows nothing of it any more.')
      this.#options.onNews({ news: 'connected', resumed })
      const early = waiting
      waiting = null
      for (const message of early) this.#hear(message, tasks, line)
      const heartbeat = (welcome.heartbeat ?? USUAL_HEARTBEAT_S * 4) * 1000
      using beating = run.child({ name: 'Heartbeat' })
      drop(this.#beat(line, heartbeat, () => heardAt, beating))
      const why = await run.race(ended.promise)
      this.#keepTask(tasks, welcome.heartbeat === null ? 0 : heartbeat, why, run)
      return why
    } finally {
      this.#line = null
      line.close()
    }
  }

  /** Keeps a task without a connection for as long as the server waits for this device; a UFO server does not wait. */
  #keepTask(tasks: DeviceTasks, ms: number, why: string, run: RunControl): void {
    if (!tasks.isBusy) return
    const missing = () => tasks.abandon(`The server was not there any more: ${why}`)
    if (ms === 0) missing()
    else this.#forgive = run.clock.after(ms, missing)
  }

  /** Sends heartbeats often enough, and ends a connection on which the server has fallen silent. */
  async #beat(line: Line, heartbeat: number, heardAt: () => number, run: RunControl): Promise<void> {
    for (;;) {
      await run.sleep(Math.min(USUAL_HEARTBEAT_S * 1000, heartbeat / 3))
      if (run.clock.monotonic() - heardAt() > heartbeat)
        return line.close(4000, 'The server says nothing any more.')
      this.#sendOn(line, { type: 'heartbeat', status: 'ok' })
    }
  }

  #registration(): ClientMessage {
    const { clientId, info } = this.#options
    return clientMessage({
      type: 'register',
      status: 'ok',
      client_id: clientId,
      metadata: {
        platform: info.platform,
        system_info: info,
        registration_time: new Date().toISOString(),
        deskhand: { version: EXTENSION_VERSION, instance: this.#instance },
      },
    })
  }

  #hear(message: ServerMessage, tasks: DeviceTasks, line: Line): void {
    switch (message.type) {
      case 'task':
        return tasks.begin(message)
      case 'command':
        return tasks.command(message)
      case 'task_end':
        return tasks.end(message)
      case 'heartbeat': {
        const wish = wishSchema.safeParse(message.deskhand)
        if (wish.success) tasks.wish(wish.data)
        return
      }
      case 'device_info_request':
        return this.#sendOn(line, {
          type: 'device_info_response',
          status: 'ok',
          session_id: message.session_id,
          prev_response_id: message.response_id,
          metadata: { ...this.#options.info },
        })
      case 'error':
        this.#options.logger.warn(`The server says: ${message.error ?? 'an error without words'}`)
        return
      case 'device_info_response':
        this.#options.logger.debug('The server told of a device that nobody here has asked about.')
    }
  }

  /** Sends a message. One that can't be sent is lost: a server that waits for it asks again. */
  #send(message: ClientMessage): void {
    const line = this.#line
    if (!line) return
    if (!this.#isDeskhand) {
      // Another server would take events of acts for heartbeats and answer each of them.
      if (message.type !== 'heartbeat') this.#sendOn(line, { ...message, deskhand: null })
      return
    }
    if (message.type !== 'command_results') return this.#sendOn(line, message)
    const { value, pictures } = withoutPictures(message.action_results)
    try {
      for (const picture of pictures)
        for (const frame of framesOf(picture, message.session_id)) line.sendTransfer(frame)
    } catch (error) {
      this.#options.logger.debug(messageOf(error))
    }
    const names = pictures.map(({ filename }) => filename)
    const deskhand = {
      response_id: message.prev_response_id,
      events: [],
      ...message.deskhand,
      pictures: names,
    }
    const action_results = value as ClientMessage['action_results']
    this.#sendOn(line, {
      ...message,
      action_results,
      deskhand: names.length > 0 ? deskhand : message.deskhand,
    })
  }

  #sendOn(line: Line, draft: Parameters<typeof clientMessage>[0]): void {
    try {
      line.sendMessage(clientMessage({ client_id: this.#options.clientId, ...draft }))
    } catch (error) {
      this.#options.logger.debug(messageOf(error))
    }
  }
}

/** Makes a failure of a command that can't be read, because a server waits for its results. Null where it is no command. */
function answerTo(value: unknown, fault: string): Parameters<typeof clientMessage>[0] | null {
  const read = unreadCommandSchema.safeParse(value)
  if (!read.success) return null
  const { response_id: prev_response_id, session_id, actions } = read.data
  const failed = { status: 'failure', error: fault, result: null, namespace: null, code: 'tool' } as const
  const action_results = actions.map(({ call_id }) => ({ ...failed, call_id }))
  return { type: 'command_results', status: 'continue', session_id, prev_response_id, action_results }
}

const unreadCommandSchema = z.object({
  type: z.literal('command'),
  response_id: z.string().min(1),
  session_id: z.string().nullable().catch(null),
  actions: z.array(z.object({ call_id: z.string().catch('') }).catch({ call_id: '' })).catch([]),
})

interface Welcome {
  /** Seconds; null for a server that is no Deskhand, which does not wait for a device. */
  heartbeat: number | null
  /** The session of the task that still goes on, as far as the server knows. */
  session: string | null
}

function welcomeOf({ deskhand, session_id }: ServerMessage): Welcome {
  const { data } = welcomeSchema.safeParse(deskhand)
  return { heartbeat: data?.heartbeat ?? null, session: data ? session_id : null }
}
