// The call about the devices of a server.
import { z } from 'zod'
import { runNameSchema } from './runs.ts'

export const deviceTaskSchema = z.object({
  /** Its `task_name`. */
  task: z.string(),
  request: z.string(),
  /** The run that carries it out, once there is one. */
  run: runNameSchema.nullable(),
})
export type DeviceTask = z.infer<typeof deviceTaskSchema>

export const servedDeviceSchema = z.object({
  id: z.string(),
  type: z.enum(['device', 'constellation']),
  /** As it said; empty where it did not. */
  platform: z.string(),
  /** The device that a constellation uses. */
  target: z.string().nullable(),
  /** `lost`: its connection is; it may come back to its task. */
  state: z.enum(['idle', 'busy', 'lost']),
  task: deviceTaskSchema.nullable(),
  queued: z.array(deviceTaskSchema),
})
export type ServedDevice = z.infer<typeof servedDeviceSchema>

export const servedDevicesStateSchema = z.object({
  /** What devices connect to; null where this program serves none. */
  address: z.string().nullable(),
  devices: z.array(servedDeviceSchema),
})
export type ServedDevicesState = z.infer<typeof servedDevicesStateSchema>

export const deviceCalls = {
  list_devices: { input: z.strictObject({}), output: servedDevicesStateSchema },
} as const
