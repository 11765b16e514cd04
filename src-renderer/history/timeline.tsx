// Shows a run as a line of time that can be scrubbed through, with what was verified, what was not, and what was asked.
import { useTranslation } from 'react-i18next'
import { cx } from '../ui/cx.ts'
import { signOf, type Moment, type Sign } from './replay.ts'

const COLOURS: Record<Sign, string> = {
  '✓': 'text-good',
  '?': 'text-you',
  '✗': 'text-bad',
  asked: 'text-you',
  '·': 'text-ink-3',
}

/** The most signs side by side that a person can tell apart; of more, only those that need attention are shown. */
const MAX_SIGNS = 48
const MAX_NARROW = 12

interface TimelineProps {
  moments: readonly Moment[]
  at: number
  onGo: (at: number) => void
}

export function Timeline({ moments, at, onGo }: TimelineProps) {
  const { t } = useTranslation()
  const last = Math.max(1, moments.length - 1)
  const here = moments[at]
  const position = t('replay.position', { at: at + 1, of: moments.length })
  const isCrowded = moments.length > MAX_SIGNS
  return (
    <div className="mx-2 min-w-0 grow">
      {/* The signs stand over the middle of the thumb, which never reaches the ends of the line. The slider says them in words. */}
      <div aria-hidden className="relative mx-2 h-4 text-xs leading-4">
        {moments.map((moment, index) => {
          const sign = signOf(moment)
          const isQuiet = sign === '✓' || sign === '·'
          if (isCrowded && isQuiet) return null
          return (
            <button
              // oxlint-disable-next-line react/no-array-index-key -- a moment's place is its name
              key={index}
              type="button"
              tabIndex={-1}
              onClick={() => onGo(index)}
              style={{ left: `${(index / last) * 100}%` }}
              className={cx(
                'absolute w-4 -translate-x-1/2 rounded-s text-center font-[650] hover:bg-sunken',
                COLOURS[sign],
                isQuiet && moments.length > MAX_NARROW && 'max-[560px]:hidden',
                index === at && 'bg-sunken',
              )}
            >
              {sign === 'asked' ? '!' : sign}
            </button>
          )
        })}
      </div>
      <input
        type="range"
        aria-label={t('replay.slider')}
        aria-valuetext={here ? `${position}: ${t(`replay.sign.${NAMES[signOf(here)]}`)}` : position}
        min={0}
        max={moments.length - 1}
        value={at}
        onChange={(event) => onGo(Number(event.target.value))}
        className="block h-4 w-full accent-(--agent)"
      />
    </div>
  )
}

const NAMES = {
  '✓': 'confirmed',
  '?': 'unconfirmed',
  '✗': 'failed',
  asked: 'asked',
  '·': 'open',
} as const satisfies Record<Sign, string>
