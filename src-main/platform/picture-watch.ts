// Watches an area by comparing pictures, where the system does not report what has been drawn, together with what is told of changes.
import { lookRepeatedly } from './look-repeatedly.ts'
import type { ChangeWatch, RawPicture } from './platform.ts'
import { fairTime } from './fair-time.ts'

/** Milliseconds between two pictures. */
const LOOK_MS = 60

/** `told` gives when an application last told of a change, also one that no picture shows; `end` is called when the watch ends. */
export async function watchPictures(
  take: () => Promise<RawPicture>,
  told: () => number | null = () => null,
  end: () => void = () => {},
): Promise<ChangeWatch> {
  const began = fairTime()
  let before = (await take()).rgba
  let last: number | null = null
  const watch = lookRepeatedly(LOOK_MS, async () => {
    const now = (await take()).rgba
    if (!now.equals(before)) last = fairTime()
    before = now
    told()
    return false
  })
  return {
    lastChange() {
      const at = told() ?? began
      return at > began ? Math.max(at, last ?? at) : last
    },
    async [Symbol.asyncDispose]() {
      end()
      await watch[Symbol.asyncDispose]()
    },
  }
}
