// Answers the calls that look at a desktop, watch that of a run, and drive it by hand.
import type { desktopCalls } from '../../../src-preload/contract/calls/desktop.ts'
import { currentStep } from '../../../src-preload/contract/run-view.ts'
import { messageOf, UserError } from '../../core/errors.ts'
import type { Engine } from '../../engine.ts'
import { findPlan } from '../../replay/plan-file.ts'
import { watchedPlan } from '../../session/watched-plan.ts'
import type { Handlers } from '../handler.ts'
import type { LiveRun } from '../live-run.ts'
import type { LiveRuns } from '../live-runs.ts'
import { whileHere } from '../while-here.ts'

/** Milliseconds within which an act must end when its run is paused. */
const QUIET_WITHIN_MS = 10_000
const LOOK_EVERY_MS = 25
/** Acts that use neither mouse nor keys, so that a person may drive meanwhile. */
const TOUCHES_NOTHING: ReadonlySet<string> = new Set(['wait', 'wait_for_control', 'texts', 'summary'])

const NO_DESKTOP = 'The desktop of this run is not there yet, or not any more.'

/** Makes a look without a desktop one at the person's own, because a virtual desktop that is made for a look is empty. */
const whereSeen = <T extends { display: 'host' | 'virtual' | 'auto' | null }>(look: T): T => ({
  ...look,
  display: look.display === null || look.display === 'auto' ? 'host' : look.display,
})

interface DesktopHandlersOptions {
  engine: Engine
  live: LiveRuns
}

export function desktopHandlers({
  engine,
  live,
}: DesktopHandlersOptions): Handlers<keyof typeof desktopCalls> {
  const letGo = async (run: LiveRun) => {
    run.agentDrives()
    await run.desktop?.letGo()
  }
  return {
    list_computers: (look, caller) =>
      whileHere(caller, async (under) => ({ computers: await engine.tools({ ...look, under }) })),
    list_windows: (look, caller) =>
      whileHere(caller, async (under) => ({ windows: await engine.windows({ ...whereSeen(look), under }) })),
    read_tree: ({ window, ...look }, caller) =>
      whileHere(caller, (under) => engine.tree(window, { ...whereSeen(look), under })),
    dry_run: async ({ request, plan, models, yes_to: yesTo, display }, caller) => {
      const file = plan && { path: await findPlan(engine.home, plan.plan), set: plan.set }
      return whileHere(caller, async (under) => ({
        steps: await engine.dryRun({ request, plan: file, models, yesTo }, { display, under }),
      }))
    },
    application_icons: async ({ names }) => ({ icons: await engine.applicationIcons(names) }),
    watch_desktop: ({ run, max_width }, caller) => {
      live.get(run).watchDesktop(caller, max_width)
      return {}
    },
    unwatch_desktop: ({ run }, caller) => {
      live.find(run)?.unwatchDesktop(caller)
      return {}
    },
    take_over: async ({ run }, caller) => {
      const found = live.get(run)
      if (found.desktop === null) throw new UserError(NO_DESKTOP)
      if (found.desktop.kind === 'host')
        throw new UserError('This is your own desktop: pause the run and use it.')
      if (found.driver !== null && found.driver !== caller) {
        throw new UserError('It is driven from another window already.')
      }
      await engine.runs.control(run, 'pause')
      await quiet(found)
      // An idle session may have given the desktop back at that moment.
      if (found.desktop === null) {
        await engine.runs.control(run, 'resume')
        throw new UserError(NO_DESKTOP)
      }
      found.drive(caller, () => {
        letGo(found).catch((error: unknown) => engine.logger.warn({ run }, messageOf(error)))
      })
      return {}
    },
    hand_back: async ({ run }, caller) => {
      const found = live.get(run)
      if (found.driver !== caller) throw new UserError('You have not taken over here.')
      await letGo(found)
      await engine.runs.control(run, 'resume')
      return {}
    },
    watch_hand: async ({ run }, caller) => {
      const found = live.get(run)
      if (found.driver !== caller) throw new UserError('Take over first: the agent drives.')
      await found.watchHand()
      return {}
    },
    unwatch_hand: async ({ run }) => watchedPlan(await live.get(run).unwatchHand()),
    person_input: async ({ run, inputs }, caller) => {
      const found = live.get(run)
      if (found.driver !== caller) throw new UserError('Take over first: the agent drives.')
      // Somebody has resumed the run elsewhere; the person and the agent must not drive at the same time.
      if (!found.view.paused) {
        await letGo(found)
        throw new UserError('The run goes on: the agent drives again.')
      }
      await found.takeInput(inputs)
      return {}
    },
  }
}

/** Returns when the run is paused and no act is under way. */
async function quiet(run: LiveRun): Promise<void> {
  const acts = () =>
    currentStep(run.view)?.actions.some(
      ({ status, tool_name }) => status === 'acting' && !TOUCHES_NOTHING.has(tool_name),
    ) ?? false
  const until = performance.now() + QUIET_WITHIN_MS
  while (!run.isOver && (!run.view.paused || acts())) {
    if (performance.now() > until) throw new UserError('The run has not come to a halt yet. Try again.')
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}
