// Every type of message in hand-written frames of the reference, at both ends, over a linked pair.
import { describe, expect, test } from 'vitest'
import {
  appWindowControlInfoSchema,
  clientMessage,
  clientMessageTypeSchema,
  deviceSystemInfoSchema,
  mcpToolCallSchema,
  mcpToolInfoSchema,
  MessageValidator,
  serverMessage,
  serverMessageTypeSchema,
  type ClientMessage,
  type ServerMessage,
  type TransferFrame,
} from './messages.ts'
import { clientEnd, serverEnd, type AIPProtocol } from './protocol.ts'
import { linkedTransports } from '../testing/linked-transports.ts'
import type { Transport } from './transport.ts'

interface Heard<T> {
  messages: T[]
  transfers: (TransferFrame | Uint8Array)[]
  nonsense: string[]
}

/** What an end makes of frames that a peer sends, byte for byte. */
async function heardBy<T>(
  end: (transport: Transport) => AIPProtocol<T, unknown>,
  ...frames: (string | Uint8Array)[]
): Promise<Heard<T>> {
  const [ours, theirs] = linkedTransports()
  const heard: Heard<T> = { messages: [], transfers: [], nonsense: [] }
  const { promise, resolve } = Promise.withResolvers<void>()
  end(ours).listen({
    message: (message) => heard.messages.push(message),
    transfer: (frame) => heard.transfers.push(frame),
    nonsense: (why) => heard.nonsense.push(why),
    closed: () => resolve(),
  })
  for (const frame of frames) theirs.send(frame)
  theirs.close()
  await promise
  return heard
}

/** As pydantic writes them: every field is there, what is left out is null, and a later version adds some. */
const CLIENT_FRAMES: Record<string, { frame: string; has: Partial<ClientMessage> }> = {
  register: {
    frame: `{"type":"register","status":"ok","client_type":"device","session_id":null,"task_name":null,
      "client_id":"device_001","target_id":null,"request":null,"action_results":null,
      "timestamp":"2026-03-01T08:00:00.123456+00:00","request_id":null,"prev_response_id":null,"error":null,
      "metadata":{"platform":"windows","system_info":{"device_id":"device_001"},"registration_time":"…"},"added":1}`,
    has: { client_id: 'device_001', client_type: 'device', metadata: expect.anything() as never },
  },
  task: {
    frame: `{"type":"task","status":"continue","client_type":"constellation","client_id":"stars@device_001",
      "target_id":"device_001","request":"open the mail","task_name":"mail","session_id":"stars@t1","request_id":"r"}`,
    has: { target_id: 'device_001', request: 'open the mail', session_id: 'stars@t1', action_results: null },
  },
  heartbeat: {
    frame:
      '{"type":"heartbeat","status":"ok","client_id":"device_001","timestamp":"2026-03-01T08:00:00+00:00"}',
    has: { client_type: 'device', client_id: 'device_001', deskhand: null },
  },
  command_results: {
    frame: `{"type":"command_results","status":"continue","client_id":"device_001","session_id":"s",
      "prev_response_id":"response-1","action_results":[
        {"status":"success","error":null,"result":{"text":"hello"},"namespace":"AppUIExecutor","call_id":"c1"},
        {"status":"failure","error":"No such control.","result":null,"namespace":null,"call_id":"c2","more":true},
        {"status":"skipped"},{"status":"none","result":0}]}`,
    has: {
      prev_response_id: 'response-1',
      action_results: [
        {
          status: 'success',
          error: null,
          result: { text: 'hello' },
          namespace: 'AppUIExecutor',
          call_id: 'c1',
          code: null,
        },
        {
          status: 'failure',
          error: 'No such control.',
          result: null,
          namespace: null,
          call_id: 'c2',
          code: null,
        },
        { status: 'skipped', error: null, result: null, namespace: null, call_id: '', code: null },
        { status: 'none', error: null, result: 0, namespace: null, call_id: '', code: null },
      ],
    },
  },
  error: {
    frame:
      '{"type":"error","status":"error","client_id":"device_001","error":"It broke.","prev_response_id":"r"}',
    has: { error: 'It broke.', prev_response_id: 'r' },
  },
  task_end: {
    frame:
      '{"type":"task_end","status":"failed","client_id":"device_001","session_id":"s","error":"Stopped."}',
    has: { status: 'failed', session_id: 's' },
  },
  device_info_request: {
    frame: `{"type":"device_info_request","status":"ok","client_type":"constellation","client_id":"stars",
      "target_id":"device_001","request_id":"info"}`,
    has: { request_id: 'info', target_id: 'device_001' },
  },
  device_info_response: {
    frame:
      '{"type":"device_info_response","status":"ok","client_id":"device_001","metadata":{"cpu_count":8}}',
    has: { metadata: { cpu_count: 8 } },
  },
}

