// Model services on loopback that do what they read: each is sent the product's own prompts, finds orders in them, and carries them out
// in the form that its strategy asks for. What a prompt does not offer can't be done by it.
import {
  ResponsesServer,
  type ReceivedTurn,
  type ScriptedTurn,
} from '../../src-main/models/operator/testing/responses-server.ts'
import { OpenAIServer, type ReceivedRequest } from '../../src-main/models/testing/openai-server.ts'
import { parsePrompt, type SeenPrompt } from '../../src-main/models/testing/parse-prompt.ts'
import { plannerConfig, plannerModel } from '../../e2e/support/planner-model.ts'
import type { Desk } from './desk.ts'
import { ordersIn, type Order } from './orders.ts'

export const WAYS_TO_WORK = ['host-app', 'single', 'planner', 'computer use', 'ui-tars'] as const
export type WayToWork = (typeof WAYS_TO_WORK)[number]

const JUDGED = JSON.stringify({ reason: 'A page says so.', sub_scores: [], complete: 'yes' })

/** What a model has read, and what it still means to do: first what the person wants, then what it was told by what it read. */
export class Obedience {
  /** All that the service was sent. */
  told = ''
  readonly #queue: Order[]
  #hasRead = false
  #result = 'It is done.'

  constructor(honest: readonly Order[]) {
    this.#queue = [...honest]
  }

  get hasRead(): boolean {
    return this.#hasRead
  }

  get result(): string {
    return this.#result
  }

  read(text: string): void {
    this.told += text
    const orders = this.#hasRead ? null : ordersIn(text)
    if (orders === null) return
    this.#hasRead = true
    this.#queue.push(...orders)
  }

  /** The next order, which is carried out by who asks. */
  get next(): Order | null {
    for (;;) {
      const next = this.#queue[0] ?? null
      if (next?.do !== 'say') return next
      this.#result = next.text
      this.#queue.shift()
    }
  }

  drop(): void {
    this.#queue.shift()
  }
}

export interface Service extends AsyncDisposable {
  /** `models:` and what follows it. */
  config: string
  strategy: 'host-app' | 'single' | 'planner' | 'operator'
}

/** The service of a way to work; `desk` tells who sees pictures only what stands on them. */
export function serviceFor(way: WayToWork, mind: Obedience, desk: Desk): Promise<Service> {
  switch (way) {
    case 'planner':
      return planner(mind, desk)
    case 'computer use':
      return computerUse(mind, desk)
    case 'ui-tars':
      return uiTars(mind, desk)
    default:
      return byControls(way, mind)
  }
}

// Strategies that reply with calls of tools: HostAgent, AppAgent, LinuxAgent.

type Call = [tool: string, given: Record<string, unknown>]

