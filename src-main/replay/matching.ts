// Finds a recorded control among those that are there now: one that fits clearly better than any other, or none.
import type { Control } from '../core/desktop.ts'
import { sameLabel } from '../matching/agreement.ts'
import { Places, type Placed } from './locator.ts'
import type { Locator } from './plan-file.ts'

export interface Candidate<T> {
  control: T
  /** From 0 to 1: how well the control's surroundings fit. */
  score: number
}

export type Match<T> =
  | { kind: 'found'; control: T; score: number }
  /** `nearest`: the best first, of any name. */
  | { kind: 'gone'; why: string; nearest: Candidate<T>[] }
  /** Several controls fit equally well, so that their look may decide. */
  | { kind: 'ambiguous'; best: Candidate<T>[]; nearest: Candidate<T>[] }

/** The weight of each part that fits. */
const WEIGHTS = { path: 4, order: 2, neighbours: 3, window: 1, content: 3 } as const
/** The least score of a control that has the recorded name, and of one that never had a name. */
const LEAST = { named: 0.3, nameless: 0.6 } as const
/** The margin by which the best must beat the second. */
const MIN_MARGIN = 0.12
const MAX_NEAREST = 3
/** How many controls are rated to find the nearest, because a sheet has thousands of cells. */
const MAX_RATED = 100

/** Roles whose name is their content, or the title of their window, which may change for the same control. */
const NAMED_BY_CONTENT: ReadonlySet<string> = new Set(['document', 'web page', 'window', 'dialog', 'text'])

/** Removes the sign of unsaved work. */
const unmarked = (name: string): string => name.replace(/^[*•●]\s*(?=\S)/, '')

export const sameName = (a: string, b: string): boolean => sameLabel(unmarked(a), unmarked(b))

/** Returns the title of a control's window; null where it is not known. */
export type TitleOf<T> = (control: T) => string | null

/** Finds the control of a locator: never one of another role or a renamed one; where two fit equally well, neither. */
export function matchLocator<T extends Placed = Control>(
  locator: Locator,
  controls: readonly T[],
  titleOf: TitleOf<T> = () => null,
): Match<T> {
  const places = new Places(controls)
  const ofRole = controls.filter(({ role }) => role === locator.role)
  const rated = (some: readonly T[]) =>
    some
      .map((control) => ({ control, score: scoreOf(locator, control, places, titleOf(control)) }))
      .toSorted((a, b) => b.score - a.score)
  const ofName = ofRole.filter(({ name }) => nameFits(locator, name))
  // Rows of a form or a list may have moved; the text beside them tells them apart.
  const fitting = rated(
    ofName.length > 1 && locator.label !== null
      ? ofName.filter((control) => sameName(places.of(control).label ?? '', locator.label ?? ''))
      : ofName,
  )
  const named = locator.name.trim() !== '' && !NAMED_BY_CONTENT.has(locator.role)
  const least = named ? LEAST.named : LEAST.nameless
  const nearest = () => rated(ofRole.slice(0, MAX_RATED)).slice(0, MAX_NEAREST)
  const [best, second] = fitting
  if (!best) {
    const label = ofName.length > 1 ? ` beside “${locator.label ?? ''}”` : ''
    return { kind: 'gone', why: `there is none of that name${label}`, nearest: nearest() }
  }
  if (best.score < least) return { kind: 'gone', why: 'what surrounds it is another', nearest: nearest() }
  if (!second || best.score - second.score >= MIN_MARGIN) return { kind: 'found', ...best }
  return {
    kind: 'ambiguous',
    best: fitting.filter(({ score }) => score >= least && best.score - score < MIN_MARGIN),
    nearest: nearest(),
  }
}

export function nameFits(locator: Locator, name: string): boolean {
  return NAMED_BY_CONTENT.has(locator.role) || sameName(locator.name, name)
}

function scoreOf<T extends Placed>(
  locator: Locator,
  control: T,
  places: Places<T>,
  title: string | null,
): number {
  const now = places.of(control)
  const parts: [weight: number, fit: number][] = []
  if (locator.path && now.path) parts.push([WEIGHTS.path, pathFit(locator.path, now.path)])
  if (locator.order && now.order) parts.push([WEIGHTS.order, orderFit(locator.order, now.order)])
  if (locator.neighbours.length > 0) {
    const kept = locator.neighbours.filter((neighbour) =>
      now.neighbours.some(
        (other) =>
          other.side === neighbour.side &&
          other.role === neighbour.role &&
          sameName(other.name, neighbour.name),
      ),
    )
    parts.push([WEIGHTS.neighbours, kept.length / locator.neighbours.length])
  }
  if (NAMED_BY_CONTENT.has(locator.role) && locator.name !== '') {
    parts.push([WEIGHTS.content, sameName(locator.name, control.name) ? 1 : 0])
  }
  if (title !== null) parts.push([WEIGHTS.window, sameName(title, locator.window) ? 1 : 0])
  const whole = parts.reduce((sum, [weight]) => sum + weight, 0)
  // Without other parts, only the role and the name are known, and they fit.
  return whole === 0 ? 1 : parts.reduce((sum, [weight, fit]) => sum + weight * fit, 0) / whole
}

type Path = NonNullable<Locator['path']>

/** Gives the share of two paths that is the same, in the same order; groups that a new version adds in between cost little. */
function pathFit(a: Path, b: Path): number {
  if (a.length === 0 && b.length === 0) return 1
  let row = Array.from({ length: b.length + 1 }, () => 0)
  for (const one of a) {
    const next = [0]
    for (const [index, other] of b.entries()) {
      const same = one.role === other.role ? (sameName(one.name, other.name) ? 1 : 0.6) : 0
      next.push(Math.max((row[index] ?? 0) + same, row[index + 1] ?? 0, next[index] ?? 0))
    }
    row = next
  }
  return (row[b.length] ?? 0) / Math.max(a.length, b.length)
}

type Order = NonNullable<Locator['order']>

/** Compares positions among siblings from either end, because one of the two often stays when others are added or removed. */
function orderFit(a: Order, b: Order): number {
  if (a.index === b.index && a.of === b.of) return 1
  return a.index === b.index || a.of - a.index === b.of - b.index ? 0.5 : 0
}