const SERVER_FRAMES: Record<string, { frame: string; has: Partial<ServerMessage> }> = {
  task: {
    frame: `{"type":"task","status":"continue","user_request":"open the mail","agent_name":null,"process_name":null,
      "root_name":null,"actions":null,"messages":[],"error":null,"session_id":null,"task_name":"mail",
      "timestamp":"2026-03-01T08:00:00+00:00","response_id":null,"result":null,"added":{}}`,
    has: { user_request: 'open the mail', task_name: 'mail', messages: [] },
  },
  heartbeat: {
    frame: '{"type":"heartbeat","status":"ok","session_id":"s","response_id":"x"}',
    has: { status: 'ok', session_id: 's', deskhand: null },
  },
  command: {
    frame: `{"type":"command","status":"continue","agent_name":"HostAgent","process_name":"","root_name":"Desktop",
      "response_id":"response-1","session_id":"s","actions":[
        {"tool_name":"get_desktop_app_info","parameters":null,"tool_type":"data_collection","call_id":null},
        {"tool_name":"click_input","parameters":{"id":"3"},"tool_type":"action","call_id":"c"}]}`,
    has: {
      agent_name: 'HostAgent',
      root_name: 'Desktop',
      response_id: 'response-1',
      actions: [
        expect.objectContaining({ tool_name: 'get_desktop_app_info', parameters: {} }),
        expect.objectContaining({ tool_name: 'click_input', parameters: { id: '3' }, call_id: 'c' }),
      ] as never,
    },
  },
  task_end: {
    frame: '{"type":"task_end","status":"completed","session_id":"s","result":[{"request":"x","result":""}]}',
    has: { status: 'completed', result: [{ request: 'x', result: '' }] },
  },
  error: { frame: '{"type":"error","status":"error","error":"No."}', has: { error: 'No.' } },
  device_info_request: {
    frame: '{"type":"device_info_request","status":"ok","response_id":"i"}',
    has: { response_id: 'i' },
  },
  device_info_response: {
    frame: '{"type":"device_info_response","status":"ok","result":{"cpu_count":8},"response_id":"i"}',
    has: { result: { cpu_count: 8 } },
  },
}

test('there is a frame of the reference for every type of message', () => {
  expect(Object.keys(CLIENT_FRAMES).toSorted()).toEqual(clientMessageTypeSchema.options.toSorted())
  expect(Object.keys(SERVER_FRAMES).toSorted()).toEqual(serverMessageTypeSchema.options.toSorted())
})

test.each(Object.entries(CLIENT_FRAMES))(
  'the server reads %s of the reference',
  async (type, { frame, has }) => {
    const { messages, nonsense } = await heardBy(serverEnd, frame)
    expect(nonsense).toEqual([])
    expect(messages).toEqual([expect.objectContaining({ type, ...has })])
    expect(messages[0]).not.toHaveProperty('added')
  },
)

test.each(Object.entries(SERVER_FRAMES))(
  'a device reads %s of the reference',
  async (type, { frame, has }) => {
    const { messages, nonsense } = await heardBy(clientEnd, frame)
    expect(nonsense).toEqual([])
    expect(messages).toEqual([expect.objectContaining({ type, ...has })])
  },
)

