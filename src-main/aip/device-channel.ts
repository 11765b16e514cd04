// A connected device as a session on the server has it: the port between the server's registry and the dispatcher.
import type { RunControl } from '../core/run-control.ts'
import type { ClientMessage, DeviceSystemInfo, ServerMessage } from './messages.ts'

export interface DeviceListener {
  /** Of this device, and for this session: results, heartbeats that carry events, errors. */
  message(message: ClientMessage): void
  /** The connection was cut. The device may come back within the heartbeat. */
  lost(): void
  /** It has come back, and goes on with what it was doing. */
  back(): void
  /** It will not come back to this session; `reason` is a whole sentence. */
  gone(reason: string): void
}

export interface DeviceChannel {
  /** The name under which the device is connected. */
  readonly clientId: string
  /** What it said of itself; null where it has not. */
  readonly info: DeviceSystemInfo | null
  /** Whether it is a Deskhand: it tells what it does, can be paused, and repeats no act when it is asked again. */
  readonly isDeskhand: boolean
  /** Throws where there is no connection at this moment. */
  send(message: ServerMessage): void
  /** Dispose what it returns to hear no more. */
  subscribe(listener: DeviceListener): Disposable
}

/** A task that may begin: its device is free, and was told of it. */
export interface DeviceTask {
  session_id: string
  task_name: string
  request: string
  channel: DeviceChannel
}

export interface TaskOutcome {
  status: 'completed' | 'failed'
  /** The reference's `results` of a session: what each round and each evaluation came to. */
  result: unknown[]
  error: string | null
}

/** Who carries out a session for a device. A stop of `run` cancels it; it never rejects but for a defect. */
export type RunTask = (task: DeviceTask, run: RunControl) => Promise<TaskOutcome>
