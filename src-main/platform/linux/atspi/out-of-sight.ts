// Finds the controls of a page that are told but out of sight, so that nobody has to scroll through all of it.
import type { RunControl } from '../../../core/run-control.ts'
import type { AccessibleCalls, ObjectRef } from './calls.ts'
import { plain } from './details.ts'
import { AtspiState, controlRole, hasState } from './roles.ts'
import type { ControlRole } from '../../../core/desktop.ts'

export interface OutOfSight {
  object: ObjectRef
  role: ControlRole
  name: string
}

/** Objects that are looked at, and children of one that are asked for at once: a sheet has millions. */
const MAX_OBJECTS = 4000
const MAX_CHILDREN = 1000

/** Lists what lies below an object and is not to be seen, in the order of the tree. A part that only repeats its holder's name is left out. */
export async function outOfSight(
  calls: AccessibleCalls,
  top: ObjectRef,
  run: RunControl,
): Promise<OutOfSight[]> {
  let left = MAX_OBJECTS
  const below = async (object: ObjectRef, above: string): Promise<OutOfSight[]> => {
    const [count, states] = await Promise.all([calls.childCount(object), calls.states(object)])
    if (!count || count > Math.min(MAX_CHILDREN, left) || !states) return []
    if (hasState(states, AtspiState.managesDescendants)) return []
    left -= count
    run.throwIfStopped()
    const children = (await calls.children(object)) ?? []
    const found = await Promise.all(
      children.map(async (child) => {
        const [role, said, name] = await Promise.all([
          calls.role(child),
          calls.states(child),
          calls.name(child),
        ])
        if (role === null || !said || !hasState(said, AtspiState.visible)) return []
        const called = plain(name ?? '')
        const isOne = called !== '' && called !== above && !hasState(said, AtspiState.showing)
        const own = isOne ? [{ object: child, role: controlRole(role, said), name: called }] : []
        return [...own, ...(await below(child, called))]
      }),
    )
    return found.flat()
  }
  return run.race(below(top, ''))
}