describe('what we send', () => {
  const FIELDS = {
    server: [
      'type',
      'status',
      'user_request',
      'agent_name',
      'process_name',
      'root_name',
      'actions',
      'messages',
      'error',
      'session_id',
      'task_name',
      'timestamp',
      'response_id',
      'result',
    ],
    client: [
      'type',
      'status',
      'client_type',
      'session_id',
      'task_name',
      'client_id',
      'target_id',
      'request',
      'action_results',
      'timestamp',
      'request_id',
      'prev_response_id',
      'error',
      'metadata',
    ],
  }

  test('has the fields of the reference and one of our own', () => {
    const ofServer = Object.keys(serverMessage({ type: 'heartbeat', status: 'ok' }))
    const ofClient = Object.keys(clientMessage({ type: 'heartbeat', status: 'ok' }))
    expect(ofServer.toSorted()).toEqual([...FIELDS.server, 'deskhand'].toSorted())
    expect(ofClient.toSorted()).toEqual([...FIELDS.client, 'deskhand'].toSorted())
  })

  test('arrives as it was sent', async () => {
    const sent = clientMessage({
      type: 'task',
      status: 'continue',
      client_id: 'a',
      request: 'x',
      metadata: { a: 1 },
    })
    const back = serverMessage({ type: 'task_end', status: 'failed', error: 'No.', deskhand: { own: true } })
    expect((await heardBy(serverEnd, JSON.stringify(sent))).messages).toEqual([sent])
    expect((await heardBy(clientEnd, JSON.stringify(back))).messages).toEqual([back])
    expect(Date.parse(sent.timestamp ?? '')).toBeGreaterThan(Date.parse('2026-01-01'))
  })

  test('keeps results that are empty', async () => {
    for (const result of ['', 0, false, [], {}]) {
      const frame = JSON.stringify({
        type: 'command_results',
        status: 'ok',
        prev_response_id: 'r',
        action_results: [{ status: 'success', result }],
      })
      const { messages } = await heardBy(serverEnd, frame)
      expect(messages[0]?.action_results?.[0]?.result).toEqual(result)
    }
  })
})

describe('the MessageValidator', () => {
  const client = (more: Partial<ClientMessage>) => clientMessage({ type: 'register', status: 'ok', ...more })
  const server = (more: Partial<ServerMessage>) =>
    serverMessage({ type: 'command', status: 'continue', ...more })
  const action = { tool_name: 'x', parameters: {}, tool_type: 'action', call_id: undefined } as never

  test('wants a client_id of a registration', () => {
    expect(MessageValidator.validateRegistration(client({ client_id: 'a' }))).toBeNull()
    for (const id of [null, ''])
      expect(MessageValidator.validateRegistration(client({ client_id: id }))).not.toBeNull()
    expect(MessageValidator.validateRegistration(client({ client_id: 'a', type: 'task' }))).not.toBeNull()
  })

  test('wants a request and a client_id of a task', () => {
    const whole = client({ type: 'task', client_id: 'a', request: 'x' })
    expect(MessageValidator.validateTaskRequest(whole)).toBeNull()
    for (const missing of [{ client_id: null }, { request: null }, { request: '' }])
      expect(MessageValidator.validateTaskRequest({ ...whole, ...missing })).not.toBeNull()
  })

  test('wants what is answered and the results of results', () => {
    const whole = client({ type: 'command_results', prev_response_id: 'r', action_results: [] })
    expect(MessageValidator.validateCommandResults(whole)).toBeNull()
    for (const missing of [{ prev_response_id: null }, { action_results: null }])
      expect(MessageValidator.validateCommandResults({ ...whole, ...missing })).not.toBeNull()
  })

  test('wants actions and a response_id of a command, and nothing of other messages', () => {
    expect(MessageValidator.validateServerMessage(server({ actions: [action], response_id: 'r' }))).toBeNull()
    for (const missing of [{ actions: [] }, { actions: null }, { response_id: null }])
      expect(
        MessageValidator.validateServerMessage(server({ actions: [action], response_id: 'r', ...missing })),
      ).not.toBeNull()
    expect(MessageValidator.validateServerMessage(server({ type: 'heartbeat' }))).toBeNull()
  })

  test('is asked by both ends: a message that is not whole is none', async () => {
    const frames = ['{"type":"register","status":"ok"}', '{"type":"task","status":"ok","client_id":"a"}']
    expect((await heardBy(serverEnd, ...frames)).nonsense).toEqual([
      'A registration needs a client_id.',
      'A task needs a request and a client_id.',
    ])
    expect(
      (await heardBy(clientEnd, '{"type":"command","status":"continue","actions":[]}')).nonsense,
    ).toHaveLength(1)
  })
})

