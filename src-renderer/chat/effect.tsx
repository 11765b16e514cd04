// Shows what is known of an act (the sign, its evidence and its time) in the column that a person reads from top to bottom.
import { useTranslation } from 'react-i18next'
import { mostTelling } from '../../src-preload/contract/evidence.ts'
import type { CodedText } from '../../src-preload/contract/coded-text.ts'
import type { ActionView } from '../../src-preload/contract/run-view.ts'
import { durationWords, evidenceOf, markOf, type Mark } from '../../src-preload/contract/words.ts'
import { nameOf } from './outcome-words.ts'
import { inChinese } from '../state/sentences.ts'
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
  const { t, i18n } = useTranslation()
  const said = useSaid()
  const mark = markOf(action)
  const words = said(action)
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
          {t(mark === '·' && action.ms !== null ? 'effect.done' : NAMES[mark])}:{' '}
        </span>
        {words}
      </span>
      <span className="text-right text-ink-3">{ms === null ? '' : durationWords(ms)}</span>
    </span>
  )
}

// locales: evidence.*
const evidenceName = ({ code, parameters }: CodedText) =>
  `evidence.${code}${NAMED.has(code) && parameters['name'] ? '_named' : ''}` as 'evidence.now'

/** The codes that have other words where the control has a name. */
const NAMED: ReadonlySet<string> = new Set([
  'now',
  'has',
  'value',
  'opened',
  'closed',
  'asks_first',
  'in_front',
])

/** Returns a function that puts the outcome of an act into this language; the program's own words are in the details. */
export function useSaid(): (action: ActionView) => string {
  const { t, i18n } = useTranslation()
  return (action) => {
    const text = evidenceOf(action).replace(/\s+/g, ' ')
    const told = action.status === 'success' ? mostTelling(action.told) : null
    if (told !== null) {
      const { path, ...parameters } = told.parameters
      return t(evidenceName(told), { ...parameters, file: nameOf(path ?? '') })
    }
    // A read text is the application's own, in any language, so it is shown unchanged.
    const isRead = action.status === 'success' && action.evidence === null
    if (i18n.language === 'en' || isRead) return text
    return text === '' ? '' : (inChinese(text) ?? t(NAMES[markOf(action)]))
  }
}
