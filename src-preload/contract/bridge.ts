// The bridge between a window and the program, whatever carries it: Electron's IPC, a WebSocket, memory.
import { z } from 'zod'
import type { CallName } from './call-names.ts'
import type { CallInput, CallOutput } from './calls.ts'
import type { Push } from './pushes.ts'

/** What went wrong with a call. `key` names the setting or field that is at fault, dotted. */
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

/** What every call is answered with. */
export type Envelope<T = unknown> = { ok: true; value: T } | { ok: false; fault: Fault }

/** Thrown in a shell by a call that was refused. */
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

/** What a transport has to give; the preload exposes exactly this. */
export interface Wire {
  call(name: CallName, input: unknown): Promise<Envelope>
  /** Tells of every push; the returned function ends it. */
  subscribe(listener: (push: Push) => void): () => void
}

/** What the windows use: one typed function. Throws BridgeError. */
export interface Bridge {
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>>
  subscribe(listener: (push: Push) => void): () => void
}

export const bridgeOver = (wire: Wire): Bridge => ({
  call: async (name, input) => {
    const answer = await wire.call(name, input)
    if (!answer.ok) throw new BridgeError(answer.fault)
    // The program has made it by the schema of this very call.
    return answer.value as never
  },
  subscribe: (listener) => wire.subscribe(listener),
})

/** Where the pictures and files of a run are read, relative to the page: the shells serve them to their own windows only. */
export const runFileAddress = (run: string, path: string): string =>
  `files/${encodeURIComponent(run)}/${path.split('/').map(encodeURIComponent).join('/')}`

/** Path of the WebSocket of the web shell. */
export const SOCKET_PATH = '/bridge'
