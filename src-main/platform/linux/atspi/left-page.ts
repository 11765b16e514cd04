// Tells whether an object belongs to a page that its browser has left, and keeps for its button "Back".
import { ROOT_PATH, type AccessibleCalls, type ObjectRef } from './calls.ts'
import { AtspiRole } from './roles.ts'

/** Pages nest deeper than any window; this ends a circle. */
const MAX_LEVELS = 200

/**
 * True for such an object. Chromium goes on to say that it is showing, at the place where it was, so that its text would be read and
 * what lies there now be clicked. Only the page itself tells: its parent no longer has it as a child.
 */
export async function isOfLeftPage(
  calls: Pick<AccessibleCalls, 'role' | 'parent' | 'indexInParent'>,
  object: ObjectRef,
): Promise<boolean> {
  let at: ObjectRef | null = object
  for (let level = 0; at && at.path !== ROOT_PATH && level < MAX_LEVELS; level++) {
    const [role, index, parent]: [number | null, number | null, ObjectRef | null] = await Promise.all([
      calls.role(at),
      calls.indexInParent(at),
      calls.parent(at),
    ])
    if (role === AtspiRole.documentWeb && index === -1) return true
    at = parent
  }
  return false
}
