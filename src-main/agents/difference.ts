// Finds what has changed among the controls of a window since a prompt listed them all.
import type { Control, Observation } from '../core/desktop.ts'
import type { ControlDifference } from '../models/input.ts'

interface Base {
  step: number
  /** Its id and place: where it has moved, places within it are listed anew. */
  window: string
  controls: Control[]
}

/** Fewer than these that have moved alike are told one by one. */
const MIN_MOVED = 5

/** All that a prompt tells of a control but its place. */
const faceOf = ({ role, name, value, description, states, bounds, parent }: Control): string =>
  JSON.stringify([role, name, value, description, states, bounds.width, bounds.height, parent])

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
    const { id = '', bounds = null } = observation.window ?? {}
    const window = `${id} ${bounds?.x},${bounds?.y}`
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

type Changes = Pick<ControlDifference, 'added' | 'changed' | 'moved' | 'removed'>

const sizeOf = ({ added, changed, moved, removed }: Changes): number =>
  added.length + changed.length + moved.length + removed.length

export function compare(before: readonly Control[], after: readonly Control[]): Changes {
  const old = new Map(before.map((control) => [control.id, control]))
  const current = new Set(after.map(({ id }) => id))
  const same = new Set(
    after.filter((control) => {
      const was = old.get(control.id)
      return was !== undefined && faceOf(was) === faceOf(control)
    }),
  )
  const wayOf = ({ id, bounds }: Control) => {
    const was = old.get(id)?.bounds ?? bounds
    return `${bounds.x - was.x},${bounds.y - was.y}`
  }
  const ways = Map.groupBy(same, wayOf)
  const isAlone = (control: Control) => {
    const way = wayOf(control)
    return way !== STILL && (ways.get(way)?.length ?? 0) < MIN_MOVED
  }
  return {
    added: after.filter(({ id }) => !old.has(id)),
    changed: after.filter((control) => old.has(control.id) && (!same.has(control) || isAlone(control))),
    moved: [...ways]
      .filter(([way, controls]) => way !== STILL && controls.length >= MIN_MOVED)
      .map(([way, controls]) => ({ by: `(${way})`, ids: controls.map(({ id }) => id) })),
    removed: before.map(({ id }) => id).filter((id) => !current.has(id)),
  }
}

const STILL = '0,0'
