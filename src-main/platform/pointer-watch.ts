// Notices when somebody else moves the pointer: it is not where this process left it. It looks at the place, not at devices:
// XTEST of another program (a remote screen, a software keyboard and mouse switch) is a person's hand, too.
import { screenPoint, type ScreenPoint } from '../core/geometry.ts'
import { lookRepeatedly } from './look-repeatedly.ts'

/** Milliseconds between two looks: a hand is noticed after two to four looks. */
const LOOK_MS = 40
/** Pixels that a shaking table may move the pointer. */
const MAX_SHAKE = 3
/** After this many looks, a pointer that has jumped and stands still counts as moved by an application. */
const STILL_LOOKS = 4

export interface Place {
  x: number
  y: number
}

const apart = (a: Place, b: Place): boolean => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) > MAX_SHAKE

/**
 * Tells a hand from an application: a hand moves the pointer over several places, an application makes it jump once. `seen` gives the
 * verdict after each look.
 */
export class HandWatch {
  #left: Place
  #jumped: { to: Place; looks: number } | null = null

  /** `left` is the pointer's place at the beginning. */
  constructor(left: Place) {
    this.#left = left
  }

  /**
   * Tells whether a hand has moved the pointer, from its place now and the place where this process has put it since (null: nowhere). While
   * this process moves it, the pointer may be elsewhere for a moment (a window manager holds it back), which is no sign of a hand.
   */
  seen(now: Place, put: Place | null): boolean {
    if (put !== null) this.#left = put
    const jumped = this.#jumped
    if (!apart(now, this.#left)) {
      this.#jumped = null
      return false
    }
    if (jumped === null || put !== null) {
      this.#jumped = { to: now, looks: 0 }
      return false
    }
    if (apart(now, jumped.to)) return true
    jumped.looks += 1
    if (jumped.looks >= STILL_LOOKS) {
      this.#left = now
      this.#jumped = null
    }
    return false
  }
}

/** The pointer as the driver knows it. */
export interface WatchedPointer {
  where: () => Promise<Place>
  /** How often this process has moved the pointer. */
  moves: () => number
  /** Where this process has put it last, null for nowhere. */
  left: () => Place | null
}

/** Calls back once, with where the pointer is. */
export async function watchPointer(
  { where, moves, left }: WatchedPointer,
  onMoved: (point: ScreenPoint) => void,
): Promise<AsyncDisposable> {
  const watch = new HandWatch(await where())
  let put = moves()
  return lookRepeatedly(LOOK_MS, async (over) => {
    const before = moves()
    const now = await where()
    // This process moved the pointer while the answer was under way, so the next look decides.
    if (over.aborted || before !== moves()) return over.aborted
    const moved = watch.seen(now, before === put ? null : left())
    put = before
    if (moved) onMoved(screenPoint(now.x, now.y))
    return moved
  })
}
