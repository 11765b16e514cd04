// Draws the border around the display that says who drives, and the mark where it acts. It is click-through: nothing in it can be
// pressed.
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActWords } from '../chat/step-line.tsx'
import { meaningOfRun, shownOf } from '../state/status.ts'
import { useAppState } from '../state/store.ts'
import { cx } from '../ui/cx.ts'
import { BORDER, LABEL, labelLeft, RING } from './mark-box.ts'
import { useLiveRun, usePlaceOfWindow } from './live-run.ts'
import './overlay.css'
import { inWindow, type Place } from './place.ts'
import { markOf, type Mark } from './scene.ts'

/** How long a mark stays after its act, in milliseconds. */
const STAY_MS = 1_100

export function Border() {
  const { t } = useTranslation()
  const place = usePlaceOfWindow()
  const run = useLiveRun(place)
  const app = useAppState()
  const mark = useFreshMark(run === null ? null : markOf(run.view), run !== null)
  if (run === null || run.view.finished_at !== null) return null
  // Without a compositor transparent pixels are black, so on Linux all is opaque and the window is cut to its shape.
  const opaque = app?.platform === 'linux'
  const meaning = meaningOfRun(shownOf(run.view))
  const colour = meaning === 'you' ? 'var(--you)' : 'var(--agent)'
  const glow = `inset 0 0 36px color-mix(in srgb, ${colour} 45%, transparent)`
  return (
    <main aria-label={t('overlay.drives')} className="pointer-events-none fixed inset-0 overflow-hidden">
      <div
        className={cx('absolute inset-0', !opaque && 'rounded-m')}
        style={{ border: `${BORDER}px solid ${colour}`, ...(opaque ? {} : { boxShadow: glow }) }}
      />
      {mark !== null && <ActMark key={mark.call} mark={mark} place={place} opaque={opaque} />}
    </main>
  )
}

/** Returns the mark from the beginning of its act until a moment after it; a mark from before this window opened is too old. */
function useFreshMark(mark: Mark | null, ready: boolean): Mark | null {
  const seen = useRef<string | null | undefined>(undefined)
  const [shown, setShown] = useState<string | null>(null)
  const call = mark?.call ?? null
  useEffect(() => {
    if (!ready) return
    const first = seen.current === undefined
    const old = seen.current === call
    seen.current = call
    if (first || old || call === null) return
    setShown(call)
  }, [call, ready])
  useEffect(() => {
    if (shown === null) return undefined
    const timer = setTimeout(() => setShown(null), STAY_MS)
    return () => clearTimeout(timer)
  }, [shown])
  return mark !== null && mark.call === shown ? mark : null
}

function ActMark({ mark, place, opaque }: { mark: Mark; place: Place; opaque: boolean }) {
  const { verb, rest } = useActWords()(mark.action)
  const { x, y } = inWindow(mark.point, place)
  const left = labelLeft(x, window.innerWidth)
  const side = left ? { right: window.innerWidth - x + LABEL.gap } : { left: x + LABEL.gap }
  const size = opaque ? { width: LABEL.width } : { maxWidth: LABEL.width }
  return (
    <>
      <div
        data-mark={mark.call}
        className="mark-in absolute -translate-1/2 rounded-full border-marker"
        style={{
          left: x,
          top: y,
          width: RING.outer * 2,
          height: RING.outer * 2,
          borderWidth: RING.outer - RING.inner,
        }}
      />
      <div
        className="absolute -translate-1/2 rounded-full bg-marker"
        style={{ left: x, top: y, width: RING.dot * 2, height: RING.dot * 2 }}
      />
      <div
        className={cx(
          'absolute -translate-y-1/2 truncate border border-line bg-raised px-2 text-s text-ink',
          !opaque && 'rounded-s shadow-lift',
        )}
        style={{ ...side, ...size, top: y, height: LABEL.height, lineHeight: `${LABEL.height - 2}px` }}
      >
        {`${verb} ${rest}`}
      </div>
    </>
  )
}
