// Takes away the bound of Node's `fetch` on silence: five minutes without a byte, whatever the timeout of a model says.
import type { ClientOptions } from 'openai'

interface Dispatcher {
  dispatch(options: object, handler: object): boolean
}

/** Where Node keeps the dispatcher of `fetch` (an agent of undici, or one for a proxy) since its first use. */
const SHARED = Symbol.for('undici.globalDispatcher.1')

/** Sends as the shared dispatcher does, and waits for headers and body without a bound: 0 is none, as undici has it. */
const dispatcher: Dispatcher = {
  dispatch(options, handler) {
    const shared = (globalThis as unknown as Record<symbol, Dispatcher | undefined>)[SHARED]
    if (shared === undefined) throw new Error('fetch has no dispatcher.')
    return shared.dispatch({ ...options, headersTimeout: 0, bodyTimeout: 0 }, handler)
  },
}

export const patientFetch = { dispatcher } as unknown as NonNullable<ClientOptions['fetchOptions']>
