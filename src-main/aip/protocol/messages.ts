// Defines every message of the Agent Interaction Protocol, as the reference spells them: schemas, types and the MessageValidator.
import { z } from 'zod'
import { resultSchema, resultStatusSchema, toolTypeSchema } from '../../core/command.ts'

/** Reads a missing field and one that is `null`, as the reference writes it, as null. Anything else that a peer sends is ignored. */
const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null)
const text = optional(z.string())
const record = z.record(z.string(), z.unknown())

export const taskStatusSchema = z.enum(['continue', 'completed', 'failed', 'ok', 'error'])

export const clientTypeSchema = z.enum(['device', 'constellation'])
export type ClientType = z.infer<typeof clientTypeSchema>

export const clientMessageTypeSchema = z.enum([
  'task',
  'heartbeat',
  'command_results',
  'error',
  'register',
  'task_end',
  'device_info_request',
  'device_info_response',
])

export const serverMessageTypeSchema = z.enum([
  'task',
  'heartbeat',
  'task_end',
  'command',
  'error',
  'device_info_request',
  'device_info_response',
])

/** A Command as it travels. `namespace` and `confirm` are Deskhand's own: a UFO peer neither sends nor reads them. */
export const wireCommandSchema = z.object({
  tool_name: z.string(),
  parameters: record.nullish().transform((value) => value ?? {}),
  tool_type: toolTypeSchema,
  call_id: text.transform((value) => value ?? undefined),
  namespace: text.transform((value) => value ?? undefined),
  confirm: optional(z.boolean()).transform((value) => value ?? undefined),
})

/** A Result as it travels; `code` is Deskhand's own, and an unknown one counts as none. */
export const wireResultSchema = z.object({
  status: resultStatusSchema,
  error: text,
  result: z
    .unknown()
    .optional()
    .transform((value) => value ?? null),
  namespace: text,
  call_id: text.transform((value) => value ?? ''),
  code: resultSchema.shape.code
    .nullish()
    .transform((value) => value ?? null)
    .catch(null),
})
export type WireResult = z.infer<typeof wireResultSchema>

/** Deskhand's own part of a message: events of acts, wishes to stop. A UFO peer ignores it. */
const deskhand = optional(record)

export const serverMessageSchema = z.object({
  type: serverMessageTypeSchema,
  status: taskStatusSchema,
  user_request: text,
  agent_name: text,
  process_name: text,
  root_name: text,
  actions: optional(z.array(wireCommandSchema)),
  messages: optional(z.array(z.string())),
  error: text,
  session_id: text,
  task_name: text,
  /** ISO 8601. */
  timestamp: text,
  response_id: text,
  result: z
    .unknown()
    .optional()
    .transform((value) => value ?? null),
  deskhand,
})
export type ServerMessage = z.infer<typeof serverMessageSchema>

export const clientMessageSchema = z.object({
  type: clientMessageTypeSchema,
  status: taskStatusSchema,
  client_type: clientTypeSchema.default('device'),
  session_id: text,
  task_name: text,
  client_id: text,
  /** The device that a constellation addresses. */
  target_id: text,
  request: text,
  action_results: optional(z.array(wireResultSchema)),
  timestamp: text,
  request_id: text,
  /** The `response_id` of the message that this answers. */
  prev_response_id: text,
  error: text,
  metadata: optional(record),
  deskhand,
})
export type ClientMessage = z.infer<typeof clientMessageSchema>

/** How a device describes itself at its registration (`metadata.system_info`) and when it is asked. */
export const deviceSystemInfoSchema = z.object({
  device_id: z.string(),
  platform: z.string(),
  os_version: z.string(),
  cpu_count: z.number().int().min(0),
  memory_total_gb: z.number().min(0),
  hostname: z.string(),
  ip_address: z.string(),
  /** Some of gui, cli, browser, file_system, office, windows_apps, linux_apps, macos_apps. */
  supported_features: z.array(z.string()).default([]),
  /** One of computer, mobile, web, iot. */
  platform_type: z.string().default('computer'),
  schema_version: z.string().default('1.0'),
  custom_metadata: record.nullish().transform((value) => value ?? {}),
})
export type DeviceSystemInfo = z.infer<typeof deviceSystemInfoSchema>

// The schemas of what the tools of a UFO peer return.

export const rectSchema = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int(),
  height: z.number().int(),
})

const flag = optional(z.boolean())
const wholeNumber = optional(z.number().int())

export const controlInfoSchema = z.object({
  annotation_id: text,
  name: text,
  title: text,
  handle: wholeNumber,
  class_name: text,
  rectangle: optional(rectSchema),
  control_type: text,
  automation_id: text,
  is_enabled: flag,
  is_visible: flag,
  source: text,
  text_content: text,
})

export const windowInfoSchema = controlInfoSchema.extend({
  process_id: wholeNumber,
  process_name: text,
  is_minimized: flag,
  is_maximized: flag,
  is_active: flag,
})

export const appWindowControlInfoSchema = z.object({
  window_info: windowInfoSchema,
  controls: optional(z.array(controlInfoSchema)),
})

