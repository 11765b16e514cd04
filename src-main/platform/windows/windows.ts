// Describes Windows as an operating system: the person's own desktop, no others.
import { ToolError } from '../../core/errors.ts'
import type { OperatingSystem } from '../operating-system.ts'
import { wholeEnvironment } from '../whole-environment.ts'

const driver = () => import('./windows-platform.ts')

export const windows: OperatingSystem = {
  name: 'windows',
  title: 'Windows',
  hostDesktop: (env) => ({ kind: 'host', name: 'Windows', env: wholeEnvironment(env) }),
  virtualDesktops: null,
  sandbox: null,
  checks: async () => (await import('./doctor-checks.ts')).checkWindows(),
  installedApplications: async (env) => (await import('./installed.ts')).installedApplications(env),
  applicationIcons: () => Promise.resolve({}),
  programsOn: () => Promise.resolve([]),
  // The bin's own call destroys a file that is too large for it, or asks on the screen meanwhile.
  trash: () => Promise.reject(new ToolError('Deskhand can’t use the Recycle Bin yet. Nothing was done.')),
  load: driver,
  connect: async (...args) => (await driver()).WindowsPlatform.connect(...args),
  resolveLaunch: async (...args) => (await import('./launch.ts')).resolveLaunch(...args),
}
