// Keeps who is connected: devices and constellations, each under its own name, for as long as its connection or its heartbeat
// lasts.
import type { AipConfig } from '../../../src-preload/contract/config.ts'
import type { Clock } from '../../core/clock.ts'
import { UserError } from '../../core/errors.ts'
import { isRecord } from '../../core/record.ts'
import { isSameSecret } from '../../core/same-secret.ts'
import {
  deviceSystemInfoSchema,
  type ClientMessage,
  type ClientType,
  type DeviceSystemInfo,
} from '../protocol/messages.ts'
import type { ConnectedDevice, DeskhandPeer } from './task.ts'
import type { ServerEnd } from './task-line.ts'

export interface Client {
  /** Its `client_id`. */
  readonly id: string
  readonly type: ClientType
  /** The device that a constellation may use. */
  readonly target: string | null
  device: ConnectedDevice
  /** Null while its connection is lost. */
  end: ServerEnd | null
  /** Milliseconds since 1970. */
  since: number
}

export interface ClientsListener {
  /** Called when a client has connected; `again`: its program has come back to its task. */
  connected(client: Client, again: boolean): void
  lost(client: Client): void
  /** Called when a client is gone for good. */
  gone(client: Client): void
}

/** Names are shown in lists and written to logs. ASCII alone, because letters of other scripts may look the same. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9 ._:@/-]{0,127}$/
/** Least characters of a device's secret. */
const MIN_INSTANCE_LENGTH = 16

interface ClientsOptions {
  config: Pick<AipConfig, 'heartbeat' | 'max_clients'>
  clock: Clock
  listener: ClientsListener
}

export class Clients {
  readonly #options: ClientsOptions
  readonly #clients = new Map<string, Client>()
  /** The functions that end the wait for a lost client. */
  readonly #waits = new Map<string, () => void>()

  constructor(options: ClientsOptions) {
    this.#options = options
  }

  all(): Client[] {
    return [...this.#clients.values()]
  }

  find(id: string): Client | null {
    return this.#clients.get(id) ?? null
  }

  /** Finds a device that can be reached now. */
  findDevice(id: string): Client | null {
    const client = this.find(id)
    return client?.type === 'device' && client.end ? client : null
  }

  /** Throws UserError where it is refused. The message has been validated as a registration. */
  register(message: ClientMessage, end: ServerEnd): Client {
    const id = message.client_id ?? ''
    if (!NAME.test(id)) {
      throw new UserError(
        'A client_id has the letters A to Z, digits, blanks and . _ : @ / - in it, begins with a letter or digit, 128 at most.',
      )
    }
    const now: Client = {
      id,
      type: message.client_type,
      target: message.client_type === 'constellation' ? message.target_id : null,
      device: deviceOf(id, message.metadata),
      end,
      since: this.#options.clock.now(),
    }
    if (now.type === 'constellation') this.#checkTarget(now)
    const before = this.#clients.get(id)
    if (before && isSameProgram(before, now)) return this.#takeBack(before, now)
    if (before?.end) {
      throw new UserError(
        `There is a client “${id}” already. One whose line was cut is let go within ${2 * this.#options.config.heartbeat} s.`,
      )
    }
    if (!before && this.#clients.size >= this.#options.config.max_clients) {
      throw new UserError('There are as many clients as this server takes.')
    }
    if (before) this.#remove(before)
    this.#clients.set(id, now)
    this.#options.listener.connected(now, false)
    return now
  }

  /** Handles the end of a client's connection. A Deskhand may come back to its task. */
  disconnected(client: Client, end: ServerEnd): void {
    if (this.#clients.get(client.id) !== client || client.end !== end) return
    client.end = null
    this.#options.listener.lost(client)
    if (client.device.deskhand === null) return this.#remove(client)
    const { clock, config } = this.#options
    this.#waits.set(
      client.id,
      clock.after(config.heartbeat * 1000, () => this.#remove(client)),
    )
  }

  /** Stops waiting for lost clients. */
  close(): void {
    for (const cancel of this.#waits.values()) cancel()
    this.#waits.clear()
  }

  #takeBack(client: Client, { device, end, since }: Client): Client {
    this.#endWait(client.id)
    const old = client.end
    Object.assign(client, { device, end, since })
    // The old connection may still look open, for example after a change of the network.
    old?.close(4001, 'It has connected again.')
    this.#options.listener.connected(client, true)
    return client
  }

  #checkTarget({ target }: Client): void {
    if (target === null || !this.findDevice(target)) {
      throw new UserError('The target_id is no device that is connected.')
    }
  }

  #endWait(id: string): void {
    this.#waits.get(id)?.()
    this.#waits.delete(id)
  }

  #remove(client: Client): void {
    this.#endWait(client.id)
    if (this.#clients.get(client.id) === client) this.#clients.delete(client.id)
    this.#options.listener.gone(client)
  }
}

/** Says whether a client proves that it is the program that was connected under this name, with the same type and target. */
function isSameProgram(before: Client, now: Client): boolean {
  const [one, other] = [before.device.deskhand?.instance, now.device.deskhand?.instance]
  if (one === undefined || other === undefined || before.type !== now.type) return false
  return before.target === now.target && isSameSecret(one, other)
}

function deviceOf(id: string, metadata: ClientMessage['metadata']): ConnectedDevice {
  const { platform, system_info: info, deskhand } = metadata ?? {}
  const read = deviceInfoOf(id, info)
  return {
    id,
    platform: typeof platform === 'string' ? platform.slice(0, 40) : (read?.platform ?? ''),
    info: read,
    deskhand: isPeer(deskhand) ? deskhand : null,
  }
}

/** Reads a device's description of itself, under the name of its registration. Null where it is not complete. */
export function deviceInfoOf(id: string, info: unknown): DeviceSystemInfo | null {
  const parsed = deviceSystemInfoSchema.safeParse(info)
  return parsed.success ? { ...parsed.data, device_id: id } : null
}

const isPeer = (value: unknown): value is DeskhandPeer =>
  isRecord(value) && typeof value['instance'] === 'string' && value['instance'].length >= MIN_INSTANCE_LENGTH
