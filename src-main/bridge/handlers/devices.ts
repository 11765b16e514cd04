// Answers the call about the devices of this program's server.
import type { deviceCalls } from '../../../src-preload/contract/calls/devices.ts'
import type { Handlers } from '../handler.ts'
import type { ServedDevices } from '../served-devices.ts'

export const deviceHandlers = (devices: ServedDevices | null): Handlers<keyof typeof deviceCalls> => ({
  list_devices: () => devices?.state() ?? { address: null, devices: [] },
})
