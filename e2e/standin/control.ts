// How a test reaches into the program: what Playwright's `electronApplication.evaluate` does, over the channel of the child
// process. Functions come as text and are given the Electron API, and `standin` with what only the stand-in has.
import { runInThisContext } from 'node:vm'
import { decodeValue, encodeValue } from './page/codec.ts'

export interface Evaluate {
  standin: 'evaluate'
  id: number
  code: string
  argument: string
}

export type ControlMessage =
  | { standin: 'ready'; endpoint: string }
  | { standin: 'failed'; why: string }
  | { standin: 'result'; id: number; value: string }
  | { standin: 'result'; id: number; error: string }

export const say = (message: ControlMessage): void => {
  if (process.connected) process.send?.(message)
}

export function obey(electron: object): void {
  process.on('message', (message: Evaluate) => {
    if (message.standin !== 'evaluate') return
    const { id } = message
    evaluate(message, electron).then(
      (value) => say({ standin: 'result', id, value: encodeValue(value) }),
      (error: unknown) =>
        say({ standin: 'result', id, error: error instanceof Error ? String(error.stack) : String(error) }),
    )
  })
  // The test is gone: so is the program.
  process.once('disconnect', () => process.exit(1))
}

async function evaluate({ code, argument }: Evaluate, electron: object): Promise<unknown> {
  const run = runInThisContext(`(${code})`) as (given: object, argument: unknown) => unknown
  return run(electron, decodeValue(argument))
}
