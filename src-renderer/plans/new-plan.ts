// Names the page of a plan that is not written yet, and keeps what it begins with.
import { create } from 'zustand'
import type { WatchedPlan } from '../../src-preload/contract/calls/desktop.ts'

/** No plan can have this name. */
export const NEW_PLAN = '+new'

/** What a person was seen to do, of which the next new plan is made; null: from scratch. */
export const useWatched = create<{ plan: WatchedPlan | null }>(() => ({ plan: null }))
