// Shows the batches: all of them, one of them, or the form for a new one.
import type { Place } from '../state/place.ts'
import { navigate } from '../state/place.ts'
import { BatchList } from './batch-list.tsx'
import { BatchPage } from './batch-page.tsx'
import { NEW_BATCH } from './names.ts'
import { NewBatch } from './new-batch.tsx'

export function BatchView({ place: { part } }: { place: Place }) {
  if (part === null) return <BatchList />
  if (part === NEW_BATCH) return <NewBatch onClose={() => navigate('batch')} />
  return <BatchPage key={part} name={part} />
}
