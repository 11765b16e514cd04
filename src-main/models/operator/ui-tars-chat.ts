// Asks a model that speaks UI-TARS action text: a chat that holds all that was said, and the pictures of the last turns.
import type { ChatCompletionContentPart, ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import { centreOf, screenRect } from '../../core/geometry.ts'
import { ModelError } from '../../core/errors.ts'
import type { RunControl } from '../../core/run-control.ts'
import { cut } from '../render/data.ts'
import { toolLines } from '../render/tools.ts'
import { OperatorFault } from './fault.ts'
import type { OperatorReply, Turn } from './reply.ts'
import {
  answerTo,
  dataUrl,
  notesOf,
  repaired,
  sizeOfPicture,
  tooLong,
  type OperatorAnswer,
  type OperatorTurn,
  type Read,
  type Tried,
} from './turns.ts'
import { actionSpace, readUiTars } from './ui-tars.ts'

/** The most pictures of one call: these models were trained with five. */
const MAX_PICTURES = 5
/** The most turns of a conversation; the oldest are left out first. */
const MAX_TURNS = 60
const MAX_QUOTED_REPLY_LENGTH = 4000

/** Throws ModelError with what to do. */
export async function askUiTars(turn: OperatorTurn, run: RunControl): Promise<OperatorAnswer> {
  const { service, input, scaled, onText } = turn
  const thread = input.thread?.kind === 'ui_tars' ? input.thread : null
  const earlier = thread?.turns ?? []
  const opening = thread?.opening ?? openingOf(turn)
  const shown: Turn = {
    picture: dataUrl(scaled.picture.data),
    told: told(turn, thread?.asked ?? null),
    said: '',
  }
  const messages: ChatCompletionMessageParam[] = [
    { role: 'user', content: opening },
    ...earlier.flatMap(messagesOf),
    shownTo(shown),
  ]
  const { value, usage, calls } = await repaired(
    service,
    messages,
    async (state): Promise<Tried<OperatorReply, ChatCompletionMessageParam[]>> => {
      const said = await service.complete(state, null, onText, run)
      if (said.finish === 'length') throw new ModelError(tooLong(service), { usage: said.usage })
      const turns = [...earlier, { ...shown, said: said.text }]
      return { ...said, value: read(turn, said.text, state, { opening, turns }) }
    },
  )
  return { reply: value, usage, calls, prompt: messages.map(withPictureSizes) }
}

/** Puts everything into the user's first message, because the models were trained that way. */
function openingOf({ instructions, task, input }: OperatorTurn): string {
  const tools = toolLines(input.tools).map((line) => line.replace(' — ', ' # '))
  return `${instructions}

## Output Format
Thought: what you see and what comes next, briefly
Action: one action of the list

## Action Space
${actionSpace(tools)}

## User Instruction
${task}`
}

/** Gives the text beside the picture: the answer to the model's question, and the results of its acts. */
function told({ input }: OperatorTurn, asked: string | null): string | null {
  const answer = asked === null ? null : `The person answers: ${answerTo(asked, input)}`
  const parts = [answer, notesOf(input)].filter((part) => part !== null)
  return parts.length > 0 ? parts.join('\n') : null
}

const messagesOf = (turn: Turn): ChatCompletionMessageParam[] => [
  ...(turn.picture === null && turn.told === null ? [] : [shownTo(turn)]),
  { role: 'assistant', content: turn.said },
]

function shownTo({ picture, told }: Turn): ChatCompletionMessageParam {
  const content: ChatCompletionContentPart[] = [
    ...(told === null ? [] : [{ type: 'text' as const, text: told }]),
    ...(picture === null ? [] : [{ type: 'image_url' as const, image_url: { url: picture } }]),
  ]
  return { role: 'user', content }
}

function read(
  { scaled, input }: OperatorTurn,
  text: string,
  messages: ChatCompletionMessageParam[],
  { opening, turns }: { opening: string; turns: Turn[] },
): Read<OperatorReply, ChatCompletionMessageParam[]> {
  const middle = centreOf(screenRect(scaled.picture.bounds))
  const tools = input.tools.map(({ tool_name }) => tool_name)
  try {
    const said = readUiTars(text, { toScreen: scaled.toScreen, middle, tools })
    const { thought, actions, status, result, question } = said
    const questions = question === null ? [] : [question]
    const thread = { kind: 'ui_tars' as const, opening, asked: question, turns: kept(turns) }
    return { read: { thought, actions, status, questions, result, safety_checks: [], thread } }
  } catch (error) {
    if (!(error instanceof OperatorFault)) throw error
    const next: ChatCompletionMessageParam[] = [
      ...messages,
      { role: 'assistant', content: cut(text, MAX_QUOTED_REPLY_LENGTH) || '(nothing)' },
      { role: 'user', content: `Your reply can't be used: ${error.message} Nothing was done. Reply again.` },
    ]
    return { fault: error.message, next }
  }
}

/** Keeps so many pictures that with the next one the call has as many as it may hold. */
const kept = (turns: Turn[]): Turn[] =>
  turns.slice(-MAX_TURNS).map((turn, index, all) => ({
    ...turn,
    picture: all.length - index < MAX_PICTURES ? turn.picture : null,
  }))

/** A message as the request log has it. */
function withPictureSizes(message: ChatCompletionMessageParam): unknown {
  if (message.role !== 'user' || typeof message.content === 'string') return message
  const content = message.content.map((part) =>
    part.type === 'image_url' ? { type: part.type, image_url: sizeOfPicture(part.image_url.url) } : part,
  )
  return { ...message, content }
}
