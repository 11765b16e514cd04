// Answers the calls that begin, steer and watch runs.
import type { runCalls } from '../../../src-preload/contract/calls/runs.ts'
import { UserError } from '../../core/errors.ts'
import type { Engine } from '../../engine.ts'
import { followRun } from '../../recorder/follow.ts'
import type { Caller, Handlers } from '../handler.ts'
import type { ClientModels } from '../client-models.ts'
import type { LiveRuns } from '../live-runs.ts'
import type { ProgramDesktops } from '../program-desktops.ts'

type RunCall = Exclude<
  keyof typeof runCalls,
  'check_run' | 'list_strategies' | 'keep_attachment' | 'continue_run' | 'close_run'
>

interface RunHandlersOptions {
  engine: Engine
  live: LiveRuns
  programs: Pick<ProgramDesktops, 'of'>
  clientModels: Pick<ClientModels, 'of'>
}

export function runHandlers({ engine, live, programs, clientModels }: RunHandlersOptions): Handlers<RunCall> {
  /** Runs of other programs that windows watch: window → run → the function that ends the watch. */
  const followed = new WeakMap<Caller, Map<string, Disposable>>()
  const unfollow = (caller: Caller, run: string) => {
    followed.get(caller)?.get(run)?.[Symbol.dispose]()
    followed.get(caller)?.delete(run)
  }
  const follow = async (caller: Caller, run: string, after: number) => {
    unfollow(caller, run)
    const folder = await engine.runs.find(run)
    const { events, alive, following } = await followRun(folder, after, (event) => {
      caller.push({ push: 'event', run, event })
    })
    const ending = new DisposableStack()
    ending.use(following)
    ending.use(caller.onGone(() => following[Symbol.dispose]()))
    const all = followed.get(caller) ?? new Map<string, Disposable>()
    followed.set(caller, all.set(run, ending))
    return { events, alive, own: false, queue: [] }
  }
  return {
    start_run: async ({ watch, on, client_model, ...wanted }, caller) => ({
      run: await live.start(wanted, watch ? caller : null, null, {
        on: on === null ? null : programs.of(on, caller),
        askClient: client_model ? clientModels.of(caller) : undefined,
      }),
    }),
    release_desktop: ({ run }) => {
      live.get(run).release()
      return {}
    },
    queue_request: ({ run, request }) => {
      const found = live.get(run)
      found.enqueue(request)
      return { queue: [...found.queue] }
    },
    take_back_request: ({ run, index }) => {
      const found = live.get(run)
      found.takeBack(index)
      return { queue: [...found.queue] }
    },
    finish_session: ({ run }) => {
      live.get(run).finish()
      return {}
    },
    control_run: async ({ run, wish }) => ({ run: await engine.runs.control(run, wish) }),
    edit_checklist: ({ run, changes }) => {
      const { checklist, isOver } = live.get(run)
      if (!checklist || isOver) throw new UserError('There is nothing on its list that could be changed.')
      checklist.edit(changes)
      return {}
    },
    answer_question: ({ run, question, answer }) => ({
      accepted: live.find(run)?.answer(question, answer) ?? false,
    }),
    watch_run: ({ run, after }, caller) => {
      const found = live.find(run)
      if (!found) return follow(caller, run, after)
      return { events: found.watch(caller, after), alive: true, own: true, queue: [...found.queue] }
    },
    unwatch_run: ({ run }, caller) => {
      live.find(run)?.unwatch(caller)
      unfollow(caller, run)
      return {}
    },
  }
}
