// Reads the controls of a window: its whole tree in one question, or, where that takes too long or fails, level by level. Keeps
// to a number of nodes, a depth and a time, so that a list of 10,000 rows holds nobody up.
import type { RunControl } from '../../../core/run-control.ts'
import type { PlatformElement } from '../../platform.ts'
import { call, release, retain, S_OK, type ComObject } from '../native/com.ts'
import { pointerPlace } from '../../native/library.ts'
import { rootOf } from '../native/user32.ts'
import { handleOf } from '../window-list.ts'
import { isBusy } from '../../native/aside.ts'
import type { Automation } from './automation.ts'
import { CONTROL_TYPE, describe } from './describe.ts'
import { ARRAY, ELEMENT, FAULT } from './interfaces.ts'
import { readPlace, readProperties } from './properties.ts'
import { fairTime } from '../../fair-time.ts'

export const PREFIX = 'uia:'
/** Milliseconds for the whole tree in one question, and for all questions of a tree. */
const WHOLE_MS = 2000
const TREE_MS = 4000
const MAX_DEPTH = 60
/** Entries of one list that are asked for one by one. */
const MAX_SIBLINGS = 200
/** The most nodes that are visited; those that are not shown count only here. */
const MAX_NODES = 20_000
/** How often a tree that fails without a reason is asked for again, and the milliseconds between. */
const MAX_TRIES = 3
const BETWEEN_TRIES_MS = 40

const TOO_SLOW = 'Its controls answer too slowly.'

/** A tree with the objects of its elements; its owner releases them. */
export interface Snapshot {
  elements: PlatformElement[]
  objects: Map<string, ComObject>
  limited: string | null
}

/** Adds elements to a snapshot, and keeps the objects of those that are listed. */
class Collector {
  readonly snapshot: Snapshot = { elements: [], objects: new Map(), limited: null }
  readonly #top: bigint
  readonly #max: number
  readonly #seen = new Map<string, number>()
  #nodes = 0
  #isFull = false

  constructor(top: bigint, max: number) {
    this.#top = top
    this.#max = max
  }

  /** Nothing more is added. */
  get isFull(): boolean {
    return this.#isFull
  }

  limit(why: string): void {
    this.note(why)
    this.#isFull = true
  }

  /** Says that a part of the tree is missing. */
  note(why: string): void {
    this.snapshot.limited ??= why
  }

