// Puts small facts of a memory into words: how often it has helped, and that it is about what did not work.
import { useTranslation } from 'react-i18next'
import type { MemoryOutcome, MemorySummary } from '../../src-preload/contract/memory.ts'
import { Badge } from '../ui/badge.tsx'

export function FaredWords({ memory }: { memory: Pick<MemorySummary, 'used' | 'helped' | 'failed'> }) {
  const { t } = useTranslation()
  const { used, helped, failed } = memory
  if (used === 0) return t('memory.never_used')
  const judged = helped + failed
  return judged === 0 ? t('memory.used', { count: used }) : t('memory.helped', { helped, count: judged })
}

export function OutcomeMark({ outcome }: { outcome: MemoryOutcome }) {
  const { t } = useTranslation()
  return outcome === 'worked' ? null : <Badge meaning="bad">{t('memory.did_not_work')}</Badge>
}
