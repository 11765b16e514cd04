// Joins the flags of GlobalState to a RunControl: the run obeys what a button or another terminal writes.
import type { GlobalState } from './global-state.ts'
import { drop } from './control-flow.ts'
import type { RunControl } from './run-control.ts'

export interface BrakeListener {
  paused(): void
  resumed(): void
  stopped(): void
}

/**
 * Watches `running_state` and `termination_flag`. `terminated` is final for this run, even if it was written before the run began. Dispose
 * it when the run has ended.
 */
export async function watchBrake(
  state: GlobalState,
  run: RunControl,
  tell: BrakeListener,
): Promise<Disposable> {
  let reading = false
  let again = false
  let over = false
  const obey = async () => {
    if (reading) {
      again = true
      return
    }
    reading = true
    try {
      do {
        again = false
        // A deleted file is no wish, so the run stays as it is.
        const [flag, running] = await Promise.all([
          state.getTerminationFlag(),
          state.getRunningState(run.pausedItself ? 'stopped' : 'running'),
        ])
        if (run.stopped || over) return
        if (flag === 'terminated') {
          run.stop()
          tell.stopped()
        } else if (running === 'stopped' && !run.pausedItself) {
          run.pause()
          tell.paused()
        } else if (running === 'running' && run.pausedItself) {
          run.resume()
          tell.resumed()
        }
      } while (again)
    } finally {
      reading = false
    }
  }
  if ((await state.getTerminationFlag()) !== 'terminated') await state.setRunningState('running')
  await obey()
  const watching = state.watchBrake(() => drop(obey()))
  return {
    [Symbol.dispose]: () => {
      over = true
      watching[Symbol.dispose]()
    },
  }
}

/** Records the pauses of the operation that a run belongs to, so that its record and its viewers know of them. */
export function recordPauses(under: RunControl, state: GlobalState): Disposable {
  const write = (paused: boolean) => drop(state.setRunningState(paused ? 'stopped' : 'running'))
  if (under.pausedItself) write(true)
  const forget = under.onPauseChange(write)
  return { [Symbol.dispose]: forget }
}
