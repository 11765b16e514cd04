// Keeps what a person has begun to write, and their wishes for the run, while other things are shown; keeps the words also over a
// reload.
import { create } from 'zustand'
import type { CallInput } from '../../src-preload/contract/calls.ts'
import type { PlanSummary } from '../../src-preload/contract/calls/plans.ts'
import type { Config } from '../../src-preload/contract/config.ts'

const KEPT_AS = 'deskhand-drafts'

function kept(): Record<string, string> {
  try {
    const read: unknown = JSON.parse(window.sessionStorage.getItem(KEPT_AS) ?? '{}')
    const texts = Object.entries(read ?? {}).filter((entry) => typeof entry[1] === 'string')
    return Object.fromEntries(texts)
  } catch {
    // Another program has stored something else here, or the browser stores nothing.
    return {}
  }
}

export const useDrafts = create<Record<string, string>>(kept)
export const setDraft = (place: string, text: string): void => useDrafts.setState({ [place]: text })

useDrafts.subscribe((drafts) => {
  try {
    const begun = Object.entries(drafts).filter(([, text]) => text !== '')
    window.sessionStorage.setItem(KEPT_AS, JSON.stringify(Object.fromEntries(begun)))
  } catch {
    // The browser stores nothing, but the draft lives as long as the window.
  }
})

/** A plan of the library, with its texts for this time. */
export interface ChosenPlan extends Pick<PlanSummary, 'name' | 'path' | 'task' | 'inputs' | 'recorded'> {
  /** Name of an input → its text, where it differs from the plan's. */
  set: Record<string, string>
}

/** The settings of a request that differ from the configuration. */
export interface Wishes {
  display: Config['display']['kind'] | null
  /** The device of this program's server that it is sent to; null: it is carried out here. */
  device: string | null
  way: { strategy: string; mode: string } | null
  /** `preset/model` or `offline`. */
  model: string | null
  /** Whether the checklist is shown first. */
  showPlan: boolean | null
  /** A plan in place of words. */
  plan: ChosenPlan | null
}

export const NO_WISHES: Wishes = {
  display: null,
  device: null,
  way: null,
  model: null,
  showPlan: null,
  plan: null,
}

export const useWishes = create<Record<string, Wishes>>(() => ({}))
export const setWishes = (place: string, wishes: Partial<Wishes>): void =>
  useWishes.setState((before) => ({ [place]: { ...(before[place] ?? NO_WISHES), ...wishes } }))

/** The agents that take the chosen model. The planner's tools, a computer-use model and embeddings need other kinds of models. */
const AGENTS = ['host', 'app', 'linux', 'evaluation'] as const

/** Gives the chosen model also to each agent that has a model of its own. */
export const modelsOf = (model: string, configured: Config['models']): Record<string, string> =>
  Object.fromEntries(
    ['default', ...AGENTS.filter((role) => configured[role] !== undefined)].map((role) => [role, model]),
  )

/** Returns the input of `start_run` for these wishes; leaves out the configuration's values. */
export const wishedOf = (
  { display, way, model, showPlan, plan }: Wishes,
  configured: Config['models'],
): Omit<CallInput<'start_run'>, 'request'> => ({
  display,
  // A plan names its own strategy.
  ...(plan === null ? way : { plan: { plan: plan.path, set: plan.set }, one_shot: true }),
  ...(model === null ? {} : { models: modelsOf(model, configured) }),
  ...(showPlan === null ? {} : { show_plan: showPlan }),
})
