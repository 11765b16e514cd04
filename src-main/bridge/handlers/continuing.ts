// Answers the calls about runs that a crash has interrupted: going on with one, and ending it for good.
import type { Engine } from '../../engine.ts'
import type { Handlers } from '../handler.ts'
import type { LiveRuns } from '../live-runs.ts'

interface ContinuingHandlersOptions {
  engine: Pick<Engine, 'runs'>
  live: Pick<LiveRuns, 'start'>
  /** Tells every window that a line of the history has changed. */
  changed: (run: string) => Promise<void>
}

export const continuingHandlers = ({
  engine,
  live,
  changed,
}: ContinuingHandlersOptions): Handlers<'continue_run' | 'close_run'> => ({
  continue_run: async ({ run }) => {
    const { request, queue, display, strategy } = await engine.runs.interrupted(run)
    const wanted = { request, display, strategy: strategy || null, one_shot: false }
    return { run: await live.start(wanted, { continues: run, queue }) }
  },
  close_run: async ({ run }) => {
    await engine.runs.close(run)
    await changed(run)
    return {}
  },
})
