// Keeps what the list of memories shows while the window is open, so that it is the same when a person comes back from one of
// them.
import { create } from 'zustand'
import { MEMORY_KINDS, type MemoryKind } from '../../src-preload/contract/memory.ts'

interface ListWish {
  search: string
  kind: MemoryKind | null
  application: string | null
  /** 0-based. */
  page: number
}

interface ListState extends ListWish {
  /** The memory that a person reads, and from which they come back. */
  read: number | null
}

export const NO_WISH: ListWish = { search: '', kind: null, application: null, page: 0 }

export const useListWish = create<ListState>(() => ({ ...NO_WISH, read: null }))

/** Changes the choice, and goes back to its first page. */
export const wish = (change: Partial<Omit<ListWish, 'page'>>): void =>
  useListWish.setState({ ...change, page: 0 })

export const turnTo = (page: number): void => useListWish.setState({ page })

export const isNarrowed = ({ search, kind, application }: Omit<ListWish, 'page'>): boolean =>
  search !== '' || kind !== null || application !== null

/** Reads the kind from a list's choice, which is a text; any other text means all kinds. */
export const kindOfChoice = (choice: string): MemoryKind | null =>
  MEMORY_KINDS.find((kind) => kind === choice) ?? null
