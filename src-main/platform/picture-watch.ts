// Watches an area by comparing pictures, where the system does not report what has been drawn.
import { lookRepeatedly } from './look-repeatedly.ts'
import type { ChangeWatch, RawPicture } from './platform.ts'

/** Milliseconds between two pictures. */
const LOOK_MS = 60

export async function watchPictures(take: () => Promise<RawPicture>): Promise<ChangeWatch> {
  let before = (await take()).rgba
  let last: number | null = null
  const watch = lookRepeatedly(LOOK_MS, async () => {
    const now = (await take()).rgba
    if (!now.equals(before)) last = performance.now()
    before = now
    return false
  })
  return { lastChange: () => last, [Symbol.asyncDispose]: () => watch[Symbol.asyncDispose]() }
}
