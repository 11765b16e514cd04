// Asks the program a question when a component appears, and gives its state: loading, a fault, or the answer.
import { useCallback, useEffect, useState } from 'react'
import type { CallName } from '../../src-preload/contract/call-names.ts'
import type { CallInput, CallOutput } from '../../src-preload/contract/calls.ts'
import { bridge, faultWords } from './bridge.ts'

export interface Answer<T> {
  /** The last answer; it is kept while the question is asked again. */
  value: T | null
  error: string | null
  loading: boolean
  again: () => void
}

/** Asks again when the input changes, or on request; an outdated answer is dropped. */
export function useAnswer<N extends CallName>(name: N, input: CallInput<N>): Answer<CallOutput<N>> {
  const [times, setTimes] = useState(0)
  const [state, setState] = useState<{ of: string; value: CallOutput<N> | null; error: string | null }>({
    of: '',
    value: null,
    error: null,
  })
  const asked = JSON.stringify([times, input])
  useEffect(() => {
    let current = true
    const [, told] = JSON.parse(asked) as [number, CallInput<N>]
    bridge
      .call(name, told)
      .then((value) => current && setState({ of: asked, value, error: null }))
      .catch((error: unknown) => {
        if (current) setState(({ value }) => ({ of: asked, value, error: faultWords(error) }))
      })
    return () => {
      current = false
    }
  }, [name, asked])
  const again = useCallback(() => setTimes((before) => before + 1), [])
  return { value: state.value, error: state.error, loading: state.of !== asked, again }
}
