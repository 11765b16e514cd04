// Handles one connection of a client: it says once who it is, and from then on no message can claim to be another's.
import { z } from 'zod'
import { messageOf, UserError } from '../../core/errors.ts'
import type { Logger } from '../../core/logger.ts'
import {
  clientMessage,
  serverMessage,
  type ClientMessage,
  type ServerMessage,
  type TransferFrame,
} from '../protocol/messages.ts'
import { deviceInfoOf, type Client, type Clients } from './clients.ts'
import type { ServerEnd } from './task-line.ts'
import type { Tasks } from './tasks.ts'

/** WebSocket's close code for a client that breaks the rules. */
const POLICY = 1008
/** Milliseconds in which a connection must register. */
const REGISTER_WITHIN_MS = 10_000

export interface ClientConnectionOptions {
  clients: Clients
  tasks: Tasks
  /** Seconds, which the client is told. */
  heartbeat: number
  /** Whether this client may send one more message now. */
  mayMore: (client: string) => Promise<boolean>
  logger: () => Logger
}

/** Serves a client until either side ends the connection. */
export function joinClient(end: ServerEnd, options: ClientConnectionOptions): void {
  new ClientConnection(end, options).listen()
}

class ClientConnection {
  readonly #end: ServerEnd
  readonly #options: ClientConnectionOptions
  readonly #tooLate: NodeJS.Timeout
  #client: Client | null = null
  /** Resolves when all messages until now were handled. */
  #before: Promise<void> = Promise.resolve()
  #closed = false

  constructor(end: ServerEnd, options: ClientConnectionOptions) {
    this.#end = end
    this.#options = options
    this.#tooLate = setTimeout(() => this.#refuse('Nobody has registered.'), REGISTER_WITHIN_MS).unref()
  }

