// Defines how careful Deskhand is, in three degrees, as decisions per kind of act.
import { SAFETY_CATEGORIES, type Decision, type SafetyCategory } from '../../src-preload/contract/safety.ts'

export const CAUTIONS = ['careful', 'strict', 'lenient'] as const
export type Caution = (typeof CAUTIONS)[number]

type Decisions = Record<SafetyCategory, Decision>

const OTHER: Record<Caution, Partial<Decisions>> = {
  careful: {},
  // Acts that send something away, cost money or change this machine for good.
  strict: { send: 'refuse', upload: 'refuse', pay: 'refuse', install: 'refuse', run_command: 'refuse' },
  lenient: { overwrite: 'allow', change_setting: 'allow', other_application: 'allow' },
}

export const decisionsOf = (caution: Caution): Decisions =>
  Object.fromEntries(
    SAFETY_CATEGORIES.map((category) => [category, OTHER[caution][category] ?? 'ask']),
  ) as Decisions

/** Returns the degree of these decisions; null when a person has made others. */
export const cautionOf = (decisions: Decisions): Caution | null =>
  CAUTIONS.find((caution) =>
    Object.entries(decisionsOf(caution)).every(
      ([category, decision]) => decisions[category as SafetyCategory] === decision,
    ),
  ) ?? null

/** Returns the changes that make these decisions that degree. */
export const changesTo = (caution: Caution, decisions: Decisions): [SafetyCategory, Decision][] =>
  SAFETY_CATEGORIES.map((category): [SafetyCategory, Decision] => [
    category,
    decisionsOf(caution)[category],
  ]).filter(([category, decision]) => decisions[category] !== decision)
