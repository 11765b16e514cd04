// Asks the model of the role `operator`, which looks at the whole desktop and says where to act, in the way it was trained for.
import { ModelError } from '../../core/errors.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { ModelReply, ModelRequest, Role } from '../model.ts'
import type { ModelSpace } from '../model-space.ts'
import { renderPrompt } from '../render/render.ts'
import type { Service } from '../service.ts'
import { askResponses } from './responses.ts'
import { scaleFor } from './scaling.ts'
import type { OperatorTool } from './turns.ts'
import { askUiTars } from './ui-tars-chat.ts'

export interface ComputerUse {
  tool: OperatorTool | 'auto'
  /** The space of the model's points. */
  space: ModelSpace | 'auto'
}

export interface OperatorModelOptions extends ComputerUse {
  service: Service
  historySteps: number
  promptOf: (role: Role) => Promise<string>
}

/** Chooses the tool by the model's name, unless it is configured. */
export function toolOfModel(model: string, set: OperatorTool | 'auto'): OperatorTool {
  if (set !== 'auto') return set
  if (/ui-?tars|doubao-.*vision|seed-?1[.-]\d/i.test(model)) return 'ui_tars'
  return /computer-use-preview/i.test(model) ? 'computer_use_preview' : 'computer'
}

export class OperatorModel {
  readonly #options: OperatorModelOptions

  constructor(options: OperatorModelOptions) {
    this.#options = options
  }

  get name(): string {
    return this.#options.service.name
  }

  get wantsPictures(): boolean {
    return true
  }

  async ask<T>(request: ModelRequest<T>, run: RunControl): Promise<ModelReply<T>> {
    await run.checkpoint()
    const { service, space, tool, historySteps, promptOf } = this.#options
    const { input, schema, onText } = request
    const [screen] = input.kind === 'operator' ? input.pictures : []
    if (input.kind !== 'operator' || !screen)
      throw new ModelError(`${this.name} is a computer-use model: it can only be asked with a picture.`)
    if (!service.takesPictures)
      throw new ModelError(
        `${this.name} is given no pictures, and can do nothing without. Use another model.`,
      )
    const scale = { model: service.name, maxSide: service.config.picture_size, space }
    const scaled = await run.race(scaleFor(screen.picture, scale))
    const prompt = await run.race(promptOf('operator'))
    const { system, user } = renderPrompt(input, { prompt, historySteps, pictures: false })
    const way = toolOfModel(service.model, tool)
    const turn = { service, tool: way, input, instructions: system, task: user, scaled, onText }
    const answer = await (way === 'ui_tars' ? askUiTars(turn, run) : askResponses(turn, run))
    return {
      reply: schema.parse(answer.reply),
      provider: service.provider,
      model: service.model,
      usage: answer.usage,
      attempts: answer.calls,
      prompt: answer.prompt,
    }
  }
}
