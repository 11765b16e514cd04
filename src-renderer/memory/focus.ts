// Moves the focus in the list of memories when its element is gone, so that a person with only a keyboard need not begin at the
// top again.
import { useEffect } from 'react'
import { isFocusNowhere } from '../ui/main-focus.ts'
import { useListWish } from './list-state.ts'

const search = () => document.querySelector<HTMLElement>('main [type="search"], [role="searchbox"]')
const lineOf = (id: number) => document.querySelector<HTMLElement>(`[data-memory="${id}"]`)

/** Moves the focus, before this line is removed, to the next one, else to the one before. */
export function focusBeside(ids: readonly number[], id: number): void {
  const index = ids.indexOf(id)
  const beside = ids[index + 1] ?? ids[index - 1]
  const line = beside === undefined ? null : lineOf(beside)
  ;(line ?? search())?.focus()
}

/** Focuses, once the list is there, the line of the memory from which the person comes back. */
export function useFocusOnRead(there: boolean): void {
  useEffect(() => {
    const { read } = useListWish.getState()
    if (!there || read === null) return
    useListWish.setState({ read: null })
    if (isFocusNowhere()) (lineOf(read) ?? search())?.focus()
  }, [there])
}
