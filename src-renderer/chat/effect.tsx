// Shows what is known of an act (the sign, its evidence and its time) in the column that a person reads from top to bottom.
import { useTranslation } from 'react-i18next'
import { EFFECT_KEYS, outcomeWords } from '../../src-preload/contract/outcome-said.ts'
import type { ActionView } from '../../src-preload/contract/run-view.ts'
import { durationWords, evidenceOf, markOf, type Mark } from '../../src-preload/contract/words.ts'
import { inChinese } from '../../src-preload/contract/sentences.ts'
import { useSay } from '../state/i18n.ts'
import { cx } from '../ui/cx.ts'

const COLOURS: Record<Mark, string> = {
  '✓': 'text-good',
  '?': 'text-you',
  '✗': 'text-bad',
  '–': 'text-ink-3',
  '·': 'text-ink-3',
}
interface EffectOfProps {
  action: ActionView
  ms: number | null
  /** Whether the result of the request tells why it failed. */
  told?: boolean
}

export function EffectOf({ action, ms, told = false }: EffectOfProps) {
  const { t, i18n } = useTranslation()
  const said = useSaid()
  const mark = markOf(action)
  const words = told ? t('effect.failed') : said(action)
  return (
    // The width is the same in every line, so that the signs are aligned.
    <span className="ml-auto grid w-[46%] max-w-90 shrink-0 grid-cols-[12px_minmax(0,1fr)_44px] items-baseline gap-1.5 pl-3 text-s">
      <span aria-hidden className={cx('font-[650]', COLOURS[mark])}>
        {mark}
      </span>
      <span
        className={cx('truncate', COLOURS[mark])}
        title={i18n.language === 'en' ? evidenceOf(action).replace(/\s+/g, ' ') : words}
      >
        <span className="sr-only">
          {t(mark === '·' && action.ms !== null ? 'effect.done' : EFFECT_KEYS[mark])}:{' '}
        </span>
        {words}
      </span>
      <span className="text-right text-ink-3">{ms === null ? '' : durationWords(ms)}</span>
    </span>
  )
}

/** Returns a function that puts the outcome of an act into this language; the program's own words are in the details. */
export function useSaid(): (action: ActionView) => string {
  const { i18n } = useTranslation()
  const say = useSay()
  return (action) => outcomeWords(action, say, i18n.language === 'zh' ? inChinese : null)
}
