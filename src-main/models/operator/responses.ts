// Asks a computer-use model through the Responses API: the conversation is kept by the service, each turn answers its calls
// with a picture of the desktop.
import { APIError } from 'openai'
import type {
  FunctionTool,
  ResponseCreateParamsNonStreaming,
  ResponseInputItem,
  Tool,
} from 'openai/resources/responses/responses'
import { z } from 'zod'
import type { MCPToolInfo } from '../../core/command.ts'
import { ModelError } from '../../core/errors.ts'
import type { RunControl } from '../../core/run-control.ts'
import type { ActionRecord } from '../input.ts'
import { cut } from '../render/data.ts'
import { actionLine } from '../render/history.ts'
import { OperatorFault } from './fault.ts'
import type { OpenCall, OperatorAction, OperatorReply } from './reply.ts'
import {
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
import { actionOf, itemsOf, responseSchema, type FunctionCall, type WireResponse } from './wire.ts'

type Body = Pick<ResponseCreateParamsNonStreaming, 'input'> & { previous_response_id?: string }

const ASK = 'ask_person'
const GIVE_UP = 'give_up'
const LONGEST_ANSWER = 4000

/** Throws ModelError with what to do. */
export async function askResponses(turn: OperatorTurn, run: RunControl): Promise<OperatorAnswer> {
  const { thread } = turn.input
  const begin = beginning(turn)
  if (thread?.kind !== 'responses') return talk(turn, begin, run)
  const { response_id: previous_response_id, calls } = thread
  try {
    return await talk(turn, { previous_response_id, input: answers(turn, calls, notesOf(turn.input)) }, run)
  } catch (error) {
    // Services keep a conversation for some weeks, or not at all: it begins anew with what was done.
    if (!isLost(error)) throw error
    return talk(turn, begin, run)
  }
}

const isLost = (error: unknown): boolean =>
  error instanceof ModelError &&
  error.cause instanceof APIError &&
  /previous.?response|response.{0,40}not found/i.test(error.cause.message)

async function talk(turn: OperatorTurn, first: Body, run: RunControl): Promise<OperatorAnswer> {
  const { service, instructions } = turn
  const fixed = {
    instructions,
    tools: toolsOf(turn),
    truncation: 'auto' as const,
    parallel_tool_calls: false,
  }
  const { value, usage, calls } = await repaired(
    service,
    first,
    async (body): Promise<Tried<OperatorReply, Body>> => {
      const said = await service.respond(
        { ...fixed, ...body },
        (response) => responseSchema.parse(response),
        run,
      )
      return { ...said, value: read(turn, said.value) }
    },
  )
  return { reply: value, usage, calls, prompt: withoutPictures({ ...fixed, ...first }) }
}

// What it is told

function beginning({ task, scaled }: OperatorTurn): Body {
  const image_url = dataUrl(scaled.picture.data)
  return {
    input: [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: task },
          { type: 'input_image', image_url, detail: 'high' },
        ],
      },
    ],
  }
}

/** Every open call has its answer, then comes what a picture does not tell. */
function answers(
  { input, scaled }: OperatorTurn,
  calls: readonly OpenCall[],
  note: string | null,
): ResponseInputItem[] {
  const image_url = dataUrl(scaled.picture.data)
  const done = [...input.done]
  const items = calls.map((call): ResponseInputItem => {
    if (call.kind === 'function') {
      const output =
        call.question === null ? outcomeOf(call.name, done) : answerTo(call.question, input.blackboard)
      return { type: 'function_call_output', call_id: call.call_id, output }
    }
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
    // The answer to a function has no picture.
    ...(calls.some(({ kind }) => kind === 'computer')
      ? []
      : [{ type: 'input_image' as const, image_url, detail: 'high' as const }]),
  ]
  return content.length > 0 ? [...items, { role: 'user', content }] : items
}

/** What came of the call: the first record of its name that no other call has taken. */
function outcomeOf(name: string, done: ActionRecord[]): string {
  const index = done.findIndex(({ function: called }) => called === name)
  const [record] = index < 0 ? [] : done.splice(index, 1)
  return record ? cut(actionLine(record), LONGEST_ANSWER) : 'It was not carried out.'
}

function answerTo(question: string, { questions }: OperatorTurn['input']['blackboard']): string {
  const told = questions.findLast((each) => each.question === question)
  return told ? cut(told.answer, LONGEST_ANSWER) : 'There is no answer. Decide by yourself.'
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
  return [computer, ...input.tools.map(functionOf), ...OWN_FUNCTIONS]
}

const environmentOf = (os: string): 'windows' | 'mac' | 'linux' =>
  /^win/i.test(os) ? 'windows' : /^mac|^darwin/i.test(os) ? 'mac' : 'linux'

const functionOf = ({ tool_name, description, input_schema }: MCPToolInfo): FunctionTool => ({
  type: 'function',
  name: tool_name,
  description,
  parameters: input_schema,
  strict: false,
})

const oneText = (name: string, description: string) => ({
  type: 'object',
  properties: { [name]: { type: 'string', description } },
  required: [name],
  additionalProperties: false,
})
const OWN_FUNCTIONS: readonly FunctionTool[] = [
  {
    type: 'function',
    name: ASK,
    description: 'Ask the person a question that only they can answer, and wait for the answer.',
    parameters: oneText('question', 'One question.'),
    strict: true,
  },
  {
    type: 'function',
    name: GIVE_UP,
    description: 'End the task because it can’t be carried out.',
    parameters: oneText('reason', 'Why, in one sentence for the person.'),
    strict: true,
  },
]

// What it says

/** A reply, or what is wrong with it and how the conversation goes on then. */
function read(turn: OperatorTurn, response: WireResponse): Read<OperatorReply, Body> {
  const { scaled, input } = turn
  refuseUnfinished(turn, response)
  const { calls, text, refusal, thought } = itemsOf(response)
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
  if (calls.length === 0) {
    reply.status = refusal === null ? 'FINISH' : 'FAIL'
    reply.result = refusal ?? (text || null)
    if (reply.result === null) faults.push('It holds neither an action nor an answer.')
  }
  if (faults.length === 0) return { read: reply }
  const fault = faults.join(' ')
  const note = `Nothing of your last turn was done. ${fault} Look at the picture and do it right.`
  // What was not done was not cleared by anyone.
  const unasked = open.map((call) => (call.kind === 'computer' ? { ...call, checks: [] } : call))
  return { fault, next: { previous_response_id: response.id, input: answers(turn, unasked, note) } }
}

function refuseUnfinished({ service }: OperatorTurn, response: WireResponse): void {
  if (response.status === 'failed' || response.error)
    throw new ModelError(`${service.name} failed: ${cut(response.error?.message ?? 'no reason given', 300)}`)
  if (response.status !== 'incomplete') return
  const reason = response.incomplete_details?.reason ?? 'no reason given'
  throw new ModelError(
    reason === 'max_output_tokens'
      ? tooLong(service)
      : `${service.name} did not end its turn (${cut(reason, 100)}). Word the request differently, or use another model.`,
  )
}

/** Takes one call of a function into the reply. Throws OperatorFault for one that can't be read. */
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
  } else if (tools.some(({ tool_name }) => tool_name === call.name)) {
    reply.actions.push({ type: 'call', name: call.name, arguments: given })
  } else {
    const names = [...tools.map(({ tool_name }) => tool_name), ASK, GIVE_UP]
    throw new OperatorFault(`There is no function ${call.name}. There are: ${names.join(', ')}.`)
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
