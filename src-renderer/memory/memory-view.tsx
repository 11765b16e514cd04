// Shows the memory: the list of what was learned, or one of them to be read and changed.
import type { Place } from '../state/place.ts'
import { MemoryList } from './memory-list.tsx'
import { MemoryPage } from './memory-page.tsx'

export function MemoryView({ place }: { place: Place }) {
  const id = Number(place.part)
  return Number.isSafeInteger(id) && id > 0 ? <MemoryPage key={id} id={id} /> : <MemoryList />
}
