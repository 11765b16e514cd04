// Finds what is different on a desktop between two looks, and tells it.
import type { CodedText } from '../../../../src-preload/contract/coded-text.ts'
import {
  controlNamed,
  isEmptied,
  seen,
  type EvidenceCode,
} from '../../../../src-preload/contract/evidence.ts'
import type { PlatformElement, PlatformWindow } from '../../../platform/platform.ts'
import { steadyName } from '../../../matching/steady-name.ts'
import { quoted, short } from '../targeting/names.ts'
import type { View } from '../state.ts'

export interface Changes {
  opened: PlatformWindow[]
  closed: PlatformWindow[]
  retitled: { before: string; after: string }[]
  appeared: PlatformElement[]
  gone: PlatformElement[]
  changed: { before: PlatformElement; after: PlatformElement }[]
  /** Elements of the same window at another place. */
  moved: { before: PlatformElement; after: PlatformElement }[]
}

/** Compares two views. `restless` are refs of elements that change without any act, so they prove nothing. */
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
  leaveOutMadeAnew(changes)
}

/** Leaves out controls that an application has made anew, each the same in the same place: nobody sees a difference. */
function leaveOutMadeAnew(changes: Changes): void {
  if (changes.appeared.length === 0 || changes.gone.length === 0) return
  const looks = (element: PlatformElement) => JSON.stringify([element.role, says(element), element.bounds])
  const gone = Map.groupBy(changes.gone, looks)
  changes.appeared = changes.appeared.filter((element) => gone.get(looks(element))?.pop() === undefined)
  changes.gone = [...gone.values()].flat()
}

/** The visible properties of an element. Focus is compared separately, because it moves with every click. */
const says = (element: PlatformElement): string =>
  JSON.stringify([
    steadyName(element),
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

type Window = Pick<PlatformWindow, 'kind' | 'title'>
type Control = Pick<PlatformElement, 'role' | 'name'>
type Content = Pick<PlatformElement, 'role' | 'name' | 'value' | 'states'>
type Parameters = Record<string, string>

export const controlSeen = (code: EvidenceCode, { role, name }: Control, more: Parameters = {}): CodedText =>
  seen(code, { ...controlNamed(role, short(name)), ...more })

/** Reports the current states of a control. The first state that has a common word gives the code. */
export const stateSeen = (control: Control, states: readonly string[], more: Parameters = {}): CodedText => {
  const known = (['checked', 'unchecked', 'selected'] as const).find((state) => states.includes(state))
  return controlSeen(known ?? 'states', control, { states: states.join(', '), ...more })
}

/** A text as evidence tells it. Its lines stay apart: a list with one thing a line is another text than the same in one line. */
export const shortText = (text: string): string => short(text.replaceAll('\n', ' ⏎ '))

/** Tells what an act has replaced, so that a later request can have it back; nothing where it is as before or was empty. */
export const replacing = (was: string | null | undefined, now: string): Parameters =>
  !was || was === now ? {} : { was: shortText(was) }

export const windowSeen = (code: EvidenceCode, { kind, title }: Window, more: Parameters = {}): CodedText =>
  seen(code, { kind, name: short(title), ...more })

const LONGEST_SAID = 300
const saying = (said: string | null): Parameters => (!said ? {} : { says: short(said, LONGEST_SAID) })

/** Reports that a window has opened, with its text if that is a message. */
export const hasOpened = (window: Window, said: string | null): CodedText =>
  windowSeen('opened', window, saying(said))

/** Reports that a window stays because another one asks first. */
export const asksFirst = (window: Window, said: string | null): CodedText =>
  windowSeen('asks_first', window, { still: 'true', ...saying(said) })

/** Reports the most important changes; nothing where no window or control has changed. `said`: the text of a dialog that has opened. */
export async function changesSeen(
  changes: Changes,
  said: (window: PlatformWindow) => Promise<string | null>,
): Promise<CodedText[]> {
  const told: CodedText[] = []
  for (const window of changes.opened.slice(0, 2)) told.push(hasOpened(window, await said(window)))
  for (const window of changes.closed.slice(0, 2)) told.push(windowSeen('closed', window))
  for (const { before, after } of changes.retitled.slice(0, 1)) {
    told.push(seen('retitled', { was: short(before), value: short(after) }))
  }
  const telling = changes.changed.toSorted((a, b) => weight(b) - weight(a))
  for (const change of telling.slice(0, 2)) told.push(elementChanged(change))
  // An application that has taken a text shows it elsewhere.
  if (!told.every(isEmptied)) return told
  if (changes.appeared.length > 0) told.push(controlsSeen('appeared', changes.appeared))
  if (changes.gone.length > 0) told.push(controlsSeen('disappeared', changes.gone))
  if (changes.moved.length > 0) told.push(seen('moved', { count: String(changes.moved.length) }))
  return told
}

type Change = Changes['changed'][number]
/** A field that was emptied tells less than any other text. */
function weight(change: Change): number {
  const { before, after } = change
  if (isEmptied(elementChanged(change))) return 0.5
  return before.value !== after.value ? 2 : before.name !== after.name ? 1 : 0
}

/** Reports how many controls there are, with the names of some. */
export function controlsSeen(code: 'appeared' | 'disappeared', controls: readonly Control[]): CodedText {
  const named = controls.filter(({ name }) => name !== '').slice(0, 3)
  const names = named.map(({ role, name }) => `${role} ${quoted(name)}`).join(', ') || 'without a name'
  return seen(code, { count: String(controls.length), names })
}

export function elementChanged({ before, after }: { before: Content; after: Content }): CodedText {
  if (before.value !== after.value) {
    if (after.role === 'password') return controlSeen('changed', after)
    const [value, was] = [after, before].map((each) => shortText(each.value ?? ''))
    return controlSeen('now', after, { value: value ?? '', was: was ?? '' })
  }
  if (before.name !== after.name) return controlSeen('now', before, { value: short(after.name) })
  const added = after.states.filter((state) => !before.states.includes(state) && state !== 'focused')
  const removed = before.states.filter((state) => !after.states.includes(state) && state !== 'focused')
  return stateSeen(after, [...added, ...removed.map((state) => `no longer ${state}`)])
}
