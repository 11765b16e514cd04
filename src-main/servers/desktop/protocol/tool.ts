// Defines one tool of the desktop process: its name, its arguments, and what it does.
import { z } from 'zod'
import type { ToolType } from '../../../core/command.ts'
import type { RunControl } from '../../../core/run-control.ts'
import type { DesktopNamespace } from './messages.ts'
import type { DesktopState } from '../state.ts'

export interface DesktopTool {
  name: string
  namespace: DesktopNamespace
  tool_type: ToolType
  /** Used in prompts: at most 25 words. */
  description: string
  parameters: z.ZodObject
  /** Whether it changes nothing, so that the gate admits it. */
  readOnly: boolean
  /** Parses the arguments and runs the tool. `call_id` links the remembered state of an act with its verification. */
  call(parameters: unknown, state: DesktopState, run: RunControl, call_id: string | null): Promise<unknown>
}

interface Definition<S extends z.ZodRawShape> {
  name: string
  description: string
  parameters?: S
  readOnly?: boolean
  does(
    parameters: z.output<z.ZodObject<S>>,
    state: DesktopState,
    run: RunControl,
    call_id: string | null,
  ): Promise<unknown>
}

export const toolsOf =
  (namespace: DesktopNamespace, tool_type: ToolType) =>
  <S extends z.ZodRawShape>(definition: Definition<S>): DesktopTool => {
    const parameters = z.object((definition.parameters ?? {}) as S)
    return {
      name: definition.name,
      namespace,
      tool_type,
      description: definition.description,
      parameters,
      readOnly: definition.readOnly ?? tool_type === 'data_collection',
      call: async (given, state, run, call_id) => {
        const parsed = parameters.safeParse(given ?? {})
        if (!parsed.success) throw parsed.error
        return definition.does(parsed.data, state, run, call_id)
      },
    }
  }
