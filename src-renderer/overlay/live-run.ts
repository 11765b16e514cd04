// Finds the run that the overlay is about: the one that its address names, else the one that acts on the host desktop.
import { useEffect, useState } from 'react'
import type { RunSummary } from '../../src-preload/contract/run-view.ts'
import type { OpenRun } from '../state/run-feed.ts'
import { goesOn } from '../state/status.ts'
import { useAppState, useRun, useRuns } from '../state/store.ts'
import { placeOf, type Place } from './place.ts'

/** Returns the newest of these runs that acts on the host desktop. */
export function hostRunOf(live: readonly string[], runs: readonly RunSummary[]): string | null {
  const acts = (run: RunSummary): boolean =>
    live.includes(run.run) && run.display?.kind === 'host' && goesOn(run.status)
  return runs.find(acts)?.run ?? null
}

export function usePlaceOfWindow(): Place {
  const [place, setPlace] = useState(() => placeOf(window.location.hash, window))
  useEffect(() => {
    const look = () => setPlace(placeOf(window.location.hash, window))
    window.addEventListener('hashchange', look)
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('hashchange', look)
      window.removeEventListener('resize', look)
    }
  }, [])
  return place
}

/** Returns the run; null while there is none, or it is not loaded yet. */
export function useLiveRun(place: Place): OpenRun | null {
  const app = useAppState()
  const runs = useRuns()
  const open = useRun(place.run ?? hostRunOf(app?.live ?? [], runs ?? []))
  return open === null || open.view.run === '' ? null : open
}
