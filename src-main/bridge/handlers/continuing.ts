// Answers the calls about runs that a crash has interrupted: continues one, and ends one for good.
import { startRunSchema } from '../../../src-preload/contract/calls/runs.ts'
import type { Engine } from '../../engine.ts'
import type { Handlers } from '../handler.ts'
import type { LiveRuns } from '../live-runs.ts'

interface ContinuingHandlersOptions {
  engine: Pick<Engine, 'runs'>
  live: Pick<LiveRuns, 'start'>
  /** Tells every window that an entry of the history has changed. */
  changed: (run: string) => Promise<void>
}

export const continuingHandlers = ({
  engine,
  live,
  changed,
}: ContinuingHandlersOptions): Handlers<'continue_run' | 'close_run'> => ({
  continue_run: async ({ run, watch, ...wishes }, caller) => {
    const left = await engine.runs.interrupted(run)
    const { request, queue, display, strategy } = left
    const begin = startRunSchema.parse({ request, display, strategy: strategy || null, ...wishes })
    return { run: await live.start(begin, watch ? caller : null, { continues: left.run, queue }) }
  },
  close_run: async ({ run }) => {
    await engine.runs.close(run)
    await changed(run)
    return {}
  },
})
