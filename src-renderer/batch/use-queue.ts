// Which queue this window looks at, kept over reloads; its password goes no further than this window's session.
import { create } from 'zustand'
import type { QueueChoice } from '../../src-preload/contract/calls/batch.ts'

const KEPT = 'deskhand-queue'

function kept(): QueueChoice | null {
  try {
    const text = sessionStorage.getItem(KEPT)
    return text === null ? null : (JSON.parse(text) as QueueChoice)
  } catch {
    return null
  }
}

export const useQueue = create<{ queue: QueueChoice | null }>(() => ({ queue: kept() }))

export function setQueue(queue: QueueChoice | null): void {
  useQueue.setState({ queue })
  if (queue === null) sessionStorage.removeItem(KEPT)
  else sessionStorage.setItem(KEPT, JSON.stringify(queue))
}