export const mcpToolInfoSchema = z.object({
  tool_key: z.string(),
  tool_name: z.string(),
  title: text,
  namespace: z.string(),
  tool_type: z.string(),
  description: text,
  input_schema: optional(record),
  output_schema: optional(record),
  meta: optional(record),
  annotations: optional(record),
})

/** The same with the arguments of a call. `mcp_server` is an object of the sender's machine and means nothing elsewhere. */
export const mcpToolCallSchema = mcpToolInfoSchema.extend({
  description: z.string(),
  parameters: optional(record),
  mcp_server: z.unknown().optional(),
})

// Binary transfer: these are text frames; what they announce follows in binary frames.

export const binaryMetadataSchema = z.object({
  type: z.literal('binary_data'),
  filename: text,
  mime_type: text,
  /** Bytes. */
  size: z.number().int().min(0),
  /** MD5 or SHA-256 in hexadecimal digits; it detects bytes that were damaged in transfer, and proves nothing about the sender. */
  checksum: text,
  session_id: text,
  description: text,
  timestamp: text,
  /** Number of a chunk of a file: the reference sends each chunk as a transfer of its own. */
  chunk_num: wholeNumber,
  chunk_size: wholeNumber,
})

export const fileTransferStartSchema = z.object({
  type: z.literal('file_transfer_start'),
  filename: z.string(),
  size: z.number().int().min(0),
  chunk_size: z.number().int().min(1),
  total_chunks: z.number().int().min(0),
  mime_type: text,
  session_id: text,
  description: text,
  timestamp: text,
})
export type FileTransferStart = z.infer<typeof fileTransferStartSchema>

export const fileTransferCompleteSchema = z.object({
  type: z.literal('file_transfer_complete'),
  filename: z.string(),
  total_chunks: z.number().int().min(0),
  checksum: text,
  session_id: text,
  timestamp: text,
})

export const chunkMetadataSchema = z.object({
  chunk_num: z.number().int().min(0),
  chunk_size: z.number().int().min(0),
  checksum: text,
  session_id: text,
})
export type ChunkMetadata = z.infer<typeof chunkMetadataSchema>

/** The text frames of a binary transfer, told apart by `type`; a frame without it is the header of a chunk by itself. */
export const transferMessageSchema = z.discriminatedUnion('type', [
  binaryMetadataSchema,
  fileTransferStartSchema,
  fileTransferCompleteSchema,
])
export type TransferFrame = z.infer<typeof transferMessageSchema> | ChunkMetadata

type Draft<T extends { timestamp: string | null }> = Partial<T> & Pick<T, Extract<keyof T, 'type' | 'status'>>

/** Makes a message of the server; missing fields are null, and its time is now. */
export const serverMessage = (draft: Draft<ServerMessage>): ServerMessage => ({
  user_request: null,
  agent_name: null,
  process_name: null,
  root_name: null,
  actions: null,
  messages: null,
  error: null,
  session_id: null,
  task_name: null,
  timestamp: new Date().toISOString(),
  response_id: null,
  result: null,
  deskhand: null,
  ...draft,
})

/** Makes a message of a device or a constellation; missing fields are null, and its time is now. */
export const clientMessage = (draft: Draft<ClientMessage>): ClientMessage => ({
  client_type: 'device',
  session_id: null,
  task_name: null,
  client_id: null,
  target_id: null,
  request: null,
  action_results: null,
  timestamp: new Date().toISOString(),
  request_id: null,
  prev_response_id: null,
  error: null,
  metadata: null,
  deskhand: null,
  ...draft,
})

const given = (value: string | null) => value !== null && value !== ''

/** Checks what a message of each type must have beyond its shape. A check says what is missing; null for a complete message. */
export const MessageValidator = {
  validateRegistration: (message: ClientMessage): string | null =>
    message.type === 'register' && given(message.client_id) ? null : 'A registration needs a client_id.',

  validateTaskRequest: (message: ClientMessage): string | null =>
    message.type === 'task' && given(message.request) && given(message.client_id)
      ? null
      : 'A task needs a request and a client_id.',

  validateCommandResults: (message: ClientMessage): string | null =>
    message.type === 'command_results' && given(message.prev_response_id) && message.action_results !== null
      ? null
      : 'Results need a prev_response_id and action_results.',

  validateCommand: (message: ServerMessage): string | null =>
    message.type === 'command' && (message.actions ?? []).length > 0 && given(message.response_id)
      ? null
      : 'A command needs actions and a response_id.',

  /** Runs the check for the type of the message. */
  validateClientMessage(message: ClientMessage): string | null {
    if (message.type === 'register') return MessageValidator.validateRegistration(message)
    if (message.type === 'task') return MessageValidator.validateTaskRequest(message)
    return message.type === 'command_results' ? MessageValidator.validateCommandResults(message) : null
  },

  validateServerMessage: (message: ServerMessage): string | null =>
    message.type === 'command' ? MessageValidator.validateCommand(message) : null,
} as const
