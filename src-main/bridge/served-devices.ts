// Presents the devices of this program's server to windows.
import type { ServedDevicesState, DeviceTask } from '../../src-preload/contract/calls/devices.ts'
import { UserError } from '../core/errors.ts'
import type { AipServer } from '../aip/server/serve.ts'
import type { Task } from '../aip/server/task-book.ts'

/** Milliseconds within which changes are sent only once, because hundreds of devices cause many. */
const TELL_EVERY_MS = 100

export class ServedDevices {
  readonly #listeners = new Set<() => void>()
  #timer: NodeJS.Timeout | null = null

  #server: AipServer | null = null

  get isServing(): boolean {
    return this.#server !== null
  }

  set server(server: AipServer | null) {
    this.#server = server
    this.changed()
  }

  state(): ServedDevicesState {
    if (this.#server === null) return { address: null, devices: [] }
    const { address, clients, tasks } = this.#server
    return {
      address,
      devices: clients.all().map((client) => {
        const { running, queued } = tasks.of(client.id)
        return {
          id: client.id,
          type: client.type,
          platform: client.device.platform,
          target: client.target,
          state: client.end === null ? 'lost' : running ? 'busy' : 'idle',
          task: running ? taskOf(running) : null,
          queued: queued.map(taskOf),
        }
      }),
    }
  }

  /** Gives a device a task and returns its name. Throws UserError where there is no such device, or it can't take a task. */
  send(device: string, request: string): string {
    if (!this.#server?.clients.findDevice(device))
      throw new UserError(`There is no device “${device}” online.`)
    const wish = { request, device, taskName: null, session: null, requester: null }
    return this.#server.tasks.add(wish).taskName
  }

  changed(): void {
    if (this.#timer) return
    this.#timer = setTimeout(() => {
      this.#timer = null
      for (const listener of this.#listeners) listener()
    }, TELL_EVERY_MS).unref()
  }

  /** Calls `listener` when there is a new state to read; the returned function stops that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}

const taskOf = ({ taskName, request, run }: Task): DeviceTask => ({ task: taskName, request, run })
