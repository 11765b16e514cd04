// Describes macOS as an operating system, for which there is no driver yet.
import { ToolError } from '../../core/errors.ts'
import type { OperatingSystem } from '../operating-system.ts'
import { wholeEnvironment } from '../whole-environment.ts'

const noDriver = () => Promise.reject(new ToolError('There is no desktop driver for macOS yet.'))

export const macos: OperatingSystem = {
  name: 'macos',
  title: 'macOS',
  hostDesktop: (env) => ({ kind: 'host', name: 'macOS', env: wholeEnvironment(env) }),
  virtualDesktops: null,
  checks: () => Promise.resolve([]),
  installedApplications: () => Promise.resolve([]),
  programsOn: () => Promise.resolve([]),
  load: noDriver,
  connect: noDriver,
  resolveLaunch: noDriver,
}
