// Draws frames of a desktop on a canvas, only the newest: a frame that comes while another is decoded replaces the waiting one.
import { useEffect, useState, type RefObject } from 'react'
import type { Rect } from '../../src-preload/contract/geometry.ts'
import type { Frame } from '../state/desktop-feed.ts'
import { desktopFeed } from '../state/store.ts'

export interface Shown {
  bounds: Rect
  /** Whether a person drives. */
  takenOver: boolean
}

interface FrameOptions {
  run: string
  wanted: boolean
  maxWidth: number
  /** The part of the desktop that is drawn, in its screen space; the whole without it. Must stay the same function. */
  partOf?: (desktop: Rect) => Rect
}

/** Returns the shown part; null until the first frame. Watches only while `wanted`. */
export function useFrames(
  canvas: RefObject<HTMLCanvasElement | null>,
  { run, wanted, maxWidth, partOf = whole }: FrameOptions,
): Shown | null {
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    if (!wanted) return undefined
    const gone = new AbortController()
    let busy = false
    let next: Frame | null = null
    const draw = async () => {
      if (busy) return
      busy = true
      while (next !== null && !gone.signal.aborted) {
        const frame: Frame = next
        next = null
        await paint(canvas.current, frame, partOf(frame.bounds)).catch(() => {
          // A broken frame is skipped, because the next one follows.
        })
        if (!gone.signal.aborted) setShown((before) => sameOr(before, frame))
      }
      busy = false
    }
    const end = desktopFeed.watch(run, maxWidth, (frame) => {
      next = frame
      void draw()
    })
    return () => {
      gone.abort()
      end()
      setShown(null)
    }
  }, [canvas, run, wanted, maxWidth, partOf])
  return shown
}

const whole = (desktop: Rect): Rect => desktop

function sameOr(before: Shown | null, { bounds, taken_over }: Frame): Shown {
  const same =
    before !== null &&
    before.takenOver === taken_over &&
    before.bounds.x === bounds.x &&
    before.bounds.y === bounds.y &&
    before.bounds.width === bounds.width &&
    before.bounds.height === bounds.height
  return same ? before : { bounds, takenOver: taken_over }
}

async function paint(canvas: HTMLCanvasElement | null, frame: Frame, part: Rect): Promise<void> {
  const bitmap = await createImageBitmap(
    new Blob([frame.data as Uint8Array<ArrayBuffer>], { type: frame.type }),
  )
  if (canvas) {
    const scale = bitmap.width / frame.bounds.width
    const width = Math.round(part.width * scale)
    const height = Math.round(part.height * scale)
    if (canvas.width !== width) canvas.width = width
    if (canvas.height !== height) canvas.height = height
    const left = (part.x - frame.bounds.x) * scale
    const top = (part.y - frame.bounds.y) * scale
    canvas.getContext('2d')?.drawImage(bitmap, left, top, width, height, 0, 0, width, height)
  }
  bitmap.close()
}
