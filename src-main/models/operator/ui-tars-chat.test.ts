import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'
import { RunControl } from '../../core/run-control.ts'
import { OpenAIServer, type ScriptedReply } from '../testing/openai-server.ts'
import { testTool } from '../testing/inputs.ts'
import type { OperatorThread } from './reply.ts'
import { operatorAt, operatorInput } from './testing/operator-input.ts'

const servers: OpenAIServer[] = []
const inOrder = async (...replies: ScriptedReply[]) => {
  const server = await OpenAIServer.start({
    reply: ({ index }) => replies[Math.min(index, replies.length - 1)]!,
  })
  servers.push(server)
  return server
}
afterEach(async () => {
  for (const server of servers.splice(0)) await server[Symbol.asyncDispose]()
})

const png = await sharp({ create: { width: 1280, height: 800, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()
const screen = {
  data: png.toString('base64'),
  width: 1280,
  height: 800,
  bounds: { x: 0, y: 0, width: 1280, height: 800 },
}
const run = new RunControl()
const TARS = { model_name: 'UI-TARS-1.5-7B', picture_size: 640 }
const CLICK = "Thought: The button.\nAction: click(start_box='<|box_start|>(308,196)<|box_end|>')"

test('it is told the actions and the task first, shown the screen in its own size, and answers in points of it', async () => {
  const server = await inOrder(CLICK)
  const tools = [testTool('launch_application(name: string)', 'Start it.', 'HostUIExecutor')]
  const { reply } = await operatorAt(server.baseUrl, TARS)(operatorInput(screen, { tools }), run)
  expect(reply).toMatchObject({
    thought: 'The button.',
    actions: [{ type: 'click', point: { x: 640, y: 400 }, button: 'left', times: 1, keys: [] }],
  })
  const [request] = server.requests
  expect(request?.messages[0]?.text).toMatch(
    /## Action Space[^]*hotkey\(key='ctrl c'\)[^]*launch_application\(name: string\) # Start it\.[^]*# Request\nwrite hello/,
  )
  expect(request?.format).toBe('text')
  const { width, height } = await sharp(
    Buffer.from(request!.pictures[0]!.replace(/^[^,]*,/, ''), 'base64'),
  ).metadata()
  expect([width, height]).toEqual([616, 392])
})

test('all that was said stays in the chat, with the pictures of the last five turns', async () => {
  const server = await inOrder('Thought: t\nAction: wait()')
  const ask = operatorAt(server.baseUrl, TARS)
  let thread: OperatorThread | null = null
  for (let turn = 0; turn < 8; turn++) {
    const notes = turn === 3 ? ['The click was refused.'] : []
    thread = (await ask(operatorInput(screen, { thread, notes }), run)).reply.thread
  }
  const last = server.requests.at(-1)
  expect(last?.messages.filter(({ role }) => role === 'assistant')).toHaveLength(7)
  expect(last?.pictures).toHaveLength(5)
  expect(last?.messages.some(({ text }) => text === 'The click was refused.')).toBe(true)
})

test('what it was told first stays as it was, and an answer of the person comes where it was asked for', async () => {
  const server = await inOrder('Thought: Which of the two?\nAction: call_user()', CLICK)
  const ask = operatorAt(server.baseUrl, TARS)
  const { reply } = await ask(operatorInput(screen), run)
  const questions = [{ question: 'Which of the two?', answer: 'the second' }]
  const blackboard = { questions, requests: [], outcomes: [], acts: [] }
  await ask(operatorInput(screen, { thread: reply.thread, blackboard }), run)
  const [first, second] = server.requests
  expect(second?.messages[0]?.text).toBe(first?.messages[0]?.text)
  expect(second?.messages.map(({ role }) => role)).toEqual(['user', 'user', 'assistant', 'user'])
  expect(second?.messages[3]?.text).toBe('The person answers: the second')
})

test('a reply that can’t be read goes back with what is wrong; after three it is too weak', async () => {
  const server = await inOrder("Action: clik(start_box='(1,2)')", CLICK)
  const { reply, attempts } = await operatorAt(server.baseUrl, TARS)(operatorInput(screen), run)
  expect([reply.actions.length, attempts]).toEqual([1, 2])
  expect(server.requests[1]?.user).toContain('Did you mean click(')
  const weak = await inOrder('I would rather not.')
  await expect(operatorAt(weak.baseUrl, TARS)(operatorInput(screen), run)).rejects.toThrow('is too weak')
  expect(weak.requests).toHaveLength(3)
})

test('a point outside of the picture goes back, too', async () => {
  const server = await inOrder("Action: click(start_box='(5000,2)')", CLICK)
  await operatorAt(server.baseUrl, TARS)(operatorInput(screen), run)
  expect(server.requests[1]?.user).toContain('outside of the picture, which is 616 wide and 392 high')
})

test('the way of acting can be set for a model whose name does not tell it', async () => {
  const server = await inOrder("Action: click(start_box='(500,500)')")
  const ask = operatorAt(server.baseUrl, { model_name: 'mine' }, { tool: 'ui_tars', space: 'thousandths' })
  const { reply } = await ask(operatorInput(screen), run)
  expect(reply.actions).toMatchObject([{ point: { x: 640, y: 400 } }])
})
