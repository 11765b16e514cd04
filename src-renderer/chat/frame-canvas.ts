// Draws frames of a desktop on a canvas, the newest one only: one that comes while another is unpacked replaces the waiting one.
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { Rect } from '../../src-preload/contract/geometry.ts'
import { bridge } from '../state/bridge.ts'
import { onFrame, useDeskhand, type Frame } from '../state/store.ts'

export interface Shown {
  bounds: Rect
  /** Whether a person drives. */
  takenOver: boolean
}

/** What is shown now, null until the first frame. Watches only while `wanted`. */
export function useFrames(
  canvas: RefObject<HTMLCanvasElement | null>,
  run: string,
  wanted: boolean,
  maxWidth: number,
): Shown | null {
  const [shown, setShown] = useState<Shown | null>(null)
  const connection = useDeskhand((state) => state.connection)
  const busy = useRef(false)
  const next = useRef<Frame | null>(null)

  useEffect(() => {
    if (!wanted || connection !== 'open') return undefined
    const gone = new AbortController()
    const draw = async () => {
      if (busy.current) return
      busy.current = true
      while (next.current !== null && !gone.signal.aborted) {
        const frame = next.current
        next.current = null
        await paint(canvas.current, frame).catch(() => {
          // A frame that is cut off is followed by the next one.
        })
        if (!gone.signal.aborted) setShown((before) => sameOr(before, frame))
      }
      busy.current = false
    }
    const end = onFrame(run, (frame) => {
      next.current = frame
      void draw()
    })
    bridge.call('watch_desktop', { run, max_width: maxWidth }).catch(() => {
      // The desktop of a run that has just ended is gone: the last picture of its steps is shown.
    })
    return () => {
      gone.abort()
      next.current = null
      end()
      setShown(null)
      bridge.call('unwatch_desktop', { run }).catch(() => {})
    }
  }, [canvas, run, wanted, maxWidth, connection])
  return shown
}

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

async function paint(canvas: HTMLCanvasElement | null, frame: Frame): Promise<void> {
  const bitmap = await createImageBitmap(
    new Blob([frame.data as Uint8Array<ArrayBuffer>], { type: frame.type }),
  )
  if (canvas) {
    if (canvas.width !== bitmap.width) canvas.width = bitmap.width
    if (canvas.height !== bitmap.height) canvas.height = bitmap.height
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
  }
  bitmap.close()
}
