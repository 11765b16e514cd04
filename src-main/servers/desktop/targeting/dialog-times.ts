// Knows since when a window shows a dialog of its own: a browser ignores clicks on a question that has just come, because they may be meant
// for what was there before.
import type { PlatformElement } from '../../../platform/platform.ts'
import { byRefOf, refsAround } from './holders.ts'
import { fairTime } from '../../../platform/fair-time.ts'

type Placed = Pick<PlatformElement, 'ref' | 'role' | 'parent'>

export class DialogTimes {
  /** Ref of a dialog → monotonic milliseconds at which it was seen first. */
  #since = new Map<string, number>()

  /** Notes the dialogs inside the window that was looked at; one that is a window of its own is none. */
  note(elements: readonly Placed[], now = fairTime()): void {
    const dialogs = elements.filter(({ role, parent }) => role === 'dialog' && parent !== null)
    this.#since = new Map(dialogs.map(({ ref }) => [ref, this.#since.get(ref) ?? now]))
  }

  /** Gives when the dialog around a control was seen first; null where it is in none. */
  around(element: Placed, elements: readonly Placed[]): number | null {
    const dialog = refsAround(element, byRefOf(elements)).find((ref) => this.#since.has(ref))
    return dialog === undefined ? null : (this.#since.get(dialog) ?? null)
  }
}
