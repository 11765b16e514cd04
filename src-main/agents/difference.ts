// Finds what has changed among the controls of a window since a prompt listed them all.
import type { Control, Observation } from '../core/desktop.ts'
import type { ControlDifference } from '../models/input.ts'

/** Steps after which a prompt lists all controls again: a long tail of differences is harder to read than a list. */
const WHOLE_AGAIN_AFTER = 8

interface Base {
  step: number
  age: number
  window: string
  controls: Control[]
}

const faceOf = ({ role, name, value, description, states, bounds, parent }: Control): string =>
  JSON.stringify([role, name, value, description, states, Object.values(bounds), parent])

export class DifferenceTracker {
  #base: Base | null = null

  /** Makes the next prompt list all controls. */
  reset(): void {
    this.#base = null
  }

  /**
   * Returns the difference to the last observation that was listed whole. Returns null when this one must be listed whole, as the
   * new base: the first one, after eight steps, in another window, or where most of it has changed.
   */
  next(step: number, observation: Pick<Observation, 'window' | 'controls'>): ControlDifference | null {
    const window = observation.window?.id ?? ''
    const base = this.#base
    if (base && base.window === window && base.age < WHOLE_AGAIN_AFTER) {
      base.age++
      const difference = compare(base.controls, observation.controls)
      if (sizeOf(difference) * 2 <= observation.controls.length) {
        return { base_step: base.step, base: base.controls, ...difference }
      }
    }
    this.#base = { step, age: 1, window, controls: observation.controls }
    return null
  }
}

type Changes = Pick<ControlDifference, 'added' | 'changed' | 'removed'>

const sizeOf = (changes: Changes): number =>
  changes.added.length + changes.changed.length + changes.removed.length

export function compare(before: readonly Control[], after: readonly Control[]): Changes {
  const old = new Map(before.map((control) => [control.id, control]))
  const added: Control[] = []
  const changed: Control[] = []
  for (const control of after) {
    const was = old.get(control.id)
    old.delete(control.id)
    if (!was) added.push(control)
    else if (faceOf(was) !== faceOf(control)) changed.push(control)
  }
  return { added, changed, removed: [...old.keys()] }
}
