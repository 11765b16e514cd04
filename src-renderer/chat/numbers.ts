// Writes numbers in this language; an unknown one is called unknown, never 0.
import type { TFunction } from 'i18next'
import { costWords, tokenWords } from '../../src-preload/contract/words.ts'

export const costText = (t: TFunction, cost: number | null): string =>
  cost === null ? t('numbers.unknown') : costWords(cost)

export const tokenText = (t: TFunction, tokens: number | null): string =>
  tokens === null ? t('numbers.unknown') : tokenWords(tokens)

/** Writes a time as a clock that does not change its width: `0:38`, `1:02:05`. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const two = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes}:${two(seconds % 60)}`
    : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
}

export const timeOfDay = (ms: number, language: string): string =>
  new Date(ms).toLocaleTimeString(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
