// A command through the dispatcher (lookup, schema check, gate, events, thread pool) to a tool in a worker thread.
import { measureDispatch } from '../../src-main/computer/testing/dispatch-bench.ts'
import { fromPairs, plain, type Figure } from '../measure.ts'

export async function* measure(): AsyncGenerator<Figure> {
  const { dispatch, keptLink, freshLink, sync, calls } = await measureDispatch()
  const against = (baseline: number) => ({ value: dispatch, baseline, ratio: dispatch / baseline, n: calls })
  yield fromPairs('dispatch.kept_link', against(keptLink), '<=', 2, 'baseline: a kept link to the same worker, nothing around it')
  yield fromPairs('dispatch.fresh_link', against(freshLink), '<=', 1, 'baseline: a fresh link for each call')
  yield plain('dispatch.journal_sync', sync, 'ms', '>=', 0, calls, 'what the journal adds before each act; for information')
}
