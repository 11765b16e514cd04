// Chooses the operating system that Deskhand runs on.
import { messageOf, UserError } from '../core/errors.ts'
import { systemName, systemWord, type SystemName } from '../core/system.ts'
import { linux } from './linux/linux.ts'
import { macos } from './macos/macos.ts'
import type { Environment, OperatingSystem } from './operating-system.ts'
import type { VirtualDesktops } from './virtual-desktop.ts'
import { windows } from './windows/windows.ts'

const SYSTEMS: Record<SystemName, OperatingSystem> = { linux, windows, macos }

/** Throws UserError on a system that has no driver. */
export function thisSystem(name: SystemName | null = systemName()): OperatingSystem {
  if (name === null) {
    throw new UserError(
      `Deskhand drives desktops of Linux, Windows and macOS; this is ${systemWord()}. It can still serve devices here: \`deskhand serve\`.`,
    )
  }
  return SYSTEMS[name]
}

/** Says why the person's own desktop can't be driven; null where it can, as far as is known before it is tried. */
export function hostFault(env: Environment): string | null {
  try {
    thisSystem().hostDesktop(env)
    return null
  } catch (error) {
    return messageOf(error)
  }
}

/** Gives null where this system has none. */
export const findVirtualDesktops = (): VirtualDesktops | null =>
  systemName() === null ? null : thisSystem().virtualDesktops

/** Gives null where this system has no call for it. */
export const findTrash = (): OperatingSystem['trash'] => (systemName() === null ? null : thisSystem().trash)

/** Throws UserError where this system has none. */
export function virtualDesktops(): VirtualDesktops {
  const { title, virtualDesktops: desktops } = thisSystem()
  if (desktops) return desktops
  throw new UserError(
    `Deskhand has virtual desktops on Linux only; this is ${title}. Leave \`--display virtual\` out: it then works on your own desktop.`,
  )
}

/** Tells whether `auto` means a virtual desktop here. */
export const prefersVirtual = (env: Environment): boolean =>
  findVirtualDesktops() !== null && hostFault(env) !== null
