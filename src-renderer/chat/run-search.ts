// Searches the list: at once in the requests, then by the program in everything that was thought, done and found.
import { useEffect, useMemo, useState } from 'react'
import type { RunLabels } from '../../src-preload/contract/calls/history.ts'
import type { RunSummary } from '../../src-preload/contract/run-view.ts'
import { bridge } from '../state/bridge.ts'
import { usePaused } from '../state/use-paused.ts'

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Says whether all of the words are in the text; case and accents don't matter. */
export function hasWords(text: string, words: string): boolean {
  const within = folded(text)
  return folded(words)
    .split(/\s+/)
    .every((word) => within.includes(word))
}

export function useFound(
  runs: readonly RunSummary[],
  text: string,
  labels: RunLabels,
): readonly RunSummary[] {
  const wanted = text.trim()
  const paused = usePaused(wanted)
  const [deep, setDeep] = useState<{ text: string; runs: ReadonlySet<string> } | null>(null)
  useEffect(() => {
    if (paused === '') return undefined
    let gone = false
    bridge.call('search_runs', { text: paused }).then(
      ({ hits }) => !gone && setDeep({ text: paused, runs: new Set(hits.map(({ run }) => run)) }),
      // The words of requests are found without the program.
      () => {},
    )
    return () => {
      gone = true
    }
  }, [paused])
  return useMemo(() => {
    if (wanted === '') return runs
    const more = deep?.text === wanted ? deep.runs : null
    return runs.filter(
      (run) => hasWords(`${labels[run.run]?.title ?? ''} ${run.request}`, wanted) || more?.has(run.run),
    )
  }, [runs, wanted, deep, labels])
}
