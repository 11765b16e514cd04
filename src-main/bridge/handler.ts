// Defines the shape of what answers calls: one function per call of the contract, which gets what its schema has parsed.
import type { CallName } from '../../src-preload/contract/call-names.ts'
import type { CallOutput, ParsedInput } from '../../src-preload/contract/calls.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'

/** The window or page that calls. */
export interface Caller {
  /** Unique while the program runs. */
  readonly id: string
  /** Sends a push to this window alone. Does nothing once it is gone. */
  push(push: Push): void
  /** Does `work` when the window is gone, unless it is disposed before; a window lives longer than the work that it asks for. */
  onGone(work: () => void): Disposable
}

export type Handlers<N extends CallName> = {
  [K in N]: (input: ParsedInput<K>, caller: Caller) => CallOutput<K> | Promise<CallOutput<K>>
}
