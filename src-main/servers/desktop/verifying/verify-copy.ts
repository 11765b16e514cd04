// Verifies that a copy or a cut has reached the clipboard, which nothing on the screen shows.
import type { ActMemory } from '../acting/act-memory.ts'
import type { Look } from './look.ts'
import { holds, open, type Verdict } from './verdict.ts'

/** Null for any other act, and where the driver does not tell who takes the clipboard. */
export async function copied(act: ActMemory, now: Look): Promise<Verdict | null> {
  if (act.copies === null) return null
  const taken = await now.clipboardTaken()
  if (taken === null) return null
  return taken > act.copies ? holds('copied') : { ...open('not_copied'), wait: true }
}
