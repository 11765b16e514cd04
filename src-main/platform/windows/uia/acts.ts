// Acts on an element by what it says that it can do (its patterns). An act that has not returned in time is delivered: a program
// that answers with a modal window returns when that is closed.
import type { RunControl } from '../../../core/run-control.ts'
import { makeText, release, S_OK, takeText, type ComObject } from '../native/com.ts'
import { toWindows } from '../line-ends.ts'
import { ask, carryOut } from './aside.ts'
import { ELEMENT, FAULT, PATTERN } from './interfaces.ts'
import { rangeOf, type Patterns } from './properties.ts'

/** Milliseconds that an act may take to return. */
const ACT_MS = 800
/** Milliseconds to find the pattern that carries the act out. */
const ANSWER_MS = 2000
const TAKE_SELECTION = 2

/** Errors that come before anything is done; after any other error the act may have happened. */
const REFUSALS: ReadonlySet<number> = new Set([
  FAULT.notImplemented,
  FAULT.notEnabled,
  FAULT.notSupported,
  FAULT.invalidOperation,
  FAULT.accessDenied,
])

type Pattern = (typeof PATTERN)[keyof typeof PATTERN]
type Act = [place: number, signature?: string, ...args: unknown[]]

/** Uses an element's pattern; null where it does not have it. */
export async function withPattern<T>(
  element: ComObject,
  { id, iid }: Pick<Pattern, 'id' | 'iid'>,
  use: (pattern: ComObject) => Promise<T>,
  run: RunControl,
): Promise<T | null> {
  const asked: [number, string, number, Buffer] = [
    ELEMENT.currentPatternAs,
    'int32_t id, uint8_t *iid',
    id,
    iid,
  ]
  const answer = await ask(element, asked, ANSWER_MS, run)
  if (!answer || answer.object === 0n) return null
  try {
    return await use(answer.object)
  } finally {
    release(answer.object)
  }
}

async function act(element: ComObject, pattern: Pattern, how: Act, run: RunControl): Promise<boolean> {
  const done = await withPattern(
    element,
    pattern,
    async (object) => {
      await run.checkpoint()
      const code = await carryOut(object, how, ACT_MS, run)
      return code === null || !REFUSALS.has(code)
    },
    run,
  )
  return done ?? false
}

/** Does what a person would mean by the act, best pattern first; `default` is the element's own default action. */
export async function invoke(
  element: ComObject,
  patterns: Patterns,
  action: string | null,
  run: RunControl,
): Promise<boolean> {
  const { toggle, expandCollapse, legacy } = patterns
  const can: Record<string, [boolean, () => Promise<boolean>]> = {
    click: [patterns.invoke, () => act(element, PATTERN.invoke, [PATTERN.invoke.invoke], run)],
    toggle: [toggle !== null, () => act(element, PATTERN.toggle, [PATTERN.toggle.toggle], run)],
    select: [patterns.selectionItem !== null, () => select(element, patterns, run)],
    expand: [
      expandCollapse === 0,
      () => act(element, PATTERN.expandCollapse, [PATTERN.expandCollapse.expand], run),
    ],
    collapse: [
      expandCollapse === 1 || expandCollapse === 2,
      () => act(element, PATTERN.expandCollapse, [PATTERN.expandCollapse.collapse], run),
    ],
    default: [
      legacy !== null && legacy !== '',
      () => act(element, PATTERN.legacy, [PATTERN.legacy.doDefaultAction], run),
    ],
  }
  const [, carry] =
    Object.entries(can).find(([name, [isThere]]) => isThere && (action === null || action === name))?.[1] ??
    []
  return carry ? carry() : false
}

export async function select(
  element: ComObject,
  { selectionItem, legacy }: Patterns,
  run: RunControl,
): Promise<boolean> {
  if (selectionItem !== null) return act(element, PATTERN.selectionItem, [PATTERN.selectionItem.select], run)
  if (legacy === null) return false
  return act(element, PATTERN.legacy, [PATTERN.legacy.select, 'int32_t flags', TAKE_SELECTION], run)
}

export async function setText(
  element: ComObject,
  { value }: Patterns,
  text: string,
  run: RunControl,
): Promise<boolean> {
  if (!value || value.readOnly) return false
  const made = makeText(toWindows(text))
  let underWay = false
  try {
    const done = await withPattern(
      element,
      PATTERN.value,
      async (pattern) => {
        await run.checkpoint()
        underWay = true
        const code = await carryOut(pattern, [PATTERN.value.set, 'intptr_t text', made], ANSWER_MS, run)
        underWay = code === null
        return code === null || code === S_OK
      },
      run,
    )
    return done ?? false
  } finally {
    // A call that is still under way reads the text, so it is freed only when none is.
    if (!underWay) takeText(made)
  }
}

/** Sets a number within what the element takes. */
export async function setNumber(
  element: ComObject,
  { rangeValue }: Patterns,
  value: number,
  run: RunControl,
): Promise<boolean> {
  const { minimum, maximum } = rangeOf(element)
  if (!rangeValue || rangeValue.readOnly || !(value >= minimum && value <= maximum)) return false
  return act(element, PATTERN.rangeValue, [PATTERN.rangeValue.set, 'double value', value], run)
}

export const scrollIntoView = (element: ComObject, run: RunControl): Promise<boolean> =>
  act(element, PATTERN.scrollItem, [PATTERN.scrollItem.scrollIntoView], run)

/** Lets a list make the entry that the element stands in for; most scroll to it then. */
export const realize = (element: ComObject, run: RunControl): Promise<boolean> =>
  act(element, PATTERN.virtualizedItem, [PATTERN.virtualizedItem.realize], run)

/** Asks for the keyboard; the caller checks afterwards. */
export async function takeKeyboard(element: ComObject, run: RunControl): Promise<void> {
  await run.checkpoint()
  await carryOut(element, [ELEMENT.setFocus], ACT_MS, run)
}
