// Finds what has changed among the controls of a window since a prompt listed them all.
import type { Control, Observation } from '../core/desktop.ts'
import type { ControlDifference } from '../models/input.ts'

interface Base {
  step: number
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
   * new base: the first one, in another window, or where most of it has changed. However old, a base stays where it is, and with it
   * the beginning of the prompt, which services cache.
   */
  next(step: number, observation: Pick<Observation, 'window' | 'controls'>): ControlDifference | null {
    const window = observation.window?.id ?? ''
    const base = this.#base
    if (base && base.window === window) {
      const difference = compare(base.controls, observation.controls)
      if (sizeOf(difference) * 2 <= observation.controls.length) {
        return { base_step: base.step, base: base.controls, ...difference }
      }
    }
    this.#base = { step, window, controls: observation.controls }
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
