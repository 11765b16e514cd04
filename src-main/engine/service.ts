// Runs the tasks of the server: each is an ordinary run of the engine whose place is the device, and which asks nobody here.
import type { SessionEvent } from '../../src-preload/contract/events.ts'
import type { RunTask } from '../aip/server/task.ts'
import { absentInteractor } from '../core/interactor.ts'
import type { Engine } from '../engine.ts'
import { openDevicePlace } from './device-place.ts'

/** Makes the function with which the engine of this machine runs tasks for devices. */
export const createRunTask =
  (engine: Pick<Engine, 'run' | 'logger'>): RunTask =>
  async ({ session, taskName, request, link }, run, begun) => {
    const results = new Results()
    let name: string | null = null
    const end = await engine.run({
      request,
      task: taskName,
      mode: 'service',
      id: session,
      openPlace: openDevicePlace(link, engine.logger),
      under: run,
      interactor: absentInteractor,
      onEvent: (event) => results.add(event),
      onBegun: (folder) => {
        name = folder
        begun(folder)
      },
    })
    return {
      status: end.status === 'completed' ? 'completed' : 'failed',
      result: results.list,
      error: end.error,
      run: name,
    }
  }

/** The seeds' `session.results`: the result of each round and each evaluation. */
class Results {
  readonly list: Record<string, unknown>[] = []
  #request = ''

  add(event: SessionEvent): void {
    if (event.type === 'round_started') this.#request = event.request
    else if (event.type === 'round_finished') {
      const { status, result, error } = event
      this.list.push({ type: 'round_result', request: this.#request, result, status, error })
    } else if (event.type === 'evaluated') {
      const { level, complete, reason, sub_scores } = event
      this.list.push({
        type: 'evaluation_result',
        level,
        request: this.#request,
        complete,
        reason,
        sub_scores,
      })
    }
  }
}
