// Tells a screen reader, and the title of the window, what a sighted person sees change: a question, and the end of what went on.
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { RunSummary } from '../../src-preload/contract/run-view.ts'
import { useRuns } from '../state/store.ts'
import { usePlace } from '../state/place.ts'
import { brakedRun, goesOn, wordOfRun, type StatusWord } from '../state/status.ts'
import { announce } from '../ui/announcer.tsx'

/** Says whether a request has ended, perhaps with its session. */
const isOver = (word: StatusWord): boolean => word === 'ready' || word === 'unsure' || !goesOn(word)

const NONE: readonly RunSummary[] = []

export function useAnnouncements(): void {
  const { t } = useTranslation()
  const runs = useRuns()
  const shown = brakedRun(runs ?? NONE, usePlace().run)
  const word = shown ? wordOfRun(shown) : null
  useEffect(() => {
    // A page of a browser shows in its tab that it needs the person.
    document.title = word === null ? 'Deskhand' : `${t(`status.${word}`)} – Deskhand`
  }, [word, t])
  const before = useRef<Map<string, StatusWord> | null>(null)
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
      } else if (isOver(word) && (old === undefined ? word === 'ready' : !isOver(old))) {
        announce(t('announce.ended', { state: t(`status.${word}`), request: run.request }))
      }
    }
  }, [runs, t])
}
