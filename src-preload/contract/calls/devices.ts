// Defines the calls about what a program serves and what it is connected to: devices of its server, a page, a server that acts
// here.
import { z } from 'zod'
import { displayKindSchema } from '../config.ts'
import { safetyCategorySchema } from '../safety.ts'
import { requestSchema, runNameSchema } from './runs.ts'

export const deviceTaskSchema = z.object({
  /** Its `task_name`. */
  task: z.string(),
  request: z.string(),
  /** The run that carries it out, once it has begun. */
  run: runNameSchema.nullable(),
})
export type DeviceTask = z.infer<typeof deviceTaskSchema>

export const servedDeviceSchema = z.object({
  id: z.string(),
  type: z.enum(['device', 'constellation']),
  /** The platform as the device gave it; empty where it gave none. */
  platform: z.string(),
  /** The device that a constellation uses. */
  target: z.string().nullable(),
  /** `lost`: its connection is lost; it may come back to its task. */
  state: z.enum(['idle', 'busy', 'lost']),
  task: deviceTaskSchema.nullable(),
  queued: z.array(deviceTaskSchema),
})
export type ServedDevice = z.infer<typeof servedDeviceSchema>

export const servedDevicesStateSchema = z.object({
  /** The address for devices; null where this program does not serve them. */
  address: z.string().nullable(),
  devices: z.array(servedDeviceSchema),
})
export type ServedDevicesState = z.infer<typeof servedDevicesStateSchema>

/** News of a connection to a server. `in_clear`: others can read the unencrypted traffic. */
export const connectionNewsSchema = z.discriminatedUnion('news', [
  z.object({ news: z.literal('connecting'), server: z.string(), in_clear: z.boolean() }),
  z.object({ news: z.literal('connected'), server: z.string(), resumed: z.boolean() }),
  z.object({ news: z.literal('lost'), why: z.string(), retry_in_ms: z.number() }),
])
export type ConnectionNews = z.infer<typeof connectionNewsSchema>

/** 0 means any free one. */
const port = z.number().int().min(0).max(65_535)
const nothing = z.strictObject({})

export const deviceCalls = {
  /** Makes this program a server for devices. `new_key` is in the answer only if a key was made for this start. */
  serve_devices: {
    input: z.strictObject({
      port: port.default(5000),
      /** The address to listen on; other machines can reach any but the default. */
      host: z.string().min(1).default('127.0.0.1'),
      /** Further names under which the server is reached. */
      hosts: z.array(z.string().min(1)).default([]),
      /** The key of devices; null: the one of the environment or the key store, else a new one. */
      key: z.string().nullable().default(null),
      /** Files, PEM. */
      tls: z.strictObject({ cert: z.string(), key: z.string() }).nullable().default(null),
    }),
    output: z.object({ address: z.string(), new_key: z.string().nullable() }),
  },
  /** Ends every task of the server, and tells the devices. */
  stop_serving: { input: nothing, output: nothing },
  /** Shows this program in a browser of this machine. `open`: with the person's browser; `not_opened` says why that was not possible. */
  open_page: {
    input: z.strictObject({ port: port.default(0), open: z.boolean().default(false) }),
    output: z.object({ address: z.string(), not_opened: z.string().nullable() }),
  },
  /** Lets a server act on this desktop until the caller disconnects; news of the connection, and its runs, are pushes. */
  connect_device: {
    input: z.strictObject({
      address: z.string().min(1),
      /** Name of this device on the server. */
      id: z.string().trim().min(1, 'The device needs a name.'),
      /** Null: the one in the address, else the stored one. */
      key: z.string().nullable().default(null),
      /** File of the authority (PEM) that has signed the server's certificate. */
      ca: z.string().nullable().default(null),
      display: displayKindSchema.nullable().default(null),
      yes_to: z.array(safetyCategorySchema).default([]),
      /** Whether a person is present to be asked; otherwise acts that need approval are refused. */
      attended: z.boolean().default(true),
    }),
    output: nothing,
  },
  /** Ends the connection that this window has asked for; its `connect_device` returns then. */
  disconnect_device: { input: nothing, output: nothing },
  list_devices: { input: z.strictObject({}), output: servedDevicesStateSchema },
  /** Gives a device of this program's server a task, which runs after the earlier ones. */
  send_to_device: {
    input: z.strictObject({ device: z.string().min(1), request: requestSchema }),
    output: z.object({ task: z.string() }),
  },
} as const
