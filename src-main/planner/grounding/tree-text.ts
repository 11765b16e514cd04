// Finds a span of text by the tree: HighlightTextSpan's two ends, where the desktop says where texts stand.
import type { Observation } from '../../core/desktop.ts'
import { centreOf, screenRect } from '../../core/geometry.ts'
import type { RunControl } from '../../core/run-control.ts'
import { canEndWith, type TextPlace, type TextPlaces } from '../../core/text-place.ts'
import { GroundFault } from './fault.ts'

/** Finds the places of a text in the chosen window. Throws ToolError where that can't be asked. */
export type FindTexts = (text: string, run: RunControl) => Promise<TextPlaces>

/** A span from the tree: its phrases select it, and its points only show it. */
export interface TextSpan {
  starting_phrase: string
  ending_phrase: string
  /** The control that contains both ends, null where they are in two controls. */
  control: { id: string; name: string } | null
}

export interface GroundedSpan {
  /** Left out if it is not one text; it is then selected by dragging from point to point. */
  span?: TextSpan
  start: [number, number]
  end: [number, number]
}

/** Throws GroundFault; the fault is ambiguous where a phrase occurs more than once. */
export async function groundSpan(
  { starting_phrase, ending_phrase }: { starting_phrase: string; ending_phrase: string },
  observation: Observation,
  findTexts: FindTexts,
  run: RunControl,
): Promise<GroundedSpan> {
  const begins = await findTexts(starting_phrase, run)
  const from = theOnly(starting_phrase, begins.places, begins)
  const ends = await findTexts(ending_phrase, run)
  const behind = ends.places.filter((place) => canEndWith(from, place))
  const to = theOnly(ending_phrase, behind, { ...ends, count: behind.length })
  const first = from.first ? [from.first.x, middle(from.first)] : null
  const last = to.last ? [to.last.x + to.last.width, middle(to.last)] : null
  const together = from.control.id === to.control.id
  const span = { starting_phrase, ending_phrase, control: together ? from.control : null }
  return {
    ...(from.order === to.order || !first || !last ? { span } : {}),
    start: rounded(first ?? inside(from, observation)),
    end: rounded(last ?? inside(to, observation)),
  }
}

function theOnly(phrase: string, places: readonly TextPlace[], { count, limited }: TextPlaces): TextPlace {
  const [only] = places
  if (!only)
    throw new GroundFault(`The text “${phrase}” is not in the tree.${limited === null ? '' : ` ${limited}`}`)
  if (count === 1) return only
  const listed = places.slice(0, 5).map(({ context }) => `“${context}”`)
  throw new GroundFault(
    `The text “${phrase}” stands there ${count} times: ${listed.join('; ')}. Give more of the text around it.`,
    { ambiguous: true },
  )
}

const middle = ({ y, height }: { y: number; height: number }): number => y + height / 2
const rounded = ([x = 0, y = 0]: readonly number[]): [number, number] => [Math.round(x), Math.round(y)]

/** Gives the middle of the control, if the place of the characters is not known. */
function inside({ control }: TextPlace, { controls, window }: Observation): [number, number] {
  const bounds = controls.find(({ id }) => id === control.id)?.bounds ?? window?.bounds
  const { x, y } = centreOf(screenRect(bounds ?? { x: 0, y: 0, width: 0, height: 0 }))
  return [x, y]
}
