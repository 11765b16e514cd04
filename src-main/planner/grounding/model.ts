// Finds a point by a model that looks at the picture (role `grounding`): asks for one point, reads it strictly, scales it once.
import { z } from 'zod'
import type { Observation } from '../../core/desktop.ts'
import { ModelError } from '../../core/errors.ts'
import {
  isInModelSpace,
  modelPoint,
  modelToScreen,
  screenRect,
  type ScreenPoint,
  type Size,
} from '../../core/geometry.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { Model } from '../../models/model.ts'
import { resizePicture } from '../../models/pictures.ts'
import type { Wanted } from '../worker/agent-api.ts'
import { GroundFault } from './fault.ts'
import type { Found, GroundingSource } from './grounding.ts'
import { parsePointReply, type ReplyPoint } from './model-reply.ts'
import { sizeOfSpace, sizeToSend, spaceOf, type ModelSpace } from '../../models/model-space.ts'

export interface GroundingModelOptions {
  /** Space that the model answers in; `auto`: by its name. */
  space?: ModelSpace | 'auto'
  /** Longest side of the pictures for the role, in pixels (`models.grounding.picture_size`). */
  pictureSize: number
}

const WHOLE: Size = { width: 1, height: 1 }

export class ModelSource implements GroundingSource {
  readonly #model: Model
  readonly #options: GroundingModelOptions

  constructor(model: Model, options: GroundingModelOptions) {
    this.#model = model
    this.#options = options
  }

  async find({ description, by }: Wanted, { picture }: Observation, run: RunControl): Promise<Found> {
    if (by !== 'element') throw new GroundFault('Ends of texts are not asked of the grounding model.')
    if (!picture) throw new GroundFault('There is no picture to find it on.')
    const name = this.#model.nameOf('grounding')
    if (name === 'offline' || !this.#model.wantsPictures('grounding')) {
      throw new GroundFault('No grounding model is set up.')
    }
    const preset = spaceOf(name, this.#options.space)
    const sent = sizeToSend(picture, this.#options.pictureSize, preset)
    const space = sizeOfSpace(preset, sent)
    const shown = screenRect(picture.bounds)
    const reply = await this.#ask(description, await resizePicture(picture, sent), space, run)
    if (!reply.found) throw new GroundFault(`“${description}” was not found on the picture.`)
    return { point: pointOf(reply, space, shown), control: null }
  }

  async #ask(
    description: string,
    picture: NonNullable<Observation['picture']>,
    space: Size,
    run: RunControl,
  ): Promise<ReplyPoint> {
    const spoken = `Space: x from 0 to ${space.width}, y from 0 to ${space.height}.\nElement: ${description}`
    // A reply without a usable point is asked for once more, and then refused.
    const schema = z.string().transform((text, context) => {
      const reply = parsePointReply(text)
      const fault = faultOf(reply, space)
      if (fault === null) return reply
      context.addIssue({ code: 'custom', message: fault })
      return z.NEVER
    })
    try {
      const input = {
        kind: 'tool' as const,
        str_input: spoken,
        pictures: [{ label: 'clean', picture }],
        tools: [],
      }
      return (await this.#model.ask({ role: 'grounding', input, schema }, run)).reply
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      throw new GroundFault(`The grounding model gave no point for “${description}”: ${error.message}`)
    }
  }
}

function faultOf(reply: ReplyPoint, space: Size): string | null {
  if (!reply.found) return reply.why === 'none' ? null : 'Reply with one point, (x, y), or with none.'
  const inside = isInModelSpace(modelPoint(reply.x, reply.y), reply.fraction ? WHOLE : space)
  return inside ? null : `(${reply.x}, ${reply.y}) is outside of ${space.width} × ${space.height}.`
}

const pointOf = (
  { x, y, fraction }: Extract<ReplyPoint, { found: true }>,
  space: Size,
  shown: ReturnType<typeof screenRect>,
): ScreenPoint => modelToScreen(modelPoint(x, y), fraction ? WHOLE : space, shown)
