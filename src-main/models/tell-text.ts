// Passes a model's replies to a listener as they stream in. Agents ask such a model as any other.
import type { Model, ModelRequest, OnText, Role } from './model.ts'

/** Called at the beginning of each call; null where there is no listener, and then nothing is streamed. */
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
