// Describes macOS as an operating system: the person's own desktop, no others.
import type { OperatingSystem } from '../operating-system.ts'
import { wholeEnvironment } from '../whole-environment.ts'

const driver = () => import('./macos-platform.ts')

export const macos: OperatingSystem = {
  name: 'macos',
  title: 'macOS',
  hostDesktop: (env) => ({ kind: 'host', name: 'macOS', env: wholeEnvironment(env) }),
  virtualDesktops: null,
  sandbox: null,
  checks: async () => (await import('./doctor-checks.ts')).checkMacos(),
  installedApplications: async (env) => (await import('./installed.ts')).installedApplications(env),
  applicationIcons: () => Promise.resolve({}),
  programsOn: () => Promise.resolve([]),
  trash: async (paths) => (await import('./trash.ts')).trashFiles(paths),
  load: driver,
  connect: async (...args) => (await driver()).MacosPlatform.connect(...args),
  resolveLaunch: async (...args) => (await import('./launch.ts')).resolveLaunch(...args),
}
