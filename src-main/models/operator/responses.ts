// Asks a computer-use model through the Responses API: the service keeps the conversation, and each turn answers its calls with
// a picture of the desktop.
import type {
  ResponseCreateParamsNonStreaming,
  ResponseInputItem,
  Tool,
} from 'openai/resources/responses/responses'
import { z } from 'zod'
import type { Usage } from '../../../src-preload/contract/events.ts'
import type { MCPToolInfo } from '../../core/command.ts'
import { ModelError } from '../../core/errors.ts'
import type { RunControl } from '../../core/run-control.ts'
import { isMacOS } from '../../matching/system-keys.ts'
import type { OperatorInput } from '../input.ts'
import { cut } from '../render/data.ts'
import { actionLine } from '../render/history.ts'
import { OperatorFault } from './fault.ts'
import { ASK, functionsOf, GIVE_UP, toolCalled } from './functions.ts'
import type { OpenCall, OperatorAction, OperatorReply } from './reply.ts'
import {
  answerTo,
  dataUrl,
  MAX_ANSWER_LENGTH,
  notesOf,
  repaired,
  sizeOfPicture,
  tooLong,
  type OperatorAnswer,
  type OperatorTurn,
  type Read,
  type Tried,
} from './turns.ts'
import {
  actionOf,
  itemsOf,
  responseSchema,
  type FunctionCall,
  type Items,
  type WireResponse,
} from './wire.ts'

type Body = Pick<ResponseCreateParamsNonStreaming, 'input'> & { previous_response_id?: string }

/** Actions that one turn may hold. */
const MAX_ACTIONS = 50

/** Throws ModelError with what to do. */
export async function askResponses(turn: OperatorTurn, run: RunControl): Promise<OperatorAnswer> {
  const { thread } = turn.input
  const begin = beginning(turn)
  if (thread?.kind !== 'responses') return talk(turn, begin, run)
  const { response_id: previous_response_id, calls } = thread
  try {
    const outcome = outcomes(turn.input)
    const input = answers(turn, calls, outcome, notesOf(turn.input))
    return await talk(turn, { previous_response_id, input }, run)
  } catch (error) {
    // Services keep a conversation for some weeks, or not at all; a lost one begins anew with the acts that were done.
    if (!(await isLost(error))) throw error
    return talk(turn, begin, run)
  }
}

async function isLost(error: unknown): Promise<boolean> {
  if (!(error instanceof ModelError)) return false
  const { APIError } = await import('openai')
  return (
    error.cause instanceof APIError &&
    /previous.?response|response.{0,40}not found/i.test(error.cause.message)
  )
}

async function talk(turn: OperatorTurn, first: Body, run: RunControl): Promise<OperatorAnswer> {
  const { service, instructions } = turn
  const fixed = {
    instructions,
    tools: toolsOf(turn),
    truncation: 'auto' as const,
    // The summary is what a person reads as the model's thoughts; without this option there is none.
    reasoning: { summary: turn.tool === 'computer' ? ('auto' as const) : ('concise' as const) },
    parallel_tool_calls: false,
  }
  const { value, usage, calls } = await repaired(
    service,
    first,
    async (body): Promise<Tried<OperatorReply, Body>> => {
      const said = await service.respond({ ...fixed, ...body }, heardOf, run)
      refuseUnfinished(turn, said.value.response, said.usage)
      return { ...said, value: read(turn, said.value) }
    },
  )
  return { reply: value, usage, calls, prompt: withoutPictures({ ...fixed, ...first }) }
}

// What the model is sent.

function beginning({ task, scaled }: OperatorTurn, note: string | null = null): Body {
  const image_url = dataUrl(scaled.picture.data)
  return {
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: task },
          { type: 'input_image', image_url, detail: 'high' },
          ...(note === null ? [] : [{ type: 'input_text' as const, text: note }]),
        ],
      },
    ],
  }
}

type FunctionOutcome = (call: Extract<OpenCall, { kind: 'function' }>) => string

/** Answers every open call, and adds a message with what the picture does not show. */
function answers(
  { scaled }: OperatorTurn,
  calls: readonly OpenCall[],
  outcome: FunctionOutcome,
  note: string | null,
): ResponseInputItem[] {
  const image_url = dataUrl(scaled.picture.data)
  const items = calls.map((call): ResponseInputItem => {
    if (call.kind === 'function')
      return { type: 'function_call_output', call_id: call.call_id, output: outcome(call) }
    return {
      type: 'computer_call_output',
      call_id: call.call_id,
      output: { type: 'computer_screenshot', image_url },
      ...(call.checks.length > 0
        ? { acknowledged_safety_checks: call.checks.map(({ id, code, message }) => ({ id, code, message })) }
        : {}),
    }
  })
  const content = [
    ...(note === null ? [] : [{ type: 'input_text' as const, text: note }]),
    // The answer to a function call can't hold a picture, so the picture goes with the message.
    ...(calls.some(({ kind }) => kind === 'computer')
      ? []
      : [{ type: 'input_image' as const, image_url, detail: 'high' as const }]),
  ]
  return content.length > 0 ? [...items, { role: 'user', content }] : items
}

const NOT_DONE = 'It was not carried out.'

/** Gives the result of each call: the first record of its name that no other call has taken, or the answer to its question. */
function outcomes(input: OperatorInput): FunctionOutcome {
  const done = [...input.done]
  return ({ name, question }) => {
    if (question !== null) return answerTo(question, input)
    const index = done.findIndex(({ function: called }) => called === name)
    const [record] = index < 0 ? [] : done.splice(index, 1)
    return record ? cut(actionLine(record, MAX_ANSWER_LENGTH), 2 * MAX_ANSWER_LENGTH) : NOT_DONE
  }
}

