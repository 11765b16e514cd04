// Names the page of a plan that is not written yet, and keeps what it begins with and what of it is written.
import { create } from 'zustand'
import type { WatchedPlan } from '../../src-preload/contract/calls/desktop.ts'

/** Marks a new plan, because no plan can have this name. */
export const NEW_PLAN = '+new'

/** The person's observed acts, from which the next new plan is made; null: an empty one. */
export const useWatched = create<{ plan: WatchedPlan | null }>(() => ({ plan: null }))

export interface DraftStep {
  /** Identifies it while it moves. */
  key: number
  words: string
  from: number | null
}

export interface Draft {
  name: string
  task: string
  object: string
  close: boolean
  steps: DraftStep[]
  inputs: Record<string, string>
}

interface Unsaved {
  /** What it began with. */
  began: Draft
  draft: Draft
}

/** Plans that are being written and not saved, by name (NEW_PLAN for a new one): they stay while other things are shown. */
const useUnsaved = create<{ plans: Partial<Record<string, Unsaved>> }>(() => ({ plans: {} }))

export const unsavedOf = (name: string): Unsaved | null => useUnsaved.getState().plans[name] ?? null

/** Keeps what is written, or with null gives it up. */
export const keepUnsaved = (name: string, unsaved: Unsaved | null): void =>
  useUnsaved.setState(({ plans }) => ({ plans: { ...plans, [name]: unsaved ?? undefined } }))
