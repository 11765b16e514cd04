// The one fact at the right of a run in the list: what matters most about it.
import type { TFunction } from 'i18next'
import type { RunSummary } from '../../src-preload/contract/run-view.ts'
import { costWords } from '../../src-preload/contract/words.ts'
import { wordOfRun } from '../state/status.ts'

export function factOf(t: TFunction, run: RunSummary): string {
  const word = wordOfRun(run)
  if (word !== 'completed' && word !== 'ready') return t(`fact.${word}`)
  if (run.cost !== null && run.cost >= 0.005) return costWords(run.cost)
  return t('numbers.steps', { count: run.steps })
}
