// The seed's Tools as the planner calls them: a tool's name, a text and pictures in, a text out; what it cost is told.
import { z } from 'zod'
import type { Usage } from '../../src-preload/contract/events.ts'
import type { Clock } from '../core/clock.ts'
import type { EventSink } from '../core/event-sink.ts'
import type { RunControl } from '../core/run-control.ts'
import type { Think } from '../memory/knowledge-base.ts'
import { failedReply } from '../models/failed-reply.ts'
import type { ModelPicture } from '../models/input.ts'
import type { Model, ModelReply, Role } from '../models/model.ts'

export interface ToolCall {
  str_input: string
  img_input?: ModelPicture[]
}

export interface ToolAnswer {
  tool_output: string
  usage: Usage
}

export type ToolPaid = (told: {
  tool_name: Role
  str_input: string
  cost: number | null
  outcome: ModelReply<unknown> | Error
}) => void

/**
 * How a KnowledgeBase asks the same tools. One without a model is asked nothing; nor is one that sums up, once that would cost
 * more than the session may: what was learned is kept as it was done.
 */
export const thinkWith =
  (tools: PlannerTools, isOverCost: () => boolean = () => false): Think =>
  async (role, str_input, run, img_input = []) => {
    if (!tools.has(role) || (role.endsWith('_summarization') && isOverCost())) return null
    return (await tools.call(role, { str_input, img_input }, run)).tool_output
  }

/** Some services answer with the text of a failure: it must not become a plan. */
const outputSchema = z
  .string()
  .trim()
  .min(1)
  .refine((text) => !/^error:/i.test(text), 'This is an error, not an answer.')

export class PlannerTools {
  readonly #deps: { model: Model; sink: EventSink; clock: Clock }
  readonly #paid: ToolPaid

  /** `paid` hears what each call cost and what came of it, also when it failed. */
  constructor(deps: { model: Model; sink: EventSink; clock: Clock }, paid: ToolPaid) {
    this.#deps = deps
    this.#paid = paid
  }

  /** Whether a model is set up for it. */
  has(tool_name: Role): boolean {
    return this.#deps.model.nameOf(tool_name) !== 'offline'
  }

  wantsPictures(tool_name: Role): boolean {
    return this.#deps.model.wantsPictures(tool_name)
  }

  /** Throws ModelError that says what to do, StoppedError on stop. */
  async call(tool_name: Role, { str_input, img_input = [] }: ToolCall, run: RunControl): Promise<ToolAnswer> {
    const { model, sink, clock } = this.#deps
    const start = clock.monotonic()
    const pictures = this.wantsPictures(tool_name) ? img_input : []
    const input = { kind: 'tool' as const, str_input, pictures, tools: [] }
    try {
      const said = await model.ask({ role: tool_name, input, schema: outputSchema }, run)
      const { provider, model: name, usage, attempts } = said
      const ms = clock.monotonic() - start
      sink.emit({ type: 'model_replied', role: tool_name, provider, model: name, usage, attempts, ms })
      this.#paid({ tool_name, str_input, cost: usage.cost, outcome: said })
      return { tool_output: said.reply, usage }
    } catch (error) {
      const { event, cost } = failedReply(error, { model, role: tool_name, ms: clock.monotonic() - start })
      if (event) sink.emit(event)
      if (error instanceof Error) this.#paid({ tool_name, str_input, cost, outcome: error })
      throw error
    }
  }
}
