// Tells whether a target is still the one that was judged, and what of it has changed.
import { keepNewest } from '../../../core/keep-newest.ts'
import { createHash } from 'node:crypto'
import type { TargetDescription } from '../../../core/desktop.ts'
import { contains, type ScreenPoint } from '../../../core/geometry.ts'
import type { PlannedLaunch, PlatformElement, PlatformWindow } from '../../../platform/platform.ts'

/** What an act is aimed at, as far as it decides whether a target is the same. */
export interface Aimed {
  element?: PlatformElement | null
  window?: PlatformWindow | null
  /** In screen pixels. */
  point?: ScreenPoint | null
  /** The program that a launch would start. */
  starts?: PlannedLaunch | null
  /** Hash of the files that a command would run. */
  scripts?: string | null
  /** The target on which a drag ends. */
  drop?: TargetDescription['drop']
}

/** How a target differs from the one that was judged. */
export interface TargetChange {
  /** Words for the parts that differ; empty if one of the targets is not known any more. */
  parts: string[]
  /** Whether these parts were there when it was judged and no answer is given for them now. */
  onlyMissing: boolean
}

/** The most targets to keep for telling what has changed. */
const MAX_KEPT = 32

/** Pixels of a point's cell. Points within one cell count as the same. */
const CELL_PX = 8

const CONTROL = 'the control'

/** Items that a view of Qt may make anew with every look: the layers of Krita, the clips of Kdenlive. */
const MADE_ANEW: ReadonlySet<string> = new Set(['cell', 'list item', 'tree item'])

/** A target as it was described. */
interface Described {
  /** Words for what makes it → its content, as text. */
  parts: Readonly<Record<string, string>>
  ref: string | null
  /** The bounds of an item that may be made anew: its name and place tell it from others, whatever its ref is by then. */
  place: string | null
}

function describedOf(description: TargetDescription, aimed: Aimed, pasted: string | null): Described {
  const { element } = aimed
  const { x, y, width, height } = element?.bounds ?? { x: 0, y: 0, width: 0, height: 0 }
  return {
    parts: partsOf(description, aimed, pasted),
    ref: element?.ref ?? null,
    place: element && MADE_ANEW.has(element.role) ? `${x} ${y} ${width}×${height}` : null,
  }
}

function partsOf(description: TargetDescription, aimed: Aimed, pasted: string | null): Described['parts'] {
  const { window = null, element = null, point = null } = aimed
  const inside = point && window && contains(window.bounds, point)
  const parts: Record<string, unknown> = {
    'what receives it': description.kind,
    'the window': window && `${window.handle} ${window.processName}`,
    [CONTROL]: element && `${element.role} ${element.name}`,
    'the point':
      point && `${Math.floor(point.x / CELL_PX)} ${Math.floor(point.y / CELL_PX)} ${String(inside)}`,
    'the text': description.text,
    'the file that would be replaced': description.overwrites,
    'the default button': description.default_button,
    'the question of the dialog': description.question,
    'the answers of the dialog': description.only_answer,
    'the program': aimed.starts,
    'the files that it runs': aimed.scripts,
    'the place where it is dropped': aimed.drop,
    'the file that would be written': description.writes,
    'the file that would be opened': description.opens,
    'the chosen items': description.items,
    'the page': description.page,
    'the menu item of the keys': description.calls,
    'the parts around the control': description.within,
    'the link': description.address,
    'the clipboard': pasted,
  }
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, JSON.stringify(part ?? null)]))
}

/** The last targets that were described, by their fingerprints. */
export class KnownTargets {
  readonly #known = new Map<string, Described>()

  /** Gives the fingerprint of a target: 16 hexadecimal digits, the same as long as nothing that a judgement rests on has changed. */
  fingerprint(description: TargetDescription, aimed: Aimed, pasted: string | null): string {
    const described = describedOf(description, aimed, pasted)
    const fingerprint = createHash('sha256').update(JSON.stringify(described)).digest('hex').slice(0, 16)
    this.#known.delete(fingerprint)
    this.#known.set(fingerprint, described)
    keepNewest(this.#known, MAX_KEPT)
    return fingerprint
  }

  /** Compares two targets by their fingerprints; null if they are the same. */
  change(before: string, now: string): TargetChange | null {
    if (before === now) return null
    const [was, is] = [this.#known.get(before), this.#known.get(now)]
    if (!was || !is) return { parts: [], onlyMissing: false }
    const parts = Object.keys(is.parts).filter((name) => was.parts[name] !== is.parts[name])
    const isAnother = was.ref !== is.ref && (is.place === null || was.place !== is.place)
    if (isAnother && !parts.includes(CONTROL)) parts.push(CONTROL)
    if (parts.length === 0) return null
    const missing = parts.filter((name) => isMissing(was.parts[name] ?? '', is.parts[name] ?? ''))
    const isPartial = parts.every((name) => missing.includes(name) || name === 'the text')
    return { parts, onlyMissing: missing.length > 0 && isPartial }
  }
}

/** Whether a part is not told now, or only the beginning of a list of parts is. */
const isMissing = (was: string, is: string): boolean =>
  ['null', '""', '"unknown"', '[]'].includes(is) ||
  (is.startsWith('[') && was.startsWith(`${is.slice(0, -1)},`))
