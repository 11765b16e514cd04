// Defines the bridge between a window and the program, whatever carries it: Electron's IPC, a WebSocket, memory.
import { z } from 'zod'
import type { CallName } from './call-names.ts'
import type { CallInput, CallOutput } from './calls.ts'
import type { Push } from './pushes.ts'

/** The fault of a call. `key` names the setting or field with the fault, dotted. */
export const faultSchema = z.object({
  /**
   * `input`: the call did not fit its schema. `user`: the person can mend it. `stopped`: a person has stopped it. `internal`: a
   * defect; the log has more.
   */
  kind: z.enum(['input', 'user', 'stopped', 'internal']),
  message: z.string(),
  key: z.string().nullable(),
})
export type Fault = z.infer<typeof faultSchema>

/** The answer to every call. */
export type Envelope<T = unknown> = { ok: true; value: T } | { ok: false; fault: Fault }

/** Thrown in a shell by a refused call. */
export class BridgeError extends Error {
  readonly kind: Fault['kind']
  readonly key: string | null
  constructor(fault: Fault) {
    super(fault.message)
    this.name = 'BridgeError'
    this.kind = fault.kind
    this.key = fault.key
  }
}

/** What a transport must offer; the preload exposes exactly this. */
export interface Wire {
  call(name: CallName, input: unknown): Promise<Envelope>
  /** Calls `listener` for every push; the returned function stops that. */
  subscribe(listener: (push: Push) => void): () => void
}

/** Gives the windows one typed function. Throws BridgeError. */
export interface Bridge {
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>>
  subscribe(listener: (push: Push) => void): () => void
}

export const bridgeOver = (wire: Wire): Bridge => ({
  call: async (name, input) => {
    const answer = await wire.call(name, input)
    if (!answer.ok) throw new BridgeError(answer.fault)
    // The program has made the value by the schema of this call.
    return answer.value as never
  },
  subscribe: (listener) => wire.subscribe(listener),
})

/** Returns the address of a run's picture or file, relative to the page: the shells serve them only to their own windows. */
export const runFileAddress = (run: string, path: string): string =>
  `files/${encodeURIComponent(run)}/${path.split('/').map(encodeURIComponent).join('/')}`

/** Path of the WebSocket of the web shell. */
export const SOCKET_PATH = '/bridge'
