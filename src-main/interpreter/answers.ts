// Finds what is asked for by words that stand nowhere beside it: the version in a window about a program, the number of the page.
import type { Control, WindowInfo } from '../core/desktop.ts'
import { readableName } from '../matching/label.ts'
import { inReadingOrder, middleOf } from '../matching/places.ts'

type Answer = (controls: readonly Control[]) => Control | null

const VERSION = /^(?:version:?\s*)?v?\d+(?:\.\d+)+(?![\w.]*@)[^\n]{0,40}$/iu
/** A day is written like a version. */
const DAY = /^\d{1,2}\.\d{1,2}\.\d{4}$/
const PAGE_WITH_COUNT = /^\(?(?:page |seite )?\d+ (?:of|von|sur|de|\/) \d+\)?$/iu
const COUNT = /^(?:of|von|sur|de|\/) ?\d+$|^\/?共? ?\d+ ?页?$/iu

const textOf = (control: Control): string => (control.value ?? '') || readableName(control)
const isSaid = ({ role }: Control): boolean => role === 'text' || role === 'heading' || role === 'edit'

const isVersion = (text: string): boolean => VERSION.test(text) && !DAY.test(text)

const versionIn: Answer = (controls) =>
  inReadingOrder(
    controls.filter((control) => isSaid(control) && isVersion(textOf(control).trim())),
    ({ bounds }) => bounds,
  )[0] ?? null

/** The field before “of 12”, or what says both. */
const pageIn: Answer = (controls) => {
  const both = controls.find((control) => isSaid(control) && PAGE_WITH_COUNT.test(textOf(control).trim()))
  if (both) return both
  const counts = controls.filter((control) => isSaid(control) && COUNT.test(textOf(control).trim()))
  const before = counts.flatMap((count) =>
    controls.filter(
      ({ role, value, bounds }) =>
        (role === 'edit' || role === 'spinner') &&
        /^\d+$/.test(value ?? '') &&
        Math.abs(middleOf(bounds).y - middleOf(count.bounds).y) <= bounds.height / 2 &&
        bounds.x < count.bounds.x &&
        count.bounds.x - (bounds.x + bounds.width) < NEAR,
    ),
  )
  return before.length === 1 ? (before[0] ?? null) : null
}
/** Pixels between the field and its count. */
const NEAR = 60

const ANSWERS: readonly [RegExp, Answer][] = [
  [/^(?:the )?version(?: number)?$/i, versionIn],
  [/^(?:the )?(?:current )?page(?: number)?$/i, pageIn],
]

/** Takes in what was asked for, where nothing is called so; looks in the window in front. Null where nothing answers it. */
export function answerTo(
  asked: string,
  controls: readonly Control[],
  windows: readonly WindowInfo[],
): Control | null {
  const front = windows.find(({ active, kind }) => active && kind !== 'popup')?.id
  const find = ANSWERS.find(([said]) => said.test(asked.trim()))?.[1]
  return find?.(controls.filter(({ window_id }) => front === undefined || window_id === front)) ?? null
}
