// Calls the seed's Tools for the planner: takes a tool's name, a text and pictures, gives a text, and reports the cost.
import type { Usage } from '../../src-preload/contract/events.ts'
import type { Clock } from '../core/clock.ts'
import { ModelError } from '../core/errors.ts'
import type { EventSink } from '../core/event-sink.ts'
import type { RunControl } from '../core/run-control.ts'
import type { Think } from '../memory/knowledge-base.ts'
import { askAndTell, type Asked } from '../models/ask-and-tell.ts'
import type { ModelPicture } from '../models/input.ts'
import { toolOutputSchema } from '../models/tools/output.ts'
import type { Model, ModelReply, ModelRequest, Role } from '../models/model.ts'

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
 * Makes a KnowledgeBase use the same tools. A tool without a model is not called; nor is a summarising one once it would cost more than the
 * session may spend: the memory then stays as it was done.
 */
export const thinkWith =
  (tools: PlannerTools, isOverCost: () => boolean = () => false): Think =>
  async (role, str_input, run, img_input = []) => {
    if (!tools.has(role) || (role.endsWith('_summarization') && isOverCost())) return null
    return (await tools.call(role, { str_input, img_input }, run)).tool_output
  }

export class PlannerTools {
  readonly #deps: { model: Model; sink: EventSink; clock: Clock }
  readonly #paid: ToolPaid

  /** Calls `paid` with the cost and the result of each call, also when it failed. */
  constructor(deps: { model: Model; sink: EventSink; clock: Clock }, paid: ToolPaid) {
    this.#deps = deps
    this.#paid = paid
  }

  /** Tells whether a model is set up for the tool. */
  has(tool_name: Role): boolean {
    return this.#deps.model.nameOf(tool_name) !== 'offline'
  }

  wantsPictures(tool_name: Role): boolean {
    return this.#deps.model.wantsPictures(tool_name)
  }

  /** The model for Grounding, which reads replies in its own form; its calls are reported and counted as those of every tool. */
  get model(): Model {
    const { model } = this.#deps
    return {
      ask: (request, run) => this.#ask(request, run),
      embed: (texts, run) => model.embed(texts, run),
      nameOf: (role) => model.nameOf(role),
      wantsPictures: (role) => model.wantsPictures(role),
    }
  }

  /** Throws ModelError that says what to do, StoppedError on stop. */
  async call(tool_name: Role, { str_input, img_input = [] }: ToolCall, run: RunControl): Promise<ToolAnswer> {
    const pictures = this.wantsPictures(tool_name) ? img_input : []
    const input = { kind: 'tool' as const, str_input, pictures, tools: [] }
    const { reply, usage } = await this.#ask({ role: tool_name, input, schema: toolOutputSchema }, run)
    return { tool_output: reply, usage }
  }

  /** Calls an optional tool: warns and gives null where it can't be asked. Throws StoppedError on stop. */
  async tried(tool_name: Role, call: ToolCall, run: RunControl): Promise<string | null> {
    try {
      return (await this.call(tool_name, call, run)).tool_output
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      this.#deps.sink.emit({ type: 'warning', message: `${tool_name} could not be asked: ${error.message}` })
      return null
    }
  }

  #ask<T>(request: ModelRequest<T>, run: RunControl): Promise<ModelReply<T>> {
    const { role, input } = request
    const str_input = input.kind === 'tool' ? input.str_input : ''
    const paid = (asked: Asked) => this.#paid({ tool_name: role, str_input, ...asked })
    return askAndTell(request, { ...this.#deps, paid }, run)
  }
}
