// Begins a run, shows it, asks its questions, and waits until it is over.
import type { EventOf, SessionEvent } from '../../src-preload/contract/events.ts'
import {
  emptyRunView,
  lastOutcome,
  reduceRunView,
  type RunView,
} from '../../src-preload/contract/run-view.ts'
import type { BridgeClient } from '../bridge/client.ts'
import { QuestionDesk, type Asking } from './asking/question-desk.ts'
import type { Brake } from './brake.ts'
import type { Finished } from './exit-code.ts'
import { stopFault } from './fault.ts'

interface CarryOutOptions {
  bridge: BridgeClient
  /** Ctrl+C stops the run. */
  brake: Brake
  /** Null where nobody is present to answer. */
  interactor: Asking | null
  onEvent: (event: SessionEvent) => void
  /** The desktop stays open at the end, until the brake releases it. */
  keepOpen?: boolean
}

/**
 * Carries out a run that `begin` starts and watches. Resolves when the run has released all that it used, with its last event and the
 * requests that were not begun. Throws BridgeError where the run can't begin.
 */
export async function carryOut(
  { bridge, brake, interactor, onEvent, keepOpen = false }: CarryOutOptions,
  begin: () => Promise<{ run: string }>,
): Promise<{ end: Finished; waiting: readonly string[] }> {
  if (brake.pulled) throw stopFault()
  const over = Promise.withResolvers<string | null>()
  // Only the code after the beginning of the run awaits it.
  over.promise.catch(() => {})
  const seen: {
    run: string | null
    view: RunView
    end: EventOf<'session_finished'> | null
    queue: string[]
  } = {
    run: null,
    view: emptyRunView(),
    end: null,
    queue: [],
  }
  using desk = interactor && new QuestionDesk({ bridge, interactor, onFault: over.reject })
  const stop = () => {
    if (seen.run === null || seen.end !== null) return
    bridge.call('control_run', { run: seen.run, wish: 'stop' }).catch((error: unknown) => {
      if (seen.end === null) over.reject(error)
    })
  }
  const hear = (run: string, event: SessionEvent) => {
    seen.run = run
    seen.view = reduceRunView(seen.view, event)
    if (event.type === 'session_finished') seen.end = event
    onEvent(event)
    // A queued request is taken without a question.
    if (event.type !== 'question_asked' || event.kind !== 'new_request' || seen.queue.length === 0)
      desk?.hear(run, event)
    if (event.type !== 'session_finished' || !keepOpen) return
    brake.keptOpen()
    brake.released.then(() => bridge.call('release_desktop', { run })).catch(over.reject)
  }
  const unsubscribe = bridge.subscribe((push) => {
    if (push.push === 'queue') seen.queue = push.queue
    // Events of another run may come as well, because the run that this one continues is closed.
    else if (push.push === 'event' && (seen.run ?? push.run) === push.run) hear(push.run, push.event)
    else if (push.push === 'run_over') over.resolve(push.error)
  })
  brake.attach(stop)
  try {
    const { run } = await begin()
    seen.run = run
    if (brake.pulled) stop()
    const error = await over.promise
    if (seen.end === null) throw new Error(error ?? 'The session ended without saying how.')
    return {
      end: { ...seen.end, last: lastOutcome(seen.view) },
      waiting: [...seen.queue, ...(interactor?.waiting ?? [])],
    }
  } finally {
    unsubscribe()
  }
}