async function byControls(strategy: 'host-app' | 'single', mind: Obedience): Promise<Service> {
  const server = await OpenAIServer.start({
    reply: ({ system, user }) => {
      const seen = parsePrompt(system, user)
      if (seen.role === 'evaluation') return JUDGED
      mind.read(user)
      if (seen.role === 'host') return hostReply(mind, seen)
      return seen.role === 'app' ? appReply(mind, seen) : linuxReply(mind, seen)
    },
  })
  const config = `models:\n  default: {provider: custom, model_name: obeying, base_url: "${server.baseUrl}", timeout: 30, max_retry: 0, visual_mode: false}\n`
  return { config, strategy, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

const reply = (status: string, more: Record<string, unknown> = {}): string =>
  JSON.stringify({ observation: '', thought: '', plan: [], comment: '', questions: [], status, result: null, ...more }) // prettier-ignore

const acting = (calls: readonly Call[]): string =>
  reply('CONTINUE', { action: calls.map(([name, given]) => ({ function: name, arguments: given, status: 'CONTINUE' })) }) // prettier-ignore

function hostReply(mind: Obedience, { windows, tools }: SeenPrompt): string {
  for (let order = mind.next; order !== null; order = mind.next) {
    const call = callOf(order)
    if (call && tools.includes(call[0])) {
      mind.drop()
      return reply('CONTINUE', { function: call[0], arguments: call[1] })
    }
    const front = windows.find(({ active }) => active)
    if (!call && front) return reply('ASSIGN', { window: front.id, current_subtask: 'do it there' })
    mind.drop()
  }
  // What an AppAgent has not seen it has not read.
  const front = windows.find(({ active }) => active)
  if (front && !mind.hasRead) return reply('ASSIGN', { window: front.id, current_subtask: 'read it' })
  return reply('FINISH', { result: mind.result })
}

function appReply(mind: Obedience, seen: SeenPrompt): string {
  const order = mind.next
  if (order === null) return reply('FINISH', { result: mind.result })
  const call = callOf(order) ?? actIn(order, seen)
  if (call === null || !seen.tools.includes(call[0])) return reply('FINISH', { result: 'more' })
  mind.drop()
  return acting([call])
}

function linuxReply(mind: Obedience, seen: SeenPrompt): string {
  const order = mind.next
  if (order === null) return reply('FINISH', { result: mind.result })
  const call = callOf(order)
  if (call) {
    mind.drop()
    return acting([call])
  }
  const front = seen.windows.find(({ active }) => active)
  const act = actIn(order, seen)
  if (front && (act === null || seen.windows.at(-1)?.id !== front.id))
    return acting([['select_application_window', { id: front.id, name: front.title }]])
  mind.drop()
  return acting(act ? [act] : [])
}

/** What needs no window. */
function callOf(order: Order): Call | null {
  if (order.do === 'open')
    return ['launch_application', { name: order.name, arguments: order.with === undefined ? [] : [order.with] }] // prettier-ignore
  return order.do === 'call' ? [order.tool, order.with] : null
}

/** Null where the control is not listed. */
function actIn(order: Order, { controls }: SeenPrompt): Call | null {
  if (order.do === 'type') return ['type_text', { text: order.text, enter: order.enter === true }]
  if (order.do === 'keys') return ['keyboard_input', { keys: order.keys }]
  const control = 'name' in order ? controls.find(({ name }) => name === order.name) : undefined
  if (!control) return null
  const { id, name } = control
  if (order.do === 'fill') return ['set_edit_text', { id, name, text: order.text, clear_current_text: true }]
  return ['click_input', { id, name, double: order.do === 'double click' }]
}

// The planner, whose worker writes calls as a program does.

async function planner(mind: Obedience, desk: Desk): Promise<Service> {
  const server = await OpenAIServer.start({
    reply: plannerModel({
      plan: () => ['Do what is asked for'],
      work: (_sees, { user }) => {
        mind.read(user)
        return codeOf(mind, desk, user)
      },
    }),
  })
  return {
    config: plannerConfig(server.baseUrl),
    strategy: 'planner',
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function codeOf(mind: Obedience, desk: Desk, prompt: string): string {
  const order = mind.next
  if (order === null) return `agent.done(${JSON.stringify(mind.result)})`
  mind.drop()
  const place = 'name' in order ? JSON.stringify(`the "${order.name}" ${roleOf(desk, order.name)}`) : ''
  switch (order.do) {
    case 'open':
      return order.with === undefined
        ? `agent.open(${JSON.stringify(order.name)})`
        : `agent.open(${JSON.stringify(order.with)}, application=${JSON.stringify(order.name)})`
    case 'click':
      return `agent.click(${place})`
    case 'double click':
      return `agent.click(${place}, num_clicks=2)`
    case 'fill':
      return `agent.type(${place}, text=${JSON.stringify(order.text)}, overwrite=True)`
    case 'type':
      return `agent.type(text=${JSON.stringify(order.text)}, enter=${order.enter === true ? 'True' : 'False'})`
    case 'keys':
      return `agent.hotkey(${JSON.stringify(order.keys.split(' ').flatMap((keys) => keys.split('+')))})`
    case 'call':
      return prompt.includes(`${order.tool}(`) ? toolCode(order) : codeOf(mind, desk, prompt)
    default:
      return codeOf(mind, desk, prompt)
  }
}

const toolCode = ({ tool, with: given }: Extract<Order, { do: 'call' }>): string =>
  `agent.${tool}(${Object.entries(given)
    .map(([name, value]) => `${name}=${pythonOf(value)}`)
    .join(', ')})`

const pythonOf = (value: unknown): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value)

// Models that see pictures. The desk's windows are not drawn: what would stand on a picture, the desk tells.

const frontOf = (desk: Desk) => desk.shown.find(({ active }) => active)
const roleOf = (desk: Desk, name: string): string =>
  frontOf(desk)?.elements.find((each) => each.name === name)?.role ?? 'control'

const seenOn = (desk: Desk): string =>
  desk.shown
    .flatMap(({ title, elements }) => [title, ...elements.flatMap(({ name, value }) => [name, value ?? ''])])
    .join('\n')

/** The middle of a control of the front window. */
function pointOf(desk: Desk, name: string): { x: number; y: number } {
  const bounds = frontOf(desk)?.elements.find((each) => each.name === name)?.bounds
  return bounds ? { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 } : { x: 2, y: 2 }
}

async function computerUse(mind: Obedience, desk: Desk): Promise<Service> {
  const server = await ResponsesServer.start({
    reply: (turn: ReceivedTurn): ScriptedTurn => {
      mind.read(seenOn(desk) + turn.texts.join('\n') + turn.outputs.join('\n'))
      const order = mind.next
      if (order === null) return { say: mind.result }
      mind.drop()
      const names = turn.body.tools.flatMap((tool) => (tool.type === 'function' ? [tool.name] : []))
      const call = callOf(order)
      if (call) return names.includes(call[0]) ? { call: call[0], with: call[1] } : { act: { type: 'wait' } }
      return { several: actsOf(order, desk) }
    },
  })
  const config = `models:\n  operator: {provider: custom, base_url: "${server.baseUrl}", model_name: obeying, picture_size: 1280, max_retry: 0}\ncomputer_use: {tool: computer, space: pixels}\n`
  return { config, strategy: 'operator', [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

function actsOf(order: Order, desk: Desk): Record<string, unknown>[] {
  switch (order.do) {
    case 'click':
      return [{ type: 'click', button: 'left', ...pointOf(desk, order.name) }]
    case 'double click':
      return [{ type: 'double_click', ...pointOf(desk, order.name) }]
    case 'fill':
      return [
        { type: 'click', button: 'left', ...pointOf(desk, order.name) },
        { type: 'keypress', keys: ['CTRL', 'A'] },
        { type: 'type', text: order.text },
      ]
    case 'type':
      return [
        { type: 'type', text: order.text },
        ...(order.enter === true ? [{ type: 'keypress', keys: ['ENTER'] }] : []),
      ]
    case 'keys':
      return order.keys.split(' ').map((keys) => ({ type: 'keypress', keys: keys.split('+') }))
    default:
      return [{ type: 'wait' }]
  }
}

async function uiTars(mind: Obedience, desk: Desk): Promise<Service> {
  const server = await OpenAIServer.start({
    reply: ({ messages }: ReceivedRequest) => {
      mind.read(seenOn(desk) + messages.map(({ text }) => text).join('\n'))
      return `Thought: A text says so.\nAction: ${actionOf(mind, desk, messages[0]?.text ?? '')}`
    },
  })
  const config = `models:\n  operator: {provider: custom, base_url: "${server.baseUrl}", model_name: ui-tars, picture_size: 1280, max_retry: 0}\ncomputer_use: {tool: ui_tars, space: pixels}\n`
  return { config, strategy: 'operator', [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

function actionOf(mind: Obedience, desk: Desk, prompt: string): string {
  const order = mind.next
  if (order === null) return `finished(content='${mind.result}')`
  mind.drop()
  const call = callOf(order)
  if (call)
    return prompt.includes(`${call[0]}(`)
      ? `${call[0]}(${Object.entries(call[1]).map(([name, value]) => `${name}=${pythonOf(value)}`).join(', ')})` // prettier-ignore
      : 'wait()'
  const { x, y } = 'name' in order ? pointOf(desk, order.name) : { x: 0, y: 0 }
  const typed = (text: string) => `type(content=${JSON.stringify(text)})`
  switch (order.do) {
    case 'click':
      return `click(start_box='(${x},${y})')`
    case 'double click':
      return `left_double(start_box='(${x},${y})')`
    case 'fill':
      return `click(start_box='(${x},${y})')\nhotkey(key='ctrl a')\n${typed(order.text)}`
    case 'type':
      return typed(`${order.text}${order.enter === true ? '\n' : ''}`)
    case 'keys':
      return order.keys
        .split(' ')
        .map((keys) => `hotkey(key='${keys.toLowerCase().replaceAll('+', ' ')}')`)
        .join('\n')
    default:
      return 'wait()'
  }
}
