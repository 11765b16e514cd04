// Describes Linux as an operating system: X11 desktops, virtual ones of Xvfb, Debian's packages.
import type { OperatingSystem } from '../operating-system.ts'
import { hostDesktop } from './host-desktop.ts'
import { sandbox } from './sandbox.ts'

/** These modules are loaded on demand: few calls touch a desktop. */
const virtual = () => import('../virtual/start.ts')
const driver = () => import('./linux-platform.ts')
const entries = () => import('./launch-entries.ts')

export const linux: OperatingSystem = {
  name: 'linux',
  title: 'Linux',
  hostDesktop,
  virtualDesktops: {
    start: async (...args) => (await virtual()).startVirtualDesktop(...args),
    adopt: async (...args) => (await virtual()).adoptVirtualDesktop(...args),
    isAlive: async (...args) => (await virtual()).isDesktopAlive(...args),
    living: async (...args) => (await virtual()).livingVirtualDesktops(...args),
    sweep: async (...args) => (await virtual()).sweepVirtualDesktops(...args),
  },
  sandbox,
  checks: async (env) => (await import('./doctor-checks.ts')).checkLinux(env),
  installedApplications: async (env) => (await import('./installed.ts')).installedApplications(env),
  applicationIcons: async (names, env) => (await import('./icons.ts')).applicationIcons(names, env),
  programsOn: async ({ DISPLAY }, name) =>
    DISPLAY ? (await import('./processes.ts')).programsWith(`DISPLAY=${DISPLAY}`, name) : [],
  trash: null,
  load: async (env) => {
    await Promise.all([driver(), entries().then(({ desktopEntries }) => desktopEntries(env))])
  },
  connect: async (...args) => (await driver()).LinuxPlatform.connect(...args),
  resolveLaunch: async (...args) => (await import('./launch.ts')).resolveLaunch(...args),
}
