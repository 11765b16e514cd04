// Keeps which queue this window looks at, over reloads; its password stays in this browser session of the window.
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
