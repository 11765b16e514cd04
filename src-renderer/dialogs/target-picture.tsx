// Shows the target of a sensitive act: on the desktop as it is now where that can be watched, else in the picture on which the
// step was decided, if the target is in it.
import { useCallback, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { TargetSummary } from '../../src-preload/contract/events.ts'
import type { Rect } from '../../src-preload/contract/geometry.ts'
import type { QuestionView } from '../../src-preload/contract/run-view.ts'
import { useFrames } from '../chat/frame-canvas.ts'
import { partAround, StepPicture, TargetMark } from '../chat/step-picture.tsx'
import { fileAddress } from '../state/bridge.ts'
import { useDeskhand } from '../state/store.ts'
import { cx } from '../ui/cx.ts'

const ASPECT = 168 / 120
const LOOK = 'w-[200px] shrink-0 self-start overflow-hidden rounded-s border border-line-strong bg-sunken'
/** Wide enough for a readable target; a smaller desktop keeps its size. */
const MAX_WIDTH = 1280

interface TargetPictureProps {
  run: string
  details: NonNullable<QuestionView['details']>
}

export function TargetPicture({ run, details }: TargetPictureProps) {
  const { t } = useTranslation()
  const live = useDeskhand(
    ({ open }) => open[run]?.own === true && open[run].view.display?.kind === 'virtual',
  )
  const { target, picture } = details
  const place = placeOf(target)
  if (place === null) return null
  if (live) return <LiveTarget run={run} target={target} place={place} />
  if (picture === null || !isIn(picture.bounds, place)) return null
  return (
    <StepPicture
      source={fileAddress(run, picture.path)}
      picture={picture}
      targets={[target]}
      part={partAround(picture.bounds, place, ASPECT)}
      alt={t('ask.picture')}
      className={LOOK}
    />
  )
}

const placeOf = ({ bounds, point }: TargetSummary): Rect | null =>
  bounds ?? (point ? { ...point, width: 1, height: 1 } : null)

const isIn = (picture: Rect, { x, y, width, height }: Rect): boolean =>
  x + width / 2 >= picture.x &&
  y + height / 2 >= picture.y &&
  x + width / 2 <= picture.x + picture.width &&
  y + height / 2 <= picture.y + picture.height

function LiveTarget({ run, target, place }: { run: string; target: TargetSummary; place: Rect }) {
  const { t } = useTranslation()
  const canvas = useRef<HTMLCanvasElement>(null)
  const partOf = useCallback((desktop: Rect) => partAround(desktop, place, ASPECT), [place])
  const shown = useFrames(canvas, { run, wanted: true, maxWidth: MAX_WIDTH, partOf })
  const part = shown ? partOf(shown.bounds) : null
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a live picture is no <img>
      role="img"
      aria-label={t('ask.picture')}
      className={cx(LOOK, 'relative')}
      style={{ aspectRatio: ASPECT }}
    >
      <canvas ref={canvas} className={cx('size-full', !shown && 'invisible')} />
      {part && (
        <svg
          aria-hidden
          viewBox={`${part.x} ${part.y} ${part.width} ${part.height}`}
          className="absolute inset-0 size-full"
        >
          <TargetMark target={target} unit={part.width / 480} />
        </svg>
      )}
    </div>
  )
}
