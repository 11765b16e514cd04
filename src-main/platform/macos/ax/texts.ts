// Reads and selects texts by ranges. The port counts code points, macOS counts UTF-16 units; a part is read back before it is used.
import type { ScreenRect } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import { AX_ERROR, makeRange, rectIn } from '../native/accessibility.ts'
import { release, textIn, using, type Range, type Ref } from '../native/core-foundation.ts'
import { parameterizedOf, setTo } from './ask.ts'
import { rounded } from './describe.ts'
import { textOfAttribute } from './facts.ts'

/** UTF-16 units of a text. */
const MAX_TEXT = 4_000_000

export const wholeText = async (element: Ref, run: RunControl): Promise<string | null> =>
  (await textOfAttribute(element, 'AXValue', run))?.slice(0, MAX_TEXT) ?? null

/** Gives what is selected, `''` for nothing; null where the element has no selection. */
export const selectedText = (element: Ref, run: RunControl): Promise<string | null> =>
  textOfAttribute(element, 'AXSelectedText', run)

interface Part {
  start: number
  end: number
}

/** Null where there are no such characters, or the application counts them in another way. */
async function withPart<T>(
  element: Ref,
  { start, end }: Part,
  use: (range: Ref) => Promise<T>,
  run: RunControl,
): Promise<T | null> {
  const points = Array.from((await wholeText(element, run)) ?? '')
  const wanted = points.slice(start, end).join('')
  if (wanted === '') return null
  const place: Range = { location: points.slice(0, start).join('').length, length: wanted.length }
  const range = makeRange(place)
  try {
    const answer = await parameterizedOf(element, 'AXStringForRange', range, run)
    const found = answer && answer.ref !== 0n ? using(answer.ref, textIn) : null
    return found === wanted ? await use(range) : null
  } finally {
    release(range)
  }
}

export const selectPart = async (element: Ref, part: Part, run: RunControl): Promise<boolean> =>
  (await withPart(
    element,
    part,
    async (range) => {
      await run.checkpoint()
      return (await setTo(element, 'AXSelectedTextRange', range, run)) === AX_ERROR.none
    },
    run,
  )) ?? false

export const boundsOfPart = (element: Ref, part: Part, run: RunControl): Promise<ScreenRect | null> =>
  withPart(
    element,
    part,
    async (range) => {
      const answer = await parameterizedOf(element, 'AXBoundsForRange', range, run)
      const rect = answer && answer.ref !== 0n ? using(answer.ref, rectIn) : null
      return rect && rounded(rect)
    },
    run,
  )
