// The search of the list: at once in the requests, then by the program in all that was thought, done and found.
import { useEffect, useMemo, useState } from 'react'
import type { RunSummary } from '../../src-preload/contract/run-view.ts'
import { bridge } from '../state/bridge.ts'

const PAUSE_MS = 200

const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether all of the words are in the text; case and accents don't matter. */
export function hasWords(text: string, words: string): boolean {
  const within = folded(text)
  return folded(words)
    .split(/\s+/)
    .every((word) => within.includes(word))
}

export function useFound(runs: readonly RunSummary[], text: string): readonly RunSummary[] {
  const wanted = text.trim()
  const [deep, setDeep] = useState<{ text: string; runs: ReadonlySet<string> } | null>(null)
  useEffect(() => {
    if (wanted === '') return undefined
    let gone = false
    const timer = setTimeout(() => {
      bridge.call('search_runs', { text: wanted }).then(
        ({ hits }) => !gone && setDeep({ text: wanted, runs: new Set(hits.map(({ run }) => run)) }),
        // What the requests say is found without the program.
        () => {},
      )
    }, PAUSE_MS)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [wanted])
  return useMemo(() => {
    if (wanted === '') return runs
    const more = deep?.text === wanted ? deep.runs : null
    return runs.filter((run) => hasWords(run.request, wanted) || more?.has(run.run))
  }, [runs, wanted, deep])
}
