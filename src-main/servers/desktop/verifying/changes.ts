// Finds what is different on a desktop between two looks, and says it in one sentence.
import type { PlatformElement, PlatformWindow } from '../../../platform/platform.ts'
import { quoted } from '../targeting/names.ts'
import type { View } from '../state.ts'

export interface Changes {
  opened: PlatformWindow[]
  closed: PlatformWindow[]
  retitled: { before: string; after: string }[]
  appeared: PlatformElement[]
  gone: PlatformElement[]
  changed: { before: PlatformElement; after: PlatformElement }[]
  /** Elements of the same window that are at another place. */
  moved: { before: PlatformElement; after: PlatformElement }[]
}

/** Compares two views. `restless` are refs of elements that change although nobody acts: they prove nothing. */
export function changesBetween(
  before: View | null,
  after: View | null,
  windowsBefore: PlatformWindow[],
  windowsAfter: PlatformWindow[],
  restless: ReadonlySet<string>,
): Changes {
  const old = new Map(windowsBefore.map((window) => [window.handle, window]))
  const now = new Set(windowsAfter.map((window) => window.handle))
  const changes: Changes = {
    opened: windowsAfter.filter((window) => !old.has(window.handle)),
    closed: windowsBefore.filter((window) => !now.has(window.handle)),
    retitled: [],
    appeared: [],
    gone: [],
    changed: [],
    moved: [],
  }
  for (const window of windowsAfter) {
    const was = old.get(window.handle)
    if (was && was.title !== window.title) changes.retitled.push({ before: was.title, after: window.title })
  }
  if (before && after && before.window.handle === after.window.handle) {
    compareElements(before.elements, after.elements, restless, changes)
  }
  return changes
}

function compareElements(
  before: PlatformElement[],
  after: PlatformElement[],
  restless: ReadonlySet<string>,
  changes: Changes,
): void {
  const old = new Map(before.map((element) => [element.ref, element]))
  const now = new Set<string>()
  for (const element of after) {
    now.add(element.ref)
    const was = old.get(element.ref)
    if (restless.has(element.ref)) continue
    if (!was || was.role !== element.role) changes.appeared.push(element)
    else {
      if (says(was) !== says(element)) changes.changed.push({ before: was, after: element })
      if (was.bounds.x !== element.bounds.x || was.bounds.y !== element.bounds.y) {
        changes.moved.push({ before: was, after: element })
      }
    }
  }
  changes.gone.push(...before.filter((element) => !now.has(element.ref) && !restless.has(element.ref)))
}

/** What a person would notice of an element. Focus is told apart: it moves with every click. */
const says = (element: PlatformElement): string =>
  JSON.stringify([
    element.name,
    element.value,
    element.states.filter((state) => state !== 'focused').toSorted(),
  ])

export const isChanged = (changes: Changes): boolean =>
  changes.opened.length > 0 ||
  changes.closed.length > 0 ||
  changes.retitled.length > 0 ||
  changes.appeared.length > 0 ||
  changes.gone.length > 0 ||
  changes.changed.length > 0 ||
  changes.moved.length > 0

/** Names a window in a sentence. Many dialogs have no title: empty quotes would say nothing. */
export const kindOf = (window: Pick<PlatformWindow, 'kind' | 'title'>): string => {
  if (window.kind === 'popup') return 'a pop-up'
  const kind = window.kind === 'dialog' ? 'dialog' : 'window'
  return window.title.trim() === '' ? `a ${kind} without a title` : `the ${kind} ${quoted(window.title)}`
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Says that a window has opened, and what it says where that is a message. */
export const openedWords = (window: Pick<PlatformWindow, 'kind' | 'title'>, said: string | null): string =>
  `${capital(kindOf(window))} has opened.${said === null ? '' : ` It says: ${quoted(said, LONGEST_SAID)}.`}`
export const asksWords = (window: Pick<PlatformWindow, 'kind' | 'title'>, said: string | null): string =>
  `${kindOf(window)} asks first${said === null ? '.' : `: ${quoted(said, LONGEST_SAID)}.`}`
const LONGEST_SAID = 300

/** Says the most telling changes; null where no window or control has changed. `said`: the text of a dialog that has opened. */
export async function describeChanges(
  changes: Changes,
  said: (window: PlatformWindow) => Promise<string | null>,
): Promise<string | null> {
  const parts: string[] = []
  for (const window of changes.opened.slice(0, 2)) parts.push(openedWords(window, await said(window)))
  for (const window of changes.closed.slice(0, 2)) parts.push(`${capital(kindOf(window))} has closed.`)
  for (const { before, after } of changes.retitled.slice(0, 1)) {
    parts.push(`The title ${quoted(before)} is now ${quoted(after)}.`)
  }
  const telling = changes.changed.toSorted((a, b) => weight(b) - weight(a))
  for (const change of telling.slice(0, 2)) parts.push(describeElement(change))
  if (parts.length === 0) {
    if (changes.appeared.length > 0)
      parts.push(`${count(changes.appeared)} appeared: ${names(changes.appeared)}.`)
    if (changes.gone.length > 0) parts.push(`${count(changes.gone)} disappeared: ${names(changes.gone)}.`)
    if (changes.moved.length > 0) parts.push(`${String(changes.moved.length)} controls have moved.`)
  }
  return parts.length > 0 ? parts.join(' ') : null
}

const weight = (change: { before: PlatformElement; after: PlatformElement }): number =>
  change.before.value !== change.after.value ? 2 : change.before.name !== change.after.name ? 1 : 0

const count = (elements: PlatformElement[]): string =>
  elements.length === 1 ? 'A control has' : `${String(elements.length)} controls have`

const names = (elements: PlatformElement[]): string => {
  const named = elements.filter((element) => element.name !== '')
  return (
    named
      .slice(0, 3)
      .map((element) => `${element.role} ${quoted(element.name)}`)
      .join(', ') || 'without a name'
  )
}

export function describeElement({
  before,
  after,
}: {
  before: PlatformElement
  after: PlatformElement
}): string {
  const who = after.name === '' ? `The ${after.role}` : `The ${after.role} ${quoted(after.name)}`
  if (before.value !== after.value) {
    if (after.role === 'password') return `${who} has changed.`
    return `${who} is now ${quoted(after.value ?? '')}, it was ${quoted(before.value ?? '')}.`
  }
  if (before.name !== after.name)
    return `The ${after.role} ${quoted(before.name)} is now ${quoted(after.name)}.`
  const added = after.states.filter((state) => !before.states.includes(state) && state !== 'focused')
  const removed = before.states.filter((state) => !after.states.includes(state) && state !== 'focused')
  const words = [...added, ...removed.map((state) => `no longer ${state}`)]
  return `${who} is ${words.join(', ')}.`
}