  /** Gives the position for the element's children; null when there is no room, or when it belongs to something else. */
  add(object: ComObject, above: Above): Above | null {
    const place = readPlace(object)
    const { controlType, window, offscreen, bounds } = place
    // The title bar is not listed, and another window that belongs to this one has a tree of its own.
    if (controlType === CONTROL_TYPE.titleBar) return null
    if (window !== 0n && window !== this.#top && rootOf(window) !== this.#top) return null
    if (++this.#nodes > MAX_NODES) this.limit(`It has more than ${MAX_NODES} parts.`)
    const path = [...above.path, above.count++]
    if (offscreen || bounds.right <= bounds.left || bounds.bottom <= bounds.top)
      return { ...above, path, count: 0 }
    if (this.snapshot.elements.length >= this.#max) this.limit(`It has more than ${this.#max} controls.`)
    if (this.isFull) return null
    const found = readProperties(object, place)
    const ref = this.#refOf(found.runtimeId, path)
    const depth = above.depth + 1
    this.snapshot.elements.push(describe(found, { ref, parent: above.ref, depth, top: this.#top }))
    retain(object)
    this.snapshot.objects.set(ref, object)
    return { ref, depth, path, count: 0 }
  }

  /** Two elements may report the same id, and some report none; their paths tell them apart then. */
  #refOf(runtimeId: string, path: number[]): string {
    const plain = refOf(this.#top, runtimeId === '' ? `@${path.join('.')}` : runtimeId)
    const times = (this.#seen.get(plain) ?? 0) + 1
    this.#seen.set(plain, times)
    return times === 1 ? plain : `${plain}~${times}`
  }
}

/** Where an element belongs: the listed element above it, and the way to it from the window. */
interface Above {
  ref: string | null
  depth: number
  path: number[]
  /** How many of its children have been looked at. */
  count: number
}
const WINDOW: Above = { ref: null, depth: 0, path: [], count: 0 }

export const refOf = (top: bigint, id: string): string => `${PREFIX}${handleOf(top)}/${id}`

interface Reading {
  automation: Automation
  window: bigint
  max: number
  /** The tree is read level by level, because the whole tree was too slow before. */
  byLevels: boolean
  /** Windows that were asked for their element, and have not answered yet: they are not asked again, since each question holds a thread. */
  unanswered: Set<bigint>
}

/** Gives null where the window has no tree; `slow` when its whole tree did not come in time. */
export async function readTree(
  { automation, window, max, byLevels, unanswered }: Reading,
  run: RunControl,
): Promise<{ snapshot: Snapshot | null; slow: boolean }> {
  if (unanswered.has(window)) return { snapshot: limitedTo(TOO_SLOW), slow: byLevels }
  const until = fairTime() + TREE_MS
  const left = () => until - fairTime()
  const collector = new Collector(window, max)
  for (let tries = 1; !byLevels && tries <= MAX_TRIES; tries++) {
    if (isBusy()) return { snapshot: limitedTo(TOO_SLOW), slow: true }
    const answer = await automation.ofWindow(window, true, WHOLE_MS, run)
    if (answer === null) {
      byLevels = true
      break
    }
    if (answer.code === S_OK && answer.object !== 0n) {
      collectCached(answer.object, collector, { ...WINDOW })
      release(answer.object)
      return { snapshot: collector.snapshot, slow: false }
    }
    if (answer.code === FAULT.notAvailable) return { snapshot: null, slow: false }
    if (answer.code !== FAULT.failed) break
    await run.sleep(BETWEEN_TRIES_MS)
  }
  const slow = byLevels
  if (isBusy()) return { snapshot: limitedTo(TOO_SLOW), slow }
  unanswered.add(window)
  const root = await automation.ofWindow(window, false, left(), run, () => unanswered.delete(window))
  // It hangs, which tells nothing of how long its tree takes when it does not.
  if (root === null) return { snapshot: limitedTo(TOO_SLOW), slow: false }
  if (root.object === 0n) return { snapshot: null, slow }
  try {
    await collectByLevels(root.object, { automation, collector, left }, run)
  } catch (error) {
    drop(collector.snapshot)
    throw error
  } finally {
    release(root.object)
  }
  return { snapshot: collector.snapshot, slow }
}

const limitedTo = (limited: string): Snapshot => ({ elements: [], objects: new Map(), limited })

export function drop({ objects }: Snapshot): void {
  for (const object of objects.values()) release(object)
  objects.clear()
}

const array = pointerPlace()
const length = new Int32Array(2)

function collectCached(object: ComObject, collector: Collector, above: Above): void {
  array[0] = 0n
  if (call(object, ELEMENT.cachedChildren, '_Out_ int64_t *array', array) !== S_OK) return
  const children = array[0] ?? 0n
  if (children === 0n) return
  const isTold = call(children, ARRAY.length, '_Out_ int32_t *length', length) === S_OK
  const count = isTold ? (length[0] ?? 0) : 0
  for (let at = 0; at < count && !collector.isFull; at++) {
    array[0] = 0n
    // An element that is gone by now must not hide the others.
    if (call(children, ARRAY.element, 'int32_t at, _Out_ int64_t *element', at, array) !== S_OK) continue
    const child = array[0] ?? 0n
    if (child === 0n) continue
    const place = collector.add(child, above)
    if (place && place.path.length < MAX_DEPTH) collectCached(child, collector, place)
    release(child)
  }
  release(children)
}

interface Levels {
  automation: Automation
  collector: Collector
  left: () => number
}

async function collectByLevels(root: ComObject, levels: Levels, run: RunControl): Promise<void> {
  const { collector } = levels
  const kept: ComObject[] = []
  let level = [{ object: root, above: { ...WINDOW } }]
  try {
    while (level.length > 0) {
      const next: typeof level = []
      for (const { object, above } of level) {
        for await (const child of childrenOf(object, levels, run)) {
          const place = collector.add(child, above)
          if (!place || place.path.length >= MAX_DEPTH) continue
          retain(child)
          kept.push(child)
          next.push({ object: child, above: place })
        }
        if (collector.isFull) break
      }
      level = collector.isFull ? [] : next
    }
  } finally {
    for (const object of kept) release(object)
  }
  collector.snapshot.elements = inOrder(collector.snapshot.elements)
}

/** Releases each child when the next one is asked for. */
async function* childrenOf(
  parent: ComObject,
  { automation, collector, left }: Levels,
  run: RunControl,
): AsyncGenerator<ComObject> {
  let from = parent
  try {
    for (let count = 0; !collector.isFull; count++) {
      if (count === MAX_SIBLINGS) collector.note(`A list in it has more than ${MAX_SIBLINGS} entries.`)
      if (left() <= 0 || isBusy()) collector.limit(TOO_SLOW)
      if (count === MAX_SIBLINGS || collector.isFull) return
      const way = count === 0 ? 'firstChildCached' : 'nextSiblingCached'
      const answer = await automation.step(from, way, left(), run)
      if (answer === null) collector.limit(TOO_SLOW)
      if (answer?.code !== S_OK || answer.object === 0n) return
      if (from !== parent) release(from)
      from = answer.object
      yield from
    }
  } finally {
    if (from !== parent) release(from)
  }
}

/** Puts elements that were read level by level into the order of the tree. */
function inOrder(elements: PlatformElement[]): PlatformElement[] {
  const children = Map.groupBy(elements, ({ parent }) => parent)
  const ordered: PlatformElement[] = []
  const visit = (parent: string | null): void => {
    for (const element of children.get(parent) ?? []) {
      ordered.push(element)
      visit(element.ref)
    }
  }
  visit(null)
  return ordered
}
