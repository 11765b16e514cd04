// A model whose replies are told as they stream in, where somebody listens. Agents ask it as any other.
import type { Model, ModelRequest, OnText, Role } from './model.ts'

/** Asked at the beginning of each call: null where nobody listens, and then nothing is streamed. */
export type Hear = (role: Role) => OnText | null

export function tellText(model: Model, hear: Hear): Model {
  return {
    ask: (request, run) => model.ask(told(request, hear), run),
    embed: (texts, run) => model.embed(texts, run),
    nameOf: (role) => model.nameOf(role),
    wantsPictures: (role) => model.wantsPictures(role),
  }
}

function told<T>(request: ModelRequest<T>, hear: Hear): ModelRequest<T> {
  const listener = hear(request.role)
  if (!listener) return request
  const { onText } = request
  return {
    ...request,
    onText: (text, first) => {
      onText?.(text, first)
      listener(text, first)
    },
  }
}
