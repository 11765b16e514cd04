// Asks for the requests of a conversation in the seeds' order: the session's own first, then the person's.
import type { Interactor } from '../core/interactor.ts'
import type { RunControl } from '../core/run-control.ts'

/** Returns the request after so many rounds; null where nothing more comes. `given` is the session's own, and is asked for where there is none. */
export async function askNext(
  rounds: number,
  given: string | null,
  interactor: Interactor,
  run: RunControl,
): Promise<string | null> {
  if (rounds === 0) return (given ?? (await interactor.firstRequest(run)).answer)?.trim() || null
  const { answer } = await interactor.newRequest(run)
  return answer.complete ? null : answer.request.trim()
}
