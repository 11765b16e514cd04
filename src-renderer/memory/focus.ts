// Where the focus goes in the list of memories when what had it is gone: by keys alone nobody begins at the top of the page again.
import { useEffect } from 'react'
import { useListWish } from './list-state.ts'

const search = () => document.querySelector<HTMLElement>('main [type="search"], [role="searchbox"]')
const lineOf = (id: number) => document.querySelector<HTMLElement>(`[data-memory="${id}"]`)

/** Before the line of this one goes: to the next, else to the one before. */
export function focusBeside(ids: readonly number[], id: number): void {
  const index = ids.indexOf(id)
  const beside = ids[index + 1] ?? ids[index - 1]
  const line = beside === undefined ? null : lineOf(beside)
  ;(line ?? search())?.focus()
}

/** Once the list is there: on the line of what was read, where the person comes back from it. */
export function useFocusOnRead(there: boolean): void {
  useEffect(() => {
    const { read } = useListWish.getState()
    if (!there || read === null) return
    useListWish.setState({ read: null })
    if (document.activeElement === document.body) (lineOf(read) ?? search())?.focus()
  }, [there])
}
