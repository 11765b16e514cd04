// Defines the Model port: ask a model, embed texts. Adapters: `openai-model.ts` for every OpenAI-compatible service, and
// `interpreter/offline-model.ts`.
import type { z } from 'zod'
import type { Usage } from '../../src-preload/contract/events.ts'
import type { RunControl } from '../core/run-control.ts'
import type { ModelInput } from './input.ts'

/** Roles of this project's agents and the seed's fifteen tool names. */
export const ROLES = [
  'host', 'app', 'linux', 'evaluation', 'operator', 'experience',
  'websearch', 'context_fusion', 'subtask_planner', 'traj_reflector', 'memory_retrival', 'grounding', 'evaluator',
  'action_generator', 'fast_action_generator', 'dag_translator', 'embedding', 'query_formulator', 'text_span',
  'narrative_summarization', 'episode_summarization',
] as const // prettier-ignore
export type Role = (typeof ROLES)[number]

/** `first`: this piece begins a new reply, because the last one failed or was faulty. */
export type OnText = (text: string, first: boolean) => void

export interface ModelRequest<T> {
  role: Role
  input: ModelInput
  schema: z.ZodType<T>
  /** Text as it streams in; never stored. Without it nothing is streamed. */
  onText?: OnText
}

export interface ModelReply<T> {
  reply: T
  provider: string
  model: string
  usage: Usage
  /** Number of calls: with retries, repair turn and backup model. */
  attempts: number
  /** The sent prompt, for `request.log`; pictures are replaced by their size. */
  prompt: unknown
}

export interface Model {
  /** Throws ModelError with a message that says what to do, StoppedError at once on stop. */
  ask<T>(request: ModelRequest<T>, run: RunControl): Promise<ModelReply<T>>
  /** Gives one vector per text, in order. */
  embed(texts: string[], run: RunControl): Promise<{ vectors: number[][]; usage: Usage }>
  /** Gives `provider/model` of a role, for the record and the log; `offline` where none is set up. */
  nameOf(role: Role): string
  /** Tells whether the role's model gets pictures. */
  wantsPictures(role: Role): boolean
}
