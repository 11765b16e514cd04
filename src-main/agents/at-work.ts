// Finds in a window that its application is still at work on what the last act has set going: a bar that moves, “Saving…”, or a message by
// which that can be undone, until which some do nothing yet.
import type { Control, Observation } from '../core/desktop.ts'
import { plainLabel } from '../matching/label.ts'
import { saysOngoing } from '../matching/ongoing.ts'
import { byIdOf } from '../matching/places.ts'

/** Milliseconds for which it is waited at most: for a bar that moves, for a message, for the time in which something can be undone. */
const MAX_BAR_MS = 60_000
const MAX_MESSAGE_MS = 15_000
const MAX_UNDO_MS = 12_000
/** Milliseconds in which a bar that is new has to move, and after which one that has moved is taken to stand. */
const MOVES_MS = 1500
const STANDS_MS = 4000

const UNDO = /^(?:undo|rückgängig(?: machen)?|annuler|deshacer|撤销)$/iu
/** The share up to which a bar that has fallen may be one that begins again. */
const BEGINS_ANEW = 10
const [EMPTY, FULL] = ['0 %', '100 %']

interface Bar {
  first: { share: number; at: number }
  share: number
  /** Monotonic milliseconds at which it was seen to be another than before. */
  at: number
  /** Whether it has fallen, and not only to begin again with the next part: it measures something (the load of a processor), and no work. */
  isGauge: boolean
}

export class AtWork {
  readonly #before: ReadonlyMap<string, Control>
  readonly #labels: ReadonlySet<string>
  readonly #since: number
  readonly #bars = new Map<string, Bar>()

  /** `before`: what was seen before the act; `since`: monotonic milliseconds of the act. */
  constructor(before: Observation, since: number) {
    this.#before = byIdOf(before.controls)
    this.#labels = new Set(before.controls.map(({ name }) => plainLabel(name)))
    this.#since = since
  }

  /** Whether it is worth while to look again. */
  isAtWork({ controls }: Observation, now: number): boolean {
    const ms = now - this.#since
    // Each bar is looked at each time, so that none is overlooked while it moves.
    const moves = controls.filter((control) => this.#isMoving(control, now)).length > 0
    return (
      (moves && ms < MAX_BAR_MS) ||
      (ms < MAX_MESSAGE_MS && controls.some((control) => this.#isSaying(control))) ||
      (ms < MAX_UNDO_MS && controls.some((control) => this.#canBeUndone(control)))
    )
  }

  /** What the application is at when it is no longer waited for; null where it is at nothing. */
  left({ controls }: Observation): string | null {
    const control = controls.find((each) => this.#isSaying(each) || this.#isHalfway(each))
    return control ? (control.value ?? control.name) : null
  }

  #isMoving({ id, role, value }: Control, now: number): boolean {
    if (role !== 'progress bar' || value === null) return false
    // A bar at its beginning may be about to move.
    if (value === this.#before.get(id)?.value && value !== EMPTY) return false
    const share = Number.parseInt(value, 10)
    const bar = this.#bars.get(id)
    const old = bar?.share ?? Number.parseInt(this.#before.get(id)?.value ?? '', 10)
    const isGauge = (bar?.isGauge ?? false) || (share > BEGINS_ANEW && share < old && old < 100)
    if (!bar || bar.share !== share)
      this.#bars.set(id, { first: bar?.first ?? { share, at: now }, share, at: now, isGauge })
    if (value === FULL || Number.isNaN(share) || isGauge) return false
    if (!bar) return true
    const { first, at } = bar
    if (first.share === share) return now - first.at < MOVES_MS
    if (bar.share === share && now - at >= STANDS_MS) return false
    // What plays for an hour has a bar, too.
    const restMs = ((100 - share) / Math.abs(share - first.share)) * (now - first.at)
    return now - first.at < STANDS_MS || now + restMs - this.#since < MAX_BAR_MS
  }

  /** Whether it is a bar that was seen to move, and is not at its end. */
  #isHalfway({ id, value }: Control): boolean {
    const bar = this.#bars.get(id)
    return bar !== undefined && !bar.isGauge && bar.first.share !== bar.share && value !== FULL
  }

  #isSaying({ id, role, name, value }: Control): boolean {
    const old = this.#before.get(id)
    const text = value ?? name
    return saysOngoing(role, text) && text !== (old?.value ?? old?.name)
  }

  #canBeUndone({ role, name }: Control): boolean {
    const label = plainLabel(name)
    return role === 'button' && UNDO.test(label) && !this.#labels.has(label)
  }
}
