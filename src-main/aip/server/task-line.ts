// Connects one task to its device, over whichever connection the device has at the time.
import { ToolError } from '../../core/errors.ts'
import {
  serverMessage,
  type ClientMessage,
  type ServerMessage,
  type TransferFrame,
} from '../protocol/messages.ts'
import type { AIPProtocol } from '../protocol/protocol.ts'
import type { ConnectedDevice, DeviceLink, LinkState } from './task.ts'

export type ServerEnd = AIPProtocol<ClientMessage, ServerMessage>

/** Listeners to one kind of event; a listener that throws does not keep the event from the others. */
class Listeners<T> {
  readonly #all = new Set<(value: T) => void>()

  add(listener: (value: T) => void): () => void {
    this.#all.add(listener)
    return () => this.#all.delete(listener)
  }

  tell(value: T): void {
    for (const listener of this.#all) listener(value)
  }
}

export class TaskLine implements DeviceLink {
  readonly session: string
  readonly taskName: string
  readonly #messages = new Listeners<ClientMessage>()
  readonly #frames = new Listeners<TransferFrame | Uint8Array>()
  readonly #states = new Listeners<LinkState>()
  #device: ConnectedDevice
  #end: ServerEnd | null
  #state: LinkState = 'connected'

  constructor(task: Pick<DeviceLink, 'session' | 'taskName'>, device: ConnectedDevice, end: ServerEnd) {
    this.session = task.session
    this.taskName = task.taskName
    this.#device = device
    this.#end = end
  }

  get device(): ConnectedDevice {
    return this.#device
  }

  get state(): LinkState {
    return this.#state
  }

  send(message: Parameters<DeviceLink['send']>[0]): void {
    const { session, taskName } = this
    this.#open().sendMessage(serverMessage({ ...message, session_id: session, task_name: taskName }))
  }

  sendFrame(frame: TransferFrame | Uint8Array): void {
    this.#open().sendTransfer(frame)
  }

  onMessage(listener: (message: ClientMessage) => void): () => void {
    return this.#messages.add(listener)
  }

  onFrame(listener: (frame: TransferFrame | Uint8Array) => void): () => void {
    return this.#frames.add(listener)
  }

  onState(listener: (state: LinkState) => void): () => void {
    return this.#states.add(listener)
  }

  /** Takes a message of the device, in this session. */
  hear(message: ClientMessage): void {
    this.#messages.tell(message)
  }

  hearFrame(frame: TransferFrame | Uint8Array): void {
    this.#frames.tell(frame)
  }

  /**
   * Takes another connection of the device, even if the end of the old one was not noticed here. Messages on the old one may never have
   * arrived, so a listener that waits for an answer must ask again.
   */
  join(device: ConnectedDevice, end: ServerEnd): void {
    if (this.#state === 'gone') return
    this.lose()
    this.#device = device
    this.#end = end
    this.#become('connected')
  }

  lose(): void {
    this.#end = null
    this.#become('lost')
  }

  /** Ends the connection of this task for good. */
  leave(): void {
    this.#end = null
    this.#become('gone')
  }

  #open(): ServerEnd {
    if (this.#end === null) throw new ToolError(`The device “${this.#device.id}” is not connected.`)
    return this.#end
  }

  #become(state: LinkState): void {
    if (this.#state === state || this.#state === 'gone') return
    this.#state = state
    this.#states.tell(state)
  }
}
