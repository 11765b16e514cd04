// Tells a screen reader what a sighted person sees change: a question, and the end of what went on.
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useRuns } from '../state/store.ts'
import { goesOn, wordOfRun, type Status } from '../state/status.ts'
import { announce } from '../ui/announcer.tsx'

export function useAnnouncements(): void {
  const { t } = useTranslation()
  const runs = useRuns()
  const before = useRef<Map<string, Status | 'ready'> | null>(null)
  useEffect(() => {
    if (runs === null) return
    const words = new Map(runs.map((run) => [run.run, wordOfRun(run)]))
    const known = before.current
    before.current = words
    if (known === null) return
    for (const run of runs) {
      const word = wordOfRun(run)
      const old = known.get(run.run)
      if (old === word) continue
      if (word === 'asking') announce(t('announce.asks', { request: run.request }), true)
      else if (word === 'paused' || word === 'stopping' || (word === 'running' && old === 'paused')) {
        announce(t(`status.${word}`))
      } else if (word === 'ready' || (old !== undefined && !goesOn(word) && old !== 'ready')) {
        announce(t('announce.ended', { state: t(`status.${word}`), request: run.request }))
      }
    }
  }, [runs, t])
}