  listen(): void {
    this.#end.listen({
      message: (message) => this.#inOrder(() => this.#take(() => this.#hear(message), message)),
      transfer: (frame) => this.#inOrder(() => this.#take(() => this.#transfer(frame), null)),
      nonsense: (why, value) => this.#inOrder(() => this.#take(() => this.#nonsense(why, value), null)),
      // Messages that came before the end are handled before it.
      closed: (why) => void (this.#before = this.#before.then(() => this.#gone(why))),
    })
  }

  /** Handles messages one after the other, even while a message waits for its rate limit. */
  #inOrder(work: () => void): void {
    const counted = async () => {
      if (this.#closed) return
      // The client has connected again, and sends again on the new connection what still matters.
      if (this.#client && this.#client.end !== this.#end) return
      const client = this.#client?.id ?? null
      if (client !== null && !(await this.#options.mayMore(client))) this.#refuse('Too many messages.')
      if (!this.#closed) work()
    }
    this.#before = this.#before
      .then(counted)
      .catch((error: unknown) => this.#options.logger().error(messageOf(error)))
  }

  /** Does the work; where it fails, answers with the error and does nothing else. */
  #take(work: () => void, message: ClientMessage | null): void {
    try {
      work()
    } catch (error) {
      const known = error instanceof UserError
      if (!known) this.#options.logger().error({ client: this.#client?.id }, messageOf(error))
      this.#error(known ? error.message : 'The server has a defect here.', message)
    }
  }

  #hear(message: ClientMessage): void {
    const { tasks } = this.#options
    if (this.#client === null) return this.#register(message)
    const client = this.#client
    checkIdentity(client, message)
    switch (message.type) {
      case 'register':
        throw new UserError('This connection has registered already.')
      case 'heartbeat':
        // A heartbeat with `deskhand` carries events of the session, and the device waits for no answer to it.
        if (message.deskhand && client.type === 'device') return tasks.hear(client, message)
        return this.#say({ type: 'heartbeat', status: 'ok' })
      case 'task':
        return this.#task(client, message)
      case 'device_info_request':
        return this.#tellInfo(client, message)
      case 'device_info_response':
        checkDevice(client)
        client.device.info = deviceInfoOf(client.id, message.metadata) ?? client.device.info
        return
      case 'command_results':
      case 'error':
      case 'task_end':
        checkDevice(client)
        return tasks.hear(client, message)
    }
  }

  #register(message: ClientMessage): void {
    const { clients, tasks, heartbeat, logger } = this.#options
    if (message.type !== 'register') return this.#refuse('Register first.')
    let client: Client
    try {
      client = clients.register(message, this.#end)
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      logger().warn({ client: message.client_id?.slice(0, 128) }, error.message)
      return this.#refuse(error.message)
    }
    clearTimeout(this.#tooLate)
    this.#client = client
    logger().info({ client: client.id, type: client.type }, 'It has registered.')
    const session = tasks.sessionOf(client.id)
    const deskhand = { version: 1, resumed: session !== null, heartbeat }
    this.#say({ type: 'heartbeat', status: 'ok', session_id: session, deskhand })
  }

  #task(client: Client, message: ClientMessage): void {
    const { tasks, clients } = this.#options
    const accepted = client.type === 'device' ? tasks.accept(client, message) : null
    if (accepted) return this.#acknowledge(accepted.session)
    if (client.type === 'device' && tasks.isTooLate(client, message)) {
      throw new UserError('Nobody waits for this task any more.')
    }
    const device = client.type === 'device' ? client.id : (client.target ?? '')
    if (message.target_id !== null && message.target_id !== device) {
      throw new UserError('The target_id is not the device that this client may use.')
    }
    if (!clients.findDevice(device)) throw new UserError('The device is not connected.')
    const task = tasks.add({
      request: message.request ?? '',
      device,
      taskName: message.task_name,
      // A device names an earlier session here.
      session: client.type === 'constellation' ? message.session_id : null,
      requester: client,
    })
    this.#acknowledge(task.session)
  }

  #acknowledge(session: string): void {
    this.#say({ type: 'heartbeat', status: 'ok', session_id: session })
  }

  /** Tells a constellation about the device that it named when it registered, and about no other. */
  #tellInfo(client: Client, message: ClientMessage): void {
    if (client.type !== 'constellation') throw new UserError('Only a constellation is told about devices.')
    if (message.target_id !== null && message.target_id !== client.target) {
      throw new UserError('The target_id is not the device that this client may use.')
    }
    const device = this.#options.clients.findDevice(client.target ?? '')
    const info = device?.device.info ?? null
    this.#say({
      type: 'device_info_response',
      status: info ? 'ok' : 'error',
      result: info ?? { error: 'Nothing is known of this device.' },
      error: info ? null : 'Nothing is known of this device.',
      response_id: message.request_id,
    })
  }

  #transfer(frame: TransferFrame | Uint8Array): void {
    if (this.#client === null) return this.#refuse('Register first.')
    checkDevice(this.#client)
    this.#options.tasks.hearFrame(this.#client, frame)
  }

  #nonsense(why: string, value: unknown): void {
    this.#options.logger().warn({ client: this.#client?.id ?? null }, `No message: ${why}`)
    if (this.#client === null) return this.#refuse('Register first.')
    this.#error(why, null)
    const answer = unreadResultsSchema.safeParse(value)
    if (!answer.success || this.#client.type !== 'device') return
    // The session waits for these results and gets no others.
    const error = `The answer of the device can't be read: ${why}`
    this.#options.tasks.hear(
      this.#client,
      clientMessage({ ...answer.data, type: 'error', status: 'error', error }),
    )
  }

  #error(error: string, message: ClientMessage | null): void {
    this.#say({
      type: 'error',
      status: 'error',
      error,
      session_id: message?.session_id ?? null,
      response_id: message?.request_id ?? null,
    })
  }

  #refuse(why: string): void {
    if (this.#closed) return
    this.#error(why, null)
    this.#end.close(POLICY, why)
    this.#gone(why)
  }

  #say(message: Parameters<typeof serverMessage>[0]): void {
    if (this.#end.isConnected) this.#end.sendMessage(serverMessage(message) satisfies ServerMessage)
  }

  #gone(why: string): void {
    if (this.#closed) return
    this.#closed = true
    clearTimeout(this.#tooLate)
    if (this.#client === null) return
    this.#options.logger().info({ client: this.#client.id }, `Its connection has ended: ${why}`)
    this.#options.clients.disconnected(this.#client, this.#end)
  }
}

const unreadResultsSchema = z.object({
  type: z.literal('command_results'),
  prev_response_id: z.string().min(1),
  session_id: z.string().nullable().catch(null),
})

/** Checks that a message comes from the registered client. The reference's constellations send heartbeats in the name of a device. */
function checkIdentity(client: Client, message: ClientMessage): void {
  const other = message.client_id !== null && message.client_id !== client.id
  const role = message.type !== 'heartbeat' && message.client_type !== client.type
  if (other || role) throw new UserError('This connection is registered as another client.')
}

function checkDevice(client: Client): void {
  if (client.type !== 'device') throw new UserError('Only a device says this.')
}
