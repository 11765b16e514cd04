// Reads and selects texts by their ranges (Text pattern). A position is counted in code points, as the port has it; what an
// application counts is checked by reading it back.
import { screenRect, type ScreenRect } from '../../../core/geometry.ts'
import type { RunControl } from '../../../core/run-control.ts'
import { release, S_OK, takeNumbers, takeText, type ComObject } from '../native/com.ts'
import { pointerPlace } from '../../native/library.ts'
import { toPort } from '../line-ends.ts'
import { ask, carryOut } from './aside.ts'
import { ARRAY, CHARACTER, ENDPOINT, PATTERN, RANGE } from './interfaces.ts'

/** Milliseconds that an application may take for one answer. */
const ANSWER_MS = 2000
/** UTF-16 units of a text. */
const MAX_TEXT = 4_000_000

/** Gives what the method at `place` gives (a text or an array) as its pointer; null for a failure. */
async function pointerOf(
  object: ComObject,
  place: number,
  [signature, ...args]: [signature: string, ...args: unknown[]],
  run: RunControl,
): Promise<bigint | null> {
  const given = pointerPlace()
  const parameters = `${signature}${signature === '' ? '' : ', '}_Out_ int64_t *given`
  const code = await carryOut(object, [place, parameters, ...args, given], ANSWER_MS, run)
  return code === S_OK ? (given[0] ?? 0n) : null
}

async function textOf(range: ComObject, run: RunControl): Promise<string | null> {
  const text = await pointerOf(range, RANGE.text, ['int32_t max', MAX_TEXT], run)
  return text === null ? null : toPort(takeText(text))
}

async function withObject<T>(
  object: ComObject,
  asked: [place: number, signature: string, ...args: unknown[]],
  use: (given: ComObject) => Promise<T>,
  run: RunControl,
): Promise<T | null> {
  const answer = await ask(object, asked, ANSWER_MS, run)
  if (!answer || answer.object === 0n) return null
  try {
    return await use(answer.object)
  } finally {
    release(answer.object)
  }
}

const withWhole = <T>(
  pattern: ComObject,
  use: (range: ComObject) => Promise<T>,
  run: RunControl,
): Promise<T | null> => withObject(pattern, [PATTERN.text.whole, ''], use, run)

/** Null where the element has no text. */
export const wholeText = (pattern: ComObject, run: RunControl): Promise<string | null> =>
  withWhole(pattern, (range) => textOf(range, run), run)

/** Gives what is selected, one after the other, `''` for nothing. */
export const selectedText = (pattern: ComObject, run: RunControl): Promise<string | null> =>
  withObject(
    pattern,
    [PATTERN.text.selection, ''],
    async (ranges) => {
      const count = new Int32Array(2)
      if ((await carryOut(ranges, [ARRAY.length, '_Out_ int32_t *count', count], ANSWER_MS, run)) !== S_OK)
        return null
      let selected = ''
      for (let at = 0; at < (count[0] ?? 0); at++) {
        const asked: [number, string, number] = [ARRAY.element, 'int32_t at', at]
        selected += (await withObject(ranges, asked, (range) => textOf(range, run), run)) ?? ''
      }
      return selected
    },
    run,
  )

/** Uses the range of some characters; null where the application counts characters in another way. */
function withPart<T>(
  pattern: ComObject,
  { start, end }: { start: number; end: number },
  use: (range: ComObject) => Promise<T>,
  run: RunControl,
): Promise<T | null> {
  return withWhole(
    pattern,
    async (whole) => {
      const text = await textOf(whole, run)
      const wanted = text === null ? null : Array.from(text).slice(start, end).join('')
      if (wanted === null || wanted === '') return null
      return withObject(
        whole,
        [RANGE.clone, ''],
        async (part) => {
          const moved = new Int32Array(2)
          const move = (endpoint: number, by: number) =>
            carryOut(
              part,
              [
                RANGE.moveEndpointByUnit,
                'int32_t endpoint, int32_t unit, int32_t by, _Out_ int32_t *moved',
                endpoint,
                CHARACTER,
                by,
                moved,
              ],
              ANSWER_MS,
              run,
            )
          const collapse = [RANGE.moveEndpointByRange, 'int32_t end, int64_t range, int32_t start'] as const
          const isCollapsed =
            (await carryOut(part, [...collapse, ENDPOINT.end, whole, ENDPOINT.start], ANSWER_MS, run)) ===
            S_OK
          const isPlaced =
            isCollapsed &&
            (await move(ENDPOINT.end, end)) === S_OK &&
            (await move(ENDPOINT.start, start)) === S_OK
          return isPlaced && (await textOf(part, run)) === wanted ? use(part) : null
        },
        run,
      )
    },
    run,
  )
}

export const selectPart = async (
  pattern: ComObject,
  part: { start: number; end: number },
  run: RunControl,
): Promise<boolean> =>
  (await withPart(
    pattern,
    part,
    async (range) => (await carryOut(range, [RANGE.select], ANSWER_MS, run)) === S_OK,
    run,
  )) ?? false

/** Gives the first of the lines that the characters are in. */
export const boundsOfPart = (
  pattern: ComObject,
  part: { start: number; end: number },
  run: RunControl,
): Promise<ScreenRect | null> =>
  withPart(
    pattern,
    part,
    async (range) => {
      const array = await pointerOf(range, RANGE.bounds, [''], run)
      const [x, y, width, height] = array === null ? [] : takeNumbers(array)
      if (x === undefined || y === undefined || width === undefined || height === undefined) return null
      return screenRect({
        x: Math.round(x),
        y: Math.round(y),
        width: Math.round(width),
        height: Math.round(height),
      })
    },
    run,
  )