function toolsOf({ tool, input, scaled }: OperatorTurn): Tool[] {
  const { width, height } = scaled.picture
  const computer: Tool =
    tool === 'computer'
      ? { type: 'computer' }
      : {
          type: 'computer_use_preview',
          display_width: width,
          display_height: height,
          environment: environmentOf(input.os),
        }
  return [computer, ...functionsOf(input.tools)]
}

const environmentOf = (os: string): 'windows' | 'mac' | 'linux' =>
  /^win/i.test(os) ? 'windows' : isMacOS(os) ? 'mac' : 'linux'

// What the model replies.

interface Heard {
  response: WireResponse
  items: Items
}

/** Throws ZodError for an invalid response. */
function heardOf(whole: unknown): Heard {
  const response = responseSchema.parse(whole)
  return { response, items: itemsOf(response) }
}

/** Reads a reply, or says what is wrong with it and how the conversation continues then. */
function read(turn: OperatorTurn, { response, items }: Heard): Read<OperatorReply, Body> {
  const { scaled, input } = turn
  const { calls, text, refusal, thought } = items
  const open: OpenCall[] = []
  const actions: OperatorAction[] = []
  const reply: OperatorReply = {
    thought: thought || (calls.length > 0 ? text : '') || null,
    actions,
    status: 'CONTINUE',
    questions: [],
    result: null,
    safety_checks: calls.flatMap((each) => (each.kind === 'computer' ? each.call.checks : [])),
    thread: { kind: 'responses', response_id: response.id, calls: open },
  }
  const faults: string[] = []
  for (const each of calls) {
    try {
      if (each.kind === 'computer') {
        const { call_id, checks, acts } = each.call
        open.push({ kind: 'computer', call_id, checks })
        actions.push(...acts.map((act) => actionOf(act, scaled.toScreen)))
      } else {
        const { call_id, name } = each.call
        const call: OpenCall = { kind: 'function', call_id, name, question: null }
        open.push(call)
        takeFunction(each.call, input.tools, reply, call)
      }
    } catch (error) {
      if (!(error instanceof OperatorFault)) throw error
      faults.push(error.message)
    }
  }
  if (reply.status === 'PENDING' && calls.some((each) => each.kind === 'computer' || each.call.name !== ASK))
    faults.push(`Call ${ASK} alone: nothing is done beside a question.`)
  if (actions.length > MAX_ACTIONS) faults.push(`Give at most ${MAX_ACTIONS} actions in one turn.`)
  if (calls.length === 0) {
    reply.status = refusal === null ? 'FINISH' : 'FAIL'
    reply.result = refusal ?? (text || null)
    if (reply.result === null) faults.push('It holds neither an action nor an answer.')
  }
  if (faults.length === 0) return { read: reply }
  const fault = faults.join(' ')
  const note = `Nothing of your last turn was done. ${fault} Look at the picture and do it right.`
  // A safety check of an act that was not done is cleared by nobody, and the conversation can't continue with it open, so it begins anew.
  const next =
    reply.safety_checks.length > 0
      ? beginning(turn, note)
      : { previous_response_id: response.id, input: answers(turn, open, () => NOT_DONE, note) }
  return { fault, next }
}

/** Throws a ModelError that holds the cost. */
function refuseUnfinished({ service }: OperatorTurn, response: WireResponse, usage: Usage): void {
  if (response.status === 'failed' || response.error) {
    const why = cut(response.error?.message ?? 'no reason given', 300)
    throw new ModelError(`${service.name} failed: ${why}`, { usage })
  }
  if (response.status !== 'incomplete') return
  const reason = response.incomplete_details?.reason ?? 'no reason given'
  throw new ModelError(
    reason === 'max_output_tokens'
      ? tooLong(service)
      : `${service.name} did not end its turn (${cut(reason, 100)}). Word the request differently, or use another model.`,
    { usage },
  )
}

/** Adds one function call to the reply. Throws OperatorFault for an unreadable one. */
function takeFunction(
  call: FunctionCall,
  tools: readonly MCPToolInfo[],
  reply: OperatorReply,
  open: Extract<OpenCall, { kind: 'function' }>,
): void {
  const given = argumentsOf(call)
  if (call.name === ASK) {
    const question = textIn(given, 'question')
    reply.questions.push(question)
    open.question = question
    reply.status = 'PENDING'
  } else if (call.name === GIVE_UP) {
    reply.status = 'FAIL'
    reply.result = textIn(given, 'reason')
  } else {
    const name = toolCalled(call.name, tools)
    open.name = name
    reply.actions.push({ type: 'call', name, arguments: given })
  }
}

function argumentsOf({ name, arguments: text }: FunctionCall): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text === '' ? '{}' : text))
  } catch {
    throw new OperatorFault(`The arguments of ${name} are no JSON object.`)
  }
}

function textIn(given: Record<string, unknown>, name: string): string {
  const value = given[name]
  if (typeof value === 'string' && value.trim() !== '') return value
  throw new OperatorFault(`${name} is missing.`)
}

/** For the request log. */
const withoutPictures = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (_key, value: unknown) =>
      typeof value === 'string' && value.startsWith('data:image/') ? sizeOfPicture(value) : value,
    ),
  )
