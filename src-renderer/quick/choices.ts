// Lists what Enter can do with a quick request: run it on one of the desktops, or run an earlier one again.
import type { RunSummary } from '../../src-preload/contract/run-view.ts'
import type { Desktop } from '../state/desktops.ts'

export type Choice =
  | { kind: 'run'; desktop: Desktop; /** Keys that choose it at once. */ keys: 'Enter' | 'Alt+Enter' }
  | { kind: 'send'; device: string }
  | { kind: 'again'; request: string; started_at: number }

const MAX_RECENT = 5

/** Finds earlier requests, not the names of plans, that have these words, each once, the newest first. */
export function recentRequests(runs: readonly RunSummary[], typed: string): Choice[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const seen = new Set([typed.trim()])
  const recent: Choice[] = []
  for (const { request, started_at, plan } of runs) {
    if (plan !== undefined) continue
    const folded = request.toLowerCase()
    if (request === '' || seen.has(request) || !words.every((word) => folded.includes(word))) continue
    seen.add(request)
    recent.push({ kind: 'again', request, started_at })
    if (recent.length === MAX_RECENT) break
  }
  return recent
}

interface Wanted {
  /** The chosen device. */
  device: string | null
  /** Whether a plan replaces the words. */
  isPlan: boolean
}

/** Lists all rows: first the places for a request once there is one, then earlier requests. */
export function choicesOf(
  typed: string,
  desktops: readonly Desktop[],
  runs: readonly RunSummary[],
  { device, isPlan }: Wanted = { device: null, isPlan: false },
): Choice[] {
  if (device !== null && typed.trim() !== '')
    return [{ kind: 'send', device }, ...recentRequests(runs, typed)]
  const run = desktops.map((desktop, index): Choice => ({
    kind: 'run',
    desktop,
    keys: index === 0 ? 'Enter' : 'Alt+Enter',
  }))
  if (isPlan) return run
  return [...(typed.trim() === '' ? [] : run), ...recentRequests(runs, typed)]
}
