// What a person can make a run do. None of these changes what is shown: the program's events do.
import { create } from 'zustand'
import type { CallName } from '../../src-preload/contract/call-names.ts'
import type { CallInput, CallOutput } from '../../src-preload/contract/calls.ts'
import { bridge, faultWords } from './bridge.ts'

/** What the last thing that was asked for answered with a fault; shown until it is closed, something else works, or another view is opened. */
export const useFault = create<{ words: string | null }>(() => ({ words: null }))
export const clearFault = (): void => useFault.setState({ words: null })

/** Calls, and shows a fault to the person; null then. For buttons, which have nobody to throw to. */
export async function ask<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N> | null> {
  try {
    const answer = await bridge.call(name, input)
    if (useFault.getState().words !== null) clearFault()
    return answer
  } catch (error) {
    useFault.setState({ words: faultWords(error) })
    return null
  }
}
