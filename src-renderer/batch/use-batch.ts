// Follows a batch: what was kept of it, and the news of this program where it works on it.
import { useEffect, useState } from 'react'
import type { PreparedBatch } from '../../src-preload/contract/calls/prepared-batches.ts'
import { bridge, faultWords } from '../state/bridge.ts'
import { useFault } from '../state/commands.ts'
import { progressOf, withNews, type BatchProgress } from './progress.ts'

/** `id`: the id under which this program runs it; null where it does not. */
export function useBatch(batch: PreparedBatch, id: string | null): BatchProgress {
  const [progress, setProgress] = useState(() => progressOf(batch))
  useEffect(() => {
    if (id === null) return undefined
    let isHere = true
    const forget = bridge.subscribe((push) => {
      if (push.push === 'batch' && push.batch === id) setProgress((before) => withNews(before, push.news))
    })
    bridge
      .call('watch_batch', { batch: id })
      .then(({ news }) => isHere && setProgress((before) => news.reduce(withNews, before)))
      .catch((error: unknown) => useFault.setState({ words: faultWords(error) }))
    return () => {
      isHere = false
      forget()
      bridge.call('unwatch_batch', { batch: id }).catch(() => {})
    }
  }, [id])
  return progress
}
