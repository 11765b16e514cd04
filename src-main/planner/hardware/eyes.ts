// Asks the desktop for what the planner needs beside acts and observations: where texts stand, and a picture of all of it.
import { parsed } from '../../agents/observing.ts'
import type { Route } from '../../core/command.ts'
import type { Context } from '../../core/context.ts'
import { pictureSchema, type Picture } from '../../core/desktop.ts'
import { ToolError } from '../../core/errors.ts'
import type { RunControl } from '../../core/run-control.ts'
import { textPlacesSchema } from '../../core/text-place.ts'
import type { FindTexts } from '../grounding/tree-text.ts'

/** Throws ToolError with the tool's error. */
async function collected(
  context: Context,
  route: Route,
  tool_name: string,
  parameters: Record<string, unknown>,
  run: RunControl,
): Promise<unknown> {
  const [result] = await context.commandDispatcher.executeCommands(
    [{ tool_name, parameters, tool_type: 'data_collection', namespace: 'UICollector' }],
    { route },
    run,
  )
  if (result?.status !== 'success') throw new ToolError(result?.error ?? `${tool_name} gave no result.`)
  return result.result
}

export const textFinder =
  (context: Context, route: Route): FindTexts =>
  async (text, run) =>
    parsed(textPlacesSchema, await collected(context, route, 'find_text', { text }, run), 'find_text')

/** Throws ToolError before a round has begun, and where nothing can be observed. */
export async function captureDesktop(
  context: Context | null,
  routeOf: (context: Context) => Route,
  run: RunControl,
): Promise<Picture> {
  if (!context) throw new ToolError('Nothing can be seen before a round has begun.')
  const tool = 'capture_desktop_screenshot'
  return parsed(pictureSchema, await collected(context, routeOf(context), tool, {}, run), tool)
}
