// Asks a page itself what lies at a point: its tree does not tell what lies over what.
import type { ScreenPoint } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import { ROOT_PATH, type AccessibleCalls, type ObjectRef } from './calls.ts'
import { AtspiRole } from './roles.ts'

export interface Hit {
  /** What a click at the point goes to. */
  object: ObjectRef
  /** The smallest object that holds it and the control. */
  common: ObjectRef
}

type Calls = Pick<AccessibleCalls, 'role' | 'parent' | 'accessibleAtPoint'>

/** Pages nest deeper than any window; this ends a circle. */
const MAX_LEVELS = 200
/** Milliseconds between two questions, and for all of them. */
const ASK_MS = 40
const ANSWER_MS = 400
/** Equal answers that count: Chromium's first is a guess by places, or that of a point close by. */
const EQUAL = 3

/** Null for what lies in no page, and where the page does not answer. */
export async function pageHit(
  calls: Calls,
  control: ObjectRef,
  { x, y }: ScreenPoint,
  run: RunControl,
): Promise<Hit | null> {
  const above = await chainOf(calls, control, run)
  const page = above.roles.lastIndexOf(AtspiRole.documentWeb)
  const top = above.objects[page]
  if (!top) return null
  let last: ObjectRef | null = null
  let equal = 0
  const object = await run.until(
    async () => {
      const now = await run.race(calls.accessibleAtPoint(top, x, y))
      equal = now?.path === last?.path ? equal + 1 : 1
      last = now
      return now && equal >= EQUAL ? now : null
    },
    ANSWER_MS,
    ASK_MS,
  )
  if (!object) return null
  const { objects } = await chainOf(calls, object, run)
  const holders = new Set(above.objects.slice(0, page + 1).map(({ path }) => path))
  const common = objects.find(({ path }) => holders.has(path))
  return common ? { object, common } : null
}

/** The object and what is around it, from the inside out. */
async function chainOf(calls: Calls, object: ObjectRef, run: RunControl) {
  const chain = { objects: [] as ObjectRef[], roles: [] as (number | null)[] }
  let at: ObjectRef | null = object
  while (at && at.path !== ROOT_PATH && chain.objects.length < MAX_LEVELS) {
    const [role, parent]: [number | null, ObjectRef | null] = await run.race(
      Promise.all([calls.role(at), calls.parent(at)]),
    )
    chain.objects.push(at)
    chain.roles.push(role)
    at = parent
  }
  return chain
}
