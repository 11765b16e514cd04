// Wraps a place so that the run's `beforeAct` is awaited before each act.
import type { BasicCommandDispatcher } from '../core/dispatcher.ts'
import type { Place } from './place.ts'
import type { RunRequest } from './run-request.ts'

/** Returns the place itself where there is no `beforeAct`. */
export function announcing(place: Place, beforeAct: RunRequest['beforeAct']): Place {
  if (!beforeAct) return place
  const { dispatcher } = place
  const announced: BasicCommandDispatcher = {
    async executeCommands(commands, options, run) {
      for (const command of commands) if (command.tool_type === 'action') await beforeAct(command)
      return dispatcher.executeCommands(commands, options, run)
    },
    listTools: (route, toolType, run) => dispatcher.listTools(route, toolType, run),
    reset: (run) => dispatcher.reset(run),
  }
  return { ...place, dispatcher: announced }
}
