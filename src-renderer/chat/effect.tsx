// What is known of an act: the mark, its evidence and its time. The column that a person reads from top to bottom.
import { useTranslation } from 'react-i18next'
import type { ActionView } from '../../src-preload/contract/run-view.ts'
import { durationWords, evidenceOf, markOf, type Mark } from '../../src-preload/contract/words.ts'
import { cx } from '../ui/cx.ts'

const COLOURS: Record<Mark, string> = {
  '✓': 'text-good',
  '?': 'text-you',
  '✗': 'text-bad',
  '–': 'text-ink-3',
  '·': 'text-ink-3',
}
const NAMES = {
  '✓': 'effect.confirmed',
  '?': 'effect.unconfirmed',
  '✗': 'effect.contradicted',
  '–': 'effect.skipped',
  '·': 'effect.open',
} as const satisfies Record<Mark, string>

export function EffectOf({ action, ms }: { action: ActionView; ms: number | null }) {
  const { t } = useTranslation()
  const mark = markOf(action)
  const evidence = evidenceOf(action).replace(/\s+/g, ' ')
  return (
    <span className="ml-auto flex max-w-[56%] min-w-20 items-baseline justify-end gap-2 pl-3 text-s">
      <span className={cx('flex min-w-0 gap-1.5', COLOURS[mark])} title={evidence}>
        <span aria-hidden className="shrink-0 font-[650]">
          {mark}
        </span>
        <span className="sr-only">
          {t(mark === '·' && action.ms !== null ? 'effect.done' : NAMES[mark])}:{' '}
        </span>
        <span className="truncate">{evidence}</span>
      </span>
      <span className="w-11 shrink-0 text-right text-ink-3">{ms === null ? '' : durationWords(ms)}</span>
    </span>
  )
}
