// Finds from the history alone how far a request is: the comment of each step says which clause it is about.
import { placeOf, type Phase } from '../../src-preload/contract/clause-marker.ts'
import type { ActionRecord, StepRecord } from '../models/input.ts'

export interface TrailStep {
  phase: Phase
  step: StepRecord
}

export interface Progress {
  /** 0-based number of the clause of the last step; 0 before the first. */
  index: number
  /** The steps of that clause, oldest first. */
  trail: TrailStep[]
}

export function progressOf(steps: readonly StepRecord[]): Progress {
  let index = 0
  const trail: TrailStep[] = []
  for (const step of steps) {
    const place = placeOf(step)
    if (!place) continue
    if (place.index !== index) trail.length = 0
    index = place.index
    trail.push({ phase: place.phase, step })
  }
  return { index, trail }
}

export type Outcome = { ok: true } | { ok: false; refused: boolean; reason: string }

export const wordsOf = ({ function: name, target }: ActionRecord): string =>
  target ? `${name} on ${target}` : name

/** The label of whatever an act was aimed at; null where that has none. */
export const aimedLabel = ({ target }: Pick<ActionRecord, 'target'>): string | null =>
  /“(.*)”/.exec(target ?? '')?.[1] ?? null

const PRESSED = /^(?:button|menu item) “(.*)”/

/** The label of the button or menu item that an act was aimed at; null for any other target. */
export const pressedLabel = ({ target }: Pick<ActionRecord, 'target'>): string | null =>
  PRESSED.exec(target ?? '')?.[1] ?? null

/** The same, or the last item of a menu's path; null for acts that choose nothing by a label. */
export function chosenLabel(action: ActionRecord): string | null {
  const { path } = action.arguments
  const label: unknown = Array.isArray(path) ? path.at(-1) : pressedLabel(action)
  return typeof label === 'string' ? label : null
}

/** Says whether all actions of a step were done, and none had a wrong effect. */
export function outcomeOf(step: StepRecord): Outcome {
  for (const action of step.actions) {
    if (action.user_confirm === 'no')
      return { ok: false, refused: true, reason: action.error ?? `It was not allowed: ${wordsOf(action)}.` }
    if (action.status === 'failure' || action.status === 'skipped') {
      return { ok: false, refused: false, reason: action.error ?? `${wordsOf(action)} failed.` }
    }
    if (action.effect === 'contradicted') {
      return {
        ok: false,
        refused: false,
        reason: `${wordsOf(action)} did not do what it should: ${action.evidence ?? 'no evidence was given.'}`,
      }
    }
  }
  return { ok: true }
}

/** Returns the results of the `read` clauses so far, in order. */
export const readResults = (steps: readonly StepRecord[]): string[] =>
  steps.flatMap(({ actions }) =>
    actions
      .filter((action) => action.function === 'texts' && action.status === 'success')
      .map(({ result }) => (typeof result === 'string' ? result : JSON.stringify(result))),
  )
