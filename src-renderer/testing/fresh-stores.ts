// Gives each window of a test stores that know nothing of the windows before it: the files of the project `windows` share a process.
import type * as Zustand from 'zustand'
import { vi } from 'vitest'

/** All stores that were made in this process. The modules of several test files share it. */
const shared = globalThis as { storesOfTests?: Set<Zustand.StoreApi<unknown>> }
const stores = (shared.storesOfTests ??= new Set())

vi.mock('zustand', async (original) => {
  const zustand = await original<typeof Zustand>()
  const create = (make: Zustand.StateCreator<unknown>) => {
    const store = zustand.create(make)
    stores.add(store)
    return store
  }
  return { ...zustand, create }
})

/** Sets all stores to what they were made with. */
export function freshStores(): void {
  for (const store of stores) store.setState(store.getInitialState(), true)
}
