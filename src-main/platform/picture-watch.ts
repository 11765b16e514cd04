// Watches an area by comparing pictures, where the system does not tell what has been drawn.
import type { ChangeWatch, RawPicture } from './platform.ts'

/** Milliseconds between two pictures. */
const LOOK_MS = 60

export async function watchPictures(take: () => Promise<RawPicture>): Promise<ChangeWatch> {
  let before = (await take()).rgba
  let last: number | null = null
  let over = false
  let timer: NodeJS.Timeout | null = null
  const look = async (): Promise<void> => {
    const now = (await take()).rgba
    if (!now.equals(before)) last = performance.now()
    before = now
    again()
  }
  const again = () => {
    if (over) return
    timer = setTimeout(() => {
      // The desktop is lost, or its run stopped: whoever acts on it says so.
      look().catch(() => {})
    }, LOOK_MS)
    timer.unref()
  }
  again()
  return {
    lastChange: () => last,
    [Symbol.asyncDispose]: () => {
      over = true
      if (timer) clearTimeout(timer)
      return Promise.resolve()
    },
  }
}
