// Names the page of a plan that is not written yet, and keeps what it begins with.
import { create } from 'zustand'
import type { WatchedPlan } from '../../src-preload/contract/calls/desktop.ts'

/** Marks a new plan, because no plan can have this name. */
export const NEW_PLAN = '+new'

/** The person's observed acts, from which the next new plan is made; null: an empty one. */
export const useWatched = create<{ plan: WatchedPlan | null }>(() => ({ plan: null }))
