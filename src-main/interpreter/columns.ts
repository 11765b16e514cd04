// Reads what is asked for; of a row that has several values, each with the heading of its column: the words of a selection and of its document.
import type { Control } from '../core/desktop.ts'
import { inReadingOrder, middleOf } from '../matching/places.ts'
import { answerTo } from './answers.ts'
import type { ClauseOf } from './clauses.ts'
import { findByPhrase, shortName } from './matching.ts'
import { act, call, on, withControl, type Move, type Scene } from './moves.ts'

interface Value {
  heading: Control
  value: Control
}

const areOnOneLine = (one: Control, other: Control): boolean =>
  Math.abs(middleOf(one.bounds).y - middleOf(other.bounds).y) <=
  Math.min(one.bounds.height, other.bounds.height) / 2

const areInOneColumn = ({ bounds: one }: Control, { bounds: other }: Control): boolean =>
  one.x < other.x + other.width && other.x < one.x + one.width

/**
 * The values that stand in one line with this one behind their label, if it is one of several and each has its heading on a line above,
 * on which nothing stands above the label: a form of two columns has a label there. None for any other value, which answers alone.
 */
function valuesInLine(found: Control, controls: readonly Control[]): Value[] {
  const texts = controls.filter(
    ({ role, window_id, bounds }) => role === 'text' && window_id === found.window_id && bounds.width > 0,
  )
  const [label, ...values] = texts
    .filter((text) => areOnOneLine(text, found))
    .toSorted((one, other) => one.bounds.x - other.bounds.x)
  if (!label || label === found || values.length < 2) return []
  const above = inReadingOrder(
    texts.filter(({ bounds }) => bounds.y + bounds.height <= middleOf(found.bounds).y),
    ({ bounds }) => bounds,
  ).toReversed()
  for (const first of above) {
    const line = above.filter((text) => areOnOneLine(text, first))
    const pairs = values.flatMap((value) => {
      const [heading, ...others] = line.filter((text) => areInOneColumn(text, value))
      return heading && others.length === 0 ? [{ heading, value }] : []
    })
    const isHeading = !line.some((text) => areInOneColumn(text, label))
    const isWhole = new Set(pairs.map(({ heading }) => heading)).size === values.length
    if (isHeading && isWhole) return pairs
  }
  return []
}

/** Reads what was found. Of several values in one line each is said with its heading: the first one alone could be another than was meant. */
function readFound(found: Control, { controls }: Scene): Move {
  const said = valuesInLine(found, controls).flatMap(({ heading, value }) => [heading, value])
  return act(
    (said.length > 0 ? said : [found]).map((each) => call('texts', on(each))),
    `The ${shortName(found)} is meant.`,
  )
}

export function readValue({ control }: ClauseOf<'read'>, scene: Scene): Move {
  const { controls, windows } = scene
  const isCalled = findByPhrase(control, controls, 'read', windows).found.length > 0
  const answer = isCalled ? null : answerTo(control, controls, windows)
  return answer
    ? readFound(answer, scene)
    : withControl(control, 'read', scene, (found) => readFound(found, scene))
}

/** The value that was read last; null where nothing was, or several values in a line. */
export function lastRead({ history = [] }: Scene): string | null {
  const reads = history
    .map(({ actions }) =>
      actions.filter(({ function: name, status }) => name === 'texts' && status === 'success'),
    )
    .findLast((actions) => actions.length > 0)
  const [only, ...others] = reads ?? []
  const text = only?.result
  return others.length === 0 && typeof text === 'string' && text.trim() !== '' ? text.trim() : null
}
