// Defines a task that the server has for a device: the line to that device, and the port through which the engine runs the task.
import type { RunControl } from '../../core/run-control.ts'
import type { ClientMessage, DeviceSystemInfo, ServerMessage, TransferFrame } from '../protocol/messages.ts'

/** `lost`: the device may come back within the heartbeat. `gone`: it will not, and the task ends. */
export type LinkState = 'connected' | 'lost' | 'gone'

/** Metadata of a registration under the key `deskhand`: only a device that is a Deskhand has it. */
export interface DeskhandPeer {
  /**
   * A random text that the device's program makes when it starts and tells nobody else. A client that registers again with the
   * same one is the same program, and goes on with its task.
   */
  instance: string
  [more: string]: unknown
}

export interface ConnectedDevice {
  /** Its `client_id`. */
  id: string
  /** As the device gave it at its registration: `linux`, `windows` …; empty where it gave none. */
  platform: string
  info: DeviceSystemInfo | null
  /** Null for a UFO device. */
  deskhand: DeskhandPeer | null
}

type Outgoing = Partial<ServerMessage> & Pick<ServerMessage, 'type' | 'status'>

/**
 * Connects one task to its device, over whichever connection that device has. Every message comes from this device and names this
 * session.
 */
export interface DeviceLink {
  readonly device: ConnectedDevice
  readonly session: string
  readonly taskName: string
  readonly state: LinkState
  /**
   * Sends a message of this session (`session_id`, `task_name` and `timestamp` are filled in). Throws ToolError while there
   * is no connection. Deskhand's own messages travel in the field `deskhand` of a message of type `heartbeat`.
   */
  send(message: Outgoing): void
  /** A text frame of a binary transfer, or bytes. */
  sendFrame(frame: TransferFrame | Uint8Array): void
  /** Messages of the device in this session: results, errors, the device's own end of the task, heartbeats with `deskhand`. */
  onMessage(listener: (message: ClientMessage) => void): () => void
  onFrame(listener: (frame: TransferFrame | Uint8Array) => void): () => void
  onState(listener: (state: LinkState) => void): () => void
}

export interface ServedTask {
  /** The id that the session must have. */
  session: string
  /** Safe as the name of a file. */
  taskName: string
  request: string
  link: DeviceLink
}

export interface TaskOutcome {
  status: 'completed' | 'failed'
  /** The seeds' `session.results`. */
  result: unknown
  error: string | null
  /** The run folder's name, null where there is none. */
  run: string | null
}

/**
 * Runs a session on the server that drives the device. `run` is stopped when the device is gone for good, when its person ends the task, or
 * when the server ends. An error that it throws counts as a failure with its message.
 */
export type RunTask = (
  task: ServedTask,
  run: RunControl,
  begun: (run: string) => void,
) => Promise<TaskOutcome>
