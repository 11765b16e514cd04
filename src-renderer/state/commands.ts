// Sends what a person can make a run do. None of these changes what is shown: the program's events do.
import { create } from 'zustand'
import type { CallName } from '../../src-preload/contract/call-names.ts'
import type { CallInput, CallOutput } from '../../src-preload/contract/calls.ts'
import { bridge, faultWords } from './bridge.ts'

/** The fault of the last call; it is shown until it is closed, another call works, or another view is opened. */
export const useFault = create<{ words: string | null }>(() => ({ words: null }))
export const clearFault = (): void => useFault.setState({ words: null })

/** Calls, and shows a fault to the person; then returns null. For buttons, which can't throw. */
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
