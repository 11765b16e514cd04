// Shows what a step saw: its picture, the controls that were found, and where it acted. All positions are in screen space; the
// drawing has the screen's coordinates, so nothing is converted by hand.
import type { Rect } from '../../src-preload/contract/geometry.ts'
import type { PictureRef } from '../../src-preload/contract/events.ts'
import type { Aim } from './step-marks.ts'

export interface MarkedControl {
  id: string
  role: string
  name: string
  bounds: Rect
}

interface StepPictureProps {
  /** Address of the picture's file. */
  source: string
  picture: PictureRef
  targets: readonly Aim[]
  controls?: readonly MarkedControl[]
  /** The shown part, in screen space; without it, the whole picture. */
  part?: Rect
  /** The description of the picture, for people who can't see it. */
  alt: string
  className?: string
}

const middle = ({ x, y, width, height }: Rect) => ({ x: x + width / 2, y: y + height / 2 })

export function StepPicture({
  source,
  picture,
  targets,
  controls = [],
  part,
  alt,
  className,
}: StepPictureProps) {
  const { bounds } = picture
  const shown = part ?? bounds
  // The unit scales with the picture, so that lines have the same width on the screen.
  const unit = shown.width / 480
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing over a picture is no <img>
      role="img"
      aria-label={alt}
      viewBox={`${shown.x} ${shown.y} ${shown.width} ${shown.height}`}
      className={className}
      preserveAspectRatio="xMidYMid slice"
    >
      <image
        href={source}
        x={bounds.x}
        y={bounds.y}
        width={bounds.width}
        height={bounds.height}
        preserveAspectRatio="none"
      />
      {controls.map((control) => (
        <rect
          key={control.id}
          x={control.bounds.x}
          y={control.bounds.y}
          width={control.bounds.width}
          height={control.bounds.height}
          className="fill-transparent stroke-agent"
          strokeWidth={unit}
        >
          <title>{`${control.role} ${control.name}`}</title>
        </rect>
      ))}
      {targets.map((target) => (
        <TargetMark key={JSON.stringify(target)} target={target} unit={unit} />
      ))}
    </svg>
  )
}

/** Shows where it acts; `unit` is one pixel of a picture that is 480 wide. */
export function TargetMark({ target, unit }: { target: Aim; unit: number }) {
  const { bounds, number } = target
  const point = target.point ?? (bounds ? middle(bounds) : null)
  if (!point) return null
  return (
    <g className="fill-none stroke-marker [filter:drop-shadow(0_0_1px_white)]" strokeWidth={2.5 * unit}>
      {bounds && (
        <rect
          x={bounds.x - 2 * unit}
          y={bounds.y - 2 * unit}
          width={bounds.width + 4 * unit}
          height={bounds.height + 4 * unit}
          rx={3 * unit}
          strokeWidth={1.5 * unit}
        />
      )}
      <circle cx={point.x} cy={point.y} r={13 * unit} />
      <circle cx={point.x} cy={point.y} r={2 * unit} className="fill-marker" stroke="none" />
      {typeof number === 'number' && (
        <text
          x={(bounds?.x ?? point.x - 16 * unit) - 4 * unit}
          y={bounds?.y ?? point.y - 14 * unit}
          fontSize={18 * unit}
          className="fill-marker font-bold"
          stroke="none"
          textAnchor="end"
        >
          {number}
        </text>
      )}
    </g>
  )
}

/** Returns the part of the picture around a target, in the wanted proportions, within the picture. */
export function partAround(picture: Rect, target: Rect, aspect: number): Rect {
  const width = Math.min(picture.width, Math.max(320, target.width * 1.6, target.height * 1.6 * aspect))
  const height = Math.min(picture.height, width / aspect)
  const { x, y } = middle(target)
  const within = (start: number, length: number, low: number, full: number) =>
    Math.max(low, Math.min(start - length / 2, low + full - length))
  return {
    x: within(x, width, picture.x, picture.width),
    y: within(y, height, picture.y, picture.height),
    width,
    height,
  }
}
