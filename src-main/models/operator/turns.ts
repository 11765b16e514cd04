// Holds what all ways of asking a computer-use model share: what it hears of its last acts, how often a faulty turn goes back.
import type { Usage } from '../../../src-preload/contract/events.ts'
import { ModelError } from '../../core/errors.ts'
import type { OperatorInput } from '../input.ts'
import { block, cut } from '../render/data.ts'
import { actionLine, wentWrong } from '../render/history.ts'
import type { OnText } from '../model.ts'
import type { Service } from '../service.ts'
import { addUsage, NO_USAGE } from '../usage.ts'
import type { OperatorReply } from './reply.ts'
import type { Scaled } from './scaling.ts'

/** `computer` and `computer_use_preview` are tools of the Responses API, `ui_tars` is text. */
export type OperatorTool = 'computer' | 'computer_use_preview' | 'ui_tars'

/** One turn, for each protocol. */
export interface OperatorTurn {
  service: Service
  tool: OperatorTool
  input: OperatorInput
  /** Says what the model is and how it should work. */
  instructions: string
  /** The task at the beginning of a conversation. */
  task: string
  scaled: Scaled
  onText: OnText | undefined
}

export interface OperatorAnswer {
  reply: OperatorReply
  usage: Usage
  calls: number
  /** The sent prompt; pictures are replaced by their size. */
  prompt: unknown
}

/** How often a turn goes back to the model with its faults. */
const MAX_REPAIRS = 2

export const dataUrl = (png: string): string => `data:image/png;base64,${png}`
/** Writes a picture for the request log. */
export const sizeOfPicture = (url: string): string => `[picture, ${Math.round((url.length * 3) / 4)} bytes]`

/** Says what is wrong with a turn that was cut off. */
export const tooLong = ({ name, config }: Service): string =>
  `${name} needs more than max_tokens (${config.max_tokens}) for a turn. Raise max_tokens, or use another model.`

/** Says what the picture does not show of the earlier acts; null when there is nothing to say. */
export function notesOf({ done, notes }: OperatorInput): string | null {
  const lines = done.filter(wentWrong).map((action) => actionLine(action))
  const parts = [
    ...(lines.length > 0 ? ['This came of your last actions:', block('history_data', lines)] : []),
    ...notes,
  ]
  return parts.length > 0 ? parts.join('\n') : null
}

/** Longest answer to a model, in characters. */
export const MAX_ANSWER_LENGTH = 4000

/** Gives the person's answer to a question of the model. */
export function answerTo(question: string, { blackboard }: OperatorInput): string {
  const told = blackboard.questions.findLast((each) => each.question === question)
  return told ? cut(told.answer, MAX_ANSWER_LENGTH) : 'There is no answer. Decide by yourself.'
}

/** The value that was read, or the fault and the state from which the next try continues. */
export type Read<T, S> = { read: T } | { fault: string; next: S }

export interface Tried<T, S> {
  value: Read<T, S>
  usage: Usage
  calls: number
}

/**
 * Asks until a turn can be used, at most `MAX_REPAIRS` times more; the spending counts even when no turn can be used. The next try
 * continues from `state`.
 */
export async function repaired<T, S>(
  service: Service,
  first: S,
  ask: (state: S) => Promise<Tried<T, S>>,
): Promise<{ value: T; usage: Usage; calls: number }> {
  let usage = NO_USAGE
  let calls = 0
  let state = first
  for (let repairs = 0; ; repairs++) {
    let tried: Tried<T, S>
    try {
      tried = await ask(state)
    } catch (error) {
      if (!(error instanceof ModelError) || calls === 0) throw error
      const spent = error.usage ? addUsage(usage, error.usage) : usage
      throw new ModelError(error.message, { cause: error.cause, usage: spent })
    }
    usage = addUsage(usage, tried.usage)
    calls += tried.calls
    const { value } = tried
    if ('read' in value) return { value: value.read, usage, calls }
    if (repairs >= MAX_REPAIRS) {
      const faults = cut(value.fault, 300)
      throw new ModelError(
        `${service.name} is too weak: its actions could not be used, also when it was told why (${faults}). Use another model.`,
        { usage },
      )
    }
    state = value.next
  }
}
