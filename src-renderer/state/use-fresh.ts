// Keeps what a page lists up to date: asks when it appears, and again when the program pushes a change or the connection is back.
import { useEffect } from 'react'
import type { CallName } from '../../src-preload/contract/call-names.ts'
import type { CallOutput } from '../../src-preload/contract/calls.ts'
import type { Push } from '../../src-preload/contract/pushes.ts'
import { bridge } from './bridge.ts'
import { useDeskhand } from './store.ts'
import type { Answer } from './use-answer.ts'

/** Asks `answer` again after a push of this kind. */
export function useFresh<N extends CallName>(
  { again }: Answer<CallOutput<N>>,
  ...kinds: readonly Push['push'][]
): void {
  const connection = useDeskhand((state) => state.connection)
  const told = kinds.join(' ')
  useEffect(() => bridge.subscribe((push) => told.split(' ').includes(push.push) && again()), [again, told])
  useEffect(() => {
    if (connection === 'open') again()
  }, [connection, again])
}
