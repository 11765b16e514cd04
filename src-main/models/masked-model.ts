// Hides certain texts from a model: masks them in what it is asked, and puts them back where its reply names them.
import type { Model } from './model.ts'

export interface Masking {
  mask: <T>(value: T) => T
  /** Replaces the masks in a reply by the values that they stand for. */
  unmask: <T>(value: T) => T
  /** Added to a request that contains masks. */
  note?: string
}

/** Does not mask for the provider `offline`, which works on this machine. */
export function maskedModel(model: Model, { mask, unmask, note = '' }: Masking): Model {
  return {
    ask: async (request, run) => {
      if (model.nameOf(request.role) === 'offline') return await model.ask(request, run)
      const { pictures, ...told } = request.input
      const input = { ...mask(told), pictures }
      if ('request' in input && 'request' in told && input.request !== told.request) input.request += note
      const answer = await model.ask({ ...request, input }, run)
      return { ...answer, reply: unmask(answer.reply) }
    },
    embed: (texts, run) => model.embed(mask(texts), run),
    nameOf: (role) => model.nameOf(role),
    wantsPictures: (role) => model.wantsPictures(role),
  }
}