test('frames that are no messages are said to be none, with the reason, and the next one is read', async () => {
  const { nonsense, messages } = await heardBy(
    serverEnd,
    'no json',
    '[]',
    'null',
    '{"type":"unheard of","status":"ok"}',
    '{"type":"heartbeat"}',
    '{"type":"heartbeat","status":"ok","client_id":7}',
    '{"type":"heartbeat","status":"ok"}',
  )
  expect(nonsense).toHaveLength(6)
  expect(nonsense.slice(-2)).toEqual([
    expect.stringContaining('status:'),
    expect.stringContaining('client_id:'),
  ])
  expect(messages).toHaveLength(1)
})

test('the frames of a binary transfer and their bytes are read in order', async () => {
  const { transfers, nonsense, messages } = await heardBy(
    serverEnd,
    '{"type":"binary_data","filename":"a.png","mime_type":"image/png","size":3,"checksum":"ab","session_id":"s"}',
    new Uint8Array([1, 2, 3]),
    '{"type":"file_transfer_start","filename":"b","size":5,"chunk_size":4,"total_chunks":2}',
    '{"chunk_num":0,"chunk_size":4,"checksum":"cd"}',
    new Uint8Array([1, 2, 3, 4]),
    '{"type":"file_transfer_complete","filename":"b","total_chunks":2,"checksum":"ef"}',
    '{"type":"file_transfer_start","filename":"b"}',
  )
  expect(messages).toEqual([])
  expect(transfers).toMatchObject([
    { type: 'binary_data', size: 3, session_id: 's' },
    new Uint8Array([1, 2, 3]),
    { type: 'file_transfer_start', chunk_size: 4, mime_type: null },
    { chunk_num: 0, checksum: 'cd' },
    new Uint8Array([1, 2, 3, 4]),
    { type: 'file_transfer_complete', total_chunks: 2 },
  ])
  expect(nonsense).toEqual([expect.stringContaining('size')])
})

test('what a device says of itself, and what its tools answer with, are read as the reference writes them', () => {
  const info = {
    device_id: 'd',
    platform: 'windows',
    os_version: '10',
    cpu_count: 8,
    memory_total_gb: 31.7,
    hostname: 'h',
    ip_address: '10.0.0.2',
    supported_features: ['gui'],
    platform_type: 'computer',
    schema_version: '1.0',
    custom_metadata: null,
  }
  expect(deviceSystemInfoSchema.parse(info)).toEqual({ ...info, custom_metadata: {} })
  const window = {
    annotation_id: '1',
    name: 'Mail',
    rectangle: { x: 0, y: 0, width: 9, height: 9 },
    process_id: 5,
  }
  expect(
    appWindowControlInfoSchema.parse({ window_info: window, controls: [{ control_type: 'Button' }] }),
  ).toMatchObject({
    window_info: { ...window, is_active: null },
    controls: [{ control_type: 'Button', handle: null }],
  })
  const tool = {
    tool_key: 'action::click',
    tool_name: 'click',
    namespace: 'UI',
    tool_type: 'action',
    description: 'Clicks.',
  }
  expect(mcpToolInfoSchema.parse(tool)).toMatchObject({ ...tool, input_schema: null })
  expect(mcpToolCallSchema.parse({ ...tool, parameters: { id: 1 }, mcp_server: {} })).toMatchObject({
    parameters: { id: 1 },
  })
})
