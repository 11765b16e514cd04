// Who works when nobody has said it.
import { UserError } from '../core/errors.ts'
import type { RunControl } from '../core/run-control.ts'
import type { Strategy } from '../session/session-factory.ts'
import { treeFault } from './inspect.ts'
import type { Stack } from './stack.ts'

/** `host-app` where windows have control trees, else `single`, with the words that tell a person why. */
export async function usualStrategy(
  stack: Stack,
  run: RunControl,
): Promise<{ strategy: Strategy; why: string | null }> {
  const fault = await faultOf(stack, run)
  if (fault === null) return { strategy: 'host-app', why: null }
  return { strategy: 'single', why: `${fault} One agent works by pictures alone (the strategy \`single\`).` }
}

/** A desktop that can't be asked is not known to be without trees; the first step says what is wrong with it. */
async function faultOf(stack: Stack, run: RunControl): Promise<string | null> {
  try {
    return await treeFault(stack, run)
  } catch (error) {
    if (error instanceof UserError) return null
    throw error
  }
}
