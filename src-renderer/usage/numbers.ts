// Writes sums of usage in words: an unknown part is named, never counted as nothing.
import type { TFunction } from 'i18next'
import { costWords, tokenWords } from '../../src-preload/contract/words.ts'
import type { Sum } from './series.ts'

/** Writes a cost: `$0.42`, `at least $0.42` where some of it is unknown, `unknown`. */
export const costOf = (t: TFunction, sum: Sum): string => sumWords(t, sum, costWords)
export const tokensOf = (t: TFunction, sum: Sum): string => sumWords(t, sum, tokenWords)

function sumWords(t: TFunction, { known, unknown }: Sum, words: (value: number) => string): string {
  if (known === null) return t('usage.unknown')
  return unknown > 0 ? t('usage.at_least', { value: words(known) }) : words(known)
}

/** Writes a time of work as `12 s`, `5 min`, `2.5 h`, because `0:05 h` would say little. */
export function workWords(ms: number, language: string): string {
  const [value, unit] =
    ms < 60_000 ? [ms / 1000, 'second'] : ms < 3_600_000 ? [ms / 60_000, 'minute'] : [ms / 3_600_000, 'hour']
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: unit === 'hour' || value < 10 ? 1 : 0,
  }).format(value)
}

/** Writes `2026-11-21` as `21 Nov`. */
export const shortDay = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    Date.parse(`${day}T12:00:00Z`),
  )
