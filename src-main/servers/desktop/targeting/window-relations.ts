// Tells how windows belong together: of one application, over one another.
import type { PlatformWindow } from '../../../platform/platform.ts'

/** Tells whether a window belongs to the application of another one. */
export const isOfApplication = (
  window: PlatformWindow,
  other: { pid: number | null; process: string },
): boolean =>
  other.pid !== null && window.pid !== null ? window.pid === other.pid : window.processName === other.process

/**
 * Tells whether a window is of the application of another one, or owned by one that is, however far: GIMP's plug-ins are processes of
 * their own, whose dialogs stand over its dialogs.
 */
export function isBeside(
  each: PlatformWindow,
  window: PlatformWindow,
  all: readonly PlatformWindow[],
): boolean {
  const application = { pid: window.pid, process: window.processName }
  return [each, ...ownersOf(each, all)].some((at) => isOfApplication(at, application))
}

/** Lists the windows that a dialog stands over, the nearest first. */
export function ownersOf(window: PlatformWindow, all: readonly PlatformWindow[]): PlatformWindow[] {
  const owners: PlatformWindow[] = []
  const ownerOf = ({ owner }: PlatformWindow) =>
    all.find((each) => each.handle === owner && each !== window && !owners.includes(each))
  for (let at = ownerOf(window); at; at = ownerOf(at)) owners.push(at)
  return owners
}

/** Lists the dialogs, pop-ups and menus that a window has on the screen, with those that stand over these. */
export const companionsOf = (window: PlatformWindow, all: readonly PlatformWindow[]): PlatformWindow[] =>
  all.filter(
    (each) =>
      each.handle !== window.handle &&
      each.kind !== 'normal' &&
      !each.minimized &&
      (ownersOf(each, all).some(({ handle }) => handle === window.handle) ||
        (each.owner === null && isOfApplication(each, { pid: window.pid, process: window.processName }))),
  )
