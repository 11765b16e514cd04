// Looks at the desktop outside of the worker's steps: to make a plan, and to judge.
import type { Wanted } from '../agents/observing.ts'
import { parsed } from '../agents/observing.ts'
import type { MCPToolInfo, Route } from '../core/command.ts'
import type { Context } from '../core/context.ts'
import { observationSchema, type Observation } from '../core/desktop.ts'
import { ToolError } from '../core/errors.ts'
import type { RunControl } from '../core/run-control.ts'
import type { ModelPicture } from '../models/input.ts'

export const wantedIn = (context: Context): Wanted => ({
  controls: true,
  picture: context.get('APPLICATION_WINDOW') === null ? 'desktop' : 'window',
})

/** Throws ToolError when nothing can be observed. */
export async function look(
  context: Context,
  route: Route,
  maxControls: number,
  run: RunControl,
): Promise<Observation> {
  const parameters = { ...wantedIn(context), max_controls: maxControls }
  const [result] = await context.commandDispatcher.executeCommands(
    [{ tool_name: 'observe', parameters, tool_type: 'data_collection', namespace: 'UICollector' }],
    { route },
    run,
  )
  if (result?.status !== 'success')
    throw new ToolError(`The desktop could not be observed: ${result?.error ?? 'no result'}`)
  return parsed(observationSchema, result.result, 'observe')
}

export const pictureOf = ({ picture }: Observation): ModelPicture | null =>
  picture ? { label: 'the screen now', picture } : null

/** Servers whose tools the worker's own calls stand for. */
const BY_HAND: ReadonlySet<string> = new Set(['HostUIExecutor', 'AppUIExecutor'])

/** The tools that a worker calls by their names. */
export const callable = (tools: readonly MCPToolInfo[]): MCPToolInfo[] =>
  tools.filter(({ namespace }) => !BY_HAND.has(namespace))
